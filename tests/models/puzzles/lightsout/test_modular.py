"""Lights Out with k colours by algebra: against brute force, the model, polynomials modulo p, pressing one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from algebra.modulok.solve import ModularContradiction, contradicts
from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.boards import board
from models.puzzles.lightsout.families import family
from models.puzzles.lightsout.generate import apply_options
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.rules import model
from models.puzzles.lightsout.theory.methods import METHODS
from models.puzzles.lightsout.theory.modular import best_presses, equations, solutions, solve
from models.puzzles.lightsout.theory.polynomial import GridBoard
from tests.backends.test_gf2 import FEWEST, NULLITIES
from tests.models.puzzles.lightsout.test_rules import all_presses, answer_of, games
from tests.support.networks import graph_from_networkx

COLOURS = (2, 3, 4, 5, 6, 12)


def count(p: LightsOut) -> int:
    """How many solutions there are."""
    outcome = solutions(p)
    return 0 if isinstance(outcome, ModularContradiction) else outcome.count


def one_step_puzzle(g, k: int, rule: str = "closed") -> LightsOut:
    """All lamps have to move on by one."""
    return LightsOut(g, rule, k, np.zeros(len(g), np.int64), np.ones(len(g), np.int64))


def check_answers(p: LightsOut, truth: set[tuple[int, ...]]) -> None:
    """The three answers, against all that there are."""
    status, presses, _ = best_presses(p)
    assert count(p) == len(truth)
    if not truth:
        assert (status, presses) == ("unsatisfiable", None)
        rows, change = equations(p)
        assert contradicts(rows.dense(), change, p.colours, solve(p).weights)
    else:
        assert status == "optimal"
        assert tuple(presses.tolist()) in truth
        assert tuple(solve(p).tolist()) in truth
        assert presses.sum() == min(map(sum, truth))
        assert PUZZLE.verify(p, answer_of(p, presses.tolist())) == []


@given(game=games())
@settings(max_examples=60)
def test_small_graphs_agree_with_brute_force(game):
    """Arrows, loops, parallel edges, both rules, any states; each press done one by one."""
    network, rule, k, start, target = game
    p = LightsOut(graph_from_networkx(network), rule, k, np.array(start), np.array(target))
    check_answers(p, all_presses(network, rule, k, start, target))


@pytest.mark.parametrize("kind", ["grid", "torus", "cylinder", "king", "hex"])
@pytest.mark.parametrize(("rows", "cols", "k"), [(2, 2, k) for k in (5, 6, 12)] + [(2, 3, k) for k in (2, 3, 4)])
def test_small_boards_agree_with_brute_force(kind, rows, cols, k):
    """Tori of two columns among them, where presses move lamps on by two, which is no unit modulo 4, 6 and 12."""
    p, _ = apply_options(one_step_puzzle(board(kind, rows, cols), k), lit="random", seed=k)
    for instance in (p, replace(p, target=np.arange(len(p)) % k), replace(p, rule="open")):
        n, toggles = len(p), np.zeros((len(p), len(p)), np.int64)
        for v in range(n):
            here = slice(instance.starts[v], instance.starts[v + 1])
            toggles[instance.toggled[here], v] = instance.times[here]
        every = np.array(list(product(range(k), repeat=n)))
        right = ((instance.start + every @ toggles.T - instance.target) % k == 0).all(axis=1)
        check_answers(instance, set(map(tuple, every[right].tolist())))


@pytest.mark.sample(1)
@pytest.mark.parametrize("k", COLOURS)
def test_planted_boards_are_solved(k):
    """Larger boards and graphs of every kind, pressed one by one; the planted presses are not fewer than the fewest."""
    names = ("grid:13", "torus:9x12", "torus:2x11", "cylinder:8x14", "king:10", "hex:11", "hypercube:6", "regular:3,90",
             "tree:150", "gnp:60,0.2", "cycle:300", "star:80", "complete:40")  # fmt: skip
    for name in names:
        for rule in ("closed", "open"):
            p, planted = apply_options(one_step_puzzle(family(name).draw(7), k, rule), lit="random", seed=k)
            status, presses, note = best_presses(p)
            assert status in ("optimal", "satisfied")
            assert PUZZLE.verify(p, answer_of(p, presses.tolist())) == []
            assert "solution" in note
            if status == "optimal":
                assert presses.sum() <= planted.sum()


@pytest.mark.parametrize("k", COLOURS)
def test_directed_graphs_with_loops_are_solved_or_refuted(k):
    """Random arcs, parallel ones too; a planted change is reached, and what is refuted is so by its weights."""
    random, refuted = np.random.default_rng(k), 0
    for _ in range(15):
        g = graph(40, *random.integers(0, 40, (2, 110)), directed=True)
        p, _ = apply_options(one_step_puzzle(g, k, "open"), lit="random", seed=k)
        assert PUZZLE.verify(p, answer_of(p, solve(p).tolist())) == []
        p = replace(p, target=random.integers(0, k, 40))
        outcome = solve(p)
        if isinstance(outcome, ModularContradiction):
            refuted += 1
            assert best_presses(p)[0] == "unsatisfiable"
        else:
            assert PUZZLE.verify(p, answer_of(p, outcome.tolist())) == []
    assert refuted


@pytest.mark.parametrize("n", range(1, 21))
def test_with_two_colours_it_is_what_the_other_methods_find(n):
    """Published nullities; solvable alike for all lamps and for one; the fewest presses published where all solutions
    are weighed."""
    p = one_step_puzzle(board("grid", n, n), 2)
    assert count(p) == 2 ** NULLITIES[n - 1]
    if n <= len(FEWEST):
        assert best_presses(p)[1].sum() == FEWEST[n - 1]
    corner = replace(p, target=(np.arange(n * n) == 0).astype(int))
    other = METHODS["spanish"](GridBoard(n, n), [1] + [0] * (n - 1))
    assert isinstance(solve(corner), ModularContradiction) is not other.solvable


def test_the_model_has_the_same_minimum():
    """CP-SAT on the rows that the model states, three to six colours."""
    for k, side in ((3, 4), (4, 3), (5, 3), (6, 3)):
        p, _ = apply_options(one_step_puzzle(board("torus" if k == 4 else "grid", side, side), k), lit="random", seed=1)
        status, presses, _ = best_presses(p)
        assert status == "optimal"
        outcome = backend_named("cpsat").solve(model(p), Limits(seconds=20.0), Options())
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, presses.sum())


# ---- polynomials over GF(p), as lists of coefficients: a second way to the nullity ----------------------------------


def chebyshev(number: int, argument: list[int], p: int) -> list[int]:
    """S_number of the argument: S_0 = 0, S_1 = 1, S_{k+1} = argument S_k - S_{k-1}."""
    before, here = [], [1]
    for _ in range(number - 1):
        following = [0] * (len(here) + len(argument) - 1)
        for i, a in enumerate(argument):
            for j, b in enumerate(here):
                following[i + j] += a * b
        for i, b in enumerate(before):
            following[i] -= b
        before, here = here, trim(following, p)
    return here


def trim(polynomial: list[int], p: int) -> list[int]:
    reduced = [a % p for a in polynomial]
    while reduced and not reduced[-1]:
        reduced.pop()
    return reduced


def common_degree(a: list[int], b: list[int], p: int) -> int:
    """Of the greatest common divisor, by Euclid."""
    while b:
        while len(a) >= len(b):
            factor, shifted = a[-1] * pow(b[-1], -1, p), [0] * (len(a) - len(b)) + b
            a = trim([x - factor * y for x, y in zip(a, shifted, strict=True)], p)
        a, b = b, a
    return len(a) - 1


@pytest.mark.parametrize("p", [2, 3, 5, 7])
def test_the_nullity_modulo_a_prime_is_the_degree_of_a_common_divisor(p):
    """Row by row r_{i+1} = -(B + 1) r_i - r_{i-1}, so r_m = S_{m+1}(-(B + 1)) r_0, and S_{n+1}(y) is B's
    characteristic polynomial: nullity(m x n) = deg gcd of the two."""
    for m, n in [(n, n) for n in range(1, 16)] + [(5, 9), (9, 5), (4, 14), (1, 8)]:
        expected = common_degree(chebyshev(m + 1, [-1, -1], p), chebyshev(n + 1, [0, 1], p), p)
        assert solutions(replace(one_step_puzzle(board("grid", m, n), p), target=np.zeros(m * n))).count == p**expected


@pytest.mark.parametrize("n", [4, 5, 9, 11])
def test_composite_counts_are_products_over_their_primes(n):
    """Chinese remainders: modulo 12 as many as modulo 4 and modulo 3 together; modulo 4 at least as modulo 2."""
    counts = {
        k: count(replace(one_step_puzzle(board("torus", n, n), k), target=np.zeros(n * n))) for k in (2, 3, 4, 6, 12)
    }
    assert counts[12] == counts[4] * counts[3]
    assert counts[6] == counts[2] * counts[3]
    assert counts[2] <= counts[4] <= counts[2] ** 2


def test_what_is_said():
    """The only solution, the fewest of all, one of too many, none."""
    assert best_presses(one_step_puzzle(board("grid", 3, 3), 3))[::2] == (
        "optimal",
        "the only solution modulo 3, 3 of 9 presses found by elimination",
    )
    status, presses, note = best_presses(one_step_puzzle(board("grid", 5, 5), 4))
    assert note.startswith(f"{presses.sum()} presses, the fewest of all 16 solutions modulo 4")
    status, _, note = best_presses(replace(one_step_puzzle(family("complete:40").draw(0), 6)))
    assert (status, note) == ("satisfied", "one of 2^39 3^39 solutions modulo 6, 40 of 40 presses found by elimination")
    status, presses, note = best_presses(one_step_puzzle(board("grid", 2, 2), 3))
    assert (status, presses) == ("unsatisfiable", None)
    assert note == "modulo 3 a sum of 4 weighted lamps never changes as it should"
