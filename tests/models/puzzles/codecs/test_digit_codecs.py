"""Codecs of boards of digits: borders that are counted, marks in cells, grids and keys that may be missing."""

from __future__ import annotations

import re

import numpy as np
import pytest

from models.puzzles.codecs import (
    CountedBorders,
    NamedRegions,
    NumberMarks,
    NumberRows,
    Parts,
    Sheet,
    declare_lines,
    declare_sections,
)
from models.puzzles.codecs.grids import numbered_lines
from rosetta.foundation.errors import InputError

SHEET = Sheet("here", 2, 3)
REGIONS = np.array([[0, 0, 1], [2, 2, 1]])


def test_borders_are_counted_by_rows_and_then_by_columns():
    """Between neighbours in rows 01 01, in columns 1 1 0: no neighbour before `a`.. has none, and one is behind."""
    assert CountedBorders().encode(SHEET, REGIONS) == "aa__a"
    regions, at = CountedBorders().decode(SHEET, "aa__a,rest", 0)
    assert (regions.tolist(), at) == (REGIONS.tolist(), 5)
    with pytest.raises(InputError, match="expected letters for 8 cells"):
        CountedBorders().decode(SHEET, "aa_", 0)
    with pytest.raises(InputError, match="here: expected connected regions"):
        CountedBorders().encode(SHEET, np.array([[0, 1, 0], [2, 2, 2]]))


def test_what_a_player_wrote_into_cells_is_read_all_or_none():
    marks = NumberMarks()
    lines = numbered_lines("1 . +\n[1,,3] 12 3[1]")
    assert marks.count(SHEET, lines, None) == 2
    assert marks.count(SHEET, numbered_lines("\n"), None) == 0
    for text, message in (
        ("1 . x\n. . .", "line 1: expected 3 marks"),
        ("1 .\n. . .", "line 1: expected 3 marks"),
        ("1 . .", "2 rows of marks below the board, found 1"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            marks.count(SHEET, numbered_lines(text), None)
    assert marks.count(SHEET, numbered_lines("\n".join(marks.write(SHEET))), None) == 2


def test_a_grid_or_a_key_that_may_be_missing_is_none():
    codecs = {"problem": NumberRows({"-": 0}), "areas": NamedRegions()}
    parts = Parts(lambda *said: said, lambda said: said)
    lines = declare_lines(tuple(codecs.values()), parts, spare_grid=True)
    sections = declare_sections(codecs, parts, spare=("areas",))
    numbers = np.array([[1, 0, 0], [0, 2, 0]])
    for regions, text in ((None, ["1 - -", "- 2 -"]), (REGIONS, ["1 - -", "- 2 -", "1 1 2", "3 3 2"])):
        assert lines.write(SHEET, (numbers, regions)) == text
        read = lines.read(SHEET, list(enumerate(text, 1)))
        assert np.array_equal(read[0], numbers)
        assert (read[1] is None) == (regions is None)
        keyed = sections.write(SHEET, (numbers, regions))
        assert sorted(keyed) == (["problem"] if regions is None else ["areas", "problem"])
        again = sections.read(SHEET, {key: list(enumerate(rows, 1)) for key, rows in keyed.items()})
        assert (again[1] is None) == (regions is None)
    with pytest.raises(InputError, match="expected the key `problem`"):
        sections.read(SHEET, {"areas": []})
