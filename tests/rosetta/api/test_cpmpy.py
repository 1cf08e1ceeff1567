"""Models of CPMpy: the same answers as by CPMpy's own evaluation and its own solver, the same optimum; refusals."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rosetta as rs
from models.neutral import evaluate
from models.puzzles.model.instance import ModelInstance, complete_assignment
from tests.support.solutions import says_none

cp = pytest.importorskip("cpmpy", reason="needs CPMpy: pip install cpmpy")

WEIGHTS = st.integers(-3, 3)


def sums(draw, x, y, booleans):
    """A linear sum in one of the ways in which CPMpy lets it be written."""
    a, b, c = draw(WEIGHTS), draw(WEIGHTS), draw(WEIGHTS)
    p = draw(st.sampled_from(booleans))
    return draw(
        st.sampled_from(
            [
                x,
                x + y,
                x - y,
                -x + c,
                a * x + b * y + c * p,
                cp.sum([x, y, p, ~p, a]),
                a * (x + b * (y - c)),
                3 - x,
                (x >= a) + (y == b) + p,
                b * (x != a) - y,
                cp.Count([x, y, 1], a),
                p * booleans[0] + x,
            ]
        )
    )


def statements(draw, x, y, booleans, depth):
    """A constraint, nested up to that depth."""
    p, q = draw(st.sampled_from(booleans)), draw(st.sampled_from(booleans))
    if depth == 0:
        left, right = sums(draw, x, y, booleans), draw(st.one_of(WEIGHTS, st.just(y), st.just(p)))
        signs = [left == right, left != right, left < right, left <= right, left > right, left >= right]
        some = [*signs, p, ~p, p == q, p != q, cp.AllDifferent(x, y, draw(WEIGHTS)), cp.InDomain(x, [0, 2])]
        return draw(st.sampled_from(some))
    one, other = (statements(draw, x, y, booleans, draw(st.integers(0, depth - 1))) for _ in range(2))
    forms = [one & other, one | other, one.implies(other), one ^ other, cp.Xor([one, other, p, True]), one == other]
    forms += [
        one != other,
        ~one,
        p == one,
        p.implies(one),
        one == 1,
        (one + other + p) >= 2,
        cp.IfThenElse(p, one, other),
    ]
    forms += [cp.all([one, other, p]), cp.any([one, other, ~q]), one.implies(p), other == False]  # noqa: E712
    return draw(st.sampled_from(forms))


@st.composite
def problems(draw):
    """A small problem of either sense or none, with constraints nested up to three deep."""
    x, y = cp.intvar(-1, 2, name="x"), cp.intvar(0, 2, name="y")
    booleans = [cp.boolvar(name=name) for name in "pq"]
    problem = cp.Model(
        [statements(draw, x, y, booleans, draw(st.integers(0, 3))) for _ in range(draw(st.integers(1, 3)))]
    )
    if draw(st.booleans()):
        goal = sums(draw, x, y, booleans) + draw(WEIGHTS)
        if draw(st.booleans()):
            problem.maximize(goal)
        else:
            problem.minimize(goal)
    return problem


def answers_of(problem):
    """What CPMpy's own evaluation says of every assignment: the good ones, and their objectives."""
    from cpmpy.transformations.get_variables import get_variables_model

    variables = get_variables_model(problem)
    good = {}
    for values in product(*(range(variable.lb, variable.ub + 1) for variable in variables)):
        for variable, value in zip(variables, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        if all(
            constraint if isinstance(constraint, bool) else constraint.value() for constraint in problem.constraints
        ):
            answer = tuple((variable.name, value) for variable, value in zip(variables, values, strict=True))
            good[answer] = None if problem.objective_ is None else int(problem.objective_.value())
    return good, variables


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(4))
@given(problems())
@settings(max_examples=40, deadline=None)
def test_each_assignment_is_judged_as_cpmpy_judges_it(part, problem):
    """The rows hold for an assignment of the user's variables, completed, exactly if CPMpy calls it an answer."""
    good, variables = answers_of(problem)
    model = rs.from_cpmpy(problem)
    instance = ModelInstance(model)
    assert list(instance.answer_variables) == [variable.name for variable in variables]
    for values in product(*(range(variable.lb, variable.ub + 1) for variable in variables)):
        answer = tuple((variable.name, value) for variable, value in zip(variables, values, strict=True))
        assert (evaluate(model, complete_assignment(instance, answer)) == []) == (answer in good), (answer, str(model))


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(3))
@given(problems())
@settings(max_examples=4, deadline=None)
def test_answers_and_optimum_are_those_of_cpmpys_solver(part, problem):
    """All answers, by our solvers and by CPMpy's with OR-Tools; the best value in the problem's own sense."""
    good, variables = answers_of(problem)
    model = rs.from_cpmpy(problem)
    solution = rs.solve(model)
    assert rs.count(model).count == len(good)
    listed = rs.solve(model, answers="all").answers
    assert {tuple(answer.items()) for answer in listed} == set(good)
    found = set()
    without_goal = cp.Model(problem.constraints)
    without_goal += [variable <= variable.ub for variable in variables]  # else those of the objective alone are unknown

    def note():
        found.add(tuple((variable.name, int(variable.value())) for variable in variables))

    if variables:
        without_goal.solveAll(solver="ortools", display=note)
        assert found == set(good)
    if not good:
        assert says_none(solution)
    elif model.objective is not None:
        best = (min if problem.objective_is_min else max)(good.values())
        assert (solution.status, solution.objective) == ("optimal", best)
        assert problem.solve(solver="ortools")
        assert problem.objective_value() == best


@pytest.mark.sample(0.125)
def test_every_backend_takes_it():
    """Four queens with offsets, reified sums, parity: the same verdict by engines of each kind."""
    queens = cp.intvar(0, 5, shape=6, name="queen")
    problem = cp.Model(cp.AllDifferent(queens), cp.AllDifferent(queens + range(6)), cp.AllDifferent(queens - range(6)))
    model = rs.from_cpmpy(problem)
    assert rs.count(model).count == 4
    odd = cp.boolvar(name="odd")
    problem += odd == cp.Xor([queens[0] > 2, queens[1] > 2, queens[2] > 2])
    problem.maximize(queens[0] + 2 * odd)
    comparison = rs.compare(rs.from_cpmpy(problem), backends=["cpsat", "cnf", "cbc", "highs", "minicard"])
    assert comparison.verdict == "agree"
    assert {run["objective"] for run in comparison.runs if run["status"] == "optimal"} == {6}
    assert sum(run["status"] == "optimal" for run in comparison.runs) >= 4


def test_rules_are_the_constraints():
    """Their texts are the sentences, a description where there is one; the user's variables are the answer."""
    x, b = cp.intvar(1, 5, name="x"), cp.boolvar(name="and")  # named as an operation
    rule = (x >= 3).implies(b)
    rule.set_description("long stays are booked")
    model = rs.from_cpmpy(cp.Model(x != 4, rule))
    assert [block.sentence for block in model.blocks][-2:] == ["x != 4", "long stays are booked"]
    assert dict(rs.solve(model).answer).keys() == {"x", "and"}
    assert rs.verify(model, {"values": {"x": 3, "and": 0}}) != []
    assert rs.verify(model, {"values": {"x": 3, "and": 1}}) == []


def test_many_constraints_are_one_rule():
    """A rule takes a millisecond to lower."""
    x = cp.boolvar(shape=300, name="x")
    model = rs.from_cpmpy(cp.Model([x[i] | x[i + 1] for i in range(299)], minimize=cp.sum(x)))
    assert len(model.blocks) == 1
    assert rs.solve(model).objective == 150


@pytest.mark.sample(0.125)
def test_far_values_differ_pair_by_pair():
    """A row for each of ten million values would be too much."""
    x = cp.intvar(0, 10**7, shape=3, name="x")
    model = rs.from_cpmpy(cp.Model(cp.AllDifferent(x), x[0] + x[1] + x[2] <= 3))
    assert sum(map(len, model.blocks)) < 50
    assert rs.count(model).count == 6


@pytest.mark.parametrize(
    ("constraint", "says"),
    [
        (lambda x, y, b: x**34 == 1, "rule 'pow(x,34) == 1', coefs: expected less than 2^53 in absolute value, found"),
        (lambda x, y, b: x**80 == 1, "expected numbers below 2^53"),
        (lambda x, y, b: cp.intvar(0, 10**5, name="z") * cp.intvar(0, 10**12, name="u") == 1, "the sum may reach 2^53"),
        (
            lambda x, y, b: cp.intvar(0, 10**5, name="z") ** 2 == 1,
            "constraint 1 (pow(z,2) == 1): expected at most 10,000 values of the base of a power, found 100,001; give",
        ),
        (
            lambda x, y, b: cp.NValue([x, cp.intvar(0, 10**5, name="z")]) == 1,
            "expected at most 10,000 values of numbers",
        ),
        (lambda x, y, b: cp.DirectConstraint("AddOr", [b]), "DirectConstraint is not supported"),
        (lambda x, y, b: x + 0.5 <= y, "expected whole numbers, found 0.5"),
        (lambda x, y, b: x + cp.intvar(0, 9, name="x") == 1, "two variables are called x"),
        (lambda x, y, b: 2**60 * x <= y, "2^53"),
        (lambda x, y, b: 2**70 * x <= y, "2^53"),
    ],
)
def test_what_is_refused(constraint, says):
    """By name, with the constraint and what to do."""
    x, y, b = cp.intvar(-2, 3, name="x"), cp.intvar(0, 3, name="y"), cp.boolvar(name="b")
    with pytest.raises(ValueError, match=re.escape(says)):
        rs.from_cpmpy(cp.Model(constraint(x, y, b)))


def test_what_is_no_model_is_refused():
    """Anything else."""
    with pytest.raises(ValueError, match=r"expected a cpmpy\.Model, found str"):
        rs.from_cpmpy("problem")
