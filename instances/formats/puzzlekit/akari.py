"""Akari in puzzlekit texts: `-` a white cell, `x` a bare wall, `0`..`4` a wall with that number."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.akari.instance import BARE, WHITE, Akari

HERE = f"{NAME} (akari)"
VALUES = {"-": WHITE, "x": BARE, **{str(clue): clue for clue in range(5)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(lines: Sequence[Line], height: int, width: int) -> Akari:
    """The board of the lines below the size."""
    return Akari(parse_cells(HERE, lines, height, width, VALUES))


def write(p: Akari) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.cells.shape, format_rows(p.cells, WORDS)


BODY = Body(names=(), read=read, write=write)
