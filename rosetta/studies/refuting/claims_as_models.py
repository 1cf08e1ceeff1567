"""A claim as a model that has no solution if the claim is true. Part of what a proof rests on.

    no other answer than x = 1, y = 0      some of: not x, y
    none costs less than 7                 cost <= 6

The clause that forbids an answer names all variables of the answer. A shorter one, as those that list answers use
(`backends.passes.blocking`), would forbid more than the answer, by an argument that the checker does not know.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from backends.contract import Values
from backends.passes.solution_improving import with_cost_below
from models.neutral import Model


def claim_of_none(model: Model) -> Model:
    """The model has no solution."""
    claim = model.copy()
    claim.objective = None
    return claim


def claim_of_no_other(model: Model, project: NDArray[np.int32], answers: Iterable[Values]) -> Model:
    """Every solution has the values of one of these on the variables `project`, which are Booleans."""
    claim = claim_of_none(model)
    variables = np.unique(project)
    for number, values in enumerate(answers, 1):
        literals = np.where(values[variables] == 1, -variables, variables)
        claim.any(f"differs from answer {number}", [literals])
    return claim


def claim_of_no_better(model: Model, cost: int) -> Model:
    """No solution costs less. Raises ValueError for a model without an objective."""
    if model.objective is None:
        raise ValueError("expected a model with an objective")
    return with_cost_below(claim_of_none(model), model.objective, cost)
