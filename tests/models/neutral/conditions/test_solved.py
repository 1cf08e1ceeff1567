"""Solvers of every kind on rules under conditions: the optimum, and the solutions, are those of a judge in plain
Python."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rosetta as rs
from backends.contract import Limits, Options, Status
from backends.passes.solution_improving import improving_outcomes
from backends.registry import backend_named
from models.neutral import Form, Model, evaluate, forms, objective_value
from tests.models.neutral.conditions.random_rules import assignments, blank_model, rules

LIMITS = Limits(seconds=60.0)
INCOMPLETE = "propagate"
SOLVERS = ("cpsat", "cnf", "cbc", "maxsat", INCOMPLETE)


def best_cost(stated) -> int | None:
    """The least cost of the broken rows; None where no assignment keeps the others."""
    costs = [[rule.judge(values) for rule in stated] for values in assignments()]
    return min((sum(each) for each in costs if None not in each), default=None)


def last_outcome(name: str, model: Model):
    backend = backend_named(name)
    if Form.OBJECTIVE in forms(model) and Form.OBJECTIVE not in backend.takes:
        *_, last = improving_outcomes(backend, model, LIMITS, Options())
        return last
    return backend.solve(model, LIMITS, Options())


@pytest.mark.parametrize("name", SOLVERS)
@settings(max_examples=25, deadline=None)
@given(st.lists(rules(), min_size=1, max_size=4))
def test_the_optimum_is_that_of_the_judge(name, stated):
    m = blank_model()
    for rule in stated:
        rule.state(m)
    found, best = last_outcome(name, m), best_cost(stated)
    if best is None:
        assert found.refutes or name == INCOMPLETE
        assert found.values is None
        return
    if name == INCOMPLETE and found.values is None:
        assert found.status is Status.UNKNOWN
        return
    assert found.status is (Status.OPTIMAL if m.objective is not None else Status.SATISFIED)
    assert evaluate(m, found.values) == []
    own = tuple(found.values[: len(next(assignments()))].tolist())
    costs = [rule.judge(own) for rule in stated]
    assert None not in costs
    if m.objective is not None:
        assert sum(costs) == best == objective_value(m, found.values) == found.objective


@settings(max_examples=3, deadline=None)
@given(st.lists(rules(), min_size=1, max_size=3))
def test_answers_are_counted_once_each(stated):
    """`rs.count` counts the assignments of the author's variables that the rules allow, and is sure of it."""
    m = blank_model()
    for rule in stated:
        rule.state(m)
    allowed = sum(all(rule.judge(values) is not None for rule in stated) for values in assignments())
    counted = rs.count(m)
    assert (counted.count, counted.exact) == (allowed, True), str(counted)


def timetable() -> Model:
    m = Model("timetable")
    x = m.bools("x", (3, 4))
    m.exactly(1, "each lesson has one hour", x)
    m.any("lesson in the morning", x[:, :2], soft=[3, 2, 1])
    m.at_most(1, "one lesson per hour", x.T)
    m.between(1, 2, "some late", [x[:, 2:].ravel()], soft=2)
    return m


def test_an_answer_need_not_tell_which_rules_it_breaks():
    m, values = timetable(), [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]]
    assert rs.verify(m, {"values": {"x": values}}) == []
    assert rs.verify(m, {"values": {"x": values, "broken": [1, 0, 0], "broken 2": [0]}}) == []
    told = rs.verify(m, {"values": {"x": values, "broken": [0, 0, 0], "broken 2": [0]}})
    assert told == ["rule 'lesson in the morning', row 0: expected at least 1, found 0"]
    with pytest.raises(ValueError, match="found none of 'x'"):
        rs.verify(m, {"values": {"broken": [0, 0, 0]}})


@pytest.mark.parametrize("name", ["json", "wcnf"])
def test_files_have_the_same_optimum(name, tmp_path):
    m, path = timetable(), tmp_path / f"model.{name}"
    m.exactly(1, "the second or the third is first", [m.arrays["x"][1:, 0]], holds=m.bools("early", ()))
    m.true("early", m.arrays["early"])
    rs.convert(m, to=name, output=path)
    read = rs.load(path)
    found = rs.solve(read)
    assert (found.status, found.objective) == ("optimal", 1)
