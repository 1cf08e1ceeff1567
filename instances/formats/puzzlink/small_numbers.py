"""A walk over the cells of a board, row by row, in base 36, that says numbers 0..4: pzpr's "4Cell", of several puzzles.

    .       a question mark                   a..e    a number 0..4 and then two empty cells
    0..4    that number                       g..z    1..20 empty cells
    5..9    a number 0..4 and then an empty cell

The walk covers the board: an address that ends earlier was cut short. (pzpr itself reads what is missing as empty, but
leaves out none.) Empty cells after a number may run past the end of the board, as pzpr writes them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.errors import InputError

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 20  # empty cells that one letter says
EMPTY, QUESTION = -1, 5


def read_walk(here: str, body: str, width: int, height: int) -> NDArray[np.int8]:
    """The number of each cell, -1 for none, 5 for a question mark, shape (height, width). Raises InputError."""
    board = np.full(width * height, EMPTY, np.int8)
    cell = 0
    for position, char in enumerate(body):
        value = DIGITS.find(char)
        if char in ("", "f") or (value < 0 and char != "."):
            raise InputError(
                f"{here}, position {position}: expected `.`, a digit, `a`..`e` or `g`..`z`, found {char!r}"
            )
        run = value - 15 if value > 15 else 0  # empty cells alone
        if cell + max(run, 1) > board.size:
            excerpt = body[position:][:20]
            raise InputError(f"{here}, position {position}: expected {board.size} cells, found more: {excerpt!r}")
        if not run:
            board[cell] = QUESTION if char == "." else value % 5
        cell += run or 1 + max(value, 0) // 5
    if cell < board.size:
        raise InputError(f"{here}, position {len(body)}: expected {board.size} cells, found {cell} and then the end")
    return board.reshape(height, width)


def write_walk(board: NDArray[np.integer]) -> str:
    """The walk over such a board."""
    cells = board.ravel()
    stops = np.append(np.flatnonzero(cells != EMPTY), cells.size).tolist()
    out = [_empty_run(stops[0])]
    for here, after in pairwise(stops):
        empty = after - here - 1
        if cells[here] == QUESTION:
            out.append("." + _empty_run(empty))
        else:  # the end of the board counts as if it were far away
            included = 2 if after == cells.size else min(empty, 2)
            out.append(DIGITS[int(cells[here]) + 5 * included] + _empty_run(empty - included))
    return "".join(out)


def _empty_run(cells: int) -> str:
    """That many empty cells without a number before them; none for 0 or fewer."""
    full, rest = divmod(max(cells, 0), LONGEST)
    return DIGITS[LONGEST + 15] * full + (DIGITS[rest + 15] if rest else "")
