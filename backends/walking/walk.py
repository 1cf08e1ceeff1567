"""WalkSAT: draw an assignment; while clauses are unsatisfied, draw one of them and flip one of its variables.

    seed, try --SHA-256--> 4 words --xoshiro128++--> assignment, clause, noise, variable, clause, noise, ..

(Papadimitriou 1991; Selman, Kautz & Cohen 1994: Noise strategies for improving local search.) A walk finds an
assignment or gives up; it never shows that there is none. It runs in slices, so that limits hold between them, and
continues as if it had not been cut. The same seed gives the same flips on every machine, compiled or not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from backends.walking.formula import Formula, formula
from backends.walking.heuristics import chances, heuristic_code, noise_threshold, weights

SLICE, PLAIN = 200_000, 2_000  # flips between two looks at the clock, about 0.1 s compiled; and not compiled


class Walk:
    """A formula with a heuristic, and the state of a walk on it. `begin` starts a walk, `run` continues it."""

    def __init__(self, formula: Formula, heuristic: str, noise: float) -> None:
        from backends.walking import walk_kernel as kernel

        clauses, variables = len(formula), formula.variables
        self._kernel, self._slice = kernel, SLICE if kernel.COMPILED else PLAIN
        self._heuristic = kernel.Heuristic(
            heuristic_code(heuristic), noise_threshold(noise), weights(formula), chances(formula)
        )
        self._formula = kernel.WalkClauses(
            formula.starts.view(np.uint64),
            formula.literals.view(np.uint32),
            formula.occurrence_starts.view(np.uint64),
            formula.clauses.view(np.uint32),
        )
        self._state = kernel.WalkState(
            holds=np.zeros(2 * variables + 2, np.uint8),
            counts=np.zeros((clauses, 2), np.uint32),
            unsatisfied=np.zeros(clauses, np.uint32),
            place=np.zeros(clauses, np.uint32),
            breaks=np.zeros(variables + 1, np.int32),
            modified=np.zeros(variables + 1, np.int64),
            of_length=np.zeros(int(formula.lengths.max(initial=0)) + 2, np.int64),
            numbers=np.zeros(3, np.int64),
            words=np.zeros(4, np.int64),
        )

    def begin(self, seed: int, attempt: int) -> None:
        """A random assignment; all draws from here on are those of the seed and the attempt."""
        self._state.words[:] = random_state(seed, attempt)
        self._kernel.begin(self._formula, self._state)

    def run(self, until: int, between: Callable[[], object] = lambda: None) -> bool:
        """Flip until every clause holds, or until there were `until` flips since `begin`; whether every clause holds.
        between: called between slices; what it raises ends the run, and the walk can be continued."""
        while not self.is_solved and self.flips < until:
            between()
            end = min(until, self.flips + self._slice)
            self._kernel.walk(end, self._heuristic, self._formula, self._state)
        return self.is_solved

    @property
    def is_solved(self) -> bool:
        """Every clause holds."""
        return not self._state.numbers[self._kernel.UNSATISFIED]

    @property
    def flips(self) -> int:
        """Flips since `begin`."""
        return int(self._state.numbers[self._kernel.FLIPS])

    @property
    def fewest_unsatisfied(self) -> int:
        """The fewest unsatisfied clauses since `begin`."""
        return int(self._state.numbers[self._kernel.FEWEST])

    @property
    def assignment(self) -> NDArray[np.bool_]:
        """The assignment, by variable; entry 0 is not a variable."""
        values: NDArray[np.bool_] = self._state.holds[::2] == 1
        return values


def random_state(seed: int, attempt: int) -> list[int]:
    """The initial state of an attempt's random numbers."""
    return first_words(f"walksat:{seed}:{attempt}")


def first_words(text: str) -> list[int]:
    """Four words of 32 bits for a stream of random numbers: the first 128 bits of a SHA-256, big-endian."""
    digest = hashlib.sha256(text.encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4)]


def prepare() -> None:
    """Compile the kernel, or read it from disk."""
    walk = Walk(formula(np.array([1, 0, -1, 2, 0, -2, 0], np.int32), 2), "skc", 0.5)  # has no solution
    walk.begin(0, 0)
    assert not walk.run(10)
    assert walk.flips == 10


if __name__ == "__main__":
    prepare()
