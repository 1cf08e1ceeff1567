"""Regions with numbers in four formats, and a letter behind a size."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.codecs import NamedRegions, Sheet, SwitchLetter, declare_rooms
from models.puzzles.parts import array_record
from rosetta.foundation.errors import InputError

ROWS = [(1, "a b b"), (2, "a a b")]


@array_record
class Rooms:
    rooms: np.ndarray
    numbers: np.ndarray


def sheet(behind=""):
    return Sheet("here", 2, 3, behind)


BODIES = declare_rooms(Rooms, ("rooms", "numbers"), -1, names=("rooms",), example="")
BOARD = Rooms(np.array([[0, 1, 1], [0, 0, 1]]), np.array([[-1, 12, -1], [-1, -1, -1]]))
WRITTEN = {
    "puzzlink": "i8gc",
    "pzprv3": ["2", "0 1 1 ", "0 0 1 ", ". 12 . ", ". . . ", ". . . ", ". . . "],
    "janko": {"areas": ["1 2 2", "1 1 2"], "problem": ["- 12 -", "- - -"]},
    "puzzlekit": ["- 12 -", "- - -", "1 2 2", "1 1 2"],
}


def test_a_board_is_written_in_four_ways():
    assert {form: body.write(sheet(" " * (form == "pzprv3")), BOARD) for form, body in BODIES.items()} == WRITTEN


def test_it_is_read_with_its_number_anywhere_and_regions_in_any_order():
    assert BODIES["puzzlink"].read(sheet(), "i8gc") == BOARD
    lines = list(enumerate(["- - -", "- - 12", "x 7 7", "x x 7"], 1))
    assert BODIES["puzzlekit"].read(sheet(), lines) == BOARD
    assert BODIES["janko"].read(sheet(), {"problem": lines[:2], "areas": lines[2:]}) == BOARD
    file = list(enumerate(["2", "1 0 0", "1 1 0", ". . .", ". . 12"], 1))
    assert BODIES["pzprv3"].read(sheet(), file) == (BOARD, 5)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (ROWS[:1], "expected 2 rows of names of regions, found 1"),
        ([ROWS[0], (2, "a a")], "here, line 2: expected 3 names of regions, found 2"),
        ([ROWS[0], (2, "b a b")], "here, line 1: expected connected regions, found one in several pieces"),
    ],
)
def test_names_of_regions_are_refused_with_the_line(rows, says):
    with pytest.raises(InputError, match=says):
        NamedRegions().decode(sheet(), rows)


def test_regions_in_pieces_are_read_where_that_is_asked_for():
    assert NamedRegions(are_connected=False).decode(sheet(), [ROWS[0], (2, "b a b")]).tolist() == [[0, 1, 1], [1, 0, 1]]


def test_a_letter_is_a_switch():
    codec = SwitchLetter("u", r"(?P<switch>u?)(?:d[a-z])?", "a size such as 8x8 or 8x8u")
    assert [codec.decode(sheet(), letters) for letters in ("", "u", "dn", "udn")] == [0, 1, 0, 1]
    assert [codec.encode(sheet(), part) for part in (0, 1)] == ["", "u"]
    with pytest.raises(InputError, match="here: expected a size such as 8x8 or 8x8u, found 'k' behind it"):
        codec.decode(sheet(), "k")
