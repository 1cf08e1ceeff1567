"""All solutions with a solver that finds one: forbid what was found, solve again.

    found S on the variables P  ->  at least one variable of P differs from S      (one clause)

Each round hands the solver the whole model again; solvers that keep their state have a way of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, LimitReached, Limits, Options, Status, Stopwatch, Values
from models.neutral import Model

SENTENCE = "not a solution that was found before"


def differs(values: Values, project: NDArray[np.int32]) -> NDArray[np.int32]:
    """The clause that excludes an assignment on the variables `project`, shape (len(project),)."""
    return np.where(values[project] == 1, -project, project)


def one_by_one(
    backend: Backend, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    """Assignments that differ on `project` until there are no more. Raises LimitReached."""
    watch = Stopwatch()
    rest = model.copy()
    rest.objective = None
    while True:
        outcome = backend.solve(rest, replace(limits, seconds=watch.left(limits)), options)
        if outcome.status is Status.UNSATISFIABLE:
            return
        if outcome.values is None:
            raise LimitReached(outcome.note or "time limit")
        yield outcome.values
        rest = rest.copy()
        rest.any(SENTENCE, [differs(outcome.values, project)])
