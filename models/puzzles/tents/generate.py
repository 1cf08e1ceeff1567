"""The generator of Tents boards, as in the source (Sapir and Ivenin, "Methods for solving the Tents puzzle").

Keep a list of all pairs (tree, tent) that may still be added; draw one uniformly and add it; remove the pairs that it
excludes; repeat until the list is empty; count the tents per row and column and remove them. A pair excludes the
pairs whose tree or tent would stand on one of its two cells, or whose tent would touch its tent: at most 37.

    . . . . .      tent A with its tree T: no other tent may stand on the nine cells `o` around it (36 pairs: each
    . o o o .      cell has four neighbours that could be its tree), and T cannot be the tree of the tent to its
    . T A o .      left (one pair more)
    . o o o .

An excluded pair stays excluded. So drawing from the list of remaining pairs is the same as going through *all* pairs
in random order and skipping those that are excluded by then: every remaining pair is equally likely to be the next
one. Then no list has to be kept up to date; the cost is that of sorting 4 n^2 random words.

These boards are maximal (no pair can be added) and satisfiable, not necessarily unique. About 18 % of the
cells of a large board are trees.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.randomness import Stream


def planted_board(height: int, width: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Trees and tents of a random board, two truth arrays of shape (height, width)."""
    tents_at, trees_at = _pairs(height, width)
    order = Stream("tents", "board", f"{height}x{width}", seed).order(len(tents_at))
    # A frame of one cell around the board, so that "the eight cells around" needs no case for the edge.
    step = width + 2
    around = [dr * step + dc for dr in (-1, 0, 1) for dc in (-1, 0, 1)]
    no_tent, occupied = bytearray((height + 2) * step), bytearray((height + 2) * step)
    tents: list[int] = []
    trees: list[int] = []
    for tent, tree in zip(tents_at[order].tolist(), trees_at[order].tolist(), strict=True):
        if no_tent[tent] or occupied[tree]:
            continue
        tents.append(tent)
        trees.append(tree)
        occupied[tree] = occupied[tent] = no_tent[tree] = 1
        for shift in around:
            no_tent[tent + shift] = 1
    return _board(trees, height, width), _board(tents, height, width)


def _pairs(height: int, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs (tent, tree) of neighbouring cells, as cell numbers of the framed board.

    Ordered by tent, row-major, then by where the tree is: above, left, right, below.
    """
    step = width + 2
    inside = np.zeros((height + 2) * step, np.bool_)
    inside.reshape(height + 2, step)[1:-1, 1:-1] = True
    tents = np.repeat(np.flatnonzero(inside), 4)
    trees = tents + np.tile([-step, -1, 1, step], len(tents) // 4)
    keep = inside[trees]
    return tents[keep], trees[keep]


def _board(cells: list[int], height: int, width: int) -> NDArray[np.bool_]:
    """The truth array of some cells of the framed board, without the frame."""
    board = np.zeros((height + 2, width + 2), np.bool_)
    board.flat[cells] = True
    return board[1:-1, 1:-1].copy()
