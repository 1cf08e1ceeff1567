"""Runs of white cells: the stretches of a row or a column that one lamp lights.

_ _ # _      across  0 0 . 1      down  0 1 . 3      A run ends at a wall or at the edge of the board. Two white
_ 1 _ _              2 . 3 3            0 . 2 3      cells see each other if and only if they share a run; a row
                                                     run and a column run share at most one cell.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.view import places_of

NONE = -1  # the run of a wall


def runs(white: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each cell the number of its run in the row and of its run in the column, in the shape of the board.

    Runs are counted from 0, row by row and column by column; walls have the run -1.
    """
    return _row_runs(white), _row_runs(white.T).T


def _row_runs(white: NDArray[np.bool_]) -> NDArray[np.int64]:
    begins = white.copy()
    begins[:, 1:] &= ~white[:, :-1]
    number = np.cumsum(begins.ravel(), dtype=np.int64).reshape(white.shape) - 1
    return np.where(white, number, NONE)


def wall_neighbours(
    white: NDArray[np.bool_], numbered: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every white cell beside every numbered wall: (number of the wall, number of the cell), both row by row."""
    height, width = white.shape
    row, col = np.nonzero(numbered)
    r, c = row[:, None] + [-1, 0, 0, 1], col[:, None] + [0, -1, 1, 0]
    on_board = (r >= 0) & (r < height) & (c >= 0) & (c < width)
    free = on_board & white[r % height, c % width]
    number = np.cumsum(white.ravel()) - 1  # of each white cell
    return np.nonzero(free)[0], number[(r * width + c)[free]]


def lit_cells(
    white: NDArray[np.bool_], lamps: Iterable[tuple[int, int]]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells are lit along their row, and which along their column; lamps that stand on no white cell are off."""
    on = np.zeros(white.shape, np.bool_)
    on[tuple(places_of(lamps, white.shape).T)] = True
    on &= white
    across, down = runs(white)
    return _lit_runs(across, on), _lit_runs(down, on)


def _lit_runs(run: NDArray[np.int64], on: NDArray[np.bool_]) -> NDArray[np.bool_]:
    bright = np.zeros(run.max(initial=NONE) + 2, np.bool_)  # the last one is that of walls: number -1
    bright[run[on]] = True
    return bright[run]
