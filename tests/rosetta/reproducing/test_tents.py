"""Tents in `reproduce`: bounds and maps against trying everything, and that the verdicts can be others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Status
from models.puzzles.tents import rules
from models.puzzles.tents.generate import planted_board
from models.puzzles.tents.instance import Answer, Tents
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.optimum import Optimum, optimum
from rosetta.reproducing.tents import bounds, many_solutions, source_cnf
from rosetta.reproducing.tents import trees as tents_trees
from rosetta.reproducing.tents.bounds import TreeBounds, maximal_map_model
from rosetta.reproducing.tents.maps import (
    MAX_TENT_SETS,
    MaskBoard,
    bits,
    independent_sets,
    most_solutions,
    search_map,
    solution_masks,
)


def by_adding_pairs(n: int) -> set[int]:
    """How many trees maximal n x n maps have: the generator's rule, in every order, from the empty map on."""
    cells = list(product(range(n), repeat=2))
    pairs = [(t, r) for t in cells for r in cells if abs(t[0] - r[0]) + abs(t[1] - r[1]) == 1]
    ends, visited, waiting = set(), set(), [frozenset()]
    while waiting:
        here = waiting.pop()
        if here in visited:
            continue
        visited.add(here)
        tent = {c for c, what in here if what == "tent"}
        occupied = {c for c, _ in here}
        more = [
            here | {(t, "tent"), (r, "tree")}
            for t, r in pairs
            if not {t, r} & occupied and all(max(abs(t[0] - o[0]), abs(t[1] - o[1])) > 1 for o in tent)
        ]
        waiting += more
        if not more:
            ends.add(len(tent))
    return ends


@pytest.mark.parametrize("n", [2, 3])
def test_least_and_largest_number_of_trees_by_adding_pairs_in_every_order(n):
    """On 4 x 4 the maps are too many for that."""
    ends = by_adding_pairs(n)
    for sign, end in ((1, min(ends)), (-1, -max(ends))):
        best = optimum(maximal_map_model(n, sign), ("cpsat",), Limits(), "", ignore_progress, -100)
        assert (best.upper_bound, best.proofs, best.faults) == (end, ("cpsat",), ())


def test_generated_maps_are_maximal_in_the_model_s_sense():
    """Their tents and trees satisfy it: the model is fixed to them and has a solution."""
    from backends.contract import Options, Status
    from backends.cpsat import BACKEND

    trees, tent = planted_board(6, 6, 3)
    model = maximal_map_model(6, 1)
    for name, on in (("tree", trees), ("tent", tent)):
        literals = model.arrays[name]
        model.true(name, np.where(on, literals, -literals).ravel())
    assert BACKEND.solve(model, Limits(), Options()).status is Status.OPTIMAL
    model.true("one tree less", -model.arrays["tree"][trees][:1])
    assert BACKEND.solve(model, Limits(), Options()).status is Status.UNSATISFIABLE


def test_a_bound_by_argument_is_a_proof_where_it_is_reached():
    """On 2 x 2 one tree is the most; a bound that is wrong is a fault."""
    engines, progress = ("cpsat",), ignore_progress
    reached = optimum(maximal_map_model(2, -1), engines, Limits(), "", progress, -1, "windows")
    assert (reached.proofs, reached.is_settled) == (("windows", "cpsat"), True)
    assert not optimum(maximal_map_model(2, -1), engines, Limits(), "", progress, -2, "windows").is_settled
    assert optimum(maximal_map_model(2, -1), engines, Limits(), "", progress, 0, "wrong").faults


def test_the_least_number_is_proved_where_one_engine_claims_it():
    """The one of `by_adding_pairs`; not where there is no time for a proof, and what is wrong is a fault."""
    model = maximal_map_model(3, 1)
    best = optimum(model, ("cpsat",), Limits(), "", ignore_progress, proof_seconds=30.0)
    assert (best.upper_bound, best.faults, best.is_settled) == (min(by_adding_pairs(3)), (), True)
    assert best.proof_size.startswith(f"{best.witness_text} from ")
    assert "lemma" in best.proof_size
    alone = optimum(model, ("cpsat",), Limits(), "", ignore_progress, proof_seconds=0.0)
    assert (alone.witness_text, alone.is_settled) == ("cpsat", False)
    sentence = bounds.fewest_proof_sentence([TreeBounds(3, best, settled(-4)), TreeBounds(4, settled(3), settled(-4))])
    assert sentence == "Proved, and the proofs checked, for n in [3]. Not proved in that way for n in [4]."


def test_a_claim_that_a_solver_beats_is_a_fault(monkeypatch):
    """An engine that calls four trees on 3 x 3 the fewest, where one is."""
    most = optimum(maximal_map_model(3, -1), ("cpsat",), Limits(), "", ignore_progress)
    wrong = Outcome(Status.OPTIMAL, most.values)
    monkeypatch.setattr("rosetta.reproducing.optimum.supervisor.solve", lambda *args, **more: wrong)
    best = optimum(maximal_map_model(3, 1), ("cpsat",), Limits(), "", ignore_progress, proof_seconds=30.0)
    assert best.upper_bound == 4
    assert "the solver finds one" in best.faults[0]
    assert not best.is_settled


def settled(value: int, proofs: tuple[str, ...] = ("a", "b"), faults: tuple[str, ...] = ()) -> Optimum:
    return Optimum(value, value, proofs, faults, None)


def test_the_bounds_are_reproduced_corrected_refuted_open_or_contradictory():
    """By the numbers that the engines would have to prove for it."""
    (line,) = (
        line for line in bounds.upper_bound_lines([TreeBounds(3, settled(1), settled(-1))]) if "odd" in line.claim
    )
    assert line.verdict == REPRODUCED
    (line,) = (
        line for line in bounds.upper_bound_lines([TreeBounds(3, settled(1), settled(-4))]) if "odd" in line.claim
    )
    assert line.verdict == CORRECTED
    assert "((n + 1) / 2)^2" in line.reason
    (line,) = (
        line
        for line in bounds.upper_bound_lines([TreeBounds(3, settled(1), settled(-4, ("a",)))])
        if "odd" in line.claim
    )
    assert line.verdict == OPEN
    assert bounds.lower_bound_line([TreeBounds(5, settled(2), settled(-9))]).verdict == REFUTED
    assert bounds.lower_bound_line([TreeBounds(5, settled(4), settled(-9))]).verdict == REPRODUCED
    assert bounds.lower_bound_line([TreeBounds(5, settled(4, ()), settled(-9))]).verdict == OPEN
    some = bounds.lower_bound_line([TreeBounds(5, settled(4), settled(-9)), TreeBounds(6, settled(5, ()), settled(-9))])
    assert (some.verdict, "not settled for n in [6]" in some.reason) == (REPRODUCED, True)
    assert bounds.lower_bound_line([TreeBounds(5, settled(4, faults=("x",)), settled(-9))]).verdict == CONTRADICTORY
    assert bounds.spoilt_pairs_line().verdict == REPRODUCED
    assert bounds.corners_line().ours == 4


def tried(m: int, trees: tuple[int, ...]) -> int:
    """The solutions of a map by the rules of the puzzle, all sets of cells tried."""
    cells = [divmod(tree, m) for tree in trees]
    p = many_solutions.clueless_instance(m, cells)
    free = [(int(r), int(c)) for r, c in np.argwhere(~p.trees)]
    return sum(not rules.verify(p, answer) for answer in combinations(free, len(trees)))


@pytest.mark.parametrize(("m", "trees"), [(3, (4,)), (3, (1, 4)), (4, (5, 6)), (4, (0, 5, 10)), (3, (0, 1, 3))])
def test_sets_of_tents_are_those_that_the_rules_allow(m, trees):
    assert len(solution_masks(MaskBoard(m), trees)) == tried(m, trees)


def test_most_solutions_of_all_maps_by_trying_each_of_them():
    """3 x 3: of 511 maps; and the number of sets of kings that do not attack each other, which is known."""
    every = Counter({trees: len(solution_masks(MaskBoard(3), bits(trees))) for trees in range(1, 512)})
    most, maps, best_map = most_solutions(3)
    assert most == max(every.values()) == every[best_map]
    assert maps == sum(number == most for number in every.values())
    assert [sum(1 for _ in independent_sets(MaskBoard(m))) for m in (1, 2, 3, 4)] == [2, 5, 35, 314]


def test_the_search_finds_the_best_of_small_maps_and_repeats_itself():
    """On 4 x 4, where all maps were tried."""
    best = search_map(4, 2000, 1)
    assert len(solution_masks(MaskBoard(4), best)) == most_solutions(4)[0]
    assert best == search_map(4, 2000, 1)
    assert MAX_TENT_SETS > 10_000
    with pytest.raises(ValueError, match="1 to 8 rows"):
        MaskBoard(9)


def test_a_block_multiplies_if_its_last_row_and_column_stay_free():
    """Two of them side by side, counted together; and one that does not."""
    assert many_solutions.has_free_edge(4, ((1, 1),))
    twice = [MaskBoard(8).bit(cell) for cell in ((1, 1), (1, 5), (5, 1), (5, 5))]
    assert len(solution_masks(MaskBoard(8), twice)) == 4**4
    assert not many_solutions.has_free_edge(3, ((1, 1),))
    assert not many_solutions.has_free_edge(5, many_solutions.CROSS)


def test_blocks_have_all_verdicts():
    block = many_solutions.MapBlock(4, 4, (4,), True)
    cases = [
        (4, 4, block, 4),
        (3, 4, block, 4),
        (4, 4, many_solutions.MapBlock(4, 4, (4,), False), 4),
        (4, 4, block, None),
    ]
    verdicts = [many_solutions.block_verdict(theirs, ours, b, {4: count}) for theirs, ours, b, count in cases]
    assert verdicts == [REPRODUCED, CORRECTED, OPEN, OPEN]
    assert many_solutions.block_verdict(4, 4, block, {4: 5}) == CONTRADICTORY
    assert many_solutions.count_line("x", 5, 4, 4).verdict == CORRECTED
    assert many_solutions.count_line("x", 4, 4, 5).verdict == CONTRADICTORY


def test_the_limit_of_the_share_is_that_of_shares_with_a_known_limit():
    """a + b/n with noise of the size that maps have; and the verdicts that follow from it."""
    rng = np.random.default_rng(1)

    def shares(a: float) -> dict[int, list[float]]:
        return {n: (a + 12 / n + rng.normal(0, 10 / n, 10)).tolist() for n in (5, 20, 40, 80, 160)}

    middle, error = tents_trees.share_limit(shares(18.0))
    assert abs(middle - 18) < 2 * error < 0.5
    assert tents_trees.share_line(shares(18.0)).verdict == REPRODUCED
    assert tents_trees.share_line(shares(18.8)).verdict == CORRECTED
    assert tents_trees.share_line(shares(18.5)).verdict == OPEN


def permuted(p: Tents) -> frozenset[Answer]:
    """Solutions by giving each tree a tent, in all ways."""
    solutions = set()
    trees = [(int(r), int(c)) for r, c in np.argwhere(p.trees)]
    for steps in product(((0, 1), (1, 0), (0, -1), (-1, 0)), repeat=len(trees)):
        cells = tuple(sorted((r + dr, c + dc) for (r, c), (dr, dc) in zip(trees, steps, strict=True)))
        height, width = p.trees.shape
        inside = all(0 <= r < height and 0 <= c < width for r, c in cells)
        if inside and len(set(cells)) == len(cells) and not rules.verify(p, cells):
            solutions.add(cells)
    return frozenset(solutions)


@pytest.mark.sample(0.125)
def test_the_printed_bits_lose_solutions_and_those_with_a_row_do_not():
    """On boards of 4 x 4 with all clues; the right ones by giving each tree a tent."""
    lost = 0
    for seed in range(2):
        p = rules.generate((4, 4), seed)[0]
        right = source_cnf.list_solutions(source_cnf.printed_model(p, False), p)
        printed = source_cnf.list_solutions(source_cnf.printed_model(p, True), p)
        assert right == permuted(p) == source_cnf.answers_by_trial(p)
        assert printed <= right
        lost += len(right) - len(printed)
        by_cell, of_cells = (
            source_cnf.list_solutions(source_cnf.printed_model(p, shared, cells=True), p) for shared in (False, True)
        )
        assert by_cell == right
        assert of_cells <= right
    assert lost
    assert source_cnf.agreement_line(2, [], ["x"]).verdict == OPEN
    assert source_cnf.agreement_line(3, ["x"], ["x", "y"]).ours == "on 1 of 3 boards"
    assert source_cnf.agreement_line(2, ["x"], []).verdict == CONTRADICTORY


@pytest.mark.sample(0.125)
def test_the_printed_example_and_a_wrong_one(monkeypatch):
    """Its clauses are right; with one bit turned two may hold. An encoding that forgets a group is noticed."""
    assert source_cnf.example_line().verdict == REPRODUCED
    monkeypatch.setattr(source_cnf, "EXAMPLE", (*source_cnf.EXAMPLE[:-1], (3, 1, False)))
    assert source_cnf.example_line().verdict == REFUTED
    monkeypatch.setattr(source_cnf, "MOST_LITERALS", 3)
    assert source_cnf.at_most_k_line().verdict == REPRODUCED
    real = source_cnf.state_at_most
    monkeypatch.setattr(source_cnf, "state_at_most", lambda m, name, x, k, bits: real(m, name, x, max(k - 1, 0), bits))
    assert source_cnf.at_most_k_line().verdict == REFUTED


def test_the_generator_s_exponent():
    """By numbers that grow as they should, and as a cube."""
    spent = {n: n**2 * np.log(n) for n in (20, 160, 320)}
    assert tents_trees.growth_line(spent).verdict == REPRODUCED
    assert tents_trees.growth_line({n: float(n**3) for n in spent}).verdict == OPEN
    assert tents_trees.growth_line({n: float(n**3) for n in spent}).ours == 3


def test_at_most_k_by_bits_allows_what_it_should():
    """All k and n up to 5, every assignment."""
    from backends.contract import Options, Status
    from backends.cpsat import BACKEND
    from models.neutral import Model

    for n, k in ((2, 1), (4, 1), (4, 2), (5, 3)):
        for on in (k, k + 1):
            m = Model("at most")
            x = m.bools("x", n)
            source_cnf.state_at_most(m, "test", x, k, m.bools("bits", (n, 3)))
            m.true("on", x[:on])
            status = BACKEND.solve(m, Limits(), Options()).status
            assert (status is Status.SATISFIED or status is Status.OPTIMAL) == (on <= k)
