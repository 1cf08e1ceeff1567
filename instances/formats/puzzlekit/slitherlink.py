"""Slitherlink in puzzlekit texts: `-` a cell without a number, `0`..`4` a number."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, Slitherlink, board

HERE = f"{NAME} (slitherlink)"
VALUES = {"-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(lines: Sequence[Line], height: int, width: int) -> Slitherlink:
    """The board of the lines below the size."""
    return board(parse_cells(HERE, lines, height, width, VALUES))


def write(p: Slitherlink) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.shape, format_rows(p.numbers, WORDS)


BODY = Body(names=(), read=read, write=write)
