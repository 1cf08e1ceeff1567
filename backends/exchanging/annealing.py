"""Simulated annealing over exchanges: melt, cool, and again, for somewhat longer.

    a cycle    MELTING of its chains are all accepted; then the temperature falls geometrically
    from       WEIGHT * HOT to WEIGHT * COLD

Melting is what makes it work. An assignment that a solver finds is no typical one: much of it is tighter than chance
would have it, and at temperatures where sums stay right it loosens too slowly. When all chains are accepted for a
while, the search forgets where it began, and comes to where most assignments are.

How slowly to cool matters less than one would think: on boards of 60 and 70 cells a side, cycles of 300, 1,200 and
5,000 chains by variable met a solution as often in the same time. So cycles begin short and grow slowly.

In balance each of the prefix sums is off now and then, the more seldom the colder it is; all are right at once only if
that is seldom enough for their number. So the temperature at which a solution is met falls with the number of sums:
HOT and COLD contain it for Tents boards of 30 to 400 cells a side.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from backends.exchanging.problem import ExchangeProblem, exchange_problem
from backends.lowering.canonical import canonical_rules
from backends.walking.walk import first_words
from models.neutral import Model

if TYPE_CHECKING:  # the compiled loops are loaded on first use
    from backends.exchanging.exchange_kernel import SearchState

WEIGHT = 10  # of the squares of the prefix sums, against those of the deviations
HOT, COLD = 0.8, 0.4  # the highest and the lowest temperature of a cycle, in units of WEIGHT
MELTING = 0.05  # share of a cycle's chains that are all accepted
FIRST_CYCLE, GROWTH = 100, 1.2  # chains by variable of the first cycle; how much longer each is than the one before
FOCUS = 0.9  # share of chains that begin in a row with a deviation
NOISE = 0.4  # share of repairs that do not look at what they break; some boards are never solved without any
CHAIN = 40  # flips of a chain at the most
SLICE, PLAIN = 20_000, 200  # chains between two looks at the clock, about 0.02 s compiled; and not compiled


class Annealing:
    """A problem and the state of the search on it: `run` continues it."""

    def __init__(self, problem: ExchangeProblem, values: NDArray[np.int64], seed: int) -> None:
        """values: an assignment of the model's variables that keeps the short rows. Raises ValueError for another."""
        from backends.exchanging import exchange_kernel as kernel

        self._kernel, self._lift, self._rows = kernel, problem.definitions.lift, problem.rows
        self._settings = kernel.ChainSettings(WEIGHT, int(FOCUS * 2**32), int(NOISE * 2**32), CHAIN)
        self._state = self._start_state(problem, values, seed)
        self.tried, self._cycle_start, self._cycle = 0, 0, FIRST_CYCLE * problem.variables
        broken = kernel.begin(self._settings.weight, self._rows, self._state)
        if broken:
            raise ValueError(f"expected an assignment that keeps the short rows, found {broken:,} broken ones")
        self.fewest_off = self.off

    def _start_state(self, problem: ExchangeProblem, values: NDArray[np.int64], seed: int) -> SearchState:
        rows, variables = len(problem.rows.lo), problem.variables
        touchable = CHAIN * int(np.diff(problem.rows.variable_starts).max(initial=0))  # rows that a chain can touch
        return self._kernel.SearchState(
            values=values[problem.definitions.remaining].astype(np.int32),
            sums=np.zeros(rows, np.int32),
            deviations=np.zeros(rows, np.int32),
            prefixes=np.zeros(rows, np.int32),
            off=np.zeros(rows, np.int32),
            places=np.zeros(rows, np.int32),
            marks=np.zeros(variables, np.int64),
            row_marks=np.zeros(rows, np.int64),
            flipped=np.zeros(CHAIN, np.int32),
            broken=np.zeros(touchable, np.int32),
            touched=np.zeros(touchable, np.int32),
            numbers=np.zeros(8, np.int64),
            words=np.array(first_words(f"recombine:{seed}"), np.int64),
        )

    def run(self, until: int, between: Callable[[], object] = lambda: None) -> None:
        """Anneal until all rows hold, or `until` chains were tried in all. between: called between slices; what it
        raises ends the run, which can be continued."""
        longest = SLICE if self._kernel.COMPILED else PLAIN
        while not self.is_solved and self.tried < until:
            between()
            if self.tried - self._cycle_start >= self._cycle:
                self._cycle_start, self._cycle = self.tried, int(GROWTH * self._cycle) + 1
            chains = min(longest, self._cycle // 100 + 1, until - self.tried)
            self.try_chains(chains, cycle_temperature((self.tried - self._cycle_start) / self._cycle))

    def try_chains(self, number: int, temperature: float) -> None:
        """So many chains at one temperature, fewer where all rows hold before."""
        self._kernel.anneal(number, temperature, self._settings, self._rows, self._state)
        self.tried += number
        self.fewest_off = min(self.fewest_off, self.off)

    @property
    def is_solved(self) -> bool:
        """All rows hold."""
        return self.energy == 0

    @property
    def energy(self) -> int:
        """The sum of the squares of deviations, and WEIGHT times that of their prefix sums."""
        return int(self._state.numbers[self._kernel.ENERGY])

    @property
    def off(self) -> int:
        """How many counted rows deviate."""
        return int(self._state.numbers[self._kernel.OFF])

    @property
    def exchanges(self) -> tuple[int, int]:
        """How many chains mended all they broke, and how many of these were accepted."""
        return int(self._state.numbers[self._kernel.EXCHANGES]), int(self._state.numbers[self._kernel.ACCEPTED])

    @property
    def values(self) -> NDArray[np.int64]:
        """The assignment of the model's variables, shape (variables,)."""
        return self._lift(self._state.values)


def cycle_temperature(share: float) -> float:
    """The temperature when that share of a cycle is over; infinite while it melts."""
    if share < MELTING:
        return math.inf
    cooled = (share - MELTING) / (1 - MELTING)
    return float(WEIGHT * HOT * (COLD / HOT) ** cooled)


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
