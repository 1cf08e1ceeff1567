"""Nurikabe in puzzlekit texts: the size of an island, `?` for one that is not told, `-` no clue."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_numbers, parse_numbers
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe, board

HERE = f"{NAME} (nurikabe)"
VALUES = {"-": NO_CLUE, "?": ANY_SIZE}


def read(lines: Sequence[Line], height: int, width: int) -> Nurikabe:
    """The board of the lines below the size."""
    return board(parse_numbers(HERE, lines, height, width, VALUES))


def write(p: Nurikabe) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.clues.shape, format_numbers(p.clues, {value: word for word, value in VALUES.items()})


BODY = Body(names=(), read=read, write=write)
