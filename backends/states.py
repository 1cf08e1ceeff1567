"""Counting by states: an own counter, for rows that are local. It only counts.

    model --rows as stated--> an order of the variables --sweep--> the number           (`backends.sweeping`)

What rows have come to, of those with some of their variables set, is a state; assignments with one state have the same
future, so that only their number is kept. The numbers are exact, and have any number of digits. It needs no library and
no clauses, so that it is a second witness for a number of which nobody can list the answers.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, ignore_outcome
from backends.outcomes import Stopwatch, check_literals
from backends.sweeping.row_states import rows_in_order, variables_of_rows
from backends.sweeping.sweep import count_all, count_projected, plan_steps
from backends.sweeping.variable_order import order_variables
from models.neutral import Form, Model
from rosetta.foundation.jit import compiler_version

MOST_VALUES = 10_000  # of a variable in a row: each is tried


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments that differ on `project`."""
    watch = Stopwatch()
    check_literals(model, limits, "states needs")
    refuse_wide_variables(model)
    order, _ = order_of(model)
    rows = list(rows_in_order(model, {variable: place for place, variable in enumerate(order)}))
    if any(row.is_dead for row in rows):
        return 0
    values: list[int] = (model.upper - model.lower + 1).tolist()
    asked = {int(variable) for variable in project}
    free: int = math.prod(values[variable] for variable in asked - set(order))
    steps = plan_steps(rows, order, values)

    def report(done: int, states: int) -> None:
        watch.seconds_left(limits)
        tell(Outcome(Status.UNKNOWN, note=f"{done:,} of {len(steps):,} variables, {states:,} states"))

    asked_steps = {place for place, variable in enumerate(order) if variable in asked}
    if len(asked_steps) == len(order):
        return free * count_all(steps, report)
    return free * count_projected(steps, asked_steps, report)


def order_of(model: Model) -> tuple[list[int], float]:
    """The order of the variables, and the bits of the work, as `order_variables`."""
    weights = [math.log2(row.kinds) for row in rows_in_order(model, dict(enumerate(range(model.variables + 1))))]
    return order_variables(variables_of_rows(model), weights)


def refuse_wide_variables(model: Model) -> None:
    """Raises Unsupported where a variable of a row has too many values."""
    used = {variable for row in variables_of_rows(model) for variable in row}
    for variable in used:
        values = int(model.upper[variable] - model.lower[variable]) + 1
        if values > MOST_VALUES:
            raise Unsupported(f"states tries each value of a variable, and {model.name_of(variable)} has {values:,}")


BACKEND = Backend(
    name="states",
    kind="dynamic programming",
    takes=frozenset(Form),
    probe=lambda: None,
    version=compiler_version,
    count=count,
    single_threaded=True,
)
