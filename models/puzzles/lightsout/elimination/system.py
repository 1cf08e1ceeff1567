"""Elimination modulo a prime (Gauss-Jordan), with a record of what was done.

      x  y  z                    from 1: z = 1 + x           rank 2: z and y are determined,
    1 1  .  1 | 1    x + z = 1   from 2: y = z = 1 + x       x is free
    2 .  1  1 | 0    y + z = 0
    3 1  1  . | 1    x + y = 1   3: 0 = 0, nothing new

Unknowns are determined from the last to the first, so that the free ones are among the first: those of the top row of a
board, as in light chasing. If the rows contradict each other, weights of the rows show it: added up with them, they say
0 = something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from models.puzzles.graphs.graph import Ints

MOST_TRIED = 10  # combinations of contradictions up to this number are looked through for a short one


@dataclass(frozen=True, slots=True)
class Elimination:
    """What came of n unknowns.

    modulus: a prime.
    pivots: the unknown that each independent equation determines, in the order in which they were determined.
    sources: the equation that determined it.
    found: shape (rank, n + 1): these equations as they were then, with 1 at the pivot; the last column is the right
        side.
    reduced: the same at the end, with each pivot in its own equation only.
    free: the unknowns that are no pivots.
    weights: of all equations, with which they add up to 0 = something else; None where there is a solution.
    """

    modulus: int
    pivots: tuple[int, ...]
    sources: tuple[int, ...]
    found: Ints
    reduced: Ints
    free: tuple[int, ...]
    weights: Ints | None

    @property
    def rank(self) -> int:
        """How many unknowns are determined by the others."""
        return len(self.pivots)

    def solution(self) -> Ints:
        """The solution in which all free unknowns are 0, shape (n,)."""
        values = np.zeros(self.reduced.shape[1] - 1, np.int64)
        values[list(self.pivots)] = self.reduced[:, -1]
        return values

    def quiet(self, unknown: int) -> Ints:
        """What can be added to any solution: the free unknown is 1, the other free ones are 0. Shape (n,)."""
        values = np.zeros(self.reduced.shape[1] - 1, np.int64)
        values[list(self.pivots)] = -self.reduced[:, unknown] % self.modulus
        values[unknown] = 1
        return values


def eliminate(matrix: Ints, right: Ints, modulus: int) -> Elimination:
    """The equations matrix x = right; matrix: shape (equations, n), right: shape (equations,), modulus: a prime."""
    equations, n = matrix.shape
    work = np.concatenate([matrix, right[:, None], np.eye(equations, dtype=np.int64)], axis=1) % modulus
    unused, pivots, sources = list(range(equations)), list[int](), list[int]()
    found = np.zeros((min(equations, n), n + 1), np.int64)
    for unknown in range(n - 1, -1, -1):
        row = next((row for row in unused if work[row, unknown]), None)
        if row is None:
            continue
        work[row] = work[row] * pow(int(work[row, unknown]), -1, modulus) % modulus
        found[len(pivots)] = work[row, : n + 1]
        others = np.flatnonzero(work[:, unknown])
        others = others[others != row]
        work[others] = (work[others] - np.outer(work[others, unknown], work[row])) % modulus
        unused.remove(row)
        pivots.append(unknown)
        sources.append(row)
    free = tuple(sorted(set(range(n)) - set(pivots)))
    weights = _short_contradiction(work[unused, n:], modulus)
    reduced = work[sources, : n + 1]
    return Elimination(modulus, tuple(pivots), tuple(sources), found[: len(pivots)], reduced, free, weights)


def _short_contradiction(rows: Ints, modulus: int) -> Ints | None:
    """Weights of the equations with which they say 0 = something else, few of them if that is easy; None if none do.
    rows: shape (unused, 1 + equations): what is left on the right side, and the weights that make it."""
    wrong = [row for row in rows if row[0]]
    even = [row for row in rows if not row[0]]
    candidates = [row[1:] for row in wrong]
    for first in wrong[:MOST_TRIED]:
        candidates += [(first - factor * second)[1:] % modulus for second in even[:MOST_TRIED] for factor in (1, -1)]
    for first, second, third in combinations(wrong[:MOST_TRIED], 3) if modulus == 2 else ():
        candidates.append((first + second + third)[1:] % 2)
    return min(candidates, key=np.count_nonzero, default=None)
