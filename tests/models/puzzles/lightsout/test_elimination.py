"""Elimination as a student does it: all solutions of small systems and boards, against trying every assignment; what
shows that there is none; lessons and drawings."""

from __future__ import annotations

import re
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.lightsout.elimination.quiet import answer_space, obstruction
from models.puzzles.lightsout.elimination.system import eliminate
from models.puzzles.lightsout.presses import presses_as_answer
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.svg import MARK

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    ("3", {}), ("2x4", {}), ("1x5", {}), ("2x5", {"lit": "0:0"}), ("1x5", {"target": "0:0"}), ("torus:3", {}),
    ("2x3", {"rule": "open"}), ("petersen", {}), ("petersen", {"lit": "0"}), ("cycle:6", {}), ("cycle:6", {"lit": "1"}),
    ("cycle:6", {"colours": 3}), ("cycle:6", {"colours": 3, "lit": "0"}), ("1x5", {"colours": 4}),
    ("2x2", {"colours": 3}), ("path:5", {"colours": 6}), ("cycle:6", {"colours": 4, "lit": "0"}),
    ("hex:3", {"lit": "0:0"}),
]  # fmt: skip


def board(what, options):
    return resolve("lightsout", what, options=options).instance


def all_solutions(p):
    """By trying every number of presses, with the rules in ordinary code."""
    tried = (np.array(presses) for presses in product(range(p.colours), repeat=len(p)))
    return {tuple(each.tolist()) for each in tried if not PUZZLE.verify(p, presses_as_answer(p, each))}


@pytest.mark.parametrize("modulus", [2, 3, 5])
def test_elimination_has_all_solutions_of_small_systems(modulus):
    """And weights that add the equations up to 0 = something else, where there is none."""
    numbers, solvable = np.random.default_rng(modulus), set()
    for _ in range(60):
        equations, n = numbers.integers(1, 5, 2).tolist()
        matrix, right = numbers.integers(0, modulus, (equations, n)), numbers.integers(0, modulus, equations)
        if modulus == 2:
            matrix[-1] = matrix[0]
        done = eliminate(matrix, right, modulus)
        every = {x for x in product(range(modulus), repeat=n) if not ((matrix @ x - right) % modulus).any()}
        solvable.add(bool(every))
        assert (done.weights is None) == bool(every)
        if done.weights is not None:
            assert not (done.weights @ matrix % modulus).any()
            assert done.weights @ right % modulus
            continue
        quiet = [done.quiet(free) for free in done.free]
        times = product(range(modulus), repeat=len(quiet))
        sums = (done.solution() + sum(t * each for t, each in zip(some, quiet, strict=True)) for some in times)
        assert {tuple((each % modulus).tolist()) for each in sums} == every
        assert done.rank == n - len(done.free)
        for pivot, row in zip(done.pivots, done.found, strict=True):  # what is written down follows from the equations
            assert row[pivot] == 1
            assert all((row[:-1] @ x - row[-1]) % modulus == 0 for x in every)
    assert solvable == {True, False}


@pytest.mark.parametrize(("what", "options"), BOARDS)
def test_a_board_has_the_solutions_or_the_contradiction_that_is_said(what, options):
    """The number of solutions, and patterns that make all of them from one; else lamps whose weighted sum no press
    changes, although it has to change."""
    p = board(what, options)
    every, space, reason = all_solutions(p), answer_space(p), obstruction(p)
    assert (space is None) == (not every)
    assert (reason is None) == bool(every)
    if reason is not None:
        number = p.number_lookup()
        lamps = [number(cell) for cell in reason.cells]
        single = np.eye(len(p), dtype=np.int64)
        changes = np.array([p.lamp_changes(press) for press in single])[:, lamps]
        wanted = ((p.target - p.start) % p.colours)[lamps]
        weights = [w for w in product(range(1, p.colours), repeat=len(lamps)) if not (changes @ w % p.colours).any()]
        assert any(np.dot(w, wanted) % p.colours for w in weights)
        return
    assert space.count == f"{len(every):,}"
    assert all(PUZZLE.verify(space.board, pattern) == [] for pattern in space.patterns)
    reached = {next(iter(every))}
    while True:
        more = {tuple(((np.array(x) + _counts(p, q)) % p.colours).tolist()) for x in reached for q in space.patterns}
        if more <= reached:
            break
        reached |= more
    assert reached == every


def _counts(p, answer):
    presses, number = np.zeros(len(p), np.int64), p.number_lookup()
    for press in answer:
        name, times = (press, 1) if p.colours == 2 else press
        presses[number(name)] = times
    return presses


@pytest.mark.parametrize(
    ("what", "options"), [(what, o) for what, o in BOARDS if o.get("lit")] + [("cycle:90", {"lit": "0"})]
)
def test_the_lamps_that_show_it_are_marked_alone(what, options):
    """In text and in SVG; each once."""
    p = board(what, options)
    reason = obstruction(p)
    if reason is None:
        assert all_solutions(p)
        return
    text = PUZZLE.extras.draw_marked(p, reason.cells)
    if len(p) <= 60:
        assert len(re.findall(r"<[.o0-9]>", text)) == text.count("<") == len(reason.cells)
    root = ElementTree.fromstring(PUZZLE.draw_svg(p, mark=reason.cells))
    (marked,) = [e.get("d") for e in root.iter(f"{SVG}path") if e.get("fill") == MARK]
    assert marked.count("M") == len(reason.cells)


def test_a_large_graph_names_the_lamps_that_are_marked():
    p = board("cycle:90", {"lit": "0"})
    last = PUZZLE.extras.draw_marked(p, frozenset({0, 1, 3})).splitlines()[-1]
    assert last == "marked: 0, 1, 3"


@pytest.mark.parametrize(("what", "colours"), [("3", 3), ("3x4", 12), ("petersen", 3), ("hex:3", 100)])
def test_a_key_says_what_colours_and_numbers_mean(what, colours):
    """Inside the picture, below the board; a state for each swatch; none with two colours."""
    root = ElementTree.fromstring(PUZZLE.draw_svg(board(what, {"colours": colours})))
    (key,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "key"]
    words = [text.text for text in key]
    assert words[0] == "0"
    assert f"a press adds 1, and {colours - 1} becomes 0" in words
    assert str(colours - 1) in words
    assert "press it 2 times" in words
    left, top, width, height = map(float, root.get("viewBox").split())
    assert all(left <= float(t.get("x")) <= left + width - 6 * len(t.text) / 2 for t in key)
    assert all(top <= float(t.get("y")) <= top + height for t in key)
    assert 'class="key"' not in PUZZLE.draw_svg(board(what, {}))
    assert f"from {colours - 1} to 0" in PUZZLE.extras.legend(board(what, {"colours": colours}))


@pytest.mark.parametrize(("what", "options"), [("torus:3", {}), ("petersen", {}), ("cycle:6", {"colours": 3})])
def test_a_graph_with_several_solutions_is_taught_by_elimination(what, options):
    """Two different solutions; a step for each quiet pattern; the solution's presses are what its literals say."""
    p = board(what, options)
    model = PUZZLE.formulations["native"](p)
    lesson = PUZZLE.extras.teach(p, model)
    assert lesson.kind == "elimination"
    assert all(PUZZLE.verify(p, answer) == [] for answer in lesson.answers)
    assert len(set(lesson.answers)) == 2
    steps = lesson.steps(False)
    space = answer_space(p)
    assert sum(step.reasons[0].startswith("Quiet pattern") for step in steps) == len(space.patterns)
    assert all(words.removeprefix("press ") in " ".join(step.conclusion for step in steps) for words in space.words)
    (literals,) = [step.literals for step in steps if step.literals]
    values = np.zeros(model.variables + 1, np.int64)
    values[[x for x in literals if x > 0]] = 1
    assert PUZZLE.decode(p, model, values) == lesson.answers[0]
    assert all("<svg" in step.drawing for step in lesson.steps(True)[2:])


@pytest.mark.parametrize("what", ["4", "5", "2x3", "9", "4x7"])
def test_light_chasing_ends_with_the_quiet_patterns(what):
    """As many as there are dimensions, each drawn; pressing what is drawn changes no lamp."""
    p = board(what, {})
    lesson = PUZZLE.extras.teach(p, PUZZLE.formulations["native"](p))
    space = answer_space(p)
    quiet = [step for step in lesson.steps(False) if step.reasons[0].startswith("Quiet pattern")]
    assert len(quiet) == len(space.patterns)
    for step in quiet:
        rows = [line.split()[1:] for line in step.drawing.splitlines()[1:]]
        presses = tuple((r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "x")
        assert presses
        assert PUZZLE.verify(space.board, presses) == []


def test_the_equations_of_the_top_row_are_written_down():
    """On the 3 x 3 board, as in books: three equations, and what elimination makes of them."""
    p = board("3", {})
    lesson = PUZZLE.extras.teach(p, PUZZLE.formulations["native"](p))
    (system,) = [step for step in lesson.steps(False) if len(step.reasons) > 3]
    assert "R3C2: R1C1 + R1C2 + R1C3 = 0" in system.reasons
    assert system.reasons[-3:] == ("R1C1 = 1", "R1C2 = 0", "R1C3 = 1")
