"""Numbers, question marks and empty cells in five formats."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from models.puzzles.codecs import CellMarks, Sheet, declare_numbers
from models.puzzles.parts import array_record
from rosetta.foundation.errors import InputError


@array_record
class Numbered:
    numbers: np.ndarray


SHEET = Sheet("here", 2, 3)
ASKING = declare_numbers(Numbered, "numbers", 0, -1, names=("numbered",), noun="size", game={"names": ("game",)})
PLAIN = declare_numbers(Numbered, "numbers", 0, names=("numbered",), marks=CellMarks())
BOARD, MARKED = Numbered(np.array([[0, 12, 3], [0, 0, 0]])), Numbered(np.array([[0, 12, -1], [0, 0, 0]]))


def test_a_board_is_written_in_five_ways():
    said = {form: body.write(SHEET, BOARD) for form, body in ASKING.items()}
    rows = ["- 12 3", "- - -"]
    assert said.pop("tatham").desc == "a12_3c"
    assert said == {
        "puzzlink": "gc3i",
        "pzprv3": [". 12 3", ". . ."],
        "janko": {"problem": rows},
        "puzzlekit": rows,
    }
    assert PLAIN["pzprv3"].write(SHEET, BOARD) == [". 12 3", ". . .", ". . . ", ". . . "]  # with the player's marks
    assert set(PLAIN) == set(ASKING) - {"tatham"}


def test_a_question_mark_is_said_where_it_means_something():
    assert ASKING["puzzlink"].write(SHEET, MARKED) == "gc.i"
    assert ASKING["pzprv3"].write(SHEET, MARKED) == [". 12 -", ". . ."]
    assert ASKING["puzzlekit"].write(SHEET, MARKED) == ["- 12 ?", "- - -"]
    assert ASKING["puzzlink"].read(SHEET, "gc.i") == MARKED
    with pytest.raises(InputError, match="here: has no word for -1; write plain text instead") as refusal:
        ASKING["tatham"].write(SHEET, MARKED)
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value), "it goes from process to process"


def test_else_it_is_read_as_an_empty_cell_where_the_makers_write_it():
    empty = Numbered(np.array([[0, 12, 0], [0, 0, 0]]))
    assert PLAIN["puzzlink"].read(SHEET, "gc.i") == empty
    assert PLAIN["pzprv3"].read(SHEET, [(1, ". 12 -"), (2, ". . .")]) == (empty, 2)
    with pytest.raises(InputError, match=r"line 1, cell 2: expected a number from 1, or one of -, found '\?'"):
        PLAIN["puzzlekit"].read(SHEET, [(1, "- 12 ?"), (2, "- - -")])


def test_marks_of_players_stand_in_the_same_rows_or_below():
    rows = [(1, "# 12 3"), (2, "+ . #")]
    assert ASKING["pzprv3"].read(SHEET, rows) == (BOARD, 2)
    with pytest.raises(InputError, match="found '#'"):
        PLAIN["pzprv3"].read(SHEET, rows)
    assert PLAIN["pzprv3"].read(SHEET, [(1, ". 12 3"), (2, ". . ."), (3, "# . ."), (4, ". + .")]) == (BOARD, 4)
