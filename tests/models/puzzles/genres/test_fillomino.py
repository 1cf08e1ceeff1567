"""Fillomino: boards of others with their answers, numbers that nobody gave."""

from __future__ import annotations

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.genres.fillomino import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import solutions

# pzprjs, test/script/fillomino.js: a board, and its answer as the player's marks in a file
ADDRESS = "fillomino/6/6/h4j53g2k5233k2g14j3h"
GIVEN = ". . 4 . . . /. 5 3 . 2 . /. . . . 5 2 /3 3 . . . . /. 2 . 1 4 . /. . . 3 . . /"
MARKS = "5 5 . 4 4 4 /5 . . 2 . 1 /3 5 3 3 . . /. . 5 5 5 2 /2 . 5 . . 4 /1 3 3 . 4 4 /"
LINES = "0 1 0 0 0 /0 1 1 0 1 /1 1 0 1 1 /0 1 0 0 1 /0 1 1 1 0 /1 0 0 1 0 /"
LINES += "0 0 1 1 1 1 /1 0 0 1 1 1 /0 1 1 1 0 0 /1 1 0 1 1 1 /1 1 1 1 0 0 /"
FILE = f"pzprv3/fillomino/6/6/{GIVEN}{MARKS}{LINES}"
GAMES = [  # as sgt-filling prints them
    "9x7:c2b6c45a7a66a25a7a8d5a8c8a6b7b74b6b77a6a4b6a7c",
    "9x7:1d2f2a454c8844a57b882d482e25a6b42e66a4b",
]


def read(text):
    return resolve("fillomino", text).instance


def answers(p, most=2):
    model = PUZZLE.formulations["leaders"](p)
    return [PUZZLE.decode(p, model, values) for values in solutions(model, PUZZLE.project(p, model), most)]


def rows(text):
    return [line.split() for line in text.strip("/").split("/")]


def test_the_board_of_pzpr_has_the_answer_of_pzpr():
    """Its marks, and the given numbers."""
    given, marks = rows(GIVEN), rows(MARKS)
    expected = tuple(
        tuple(int(a if a != "." else b) for a, b in zip(*both, strict=True)) for both in zip(given, marks, strict=True)
    )
    assert answers(read(ADDRESS)) == [expected]
    assert read(FILE) == read(ADDRESS)
    assert formats()["puzzlink"].write("fillomino", read(FILE)) == f"https://puzz.link/p?{ADDRESS}"


def test_lines_that_are_given_are_refused():
    """They are a rule of their own."""
    with pytest.raises(InputError, match="line 17: expected the end of the board"):
        read(FILE.replace("0 1 0 0 0 ", "0 X 0 0 0 "))
    with pytest.raises(InputError, match="expected"):
        read(f"{ADDRESS}2080008000")


@pytest.mark.parametrize("game", GAMES)
def test_games_are_written_to_the_letter(game):
    assert formats()["tatham"].write("fillomino", formats()["tatham"].read(game, "fillomino")[1]) == game


def test_areas_may_have_no_given_number_and_a_larger_one_than_all():
    """Of three cells in a row, one is a 1 at most, unless all belong together."""
    assert set(answers(read("1 3\n. . .\n"), most=9)) == {((1, 2, 2),), ((2, 2, 1),), ((3, 3, 3),)}


def test_a_number_above_the_number_of_cells_is_refused():
    with pytest.raises(InputError, match="expected numbers up to 4, the number of cells, found 5 at R2C1"):
        read("2 2\n. .\n5 .\n")


def test_lines_between_areas_follow_from_the_answer():
    p = read("1 3\n. . .\n")
    assert "|" not in PUZZLE.draw_text(p)
    assert PUZZLE.draw_text(p, ((1, 2, 2),)).splitlines()[1] == "| 1 | 2   2 |"
    assert PUZZLE.draw_text(p, ((3, 2, 2),)).splitlines()[1] == "| 3!| 2   2 |"
    assert PUZZLE.verify(p, ((3, 2, 2),)) == ["the area of 3s at R1C1 has 1 cell"]


def test_what_propagation_fixes_is_said_of_the_variables_of_the_model():
    """Clauses found while solving have literals of their own, which nobody else knows."""
    p = PUZZLE.parse("2 3\n3 . .\n. 3 .\n")
    model = PUZZLE.formulations["lazy"](p)
    outcome = cutting_backend(backend_named("propagate")).solve(model, Limits(), Options())
    assert outcome.fixed is None or (np.abs(outcome.fixed) <= model.variables).all()
