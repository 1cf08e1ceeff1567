"""Numberlink: what addresses say of cells without a line, and numbers that are no ends."""

from __future__ import annotations

import pytest

import rosetta
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError

SKIPPED = "3 3\n1 . 1\n. . .\n. . .\n"  # two rows of which a path may leave out cells


def test_cells_may_be_left_out_where_the_rules_say_so():
    record = puzzle("numberlink")
    board = record.parse(SKIPPED)
    short = (((0, 0), (0, 1)), ((0, 1), (0, 2)))
    assert record.verify(board, short, visits="some") == []
    assert len(record.verify(board, short)) == 6  # cells that no line leads through


@pytest.mark.parametrize("text", ["2 2\n1 .\n. .\n", "2 2\n1 1\n1 .\n"])
def test_a_number_has_two_ends(text):
    with pytest.raises(InputError, match="each number in two cells"):
        puzzle("numberlink").parse(text)


def test_addresses_of_pzpr():
    assert rosetta.load("https://puzz.link/p?numlin/3/3/1g1l") == rosetta.load("numberlink", SKIPPED)
    with pytest.raises(ValueError, match="cells may be on no path"):
        rosetta.load("https://puzz.link/p?arukone/e/3/3/1g1l")
    with pytest.raises(ValueError, match="question mark"):
        rosetta.load("https://puzz.link/p?numlin/3/3/.g.l")
