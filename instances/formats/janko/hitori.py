"""Hitori in data of janko.at: a number from 1 per cell, `-` for a cell without one."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_numbers, parse_numbers
from models.puzzles.hitori import Hitori, board

HERE = f"{NAME} (hitori)"
VALUES = {"-": 0}


def read(sections: Sections, height: int, width: int) -> Hitori:
    """The board of the problem."""
    return board(parse_numbers(HERE, section(sections, HERE, "problem"), height, width, VALUES))


def write(p: Hitori) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    rows = format_numbers(p.numbers, {value: word for word, value in VALUES.items()})
    return *p.numbers.shape, {"problem": rows}


BODY = Body(names=("hitori",), read=read, write=write)
