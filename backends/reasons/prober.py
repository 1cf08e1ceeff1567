"""What unit propagation knows of a model in clauses, in a solver that stays: facts are added, literals tried.

    propagate    everything that follows by propagation alone          refute    literals whose opposite cannot be
    add          one more clause                                       reveal    one more literal of a solution

Trying a literal and propagating is what people do when they suppose something and look where it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.cnf import load_solver
from backends.contract import Limits, Options, Values
from backends.lowering.clauses import to_clauses
from models.neutral import Model

SOLVER = "minisat22"
State: TypeAlias = NDArray[np.int8]  # of literals: 1 holds, -1 does not, 0 open


class Prober:
    """See above. The model has rows only; answer: the variables that are tried and revealed."""

    def __init__(self, model: Model, answer: NDArray[np.int32]) -> None:
        cnf = to_clauses(model, Limits(), Options())
        self._solver: Any = load_solver(SOLVER, cnf, Limits())
        self._answer = [int(x) for x in np.unique(answer)]
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

    def propagate(self) -> bool:
        """Learn all that follows by propagation; False where that is a contradiction."""
        if not self._consistent:
            return False
        self._consistent, literals = self._solver.propagate()
        known = np.array([x for x in literals if abs(x) < len(self._values)], np.int64)
        self._values[np.abs(known)] = np.sign(known)
        return self._consistent

    def states(self, literals: NDArray[np.int32]) -> State:
        """What is known of literals; 0 is one that always holds."""
        return np.where(literals == 0, 1, self._values[np.abs(literals)] * np.sign(literals)).astype(np.int8)

    def refute(self) -> bool:
        """Add every open literal of the answer whose opposite propagates to a contradiction. Was there one?"""
        found = False
        for x in self._answer:
            for literal in (x, -x):
                if self._values[x] == 0 and not self._solver.propagate([literal])[0]:
                    self.add([-literal])
                    found = True
                    break
        return found

    def reveal(self, solution: Values) -> bool:
        """Add a literal of the answer that is open, the one from which most follows. Is there one?"""
        still_open = [x if solution[x] == 1 else -x for x in self._answer if self._values[x] == 0]
        if not still_open:
            return False
        self.add([max(still_open, key=lambda x: len(self._solver.propagate([x])[1]))])
        return True
