"""Numberlink: what addresses say of cells without a line, and numbers that are no ends."""

from __future__ import annotations

import pytest

import rosetta
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError

SKIPPED = "3 3 0\n1 . 1\n. . .\n. . .\n"  # two rows of which a path may leave out cells
COVERED = SKIPPED.replace("3 3 0", "3 3")
REAL = "https://puzz.link/p?numlin/11/11/h8h65s4h6g8p9t2zl4i7l1h5n9h2i1g7i3h3i"  # cells are left out in its only answer


def test_cells_may_be_left_out_where_the_board_says_so():
    record = puzzle("numberlink")
    short = (((0, 0), (0, 1)), ((0, 1), (0, 2)))
    assert record.verify(record.parse(SKIPPED), short) == []
    assert len(record.verify(record.parse(COVERED), short)) == 6  # cells that no line leads through


@pytest.mark.parametrize("text", ["2 2\n1 .\n. .\n", "2 2\n1 1\n1 .\n"])
def test_a_number_has_two_ends(text):
    with pytest.raises(InputError, match="each number in two cells"):
        puzzle("numberlink").parse(text)


def test_addresses_of_pzpr():
    """`numlin` lets cells be left out, `arukone` does not."""
    for text, genre in ((SKIPPED, "numlin"), (COVERED, "arukone")):
        board = rosetta.load("numberlink", text)
        assert rosetta.load(f"https://puzz.link/p?{genre}/3/3/1g1l") == board
        assert rosetta.load("numberlink", rosetta.convert(board, to="puzzlink")) == board
    assert rosetta.solve(rosetta.load(REAL), unique=True).unique
    with pytest.raises(ValueError, match="cells may be left out"):
        rosetta.load("https://puzz.link/p?arukone/e/3/3/1g1l")
    with pytest.raises(ValueError, match="question mark"):
        rosetta.load("https://puzz.link/p?numlin/3/3/.g.l")
