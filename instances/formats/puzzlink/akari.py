"""Akari in puzz.link addresses: a walk over the cells, row by row, in base 36.

    .       a bare wall                       a..e    a wall 0..4 and then two white cells
    0..4    a wall with that number           g..z    1..20 white cells
    5..9    a wall 0..4 and then a white cell

The walk covers the board: an address that ends earlier was cut short. (pzpr itself reads what is missing as white, but
leaves out none.) White cells after a wall may run past the end of the board, as pzpr writes them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.akari.instance import BARE, WHITE, Akari
from models.puzzles.contract import InputError

HERE = f"{NAME} (akari)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 20  # white cells that one letter says


def read(body: str, width: int, height: int) -> Akari:
    """The board of a body."""
    board = np.full(width * height, WHITE, np.int8)
    cell = 0
    for position, char in enumerate(body):
        value = DIGITS.find(char)
        if char in ("", "f") or (value < 0 and char != "."):
            raise InputError(
                f"{HERE}, position {position}: expected `.`, a digit, `a`..`e` or `g`..`z`, found {char!r}"
            )
        run = value - 15 if value > 15 else 0  # white cells alone
        if cell + max(run, 1) > board.size:
            excerpt = body[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {board.size} cells, found more: {excerpt!r}")
        if not run:
            board[cell] = BARE if char == "." else value % 5
        cell += run or 1 + max(value, 0) // 5
    if cell < board.size:
        raise InputError(f"{HERE}, position {len(body)}: expected {board.size} cells, found {cell} and then the end")
    return Akari(board.reshape(height, width))


def write(p: Akari) -> tuple[int, int, str]:
    """Width, height and body of a board."""
    height, width = p.cells.shape
    cells = p.cells.ravel()
    stops = np.append(np.flatnonzero(cells != WHITE), cells.size).tolist()
    out = [_white_run(stops[0])]
    for here, after in pairwise(stops):
        whites = after - here - 1
        if cells[here] == BARE:
            out.append("." + _white_run(whites))
        else:  # the end of the board counts as if it were far away
            included = 2 if after == cells.size else min(whites, 2)
            out.append(DIGITS[int(cells[here]) + 5 * included] + _white_run(whites - included))
    return width, height, "".join(out)


def _white_run(cells: int) -> str:
    """That many white cells without a wall before them; none for 0 or fewer."""
    full, rest = divmod(max(cells, 0), LONGEST)
    return DIGITS[LONGEST + 15] * full + (DIGITS[rest + 15] if rest else "")


BODY = Body(names=("akari", "lightup", "bijutsukan"), example="akari/3/3/h0.k", read=read, write=write)
