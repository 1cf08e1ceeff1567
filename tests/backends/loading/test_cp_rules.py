"""Rules without rows as CP-SAT's own constraints: the answers of brute force, by both ways of loading."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options, Status
from backends.cpsat import BACKEND
from backends.loading import cp_library
from backends.loading.cp_rules import lower_open_rules
from models.neutral import Model, evaluate
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_names, kind_of
from tests.support.number_models import number_model, number_solutions, random_row

LIMITS = Limits(seconds=60.0)
SEEDS = 20
State = Callable[[random.Random, Model, list[Any]], None]


def state_all_different(draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(2):
        rows = [random_row(draw, pool, draw.randint(0, 4)) for _ in range(draw.randint(1, 2))]
        rows = [row for row in rows if row] or [pool[:2]]
        excluding, plus = draw.choice([(), (), 0, [1, 3]]), draw.choice([0, 0, draw.randint(-1, 2)])
        model.all_different(f"rule {rule}", rows, excluding=excluding, plus=plus, by="native")


def state_extreme(kind: str, draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(2):
        rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(draw.randint(1, 2))]
        results = [draw.choice([*pool, *pool, 1]) for _ in rows]
        getattr(model, kind)(f"rule {rule}", results, rows, plus=draw.choice([0, 0, 1, -1]), by="native")


def state_circuit(draw: random.Random, model: Model, pool: list[Any]) -> None:
    rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(draw.choice([1, 1, 1, 2]))]
    model.circuit("tour", rows, by="native")


STATED: dict[str, State] = {
    "all_different": state_all_different,
    "circuit": state_circuit,
    "maximum": partial(state_extreme, "maximum"),
    "minimum": partial(state_extreme, "minimum"),
}


def test_each_kind_about_numbers_is_tried_here():
    about_numbers = {name for name in kind_names() if issubclass(kind_of(name).rule, NumberRule)}
    assert set(STATED) == BACKEND.native & about_numbers


@pytest.fixture(params=("bulk", "rows"))
def way(request, monkeypatch):
    """Either way of loading."""
    if request.param == "rows":
        monkeypatch.setattr(cp_library, "reason", lambda: "the test says so")
    elif reason := cp_library.reason():
        pytest.skip(reason)
    return request.param


@pytest.mark.parametrize("kind", STATED)
def test_an_answer_is_found_where_there_is_one(kind, way):
    """It keeps the rule; and where none does, that is said."""
    found = set()
    for seed in range(SEEDS):
        draw, (model, pool) = random.Random(f"{kind} {seed}"), number_model()
        STATED[kind](draw, model, pool)
        outcome = BACKEND.solve(model, LIMITS, Options())
        if next(number_solutions(model), None) is None:
            assert outcome.status is Status.UNSATISFIABLE, seed
        else:
            assert outcome.values.shape == (model.variables + 1,)
            assert evaluate(model, outcome.values) == [], seed
        found.add(outcome.status)
    assert Status.SATISFIED in found


@pytest.mark.parametrize("kind", STATED)
def test_all_answers_are_those_of_brute_force(kind):
    """Each once, told apart by the Booleans of the model, or by all that it has, although CP-SAT has more variables."""
    told = 0
    for seed in range(SEEDS):
        draw, (model, pool) = random.Random(f"{kind} {seed}"), number_model()
        STATED[kind](draw, model, pool)
        right = list(number_solutions(model))
        for project in (model.boolean_variables, np.arange(1, model.variables + 1, dtype=np.int32)):
            listed = BACKEND.solutions(model, project, LIMITS, Options())
            found = [tuple(values[project].tolist()) for values in listed]
            assert sorted(found) == sorted({tuple(values[project].tolist()) for values in right}), seed
        told += 0 < len(right) < 108
    assert told > SEEDS // 5


def test_a_choice_has_one_integer_for_all_rules():
    """Two rules about the same four choices, also with something added: four integers, and no constraint of rows."""
    model = Model("choices")
    d = model.choices("d", (2, 2), range(1, 5))
    model.all_different("rows", d, by="native")
    model.all_different("diagonals", [[d[0, 0], d[1, 1]]], plus=[0, 1], by="native")
    extended, constraints = lower_open_rules(model)
    assert extended.variables - model.variables == 4
    assert np.flatnonzero(extended.integer).tolist() == list(range(model.variables + 1, extended.variables + 1))
    assert [(group.kind, group.count, group.entries) for group in constraints] == [
        ("all_diff", 2, 4),
        ("all_diff", 1, 2),
    ]
    assert model.variables == 16
    assert len(model.open_rules) == 2


def test_queens_by_three_rules_have_their_known_number():
    """On six columns there are 4 ways, on seven 40: the rows, and both diagonals, are all different."""
    for side, ways in ((6, 4), (7, 40)):
        model = Model("queens")
        q = model.choices("q", side, range(side))
        for sentence, slope in (("rows", 0), ("up", 1), ("down", -1)):
            model.all_different(sentence, q, plus=slope * np.arange(side), by="native")
        listed = cutting_backend(BACKEND).solutions(model, model.boolean_variables, LIMITS, Options())
        assert sum(1 for _ in listed) == ways


def test_tours_through_five_places_are_as_many_as_orders_of_four():
    """Of choices and of integers; also where some have values that are no places, or are the place itself."""
    for declare in (
        lambda model: model.choices("next", 5, range(5)),
        lambda model: model.ints("next", 5, 0, 4),
        lambda model: model.ints("next", 5, -1, 7),
    ):
        model = Model("tours")
        model.circuit("one tour", declare(model), by="native")
        project = np.arange(1, model.variables + 1, dtype=np.int32)
        found = list(BACKEND.solutions(model, project, LIMITS, Options()))
        assert len(found) == 24
        assert all(evaluate(model, values) == [] for values in found)


def test_a_place_that_no_place_can_follow_is_not_overlooked():
    """The last of three, which would have no arc: the other two must not go round without it."""
    for last in (lambda model: model.ints("last", 1, 2, 9), lambda model: model.choices("last", 1, [2, 5])):
        model = Model("tours")
        first = model.choices("first", 2, range(2))
        model.circuit("one tour", [np.concatenate([first, last(model)])], by="native")
        assert BACKEND.solve(model, LIMITS, Options()).status is Status.UNSATISFIABLE
