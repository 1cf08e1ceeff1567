"""A board of Akari: white cells, walls, and the numbers on some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.boards import describe_cell
from rosetta.foundation.errors import InputError

WHITE, BARE = -1, 5

Cell: TypeAlias = tuple[int, int]
Answer: TypeAlias = tuple[Cell, ...]
"""The lamps as (row, column) from 0, sorted."""


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Akari:
    """A board: one number per cell, shape (height, width): -1 white, 0..4 a wall with that number, 5 a bare wall.

    The array is copied and read-only. Two boards are equal if their cells are.
    """

    cells: NDArray[np.int8]

    def __init__(self, cells: ArrayLike) -> None:
        board = np.array(cells)
        if board.ndim != 2 or not np.issubdtype(board.dtype, np.integer) or board.size == 0:
            raise InputError(f"akari: expected a board of integers, found {board.dtype} of shape {board.shape}")
        for r, c in np.argwhere((board < WHITE) | (board > BARE))[:1]:
            raise InputError(
                f"akari: cell {describe_cell((r, c))}: expected -1 (white), 0..4 or 5 (bare), found {board[r, c]}"
            )
        board = board.astype(np.int8)
        board.setflags(write=False)
        object.__setattr__(self, "cells", board)

    @property
    def white(self) -> NDArray[np.bool_]:
        """Where the white cells are, in the shape of the board."""
        white: NDArray[np.bool_] = self.cells == WHITE
        return white

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Akari) and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes()))
