"""Nurikabe in pzprv3 files: the size of an island, `-` for one that is not told, `.` no clue; the player's marks stand
in the same rows, `#` sea and `+` land, and are ignored."""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, format_numbers, parse_numbers
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe, board

HERE = f"{NAME} (nurikabe)"
VALUES = {".": NO_CLUE, "-": ANY_SIZE, "#": NO_CLUE, "+": NO_CLUE}


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Nurikabe, int]:
    """The board of the first lines."""
    return board(parse_numbers(HERE, lines[:height], height, width, VALUES)), height


def write(p: Nurikabe) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.clues.shape, [f"{row} " for row in format_numbers(p.clues, {NO_CLUE: ".", ANY_SIZE: "-"})]


BODY = Body(names=("nurikabe",), read=read, write=write)
