"""Shrinking keeps the failure, and comes to the smallest model on which a fault with a known cause can occur."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from models.neutral import Model
from rosetta.studies.disagreements.shrinking import OutOfRuns, model_weight, shrink_model
from tests.support.brute_force import first_solution
from tests.support.strategies import models


def long_rows(model):
    return [row for block in model.blocks for row in range(len(block)) if block.rows.lengths[row] >= 3]


@given(models())
@settings(max_examples=40)
def test_a_fault_that_needs_one_long_row(model):
    """The fault: a model with a row of three literals that has a solution. One such row and nothing else is left."""

    def fails(smaller):
        return first_solution(smaller) if long_rows(smaller) else None

    found = fails(model)
    if found is None:
        return
    smallest = shrink_model(model, found, fails)
    rows, variables, literals, _ = model_weight(smallest)
    assert (rows, literals) == (1, 3), str(smallest)
    assert variables <= model.variables  # fixing one would drop a row that always holds
    assert fails(smallest) is not None


def test_what_is_left_when_the_runs_are_used_up_still_fails():
    model = Model("many")
    x = model.bools("x", 40)
    for first in range(0, 36):
        model.any(f"row {first}", [x[first : first + 4]])
    runs = 0

    def fails(smaller):
        nonlocal runs
        runs += 1
        if runs > 25:
            raise OutOfRuns
        return np.ones(smaller.variables + 1, np.int64) if long_rows(smaller) else None

    smallest = shrink_model(model, np.ones(41, np.int64), fails)
    assert model_weight(smallest) < model_weight(model)
    assert long_rows(smallest)


@pytest.mark.parametrize("cost", [1, 7])
def test_an_objective_stays_where_the_fault_needs_it(cost):
    """One term of it is enough."""
    model = Model("costs")
    x = model.bools("x", 6)
    model.any("one holds", [x])
    model.minimize("cost", x, np.full(6, cost))

    def fails(smaller):
        goal = smaller.objective
        return first_solution(smaller) if goal is not None and len(goal.literals) else None

    smallest = shrink_model(model, first_solution(model), fails)
    assert (sum(map(len, smallest.blocks)), len(smallest.objective.literals)) == (0, 1)
