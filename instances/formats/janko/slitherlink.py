"""Slitherlink in data of janko.at: `-` a cell without a number, `0`..`4` a number."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_rows, parse_cells
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, Slitherlink, board

HERE = f"{NAME} (slitherlink)"
VALUES = {"-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(sections: Sections, height: int, width: int) -> Slitherlink:
    """The board of the problem."""
    return board(parse_cells(HERE, section(sections, HERE, "problem"), height, width, VALUES))


def write(p: Slitherlink) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    return *p.shape, {"problem": format_rows(p.numbers, WORDS)}


BODY = Body(names=("slitherlink",), read=read, write=write)
