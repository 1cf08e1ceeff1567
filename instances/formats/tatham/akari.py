"""Akari in Tatham's game IDs, where it is called Light Up: a walk over the cells, row by row.

`0`..`4` a wall with that number, `B` a bare wall, `a`..`z` 1..26 white cells. The walk covers the board exactly.
"""

from __future__ import annotations

import re

import numpy as np

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME, run_letters
from models.puzzles.akari.instance import BARE, WHITE, Akari
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (akari)"
WALLS = {"B": BARE, **{str(clue): clue for clue in range(5)}}


def read(desc: str, width: int, height: int) -> Akari:
    """The board of a description."""
    board = np.full(width * height, WHITE, np.int8)
    cell = 0
    for position, step in enumerate(desc):
        if step not in WALLS and not "a" <= step <= "z":
            raise InputError(f"{HERE}, position {position}: expected `a`..`z`, `B` or `0`..`4`, found {step!r}")
        after = cell + (1 if step in WALLS else ord(step) - ord("a") + 1)
        if after > board.size:
            excerpt = desc[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {board.size} cells, found more: {excerpt!r}")
        if step in WALLS:
            board[cell] = WALLS[step]
        cell = after
    if cell != board.size:
        raise InputError(f"{HERE}, position {len(desc)}: expected {board.size} cells, found {cell}")
    return Akari(board.reshape(height, width))


def write(p: Akari) -> tuple[int, int, str]:
    """Width, height and description of a board."""
    height, width = p.cells.shape
    cells = p.cells.ravel()
    stops = np.append(np.flatnonzero(cells != WHITE), cells.size)
    whites = (np.diff(stops, prepend=-1) - 1).tolist()
    walls = ["B" if wall == BARE else str(wall) for wall in cells[stops[:-1]].tolist()]
    return width, height, "".join(run_letters(n) + wall for n, wall in zip(whites, [*walls, ""], strict=True))


def fits(desc: str) -> bool:
    """A walk with bare walls (other games have numbers alone) and with numbered ones (the pearls of Pearl are `B`)."""
    return re.fullmatch(r"[0-4Ba-z]+", desc) is not None and "B" in desc and re.search(r"[0-4]", desc) is not None


LETTERS = r"(b\d+)?(s\d)?(d\d)?r?"  # black cells in percent, symmetry, difficulty
BODY = Body(
    names=("lightup",),
    title="Light Up",
    example="7x7:b3gB0c0dBaBaBa1aBd1c01g0b",
    read=read,
    write=write,
    fits=fits,
    usual_letters=LETTERS,
)
