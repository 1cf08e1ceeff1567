"""Lights Out up to symmetry: orbits under all permutations of the vertices that change nothing, found by trying."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

import rosetta as rs
from instances.resolve import resolve
from models.puzzles.contract import NoSymmetries
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout import symmetry
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.affine_orbits import count_affine_orbits
from rosetta.studies.counting.answer_orbits import count_up_to_symmetry
from rosetta.studies.counting.automorphisms import symmetry_generators

RNG = np.random.default_rng(5)


def drawn_instance(n, colours, rule, is_directed):
    """A random graph, now and then with loops, and random lamps: solvable, since presses are planted."""
    density = RNG.choice([0, 1, RNG.random()])
    arcs = [(a, b) for a, b in product(range(n), repeat=2) if (is_directed or a <= b) and RNG.random() < density]
    tails, heads = zip(*arcs, strict=True) if arcs else ((), ())
    made = graph(n, np.array(tails, int), np.array(heads, int), directed=is_directed)
    dark = LightsOut(made, rule, colours, np.zeros(n, int), np.zeros(n, int))
    start = dark.lamp_changes(np.full(n, RNG.integers(colours)) if RNG.random() < 0.5 else RNG.integers(0, colours, n))
    return LightsOut(made, rule, colours, start, np.zeros(n, int))


def matrix_of(p):
    """How far a press of v moves the lamp w on, from its arcs."""
    n, edges = len(p), np.zeros((len(p), len(p)), int)
    np.add.at(edges, (p.graph.tails, p.graph.heads), 1)
    if p.rule == "closed":
        edges[range(n), range(n)] = 1
    return edges % p.colours


def brute_force_orbits(p):
    """All solutions, and how many they are under all permutations that keep matrix, start and target."""
    n, matrix = len(p), matrix_of(p)
    presses = np.array(list(product(range(p.colours), repeat=n)))
    solutions = presses[((presses @ matrix + p.start - p.target) % p.colours == 0).all(axis=1)]
    kept = [
        image
        for image in map(np.array, permutations(range(n)))
        if np.array_equal(matrix[np.ix_(image, image)], matrix)
        and np.array_equal(p.start[image], p.start)
        and np.array_equal(p.target[image], p.target)
    ]
    orbits = {frozenset(tuple(solution[image].tolist()) for image in kept) for solution in solutions}
    return [tuple(each.tolist()) for each in solutions], len(orbits)


def as_answer(p, presses):
    return tuple(v if p.colours == 2 else (v, times) for v, times in enumerate(presses) if times)


@pytest.mark.parametrize("is_directed", [False, True])
@pytest.mark.parametrize("rule", ["closed", "open"])
@pytest.mark.parametrize("colours", [2, 3])
def test_orbits_of_random_graphs(colours, rule, is_directed):
    """By walking along a list; with two colours also by the numbers of the solutions in their affine space."""
    merged = 0
    for n in (1, 2, 3, 4, 5) * 4:
        p = drawn_instance(n, colours, rule, is_directed)
        question = Question(PUZZLE, p)
        solutions, expected = brute_force_orbits(p)
        answers = tuple(as_answer(p, presses) for presses in solutions)
        assert count_up_to_symmetry(question, answers, is_complete=True).number == expected
        if colours == 2:
            model = question.model("native")
            generators = symmetry_generators(question, model)
            assert count_affine_orbits(model, generators, len(answers)).number == expected
            assert count_affine_orbits(model, generators, 2 * len(answers)).broken
        merged += expected < len(answers)
    assert merged


@pytest.mark.parametrize(
    ("what", "options", "count", "distinct"),
    [
        ("petersen", {}, 32, 3),
        ("cycle:6", {}, 4, 2),
        ("torus:3x3", {}, 16, 3),
        ("complete:20", {}, 2**19, 10),  # odd numbers of presses
        ("complete:20", {"lit": "none"}, 2**19, 11),  # even ones
        ("complete:20", {"lit": "0,1,2", "target": "3,4"}, None, None),
        ("5", {}, 4, 1),
        ("19", {}, 65536, 8356),
    ],
)
def test_known_orbits(what, options, count, distinct):
    """The group of a complete graph has 20! elements."""
    p = resolve("lightsout", what, options=options).instance
    question = Question(PUZZLE, p)
    model = question.model("native")
    generators = symmetry_generators(question, model)
    if count is not None:
        assert count_affine_orbits(model, generators, count).number == distinct
    else:
        assert symmetry.automorphism_group(p).order == 6 * 2 * np.prod(np.arange(1, 16, dtype=object))


def test_a_symmetry_that_is_none_is_noticed():
    """The solutions are multiplied out: an image that is no solution is a fault."""
    question = Question(PUZZLE, resolve("lightsout", "4").instance)
    model = question.model("native")
    swapped = np.arange(model.variables + 1, dtype=np.int32)
    swapped[[1, 2]] = 2, 1
    assert "maps a solution to what is none" in count_affine_orbits(model, swapped[None], 16).broken


def test_a_search_that_does_not_end_gives_no_number(monkeypatch, capsys):
    """A note, and the exit code of a limit; the number of solutions is there."""
    monkeypatch.setattr(symmetry, "_search_group", symmetry._search_group.__wrapped__)  # nothing is kept
    monkeypatch.setattr(symmetry, "MOST_STEPS", 300)
    p = resolve("lightsout", "petersen").instance
    with pytest.raises(NoSymmetries, match="did not end"):
        PUZZLE.extras.symmetries(p)
    assert run_verb("count", ["lightsout", "petersen", "--distinct"]) == 3
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "32"
    assert "up to symmetry:" in out
    assert "did not end" in out
    monkeypatch.setattr(symmetry, "MOST_ENTRIES", 49)
    with pytest.raises(NoSymmetries, match="so large a graph"):
        PUZZLE.extras.symmetries(p)


def test_boards_have_more_symmetries_than_their_drawing():
    """A torus can be shifted, a cylinder turned; a plain board has turns and reflections alone."""
    total = rs.count(rs.load("lightsout", "torus:3x3"), distinct=True)
    assert (total.count, total.distinct, total.exact) == (16, 3, True)
    assert "automorphisms" in total.to_json()["symmetries"]
    orders = {
        what: symmetry.automorphism_group(resolve("lightsout", what).instance).order
        for what in ("4", "3x5", "torus:5x5", "torus:3x5", "cylinder:3x5", "hex:4", "1x1")
    }
    assert orders == {"4": 8, "3x5": 4, "torus:5x5": 200, "torus:3x5": 60, "cylinder:3x5": 20, "hex:4": 4, "1x1": 1}
