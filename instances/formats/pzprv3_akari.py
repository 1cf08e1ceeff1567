"""Akari in pzprv3 files: `.` a white cell, `-` a bare wall, `0`..`4` a wall; a lamp `#`, a mark `+`: white."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.grids import Line, cells, rows
from instances.formats.pzprv3 import NAME, Body
from models.puzzles.akari import BARE, WHITE, Akari

HERE = f"{NAME} (akari)"
VALUES = {".": WHITE, "-": BARE, **{str(clue): clue for clue in range(5)}, "#": WHITE, "+": WHITE}
WORDS = {value: word for word, value in reversed(VALUES.items())}  # of words that mean the same, the first


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Akari, int]:
    """The board of the first lines."""
    return Akari(cells(HERE, lines[:height], height, width, VALUES)), height


def write(p: Akari) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.cells.shape, [f"{row} " for row in rows(p.cells, WORDS)]


BODY = Body(genres=("lightup", "akari", "bijutsukan"), read=read, write=write)
