"""Hashiwokakero in puzz.link addresses: a walk over the cells, row by row.

    1..8    an island with that number      .       an island without a number      g..z    1..20 cells of water

The walk covers the board: an address that ends earlier was cut short. The site knows no more than two bridges between
two islands.
"""

from __future__ import annotations

import numpy as np

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.hashi.instance import SIDES, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hashi)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 20  # cells of water that one letter says
BEFORE_WATER = DIGITS.index("g") - 1
ISLANDS = {".": UNKNOWN, **{DIGITS[number]: number for number in range(1, SIDES * USUAL + 1)}}
LETTERS = {number: letter for letter, number in ISLANDS.items()}


def read(body: str, width: int, height: int) -> Hashi:
    """The board of a body."""
    board = np.full(width * height, WATER, np.int8)
    cell = 0
    for position, char in enumerate(body):
        water = DIGITS.find(char) - BEFORE_WATER
        if char not in ISLANDS and water < 1:
            raise InputError(f"{HERE}, position {position}: expected `1`..`8`, `.` or `g`..`z`, found {char!r}")
        if cell + max(water, 1) > board.size:
            excerpt = body[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {board.size} cells, found more: {excerpt!r}")
        if char in ISLANDS:
            board[cell] = ISLANDS[char]
        cell += max(water, 1)
    if cell < board.size:
        raise InputError(f"{HERE}, position {len(body)}: expected {board.size} cells, found {cell} and then the end")
    return Hashi(board.reshape(height, width))


def write(p: Hashi) -> tuple[int, int, str]:
    """Width, height and body of a board."""
    if p.most != USUAL:
        raise InputError(f"{HERE}: expected at most {USUAL} bridges between two islands, found {p.most}")
    height, width = p.cells.shape
    cells = p.cells.ravel()
    stops = np.append(np.flatnonzero(cells), cells.size)
    water = (np.diff(stops, prepend=-1) - 1).tolist()
    islands = [LETTERS[number] for number in cells[stops[:-1]].tolist()]
    return width, height, "".join(_run(n) + island for n, island in zip(water, [*islands, ""], strict=True))


def _run(cells: int) -> str:
    """That many cells of water."""
    full, rest = divmod(cells, LONGEST)
    return DIGITS[LONGEST + BEFORE_WATER] * full + (DIGITS[rest + BEFORE_WATER] if rest else "")


BODY = Body(names=("hashi", "hashikake", "bridges"), example="hashi/5/5/4g2i3h23k3g1g3g4g3", read=read, write=write)
