"""Boards of Hashiwokakero without a second answer: bridges are added or taken away where the two answers differ.

    2---3    2===3    3===4    The numbers of a board are those that its answer gives it. So a board without the second
    |   "        |    |   "    answer has another first one. Let a be the bridges between two islands in the first
    2---3    2===3    2---3    answer, and b those in the second. If the first has one more there, the second might as
                               well: but not where b is the most already. So where b is more than a, bridges are added
    first    second   board    until b cannot follow; where b is less, they are taken away until b would be negative, if
                               the islands stay connected.

Where the answers differ in several parts of the board, each of them is changed once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.graphs import least_connected
from models.puzzles.hashi.instance import WATER, Hashi
from models.puzzles.hashi.pairs import Pairs, island_pairs
from models.puzzles.parts.pairs import NumberedPairs
from models.puzzles.randomness import Stream


def exclude(
    p: Hashi, answer: NumberedPairs, second: NumberedPairs, stream: Stream
) -> tuple[Hashi, NumberedPairs] | None:
    """A board with the same islands, which the second answer does not solve, and its answer; None if nothing may be
    changed."""
    pairs = island_pairs(p)
    first, other = (_count_bridges(pairs, bridges) for bridges in (answer, second))
    counts, parts = first.copy(), least_connected(len(p.islands), pairs.ends[first != other])
    changed = set[int]()
    for pair in stream.order(len(counts)).tolist():
        part, (a, b) = int(parts[pairs.ends[pair, 0]]), (int(first[pair]), int(other[pair]))
        if a != b and part not in changed:
            before, counts[pair] = counts[pair], a + p.most - b + 1 if a < b else a - b - 1
            if _is_allowed(p, pairs, counts):
                changed.add(part)
            else:
                counts[pair] = before
    return _board_of_bridges(p, pairs, counts) if changed else None


def _count_bridges(pairs: Pairs, answer: NumberedPairs) -> NDArray[np.int64]:
    """How many bridges an answer has between each pair of islands, shape (pairs,)."""
    counts = {(first, second): number for first, second, number in answer}
    cells = pairs.cells.tolist()
    return np.array([counts.get(((r, c), (r2, c2)), 0) for (r, c), (r2, c2) in cells], np.int64)


def _is_allowed(p: Hashi, pairs: Pairs, counts: NDArray[np.int64]) -> bool:
    """Are all islands connected by bridges that do not cross?"""
    built = counts > 0
    connected = not least_connected(len(p.islands), pairs.ends[built]).any()  # all with island 0
    return connected and not built[pairs.crossings].all(axis=1).any()


def _board_of_bridges(p: Hashi, pairs: Pairs, counts: NDArray[np.int64]) -> tuple[Hashi, NumberedPairs]:
    """The board with these islands and the numbers that these bridges give them, and the bridges."""
    numbers = np.zeros(len(p.islands), np.int64)
    np.add.at(numbers, pairs.ends, counts[:, None])
    cells = p.cells.copy()
    cells[cells != WATER] = numbers
    built = np.flatnonzero(counts)
    bridges = zip(pairs.cells[built].tolist(), counts[built].tolist(), strict=True)
    return Hashi(cells, p.most), tuple(sorted((tuple(a), tuple(b), n) for (a, b), n in bridges))
