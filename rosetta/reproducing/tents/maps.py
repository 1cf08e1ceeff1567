"""Counting the solutions of Tents maps without clues: by bit masks, and for all maps of a small size.

A *block* of side b is a map on m x m, m = b - 1, with a free last row and column. On a large map of blocks, tents in
different blocks do not touch, so their solutions multiply; tents in the free rows only add to that.

    tents of a map     Tree by tree: each set of tents so far is extended by each free cell beside the tree. Sets with
                       touching tents are dropped, equal ones merged. What remains are the sets with a pairing, as
                       masks.
    all maps           The other way round: each set of tents that do not touch, with each set of trees that it can be
                       paired with, equal ones merged. The set of trees that occurs most often has the most solutions.
                       This is exhaustive, and so a proof that no m x m map has more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from models.puzzles.randomness import Stream
from rosetta.foundation.progress import Progress, ignore_progress

Masks = NDArray[np.uint64]
Cell = tuple[int, int]
MAX_TENT_SETS = 2_000_000  # a map with more is given up


class MaskBoard:
    """m x m cells as bits, m <= 8. neighbours[c]: the cells where a tree on c can have its tent;
    neighbourhood_masks[c]: c and the cells around it."""

    def __init__(self, m: int) -> None:
        if not 1 <= m <= 8:
            raise ValueError(f"a board of 1 to 8 rows fits into a word, found {m}")
        self.m = m
        cells = [(r, c) for r in range(m) for c in range(m)]
        self.neighbours = [[self.bit(o) for o in cells if abs(o[0] - c[0]) + abs(o[1] - c[1]) == 1] for c in cells]
        self.neighbourhood_masks = [
            sum(1 << self.bit(o) for o in cells if max(abs(o[0] - c[0]), abs(o[1] - c[1])) <= 1) for c in cells
        ]

    def bit(self, cell: Cell) -> int:
        return cell[0] * self.m + cell[1]


def solution_masks(board: MaskBoard, trees: Sequence[int]) -> Masks:
    """The solutions of a map as sorted masks. Raises OverflowError if too many sets of tents come up."""
    occupied, tent_sets = set(trees), np.zeros(1, np.uint64)
    for tree in trees:
        free = [cell for cell in board.neighbours[tree] if cell not in occupied]
        around = ((np.uint64(1 << cell), np.uint64(board.neighbourhood_masks[cell])) for cell in free)
        next_sets = [tent_sets[tent_sets & near == 0] | tent for tent, near in around]
        tent_sets = np.unique(np.concatenate(next_sets)) if next_sets else tent_sets[:0]
        if len(tent_sets) > MAX_TENT_SETS:
            raise OverflowError(f"more than {MAX_TENT_SETS:,} sets of tents")
    return tent_sets


def solutions_of(side: int, trees: Iterable[Cell]) -> Masks:
    """The solutions of a map with trees on these cells (row, column), as `solution_masks`."""
    board = MaskBoard(side)
    return solution_masks(board, [board.bit(cell) for cell in trees])


def independent_sets(board: MaskBoard) -> Iterable[int]:
    """All sets of tents that do not touch, as masks, built cell by cell."""
    waiting = [(0, 0)]
    while waiting:
        cell, mask = waiting.pop()
        if cell == board.m**2:
            yield mask
            continue
        waiting.append((cell + 1, mask))
        if not mask & board.neighbourhood_masks[cell]:
            waiting.append((cell + 1, mask | 1 << cell))


def most_solutions(m: int) -> tuple[int, int, int]:
    """Over all maps on m x m: the largest number of solutions, how many maps have it, one of them as a mask of
    trees."""
    board, by_tents = MaskBoard(m), []
    for mask in independent_sets(board):
        tree_sets = np.zeros(1, np.uint64)
        for cell in range(m * m):
            if mask >> cell & 1:
                tree_bits = [np.uint64(1 << tree) for tree in board.neighbours[cell]]
                parts = [tree_sets[tree_sets & bit == 0] | bit for bit in tree_bits]
                tree_sets = np.unique(np.concatenate(parts)) if parts else tree_sets[:0]
        by_tents.append(tree_sets)
    maps, times = np.unique(np.concatenate(by_tents), return_counts=True)
    most = int(times.max())
    return most, int((times == most).sum()), int(maps[times.argmax()])


def bits(mask: int) -> list[int]:
    """The cells of a mask."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def search_map(m: int, steps: int, seed: int, progress: Progress = ignore_progress) -> list[int]:
    """A map with many solutions, by local search: a tree is moved, added or removed, and a map that is no worse is
    accepted (ties too, so that the search wanders); restarted from the best map after a long time without
    improvement."""
    board, stream = MaskBoard(m), Stream("reproduce", "maps", f"{m}x{m}", seed)
    here: list[int] = []
    best = here
    value = best_value = _count_solutions(board, here)
    idle = 0
    for step in range(steps):
        if step % 100 == 0:
            progress(f"search on {m} x {m}: {100 * step // steps} %")
        there = set(here)
        kind = stream.number_below(4)
        if kind > 0 and there:  # remove one, or move it
            there.discard(here[stream.number_below(len(here))])
        if kind < 3:
            there.add(stream.number_below(m * m))
        new = sorted(there)
        number = _count_solutions(board, new)
        idle += 1
        if number >= value or idle % 40 == 0:
            here, value = new, number
        if number > best_value:
            best, best_value, idle = new, number, 0
        if idle and idle % 400 == 0:
            here, value = best, best_value
    return best


def _count_solutions(board: MaskBoard, trees: Sequence[int]) -> int:
    try:
        return len(solution_masks(board, trees))
    except OverflowError:
        return 0
