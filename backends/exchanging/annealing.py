"""Simulated annealing over exchanges: from hot to cold, and again for twice as long.

    temperature = W * HOT * (200 / sums)^POWER * COLD^(share of the cycle that is over)

In balance each of the prefix sums is off now and then, the more seldom the colder it is; all are right at once only if
that is seldom enough for their number. So the more sums, the colder it must be; and the colder it is, the longer a
state takes to change. HOT, POWER and COLD are what was quickest on Tents boards of 30 to 100 cells a side. Every cycle
sweeps the temperatures between, and goes on from where the last one ended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.exchanging.problem import ExchangeProblem, exchange_problem
from backends.passes.canonical import canonical_rules
from backends.walking.walk import first_words
from models.neutral import Model

HOT, POWER = 0.72, 0.4  # the highest temperature for 200 sums, in units of WEIGHT; how it falls with their number
COLD = 0.88  # the lowest, as a share of it
WEIGHT = 3  # of the squares of the prefix sums, against those of the deviations
FOCUS = 0.9  # share of chains that begin in a row with a deviation
CHAIN = 40  # flips of a chain at the most
FIRST_CYCLE = 1_000_000  # chains
SLICE, PLAIN = 20_000, 200  # chains between two looks at the clock, about 0.02 s compiled; and not compiled


class Annealing:
    """A problem and the state of the search on it: `run` continues it."""

    def __init__(self, problem: ExchangeProblem, values: NDArray[np.int64], seed: int) -> None:
        """values: an assignment that keeps the short rows, shape (variables,). Raises ValueError for another."""
        from backends.exchanging import exchange_kernel as kernel

        p, rows = problem, len(problem.lo)
        self._kernel, self._slice = kernel, SLICE if kernel.COMPILED else PLAIN
        self._values = values.astype(np.int32)
        places = CHAIN * int(np.diff(p.variable_starts).max(initial=0))  # rows that a chain can touch
        by_row = p.row_starts, p.row_variables, p.row_coefs
        bounds = p.lo, p.hi, p.segment_ends, p.kept
        counts = tuple(np.zeros(rows, np.int32) for _ in range(5))  # sums, deviations, prefixes, off, places
        marks = np.zeros(p.variables, np.int64), np.zeros(rows, np.int64)
        chain = tuple(np.zeros(length, np.int32) for length in (CHAIN, places, places))  # flipped, broken, touched
        self._numbers = np.zeros(8, np.int64)
        self._stream = np.array(first_words(f"recombine:{seed}"), np.int64)
        self._columns: tuple[Any, ...] = (  # of `anneal`
            *by_row, p.variable_starts, p.variable_rows, p.variable_coefs, *bounds, self._values, *counts, *marks,
            *chain, self._numbers, self._stream,
        )  # fmt: skip
        self._hottest = WEIGHT * HOT * (200 / max(p.counted, 1)) ** POWER
        self.tried, self._cycle_start, self._cycle = 0, 0, FIRST_CYCLE
        state: tuple[Any, ...] = (*by_row, *bounds, self._values, *counts, self._numbers)
        broken = kernel.begin(WEIGHT, *state)
        if broken:
            raise ValueError(f"expected an assignment that keeps the short rows, found {broken:,} broken ones")
        self.fewest_off = self.off

    def run(self, until: int, between: Callable[[], object] = lambda: None) -> None:
        """Anneal until all rows hold, or `until` chains were tried in all. between: called between slices; what it
        raises ends the run, which can be continued."""
        while not self.is_solved and self.tried < until:
            between()
            if self.tried - self._cycle_start >= self._cycle:
                self._cycle_start, self._cycle = self.tried, 2 * self._cycle
            share = (self.tried - self._cycle_start) / self._cycle
            self.try_chains(min(self._slice, until - self.tried), self._hottest * COLD**share)

    def try_chains(self, number: int, temperature: float) -> None:
        """So many chains at one temperature, fewer where all rows hold before."""
        self._kernel.anneal(number, temperature, WEIGHT, int(FOCUS * 2**32), CHAIN, *self._columns)
        self.tried += number
        self.fewest_off = min(self.fewest_off, self.off)

    @property
    def is_solved(self) -> bool:
        """All rows hold."""
        return self.energy == 0

    @property
    def energy(self) -> int:
        """The sum of the squares of deviations, and WEIGHT times that of their prefix sums."""
        return int(self._numbers[self._kernel.ENERGY])

    @property
    def off(self) -> int:
        """How many counted rows deviate."""
        return int(self._numbers[self._kernel.OFF])

    @property
    def exchanges(self) -> tuple[int, int]:
        """How many chains mended all they broke, and how many of these were accepted."""
        return int(self._numbers[self._kernel.EXCHANGES]), int(self._numbers[self._kernel.ACCEPTED])

    @property
    def values(self) -> NDArray[np.int32]:
        """The assignment, shape (variables,)."""
        return self._values.copy()


def prepare() -> None:
    """Compile the kernel, or read it from disk."""
    model = Model("two lines")
    cells = model.bools("x", (2, 3))
    model.exactly(2, "lines", cells)  # and so four in three columns, one each: no end before the chains are tried
    model.at_most(1, "columns", cells.T)
    annealing = Annealing(exchange_problem(canonical_rules(model), model.variables, 2), np.zeros(6, np.int64), 0)
    annealing.try_chains(10, 1.0)


if __name__ == "__main__":
    prepare()
