"""A board of Hashiwokakero: islands, with or without a number, in the water."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.boards import describe_cell
from rosetta.foundation.errors import InputError

UNKNOWN, WATER = -1, 0
SIDES = 4  # of an island: so many neighbours it has at most
USUAL, MOST = 2, 4  # bridges between two islands: by the usual rules, and on any board


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Hashi:
    """A board. cells, shape (height, width): 0 water, 1..16 an island with that number, -1 an island without one.
    most: bridges that two islands may have between them, 1..4.

    The array is copied and read-only. Two boards are equal if their cells and this number are.
    """

    cells: NDArray[np.int8]
    most: int

    def __init__(self, cells: ArrayLike, most: int = USUAL) -> None:
        board = np.array(cells)
        if board.ndim != 2 or not np.issubdtype(board.dtype, np.integer) or board.size == 0:
            raise InputError(f"hashi: expected a board of integers, found {board.dtype} of shape {board.shape}")
        if not 1 <= most <= MOST:
            raise InputError(f"hashi: expected at most 1 to {MOST} bridges between two islands, found {most}")
        for r, c in np.argwhere((board < UNKNOWN) | (board > SIDES * most))[:1]:
            raise InputError(
                f"hashi: island {describe_cell((r, c))}: expected a number 1..{SIDES * most}, found {board[r, c]}"
            )
        if not (board != WATER).any():
            raise InputError("hashi: expected at least one island, found water only")
        board = board.astype(np.int8)
        board.setflags(write=False)
        object.__setattr__(self, "cells", board)
        object.__setattr__(self, "most", int(most))

    @property
    def islands(self) -> NDArray[np.int64]:
        """Row and column of each island, row by row, shape (islands, 2)."""
        return np.argwhere(self.cells != WATER)

    @property
    def numbers(self) -> NDArray[np.int8]:
        """The number of each island, -1 for those without one, shape (islands,)."""
        numbers: NDArray[np.int8] = self.cells[self.cells != WATER]
        return numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashi) and self.most == other.most and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes(), self.most))
