"""Hashiwokakero in pzprv3 files: `.` water, `1`..`8` an island with that number, `-` an island without one.

Below the board are the player's bridges: between neighbours in a row, as many lines as rows, then between neighbours in
a column; `0` none, `1`, `2` bridges, `-1` a mark that there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.hashi.instance import SIDES, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hashi)"
VALUES = {".": WATER, "-": UNKNOWN, **{str(number): number for number in range(1, SIDES * USUAL + 1)}}
WORDS = {value: word for word, value in VALUES.items()}
MARKS = {"0", "1", "2", "-1"}


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Hashi, int]:
    """The board of the first lines."""
    board = Hashi(parse_cells(HERE, lines[:height], height, width, VALUES))
    used = height
    for words in [width - 1] * height + [width] * (height - 1):
        if used == len(lines) or not _are_marks(lines[used][1], words):
            break
        used += 1
    return board, used


def _are_marks(line: str, words: int) -> bool:
    """Does this line say which bridges the player has built?"""
    marks = line.split()
    return len(marks) == words and set(marks) <= MARKS


def write(p: Hashi) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board, without bridges."""
    if p.most != USUAL:
        raise InputError(f"{HERE}: expected at most {USUAL} bridges between two islands, found {p.most}")
    height, width = p.cells.shape
    bridges = ["0 " * (width - 1)] * height + ["0 " * width] * (height - 1)
    return height, width, [*(f"{row} " for row in format_rows(p.cells, WORDS)), *bridges]


BODY = Body(names=("hashikake", "hashi", "bridges"), read=read, write=write)
