"""The pairs of islands that can have bridges between them, and which of these would cross.

    0 . 1    islands, numbered row by row     pairs, first those across, row by row, then those down, column by column:
    . . .    pair 0: 0 1    pair 1: 3 4       each is two islands with water alone between them
    . 2 .
    3 . 4    pair 2: 0 3    pair 3: 1 4       (2 faces no island)

All of it is done on whole boards with numpy: a board of a million cells takes a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.puzzles.hashi.instance import WATER, Hashi


@dataclass(frozen=True, slots=True)
class Pairs:
    """ends: the two islands of each pair, the upper or left one first, shape (pairs, 2); cells: their rows and columns,
    shape (pairs, 2, 2); crossings: two pairs whose bridges would cross, shape (crossings, 2)."""

    ends: NDArray[np.int64]
    cells: NDArray[np.int64]
    crossings: NDArray[np.int64]

    @property
    def crossed_cells(self) -> NDArray[np.int64]:
        """The cells where bridges would cross, shape (crossings, 2)."""
        across, down = self.cells[self.crossings[:, 0], 0], self.cells[self.crossings[:, 1], 0]
        return np.stack([across[:, 0], down[:, 1]], axis=1)


@lru_cache(maxsize=4)  # names and drawings ask again and again
def island_pairs(p: Hashi) -> Pairs:
    """The pairs of a board."""
    across, across_at = _facing(p.cells != WATER)
    down, down_at = _facing((p.cells != WATER).T)
    row, col = p.islands.T
    by_column = np.lexsort((row, col))  # the islands as `down` numbers them
    crossed = (across_at >= 0) & (down_at.T >= 0)
    crossings = np.stack([across_at[crossed], down_at.T[crossed] + len(across)], axis=1)
    ends = np.concatenate([across, by_column[down]])
    return Pairs(ends, p.islands[ends], crossings)


def _facing(islands: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs of islands that follow each other in a row, and for each cell the pair between whose islands it lies,
    -1 for none."""
    row = np.nonzero(islands)[0]
    first = np.flatnonzero(row[1:] == row[:-1])
    pair_after = np.full(len(row) + 1, -1)  # by island; the last entry is for cells before the first island
    pair_after[first] = np.arange(len(first))
    latest = islands.ravel().cumsum().reshape(islands.shape) - 1
    same_row = np.append(row, -1)[latest] == np.arange(len(islands))[:, None]
    return np.stack([first, first + 1], axis=1), np.where(same_row & ~islands, pair_after[latest], -1)
