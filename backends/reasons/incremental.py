"""A model kept in a solver and solved again and again under assumptions.

    model --clauses--> solver        ask([a, -b])   is there an assignment in which a holds and b does not?
                         ^           core()         if there is none: which of these literals are to blame
                         add([c, d]) from now on c or d holds

What the solver learns while it answers one question helps it with the next, since clauses follow from the model and
from none of the assumptions. Rows that shall come and go have a guard (`when=`), which is assumed or not. Counts
without a guard go to MiniCard as they are, all else as clauses; literals are those of the model, which must have
Boolean variables only.

Neither the time nor anything random comes in: the same questions in the same order have the same answers, as long as
python-sat stays the version it is. Calls cannot be interrupted; so this belongs into a child
(`running.supervisor.messages`).

Reference: Een and Sorensson, "Temporal induction by incremental SAT solving" (2003).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Unsupported, Values
from backends.loading.python_sat import loads_in_bulk
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import COUNTING_FORMS, to_clauses
from models.neutral import Model
from rosetta.foundation.limits import LimitReached

SOLVER, CLAUSES_ONLY = "minicard", "minisat22"


class IncrementalSolver:
    """A solver with the model in it. prefer: literals that it tries first, until it has a reason for others;
    clauses: counts too go as clauses, to MiniSat."""

    def __init__(self, model: Model, prefer: NDArray[np.int32] | None = None, *, clauses: bool = False) -> None:
        if model.integer.any():
            raise Unsupported("a standing model has Boolean variables only")
        native = frozenset() if clauses else frozenset(COUNTING_FORMS)
        self._cnf, self._model = to_clauses(model, Limits(), Options(), native=native), model
        name = CLAUSES_ONLY if clauses else SOLVER
        size = self._cnf.literals + self._cnf.native.literals
        self._solver = load_solver(name, self._cnf, Limits(), loads_in_bulk(name, size))
        if prefer is not None:
            self.prefer(prefer)

    def prefer(self, literals: NDArray[np.int32]) -> None:
        """Try these first, from now on."""
        self._solver.set_phases(literals.ravel().tolist())

    def ask(self, assumed: NDArray[np.int32] | Sequence[int] = ()) -> Values | None:
        """An assignment in which the assumed literals hold, None if there is none."""
        if self._cnf.contradiction:
            return None
        satisfiable = self._solver.solve(assumptions=np.asarray(assumed, np.int64).ravel().tolist())
        if satisfiable is None:
            raise LimitReached("the solver was interrupted")
        return self._cnf.values(self._model, self._solver.get_model()) if satisfiable else None

    def core(self) -> frozenset[int]:
        """Of the literals assumed last, where nothing was found: some that cannot all hold. Not the fewest."""
        return frozenset(self._solver.get_core() or ())

    def add(self, clause: Iterable[int]) -> None:
        """One of these literals holds, from now on."""
        self._solver.add_clause([int(literal) for literal in clause])

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()
