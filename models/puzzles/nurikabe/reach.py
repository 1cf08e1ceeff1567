"""Which cells an island can have: those that a path of fewer cells than its size leads to, and no cell of the path is a
clue of another island or beside one.

    2 a . .    a: on the island of the 2; b: on that of the 3; no island reaches the other cells, so they are sea
    a . b .
    . b 3 b    a path to a cell is no longer than the island is large, and two islands do not touch
    . . b .

Islands of unknown size are one *group* here: it would take a pair for nearly each cell and each of them to tell them
apart. All islands are searched at once, step by step, in columns of pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

NOBODY, ANYBODY = -2, -1  # which islands may have a cell


@dataclass(frozen=True, slots=True, eq=False)
class IslandReach:
    """Pairs of a cell (its number, row by row) and an island (numbered in the order of the clues; the group of unknown
    size comes last), sorted by island, then by cell.

    cell, island: shape (pairs,). sizes: by island, ANY_SIZE for the group, shape (islands,). clues: the pairs of the
    clues and their own islands, in the order of the clues. neighbours: pairs of pairs, of one island and of cells that
    share a side, shape (n, 2). edges: for each pair and each cell beside its cell: the pair, that cell, and the pair of
    that cell and the same island, -1 where there is none, shape (edges, 3).
    """

    cell: NDArray[np.int64]
    island: NDArray[np.int64]
    sizes: NDArray[np.int64]
    clues: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    edges: NDArray[np.int64]

    @property
    def grown(self) -> NDArray[np.int64]:
        """The pairs that are not those of a clue and its own island."""
        return np.setdiff1d(np.arange(len(self.cell)), self.clues)


@lru_cache(maxsize=16)
def find_reach(p: Nurikabe) -> IslandReach:
    """The pairs of a board."""
    clues = np.pad(p.clues, 1)  # framed by cells of nobody, so that a step leads from no row to the next
    wide, n = clues.shape[1], clues.size
    steps = np.array([-wide, -1, 1, wide])
    at = np.flatnonzero(clues.ravel())
    sizes, islands = _number_islands(clues.ravel()[at])
    owners = _allowed_islands(clues, at, islands)
    found = front = np.sort(islands * n + at)
    for length in range(1, n):
        front = front[(sizes[front // n] > length) | (sizes[front // n] == ANY_SIZE)]
        beside = (front[:, None] + steps).ravel()
        owner = owners[beside % n]
        free = (owner == ANYBODY) | (owner == beside // n)
        front = np.setdiff1d(beside[free], found)
        if not len(front):
            break
        found = np.union1d(found, front)
    numbers = np.full((clues.shape[0], wide), -1)
    numbers[1:-1, 1:-1] = np.arange(p.clues.size).reshape(p.clues.shape)
    beside = (found[:, None] + steps).ravel()
    place = np.minimum(np.searchsorted(found, beside), max(len(found) - 1, 0))
    there = np.where(found[place] == beside, place, -1) if len(found) else beside
    edges = np.stack([np.repeat(np.arange(len(found)), 4), numbers.ravel()[beside % n], there], axis=1)
    edges = edges[edges[:, 1] >= 0]
    return IslandReach(
        cell=numbers.ravel()[found % n],
        island=found // n,
        sizes=sizes,
        clues=np.searchsorted(found, islands * n + at),
        neighbours=edges[edges[:, 2] > edges[:, 0]][:, [0, 2]],
        edges=edges,
    )


def _number_islands(clues: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The sizes of the islands, and the island of each clue."""
    known = clues != ANY_SIZE
    count = int(known.sum())
    sizes = np.append(clues[known], [ANY_SIZE] * (count < len(clues))).astype(np.int64)
    return sizes, np.where(known, np.cumsum(known) - 1, count)


def beside_several(p: Nurikabe) -> NDArray[np.bool_]:
    """Which cells lie beside the clues of several islands, shape (rows, columns)."""
    framed = np.pad((p.clues != NO_CLUE).astype(np.int64), 1)
    clues: NDArray[np.int64] = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    return clues > 1


def _allowed_islands(clues: NDArray[np.int64], at: NDArray[np.int64], islands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Who may have each cell: the island of all clues on and beside it, ANYBODY without any, NOBODY if they differ, and
    around the board."""
    own = np.full(clues.size, -1)
    own[at] = islands
    framed = np.pad(own.reshape(clues.shape), 1, constant_values=-1)
    near = np.stack([framed[1:-1, 1:-1], framed[:-2, 1:-1], framed[2:, 1:-1], framed[1:-1, :-2], framed[1:-1, 2:]])
    most = near.max(axis=0)
    least = np.where(near < 0, most, near).min(axis=0)
    owners = np.where(most < 0, ANYBODY, np.where(least == most, most, NOBODY))
    owners[[0, -1]] = owners[:, [0, -1]] = NOBODY
    return owners.ravel()
