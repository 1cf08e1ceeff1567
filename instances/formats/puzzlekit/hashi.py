"""Hashiwokakero in puzzlekit texts: `-` water, `1`..`8` an island with that number, `?` an island without one."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.hashi.instance import SIDES, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hashi)"
VALUES = {"-": WATER, "?": UNKNOWN, **{str(number): number for number in range(1, SIDES * USUAL + 1)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(lines: Sequence[Line], height: int, width: int) -> Hashi:
    """The board of the lines below the size."""
    return Hashi(parse_cells(HERE, lines, height, width, VALUES))


def write(p: Hashi) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    if p.most != USUAL:
        raise InputError(f"{HERE}: expected at most {USUAL} bridges between two islands, found {p.most}")
    return *p.cells.shape, format_rows(p.cells, WORDS)


BODY = Body(names=(), read=read, write=write)
