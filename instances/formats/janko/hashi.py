"""Hashiwokakero in data of janko.at: `-` water, `1`..`8` an island with that number, `?` an island without one."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_rows, parse_cells
from models.puzzles.hashi.instance import SIDES, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hashi)"
VALUES = {"-": WATER, "?": UNKNOWN, **{str(number): number for number in range(1, SIDES * USUAL + 1)}}
WORDS = {value: word for word, value in VALUES.items()}


def read(sections: Sections, height: int, width: int) -> Hashi:
    """The board of the problem."""
    return Hashi(parse_cells(HERE, section(sections, HERE, "problem"), height, width, VALUES))


def write(p: Hashi) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    if p.most != USUAL:
        raise InputError(f"{HERE}: expected at most {USUAL} bridges between two islands, found {p.most}")
    return *p.cells.shape, {"problem": format_rows(p.cells, WORDS)}


BODY = Body(names=("hashi", "hashiwokakero"), read=read, write=write)
