"""Akari in data of janko.at: `-` a white cell, `x` a bare wall, `0`..`4` a wall with that number."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_rows, parse_cells
from models.puzzles.akari.instance import BARE, WHITE, Akari

HERE = f"{NAME} (akari)"
VALUES = {"-": WHITE, "x": BARE, **{str(clue): clue for clue in range(5)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(sections: Sections, height: int, width: int) -> Akari:
    """The board of the problem."""
    return Akari(parse_cells(HERE, section(sections, HERE, "problem"), height, width, VALUES))


def write(p: Akari) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    return *p.cells.shape, {"problem": format_rows(p.cells, WORDS)}


BODY = Body(names=("akari", "lightup", "beleuchtung"), read=read, write=write)
