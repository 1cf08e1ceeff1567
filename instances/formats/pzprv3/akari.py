"""Akari in pzprv3 files: `.` a white cell, `-` a bare wall, `0`..`4` a wall; a lamp `#` and a mark `+` are white.

Where the player has ticked off walls, as many rows again follow: `-` a wall that is ticked off, `.` any other cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, format_rows, parse_cells
from models.puzzles.akari.instance import BARE, WHITE, Akari

HERE = f"{NAME} (akari)"
VALUES = {".": WHITE, "-": BARE, **{str(clue): clue for clue in range(5)}, "#": WHITE, "+": WHITE}
WORDS = {value: word for word, value in reversed(VALUES.items())}  # of words that mean the same, the first


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Akari, int]:
    """The board of the first lines."""
    board = Akari(parse_cells(HERE, lines[:height], height, width, VALUES))
    return board, 2 * height if _are_ticks(lines[height : 2 * height], board) else height


def _are_ticks(lines: Sequence[Line], board: Akari) -> bool:
    """Do these lines say which walls of the board are ticked off, at least one?"""
    rows = [line.split() for _, line in lines]
    if [len(row) for row in rows] != [board.cells.shape[1]] * len(board.cells):
        return False
    words = np.array(rows)
    ticked = words == "-"
    return bool(ticked.any() and (ticked | (words == ".")).all() and (board.cells[ticked] != WHITE).all())


def write(p: Akari) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    return *p.cells.shape, [f"{row} " for row in format_rows(p.cells, WORDS)]


BODY = Body(names=("lightup", "akari", "bijutsukan"), read=read, write=write)
