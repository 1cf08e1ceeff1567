"""Akari in puzz.link addresses: the walk of `small_numbers`, a number a wall with it, a question mark a bare wall."""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from instances.formats.puzzlink.small_numbers import EMPTY, QUESTION, read_walk, write_walk
from models.puzzles.akari.instance import BARE, WHITE, Akari

HERE = f"{NAME} (akari)"
assert (WHITE, BARE) == (EMPTY, QUESTION)  # the walk has the numbers of the board


def read(body: str, width: int, height: int) -> Akari:
    """The board of a body."""
    return Akari(read_walk(HERE, body, width, height))


def write(p: Akari) -> tuple[int, int, str]:
    """Width, height and body of a board."""
    height, width = p.cells.shape
    return width, height, write_walk(p.cells)


BODY = Body(names=("akari", "lightup", "bijutsukan"), example="akari/3/3/h0.k", read=read, write=write)
