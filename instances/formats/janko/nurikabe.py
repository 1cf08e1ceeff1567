"""Nurikabe in data of janko.at: the size of an island, `?` for one that is not told, `-` no clue."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_numbers, parse_numbers
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe, board

HERE = f"{NAME} (nurikabe)"
VALUES = {"-": NO_CLUE, "?": ANY_SIZE}


def read(sections: Sections, height: int, width: int) -> Nurikabe:
    """The board of the problem."""
    return board(parse_numbers(HERE, section(sections, HERE, "problem"), height, width, VALUES))


def write(p: Nurikabe) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    rows = format_numbers(p.clues, {value: word for word, value in VALUES.items()})
    return *p.clues.shape, {"problem": rows}


BODY = Body(names=("nurikabe",), read=read, write=write)
