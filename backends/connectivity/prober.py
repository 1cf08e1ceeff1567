"""What can be learnt of a model in clauses by supposing one literal after the other and propagating, as people do.

    settle    literals that propagation shows
    learn     one more literal whose opposite propagates to a contradiction
    suppose   what holds if an open literal does
    add       one more clause
    reveal    one more literal of a solution

The solver stays. python-sat tells what follows from a supposition, and not what is known without one: a literal that is
known follows from nothing, and one that is open at least from itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Values
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import to_clauses
from models.neutral import Model

SOLVER = "minisat22"
State: TypeAlias = NDArray[np.int8]  # of literals: 1 holds, -1 does not, 0 open


class ClauseRow(Protocol):
    """A row that is a clause."""

    @property
    def clause(self) -> tuple[int, ...]: ...


FoundRow = TypeVar("FoundRow", bound=ClauseRow)


class Prober:
    """See above. The model has rows only; tracked: literals of the variables that are supposed and revealed."""

    def __init__(self, model: Model, tracked: NDArray[np.int32]) -> None:
        cnf = to_clauses(model, Limits(), Options())
        self._solver: Any = load_solver(SOLVER, cnf, Limits())
        self._tracked = [int(x) for x in np.unique(np.abs(np.asarray(tracked))) if x]
        self._values = np.zeros(model.variables + 1, np.int8)
        self._consistent = not cnf.contradiction

    def __enter__(self) -> Prober:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """One more clause; an empty one is a contradiction."""
        self._consistent = self._consistent and len(clause) > 0
        if clause:
            self._solver.add_clause([int(x) for x in clause])

    def states(self, literals: NDArray[np.int32], values: State | None = None) -> State:
        """What is known of literals; 0 is one that always holds. values: of variables, if not those that are known."""
        known = self._values if values is None else values
        return np.where(literals == 0, 1, known[np.abs(literals)] * np.sign(literals)).astype(np.int8)

    def settle(self) -> None:
        """Learn what propagation shows without any supposition."""
        for x in self._tracked:
            if self._values[x] == 0 and self._consistent:
                consistent, implied = self._solver.propagate([x])
                if not implied:
                    self._values[x] = 1 if consistent else -1

    def learn(self) -> bool:
        """Suppose one open literal after the other, until the opposite of one cannot be, and learn that one. Is there
        one? After a contradiction nothing is learnt."""
        for i, x in enumerate(self._tracked):
            if self._values[x] == 0 and self._consistent:
                refuted = [literal for literal in (x, -x) if not self._solver.propagate([literal])[0]]
                self._consistent = len(refuted) < 2
                if len(refuted) == 1:
                    self._solver.add_clause([-refuted[0]])
                    self._values[x] = -np.sign(refuted[0])
                    self._tracked = self._tracked[i + 1 :] + self._tracked[: i + 1]  # the others come first next time
                    return True
        return False

    def suppose_each(self) -> Iterator[State]:
        """What holds then, by variable, for each open literal that is supposed."""
        for x in self._tracked:
            for literal in (x, -x):
                if self._values[x] == 0 and self._consistent:
                    values = self._values.copy()
                    implied = np.array(self._solver.propagate([literal])[1], np.int64)
                    implied = implied[np.abs(implied) < len(values)]  # the clauses may have more variables
                    values[np.abs(implied)] = np.sign(implied)
                    yield values

    def reveal(self, solution: Values) -> bool:
        """Learn a literal of the solution that is open, the one from which most follows. Is there one?"""
        still_open = [x if solution[x] == 1 else -x for x in self._tracked if self._values[x] == 0]
        if not still_open or not self._consistent:
            return False
        best = max(still_open, key=lambda x: len(self._solver.propagate([x])[1]))
        self.add([best])
        self._values[abs(best)] = np.sign(best)
        return True


def find_needed_rows(
    prober: Prober,
    solution: Values | None,
    rows_now: Callable[[], list[FoundRow]],
    rows_ahead: Callable[[], list[FoundRow]],
) -> list[FoundRow]:
    """The rows that propagation comes to need on the way to a solution, or to a contradiction, where there is none.

    rows_now: those that say something new where so much is known.
    rows_ahead: one that refutes a literal, where nothing else is left to learn.
    """
    rows, seen = list[FoundRow](), set[tuple[int, ...]]()
    while True:
        prober.settle()
        new = [row for row in rows_now() if row.clause not in seen]
        if not new and not prober.learn():
            new = rows_ahead()
            if not new and (solution is None or not prober.reveal(solution)):
                return rows
        for row in new:
            prober.add(row.clause)
        rows += new
        seen.update(row.clause for row in new)
