"""Akari: the model says what the rules say, and so does `verify`."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from backends.contract import Ending, Limits, Options
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.puzzles.akari.instance import Akari, Answer
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import model, verify
from models.puzzles.registry import canonical_name, describe_names, names, puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.judging.certificates import find_infeasible_row
from tests.support.akari_boards import MENDED, SOURCE, board, boards, brute_force, subsets, whites
from tests.support.registered import COMPLETE, SOLVERS, usable


def values_of(p: Akari, m: Model, lamps: Answer) -> np.ndarray:
    """The assignment with these lamps."""
    values = np.zeros(m.variables + 1, np.int64)
    values[1:] = [cell in lamps for cell in whites(p)]
    return values


def solutions(p: Akari, backend: str = "cpsat") -> list[Answer]:
    m = model(p)
    every = backend_named(backend).solutions(m, PUZZLE.project(p, m), Limits(seconds=20.0), Options())
    return [PUZZLE.decode(p, m, values) for values in every]


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(4))  # the same, each time with other boards
@settings(max_examples=15, deadline=None)
@given(boards())
def test_verify_the_model_and_brute_force_accept_the_same_answers(part: int, p: Akari) -> None:
    """For every set of white cells of a small board; a solver finds the same, each once."""
    expected, m = brute_force(p), model(p)
    for lamps in subsets(p):
        values = values_of(p, m, lamps)
        assert (verify(p, lamps) == []) == (lamps in expected), (str(p), lamps)
        assert (evaluate(m, values) == []) == (lamps in expected), (str(p), lamps)
        assert PUZZLE.decode(p, m, values) == lamps
    assert sorted(solutions(p)) == sorted(expected)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("p", "count"),
    [
        (board("_"), 1),  # one lamp
        (board("#"), 1),  # no lamp
        (board("0"), 1),
        (board("1"), 0),
        (board("#1", "##"), 0),
        (board("##", "#0"), 1),
        (board("_" * 12), 12),
        (board("0_"), 0),
        (board("0__"), 1),
        (board("1_", "__"), 0),
        (board("2_", "__"), 1),
        (board("_2_"), 1),
        (board("_4_", "___"), 0),  # three neighbours
        (board("_1_", "_#_"), 2),
        (board("#_", "_1", "#_"), 0),  # the student report's pattern
        (board("#__", "_1_", "#__"), 0),  # with a free column at its right
        (board("___", "___", "___"), 6),
        (PUZZLE.parse(SOURCE), 0),
        (PUZZLE.parse(MENDED), 1),
    ],
    ids=str,
)
def test_known_boards_have_these_numbers_of_solutions(p: Akari, count: int) -> None:
    """By trying, and on every backend."""
    expected = brute_force(p)
    assert len(expected) == count
    for backend in COMPLETE:
        usable(backend)
        assert set(solutions(p, backend)) == expected, backend


def test_the_source_s_example_has_the_solution_it_shows_once_its_first_clue_is_gone() -> None:
    """With the clue 1 at its R2C2, a lamp at R2C3; with the clue 2 at R4C2, one at R4C3; they see each other."""
    p = PUZZLE.parse(MENDED)
    assert brute_force(p) == {((1, 2), (2, 1), (2, 3), (3, 0), (3, 2))}
    lamps = ((0, 1), (1, 2), (2, 1), (2, 3), (3, 0), (3, 2))
    assert verify(PUZZLE.parse(SOURCE), lamps) == ["the lamps at R1C2 and R3C2 see each other"]


@pytest.mark.parametrize("text", ["_4_\n___", "1#\n##", "#3#\n#_#", "2_\n##"])
def test_a_number_above_its_white_neighbours_is_told_by_its_rule_on_every_backend(text: str) -> None:
    """No search: the row of that wall cannot be reached."""
    p = board(*text.splitlines())
    assert "a wall touches as many lamps as its number says" in str(find_infeasible_row(model(p)))
    for backend in SOLVERS:
        usable(backend)
        outcome = backend_named(backend).solve(model(p), Limits(seconds=60.0), Options())
        assert outcome.refutes, backend
        if backend.startswith("external"):
            continue
        assert (outcome.ended is Ending.NOT_ASKED) != outcome.by_rule, backend
        assert "a wall touches as many lamps as its number says" in outcome.note, backend


def test_planted_lamps_satisfy_the_model_and_mutants_do_not() -> None:
    """A lamp moved, removed or added is refused by `verify` and by the model."""
    p, lamps = PUZZLE.generate((6, 7), seed=5)
    m, free = model(p), [cell for cell in whites(p) if cell not in lamps]
    assert verify(p, lamps) == []
    mutants = [lamps[:i] + lamps[i + 1 :] for i in range(len(lamps))]
    mutants += [tuple(sorted((*lamps, cell))) for cell in free]
    mutants += [tuple(sorted((*lamps[:i], *lamps[i + 1 :], cell))) for i in range(len(lamps)) for cell in free]
    for mutant in mutants:
        faults = verify(p, mutant)
        assert faults or len(mutant) == len(lamps)  # a lamp moved may be another solution
        assert (evaluate(m, values_of(p, m, mutant)) == []) == (faults == []), mutant


def test_verify_and_the_judge_blame_the_same_rule() -> None:
    """Each kind of mistake, its sentence, and the rule of the model that is broken with it."""
    p, lamps = PUZZLE.parse(MENDED), ((1, 2), (2, 1), (2, 3), (3, 0), (3, 2))
    m, number = model(p), "a wall touches as many lamps as its number says"
    cases = [
        (lamps[:3] + lamps[4:], "no lamp lights the cell at R4C1", "every white cell is lit"),
        (lamps[1:], "the wall at R3C3 touches 3 lamps, its number says 4", number),
        (((0, 2), *lamps), "the wall at R1C4 touches 1 lamp, its number says 0", number),
        (((1, 1), *lamps), "the lamps at R2C2 and R2C3 see each other", "lamps in a row do not see each other"),
        (((0, 1), *lamps), "the lamps at R1C2 and R3C2 see each other", "lamps in a column do not see each other"),
    ]
    for wrong, sentence, rule in cases:
        assert sentence in verify(p, wrong)
        assert rule in {broken.sentence for broken in evaluate(m, values_of(p, m, wrong))}


def test_verify_says_what_is_wrong_with_an_answer_that_is_no_set_of_white_cells() -> None:
    """Off the board, on a wall, twice; such lamps light nothing."""
    p = board("_#_")
    assert PUZZLE.verify(p, ((0, 3), (-1, 0), (0, 1))) == [
        "the lamp at R0C1 is not on the 1x3 board",
        "the lamp at R1C4 is not on the 1x3 board",
        "the lamp at R1C2 stands on a wall",
        "no lamp lights the cell at R1C1",
        "no lamp lights the cell at R1C3",
    ]
    assert PUZZLE.verify(p, ((0, 0), (0, 0), (0, 2))) == ["the lamp at R1C1 is given 2 times"]
    assert verify(board("1_"), ((0, 0), (0, 1))) == ["the lamp at R1C1 stands on a wall"]


def test_only_white_cells_have_variables_and_short_runs_no_row() -> None:
    """One clause per white cell, one row per run of two and more, one per number."""
    m = model(PUZZLE.parse(SOURCE))
    assert m.variables == 10
    assert [len(block.rows) for block in m.blocks] == [10, 3, 3, 5]
    assert model(board("##")).variables == 0


def test_akari_is_known_by_two_names() -> None:
    """Light Up is an alias."""
    assert canonical_name("LightUp") == "akari"
    assert puzzle("lightup") is PUZZLE
    assert "lightup" not in names()
    with pytest.raises(InputError, match=rf"unknown puzzle 'chess'; known: {describe_names()}"):
        puzzle("chess")
