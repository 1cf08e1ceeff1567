"""Random boards of Slitherlink: numbers read off a random loop (`models.puzzles.parts.loops`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import check_sides
from models.puzzles.parts.loops import border_lines, draw_inside
from models.puzzles.randomness import Stream

MOST_SIDE = 500  # of boards that are drawn; those that are read may be larger


def planted_board(size: tuple[int, int], seed: int, clues: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The numbers of a board, -1 for a cell without one, and the inside of its loop, both of that shape. clues: how
    many cells have a number, in percent. Raises InputError."""
    height, width = size
    check_sides("slitherlink", size, MOST_SIDE)
    stream = Stream("slitherlink", "board", f"{height}x{width}:{clues}", seed)
    inside = draw_inside(height, width, stream)
    numbers = count_lines(inside)
    numbers.flat[stream.order(numbers.size)[(numbers.size * clues + 50) // 100 :]] = -1
    return numbers, inside


def count_lines(inside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many lines are around each cell."""
    across, down = (lines.astype(np.int64) for lines in border_lines(inside))
    return across[:-1] + across[1:] + down[:, :-1] + down[:, 1:]
