"""Akari in LEGUP files, where it is called LightUp: -1 a bare wall, 0..4 a wall with that number.

Cells that are not listed are white, and so are the player's: -2 (unknown), -3 (empty) and -4 (a lamp).
"""

from __future__ import annotations

import numpy as np

from instances.formats.contract import Body
from instances.formats.legup.frame import NAME, LegupBoard
from models.puzzles.akari.instance import BARE, WHITE, Akari
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (akari)"
VALUES = {"-1": BARE, **{str(clue): clue for clue in range(5)}, "-2": WHITE, "-3": WHITE, "-4": WHITE}


def read(board: LegupBoard) -> Akari:
    """The board of a file."""
    cells = np.full((board.height, board.width), WHITE, np.int8)
    for place, (value, line) in board.cells.items():
        if value not in VALUES:
            raise InputError(f"{HERE}, line {line}: expected a value -4..4, found {value[:40]!r}")
        cells[place] = VALUES[value]
    return Akari(cells)


def write(p: Akari) -> LegupBoard:
    """The file's content for a board: its walls."""
    board = LegupBoard(*p.cells.shape)
    for r, c in np.argwhere(p.cells != WHITE).tolist():
        wall = int(p.cells[r, c])
        board.cells[r, c] = str(-1 if wall == BARE else wall), 0
    return board


BODY = Body(names=("LightUp",), read=read, write=write)
