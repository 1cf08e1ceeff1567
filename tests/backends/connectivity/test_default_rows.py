"""Rules that are left to solvers, for those that do not know them: as many answers as by brute force, of the variables
that the model has."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from backends.connectivity.default_rows import ENGINE
from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Backend, Ending, Limits, Options, Status
from backends.registry import backend_named
from models.neutral import Model, evaluate, objective_value
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_names, kind_of
from rosetta.foundation.limits import TooLarge
from tests.support.brute_force import every_solution
from tests.support.number_models import number_model, number_solutions
from tests.support.number_rules import STATED

PATIENT = Limits(seconds=600)
KINDS = sorted(STATED)
NAMES = ("cnf", "minicard", "highs", "hybrid:cpsat", "cpsat", "windows:cnf")


def usable(name: str) -> Backend:
    backend = backend_named(name)
    if reason := backend.probe():
        pytest.skip(f"{name}: {reason}")
    return cutting_backend(backend)


def random_rules(seed: int) -> Model:
    """Rules about numbers of some kind, and one that is rows."""
    draw, (model, pool) = random.Random(seed), number_model()
    STATED[KINDS[seed % len(KINDS)]](draw, model, pool)
    model.any("one of them", [[pool[-1], pool[0].is_(3)]])
    return model


def test_each_kind_about_numbers_is_tried_here():
    assert set(KINDS) == {name for name in kind_names() if issubclass(kind_of(name).rule, NumberRule)}


@pytest.mark.parametrize("name", NAMES)
def test_answers_and_their_number_are_those_of_brute_force(name):
    """Each has a value for each variable of the model, and for no other; so has the best one under costs."""
    backend = usable(name)
    for seed in range(len(KINDS)):
        model = random_rules(seed)
        project = model.boolean_variables
        right = {tuple(values[project].tolist()) for values in number_solutions(model)}
        outcome = backend.solve(model, PATIENT, Options())
        assert (outcome.values is not None) == bool(right), seed
        if outcome.values is not None:
            assert outcome.values.shape == (model.variables + 1,)
            assert evaluate(model, outcome.values) == []
        listed = list(backend.solutions(model, project, PATIENT, Options()))
        assert sorted(tuple(values[project].tolist()) for values in listed) == sorted(right), seed
        assert all(evaluate(model, values) == [] for values in listed), seed
        assert all(rule.by == "native" for rule in model.global_rules), "the model is as it was"


@pytest.mark.parametrize("name", ["cpsat", "highs", "maxsat"])
def test_the_best_answer_is_that_of_brute_force(name):
    backend = usable(name)
    for seed in range(2 * len(KINDS)):
        model = random_rules(seed)
        literals = model.boolean_variables
        model.minimize("cost", literals, np.arange(len(literals)) - 3)
        costs = [objective_value(model, values) for values in number_solutions(model)]
        outcome = backend.solve(model, PATIENT, Options())
        assert outcome.objective == min(costs, default=None), seed
        if outcome.values is not None:
            assert objective_value(model, outcome.values) == outcome.objective


def test_answers_are_counted_without_listing():
    """Three choices of four values that all differ: an exact cover counts 4 * 3 * 2."""
    model = Model("choices")
    d = model.choices("d", 3, range(4))
    model.all_different("differ", d, by="native")
    project = np.arange(1, model.variables + 1, dtype=np.int32)
    assert usable("exactcover").count(model, project, PATIENT, Options(), lambda _: None) == 24


def test_a_row_that_cannot_hold_is_no_row_of_the_model():
    """The solver is not asked, as the rows of the rule contradict; nobody who looks for such a row finds it."""
    model = Model("constants")
    n = model.ints("n", 1, 0, 5)
    model.all_different("differ", [[n[0], 2, 2]], by="native")
    for name in ("cnf", "cpsat"):
        outcome = usable(name).solve(model, PATIENT, Options())
        assert (outcome.status, outcome.ended) == (Status.UNSATISFIABLE, None), name
    outcome = usable("cnf").solve(model, PATIENT, Options())
    assert (outcome.engine, outcome.by_rule) == (ENGINE, True)
    excluding = Model("constants")
    n = excluding.ints("n", 1, 0, 5)
    excluding.all_different("differ", [[n[0], 2, 2]], excluding=4, by="native")
    outcome = usable("cpsat").solve(excluding, PATIENT, Options())
    assert (outcome.status, outcome.by_rule) == (Status.UNSATISFIABLE, True)
    x = int(excluding.bools("x", ()))
    excluding.true("holds", x)
    excluding.any("nothing holds", [[]])
    assert all(usable(name).solve(excluding, PATIENT, Options()).ended is Ending.NOT_ASKED for name in ("cnf", "cpsat"))


def test_rows_that_are_too_many_are_a_refusal():
    """A literal for each value of integers with wide bounds."""
    model = Model("wide")
    model.all_different("differ", model.ints("n", 3, 0, 10**8), by="native")
    with pytest.raises(TooLarge, match="values"):
        usable("cnf").solve(model, PATIENT, Options())
    assert usable("cpsat").solve(model, PATIENT, Options()).status is Status.SATISFIED


def test_with_a_graph_rule_beside_it_cuts_and_rows_work_together():
    """A path of four cells, connected by cuts; the numbers of the cells that are there differ by rows."""
    model = Model("both")
    x = model.bools("x", 4)
    model.connected("connected", x, [[0, 1], [1, 2], [2, 3]], by="lazy")
    model.all_different("differ", [[x[0], x[1]], [x[1], x[3]]], by="native")
    right = {tuple(values[1:].tolist()) for values in every_solution(model)}
    for name in ("cnf", "cpsat", "highs"):
        backend = usable(name)
        listed = backend.solutions(model, np.arange(1, 5, dtype=np.int32), PATIENT, Options())
        assert {tuple(values[1:].tolist()) for values in listed} == right, name
        anew = cutting_backend(replace(backend_named(name), native=frozenset()))
        assert anew.solve(model, PATIENT, Options()).values is not None
    assert 0 < len(right) < 16
