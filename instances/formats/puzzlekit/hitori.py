"""Hitori in puzzlekit texts: a number from 1 per cell, `-` for a cell without one."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_numbers, parse_numbers
from models.puzzles.hitori import Hitori, board

HERE = f"{NAME} (hitori)"
VALUES = {"-": 0}


def read(lines: Sequence[Line], height: int, width: int) -> Hitori:
    """The board of the lines below the size."""
    return board(parse_numbers(HERE, lines, height, width, VALUES))


def write(p: Hitori) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.numbers.shape, format_numbers(p.numbers, {value: word for word, value in VALUES.items()})


BODY = Body(names=(), read=read, write=write)
