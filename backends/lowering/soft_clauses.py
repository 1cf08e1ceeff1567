"""The objective as soft clauses of one literal each, for MaxSAT.

    minimise  sum of coefficient * literal     becomes     a soft clause for each term, of the coefficient's weight:
              c x, c > 0                                   (not x)  weighs c
              c x, c < 0                                   (x)      weighs -c, and c is paid in any case

Rules that may be broken (`models.neutral.conditions.soft_rules`) come the same way: (not broken) weighs what they cost.
An integer in the objective is the sum of the Booleans of its order encoding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.encoding_templates.order_variables import OrderVariables
from models.neutral import Model, Objective
from models.neutral.rows import segment_indices


def soft_literals(model: Model, orders: OrderVariables) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The soft literals, what each costs if it does not hold, and the cost that is paid in any case."""
    if model.objective is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), 0
    terms, coefs = model.objective.literals.astype(np.int64), model.objective.coefs
    at = np.abs(terms)
    integers = model.integer[at]
    width = np.where(integers, orders.width[at], 1)
    first = np.where(integers, orders.first[at], terms)
    each, weights = np.repeat(first, width) + segment_indices(width), np.repeat(coefs, width)
    nonzero = weights != 0
    each, weights = each[nonzero], weights[nonzero]
    return np.where(weights > 0, -each, each), np.abs(weights), least_cost(model.objective, model)


def least_cost(objective: Objective, model: Model) -> int:
    """What is paid in any case: each variable at its cheaper bound, whatever the rules say."""
    weights, paid = objective.variable_costs(model.variables)
    return paid + int(np.minimum(weights * model.lower, weights * model.upper).sum())
