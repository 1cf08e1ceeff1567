"""Slitherlink in pzprv3 files: `.` a cell without a number, `-` a question mark (the same), `0`..`4` a number.

Below are the player's marks, all or none of either kind: a row of marks for each row of cells (files of `pzprv3.1`);
and for each row of cells what was drawn left and right of its cells, then above and below each row: 1 a line, -1 a
cross.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlink.slitherlink import FLAGS
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, Slitherlink, board
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (slitherlink)"
VALUES = {".": BLANK, "-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}}
WORDS = {value: word for word, value in reversed(VALUES.items())}  # of words that mean the same, the first
MARKS = re.compile(r"-?\d+|[.#+]")


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Slitherlink, int]:
    """The board of the first lines."""
    return board(parse_cells(HERE, lines[:height], height, width, VALUES)), height + _count_marks(
        lines[height:], height, width
    )


def _count_marks(lines: Sequence[Line], height: int, width: int) -> int:
    """How many of the lines below the board are marks: 0 without any. Raises InputError for some of them only."""
    marked = 0
    while marked < len(lines) and (words := lines[marked][1].split()) and all(map(MARKS.fullmatch, words)):
        marked += 1
    wide = [len(line.split()) for _, line in lines[:marked]]
    drawn = [width + 1] * height + [width] * (height + 1)
    if wide not in ([], drawn, [width] * height + drawn):
        rows = f"{height} rows of {width + 1} and {height + 1} rows of {width} marks"
        raise InputError(f"{HERE}, line {lines[0][0]}: expected {rows} below the board, or none; found others")
    return marked


def write(p: Slitherlink) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    height, width = p.shape
    rows = [f"{row} " for row in format_rows(p.numbers, WORDS)]
    return height, width, [*rows, *["0 " * (width + 1)] * height, *["0 " * width] * (height + 1)]


BODY = Body(names=("slither", "slitherlink"), read=read, write=write, flags=FLAGS)
