"""Hashiwokakero in Tatham's game IDs, where it is called Bridges: a walk over the cells, row by row.

    7x7m2:a3c2j2e2e2a5b2h4a6c2      `1`..`9`, `A`..`G` an island with that number (A: 10), `a`..`z` 1..26 cells of water
    7x7i30e10m2d1:...               m: how many bridges two islands may have, 2 if it is not said; i, e and d: how the
    7x7m2L:...                      board was made. L: bridges form no loop, which is another puzzle

The walk covers the board exactly. The program knows no islands that touch, and none without a number.
"""

from __future__ import annotations

import re

import numpy as np

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME, run_letters
from models.puzzles.hashi.instance import MOST, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hashi)"
ISLANDS = ".123456789ABCDEFG"  # by number
PARAMETERS = re.compile(r"(?:i\d+)?(?:e\d+)?(?:m(?P<most>\d+))?(?P<loopless>L)?(?:d\d+)?")
TYPICAL = r"(?:i\d+)?(?:e\d+)?m\d+L?(?:d\d+)?"  # no other puzzle has an m


def read(desc: str, width: int, height: int, letters: str) -> Hashi:
    """The board of a description."""
    most = _most_bridges(letters)
    board = np.full(width * height, WATER, np.int8)
    cell = 0
    for position, step in enumerate(desc):
        number = ISLANDS.find(step)
        if number < 1 and not "a" <= step <= "z":
            raise InputError(f"{HERE}, position {position}: expected `1`..`9`, `A`..`G` or `a`..`z`, found {step!r}")
        after = cell + (1 if number > 0 else ord(step) - ord("a") + 1)
        if after > board.size:
            excerpt = desc[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {board.size} cells, found more: {excerpt!r}")
        if number > 0:
            board[cell] = number
        cell = after
    if cell != board.size:
        raise InputError(f"{HERE}, position {len(desc)}: expected {board.size} cells, found {cell}")
    if np.count_nonzero(board) < 2:
        raise InputError(f"{HERE}: expected at least two islands, found {desc[:40]!r}")
    return Hashi(board.reshape(height, width), most)


def _most_bridges(letters: str) -> int:
    """How many bridges two islands may have between them."""
    found = PARAMETERS.fullmatch(letters)
    if found is None:
        raise InputError(f"{HERE}: expected a size such as 7x7m2 or 7x7i30e10m2d1, found {letters[:40]!r} behind it")
    if found["loopless"]:
        raise InputError(
            f"{HERE}: the L in {letters[:40]!r} forbids loops of bridges, a rule that Rosetta does not have; expected "
            f"a board on which they are allowed"
        )
    most = USUAL if found["most"] is None else int(found["most"][:9])
    if not 1 <= most <= MOST:
        raise InputError(f"{HERE}: expected m1 to m{MOST} bridges between two islands, found {letters[:40]!r}")
    return most


def write(p: Hashi) -> tuple[int, int, str, str]:
    """Width, height, description and letters of a board."""
    islands = p.cells != WATER
    if (p.cells == UNKNOWN).any():
        raise InputError(f"{HERE}: expected a number on each island; this format knows no others")
    if (islands[1:] & islands[:-1]).any() or (islands[:, 1:] & islands[:, :-1]).any() or islands.sum() < 2:
        raise InputError(f"{HERE}: expected two islands or more, none of which touch; the program refuses others")
    height, width = islands.shape
    cells = p.cells.ravel()
    stops = np.append(np.flatnonzero(cells), cells.size)
    water = (np.diff(stops, prepend=-1) - 1).tolist()
    numbers = [ISLANDS[number] for number in cells[stops[:-1]].tolist()]
    walk = "".join(run_letters(n) + number for n, number in zip(water, [*numbers, ""], strict=True))
    return width, height, walk, f"m{p.most}"


BODY = Body(
    names=("bridges",),
    title="Bridges",
    example="7x7m2:a3c2j2e2e2a5b2h4a6c2",
    read=read,
    write=write,
    letters=TYPICAL,
    usual_letters=TYPICAL,
)
