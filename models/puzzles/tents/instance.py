"""A board of Tents: trees, and the clues of its rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral import Each, each
from models.puzzles.parts.beside.margin_text import UNKNOWN as UNKNOWN  # where boards of Tents are known
from rosetta.foundation.errors import InputError

Cell: TypeAlias = tuple[int, int]
Answer: TypeAlias = tuple[Cell, ...]
"""The tents as (row, column) from 0, sorted."""


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Tents:
    """A board: trees, shape (height, width), and the clues of its rows (height,) and columns (width,); -1: unknown.

    The arrays are copied and read-only. Two boards are equal if their trees and clues are.
    """

    trees: NDArray[np.bool_]
    rows: NDArray[np.int64]
    cols: NDArray[np.int64]

    def __init__(self, trees: ArrayLike, rows: ArrayLike, cols: ArrayLike) -> None:
        board = np.array(trees)
        if board.ndim != 2 or board.dtype != np.bool_ or board.size == 0:
            raise InputError(f"tents: expected a board of truth values, found {board.dtype} of shape {board.shape}")
        height, width = board.shape
        columns = (board, _clues("row", rows, height, width), _clues("column", cols, width, height))
        for name, column in zip(("trees", "rows", "cols"), columns, strict=True):
            column.setflags(write=False)
            object.__setattr__(self, name, column)

    def _key(self) -> tuple[object, ...]:
        return self.trees.shape, self.trees.tobytes(), self.rows.tobytes(), self.cols.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tents) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def _clues(line: str, clues: ArrayLike, lines: int, cells: int) -> NDArray[np.int64]:
    """The clues of all rows (or columns) as integers; `cells`: of each line."""
    numbers = np.array(clues)
    if numbers.shape != (lines,) or not np.issubdtype(numbers.dtype, np.integer):
        raise InputError(f"tents: expected {lines} {line} clues, found {numbers.dtype} of shape {numbers.shape}")
    for i in np.flatnonzero((numbers < UNKNOWN) | (numbers > cells)):
        raise InputError(f"tents: {line} {i}: expected a clue 0..{cells} or ? for unknown, found {numbers[i]}")
    return numbers.astype(np.int64)


def links(p: Tents) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every free cell beside every tree: (number of the tree, number of the cell), both counted row by row."""
    height, width = p.trees.shape
    row, col = np.nonzero(p.trees)
    r, c = row[:, None] + [-1, 0, 0, 1], col[:, None] + [0, -1, 1, 0]
    on_board = (r >= 0) & (r < height) & (c >= 0) & (c < width)
    free = on_board & ~p.trees[r % height, c % width]
    return np.nonzero(free)[0], (r * width + c)[free]


def name_trees(p: Tents) -> Each:
    """The words of the trees, row by row."""
    return each("the tree at {cell}", cell=p.trees)


def name_cells(p: Tents) -> Each:
    """The words of all cells, row by row."""
    return each("the cell {cell}", cell=np.ones_like(p.trees))


def name_links(p: Tents) -> Each:
    """The words of a link, by entry of `links`."""
    return each(
        "the tree at {tree} owns the tent at {tent}",
        denies="the tree at {tree} does not own the tent at {tent}",
        tree=partial(link_ends, p, 0),
        tent=partial(link_ends, p, 1),
    )


def link_ends(p: Tents, side: int) -> NDArray[np.int64]:
    """The cells of the trees (side 0) or of the tents (1) of all links, shape (links, 2)."""
    tree, cell = links(p)
    return np.argwhere(p.trees)[tree] if side == 0 else np.stack(np.divmod(cell, p.trees.shape[1]), axis=1)
