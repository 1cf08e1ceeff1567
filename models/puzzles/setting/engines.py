"""What a setter may ask of solvers. A puzzle imports no backend: `rosetta.studies.setting` hands these in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model

Assignment: TypeAlias = NDArray[np.int64]
"""The value of each variable of a model, shape (variables + 1,); place 0 is unused."""


class AssumptionSolver(Protocol):
    """Answers questions about a model, each under assumptions of its own."""

    def ask(self, assumed: NDArray[np.int32] | Sequence[int] = ()) -> Assignment | None:
        """An assignment in which the assumed literals hold, None if there is none."""

    def core(self) -> frozenset[int]:
        """Of the literals assumed last, where nothing was found: some that cannot all hold. Not the fewest."""


class StandingSolver(AssumptionSolver, Protocol):
    """A model kept in a solver, and solved again and again (`backends.reasons.incremental`)."""

    def add(self, clause: Iterable[int]) -> None:
        """One of these literals holds, from now on."""

    def prefer(self, literals: NDArray[np.int32]) -> None:
        """Try these first, from now on."""


class SetterEngines(Protocol):
    """Solvers, by the names of their backends. They run in the setter's process, which is stopped at the limit."""

    def standing(self, model: Model) -> StandingSolver:
        """A solver with this model in it, which has Boolean variables only."""

    def solve(self, backend: str, model: Model, names: NDArray[np.int32] | None = None) -> Assignment | None:
        """The backend's assignment (a cheapest one where the model has costs), None if there is none.

        names: another name for each variable, shape (variables + 1,), under which the backend sees it: one that tries
        variables by their names takes them in another order. Raises LimitReached where the backend gives up, and
        TooLarge.
        """

    def solutions(self, backend: str, model: Model, project: NDArray[np.int32]) -> Iterator[Assignment]:
        """Assignments that differ on these variables, all of them in the end."""

    def least_cost(self, backend: str, model: Model, seconds: float) -> int | None:
        """The cost of a cheapest assignment; None if it is not known within the time, or the backend is missing."""
