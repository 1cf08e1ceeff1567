"""Integer programs of PuLP: the same optimum as CBC and as brute force, in the problem's own sense; nothing rounded."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pulp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rosetta as rs
from tests.support.solutions import says_none

NUMBERS = st.one_of(st.integers(-5, 5), st.sampled_from([0.5, -0.25, 1.1, -2.75, 0.125, 0.2]))
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pulp")


@st.composite
def problems(draw):
    """A small problem of either sense: binary and integer variables, fractions, empty rows, a constant."""
    problem = pulp.LpProblem("drawn", draw(st.sampled_from([pulp.LpMinimize, pulp.LpMaximize])))
    x = [problem.add_variable(f"b{i}", cat="Binary") for i in range(draw(st.integers(0, 2)))]
    for i in range(draw(st.integers(0, 2))):
        low = draw(st.integers(-2, 2))
        x.append(problem.add_variable(f"i{i}", low, low + draw(st.integers(0, 3)), cat="Integer"))
    for i in range(draw(st.integers(0, 3))):
        sides = (pulp.LpConstraintLE, pulp.LpConstraintGE, pulp.LpConstraintEQ)
        left = pulp.LpAffineExpression({v: draw(NUMBERS) for v in x})
        problem += pulp.LpConstraint(left, draw(st.sampled_from(sides)), f"row {i}", draw(NUMBERS))
    if x and draw(st.booleans()):
        problem += pulp.LpAffineExpression({v: draw(NUMBERS) for v in x}, draw(NUMBERS)), "gain"
    return problem


def exactly(number):
    """What a number is meant to be."""
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def best(problem):
    """The best value over all assignments that keep the rows, and how many there are; (None, 0) if there are none."""
    variables = [v for v in problem.variables() if v.name != "__dummy"]
    values = []
    for assigned in product(*(range(int(v.lowBound), int(v.upBound) + 1) for v in variables)):
        at = dict(zip(variables, assigned, strict=True))
        sums = [
            (sum(exactly(a) * at[v] for v, a in row.items()) + exactly(row.constant), row.sense)
            for row in problem.constraints()
        ]
        if all(total == 0 or (total < 0 and side == -1) or (total > 0 and side == 1) for total, side in sums):
            goal = problem.objective
            values.append(
                0 if goal is None else sum(exactly(a) * at[v] for v, a in goal.items()) + exactly(goal.constant)
            )
    pick = max if problem.sense == pulp.LpMaximize else min
    return (pick(values) if values else None), len(values)


@pytest.mark.sample(0.125)
@given(problems())
@settings(max_examples=10)
def test_the_optimum_is_that_of_brute_force_and_of_cbc(problem):
    """Both senses; infeasible problems; the number of solutions."""
    model = rs.from_pulp(problem)
    solution, (optimum, number) = rs.solve(model), best(problem)
    assert rs.count(model).count == number
    if optimum is None:
        assert says_none(solution)
        return
    if model.objective is None:
        assert (solution.status, solution.objective) == ("satisfied", None)
        return
    assert (solution.status, solution.objective) == ("optimal", pytest.approx(float(optimum)))
    assert solution.to_json()["objective"] == solution.objective
    assert problem.solve(pulp.PULP_CBC_CMD(msg=False)) == pulp.LpStatusOptimal
    assert pulp.value(problem.objective) == pytest.approx(float(optimum))
    assert rs.count(rs.from_pulp(problem)).count == number  # what a solve leaves behind plays no part


def test_every_backend_says_it_in_the_own_sense():
    """A knapsack: objective, bound and verdict of a comparison; an int where it is whole, the sentences are names."""
    problem = pulp.LpProblem("knapsack", pulp.LpMaximize)
    x = problem.add_variable_dicts("item", "abc", cat="Binary")
    problem += 3 * x["a"] + 4.5 * x["b"] + 2 * x["c"] + 10, "value"
    problem += 2 * x["a"] + 3 * x["b"] + x["c"] <= 4, "weight"
    model = rs.from_pulp(problem)
    comparison = rs.compare(model, backends=["cpsat", "cnf", "cbc", "oracle"])
    assert comparison.verdict == "agree"
    assert [run["objective"] for run in comparison.runs] == [16.5] * 4
    assert {run["bound"] for run in comparison.runs} <= {16.5, None}
    assert [rule["rule"] for rule in rs.formulas(model).rules] == ["weight", "value"]
    assert rs.solve(model).answer == {"item_a": 0, "item_b": 1, "item_c": 1}
    assert "objective 16.5" in str(rs.solve(model))
    assert model.objective.sense.own_bound(float("-inf")) == float("inf")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "number", [0.1, 2.5, 1e-9, 2**-30, 1 / 2**20, 123456789.125, Decimal("1.1"), Fraction(1, 3), 7]
)
def test_numbers_that_are_exact(number):
    """Decimals as they are written, powers of two as they are."""
    problem = pulp.LpProblem("exact")
    x = problem.add_variable("x", cat="Binary")
    problem += pulp.LpAffineExpression({x: number}, -number) <= 0
    assert rs.count(rs.from_pulp(problem)).count == 2


def variable(**more):
    return pulp.LpVariable(**{"name": "x", "lowBound": 0, "upBound": 3, "cat": "Integer", **more})


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (
            lambda: variable(cat="Continuous") <= 1,
            "variable x: expected an integer variable; continuous ones are not in the language",
        ),
        (
            lambda: variable(upBound=None) >= 1,
            "variable x: expected an upper bound of every variable: the rows imply none, so state one",
        ),
        (lambda: variable(upBound=2**53) <= 1, "variable x: "),
        (lambda: variable() * (1 / 3) <= 1, "constraint named, x: 0.3333333333333333 has more than 9 decimals"),
        (lambda: variable() * 2**53 <= 1, "constraint named: a number of 2^53 or more"),
        (lambda: variable() * 2**52 <= 1, "constraint named: "),
        (lambda: pulp.LpAffineExpression({variable(): float("nan")}) <= 1, "constraint named, x: expected a finite"),
        (lambda: variable() <= 1e300, "constraint named: a number of 2^53 or more"),
        (lambda: variable() + pulp.LpVariable("x", cat="Binary") <= 1, "two variables are called x"),
    ],
)
def test_what_is_refused(row, says):
    """By name, in one sentence."""
    problem = pulp.LpProblem("refused")
    problem += row(), "named"
    with pytest.raises(ValueError, match=re.escape(says)):
        rs.from_pulp(problem)


@pytest.mark.parametrize(
    ("sides", "row", "best"),
    [
        ((0, None, "Integer"), lambda x, y: x + 3 * y <= 9, 9),  # x <= 9, by the row
        ((None, 7, "Integer"), lambda x, y: x + y >= 0, 7),
        ((None, None, "Integer"), lambda x, y: 2 * x + y == 3, 1),
        ((0, None, "Continuous"), lambda x, y: x - 3 * y == 2, 11),  # x is whole, by the row
        ((4, 4, "Continuous"), lambda x, y: x + y <= 9, 4),
        ((5, 3, "Integer"), lambda x, y: x + y <= 9, None),  # no value lies between the bounds
        ((1.1, 1.9, "Integer"), lambda x, y: x + y <= 9, None),
        ((0.5, 2.5, "Integer"), lambda x, y: x + y <= 9, 2),
    ],
)
def test_bounds_are_those_of_a_file_that_says_the_same(sides, row, best, tmp_path):
    """Stated, or implied by the constraints: the greatest x, by all its values from -20 to 20; beside what `load` makes
    of PuLP's LP file."""
    problem = pulp.LpProblem("bounds", pulp.LpMaximize)
    x, y = pulp.LpVariable("x", *sides), pulp.LpVariable("y", 0, 3, "Integer")
    problem += x
    problem += row(x, y), "row"
    problem.writeLP(str(tmp_path / "bounds.lp"))
    low, high = (math.inf if side is None else side for side in sides[:2])
    (constraint,) = problem.constraints() if callable(problem.constraints) else problem.constraints.values()
    kept = [
        value
        for value, other in product(range(-20, 21), range(4))
        if (sides[0] is None or low <= value) and (sides[1] is None or value <= high)
        for total in [constraint[x] * value + constraint[y] * other + constraint.constant]
        if {-1: total <= 0, 0: total == 0, 1: total >= 0}[constraint.sense]
    ]
    assert max(kept, default=None) == best
    for model in (rs.from_pulp(problem), rs.load(tmp_path / "bounds.lp")):
        assert rs.solve(model).objective == best


def test_special_ordered_sets_and_other_things_are_refused():
    """What a problem has besides rows; what is no problem."""
    problem = pulp.LpProblem("sets")
    problem += pulp.LpVariable("x", cat="Binary") <= 1
    problem.sos1["s"] = {}
    with pytest.raises(ValueError, match="special ordered sets"):
        rs.from_pulp(problem)
    with pytest.raises(ValueError, match=r"expected a pulp\.LpProblem, found str"):
        rs.from_pulp("problem")
