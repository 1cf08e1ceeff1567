"""Rules without rows as CP-SAT's own constraints: the answers of brute force, by both ways of loading."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options, Status
from backends.cpsat import BACKEND
from backends.loading import cp_library
from backends.loading.cp_rules import lower_open_rules
from models.neutral import Model, evaluate
from models.neutral.global_rules.registry import kind_names
from tests.support.number_models import number_model, number_solutions
from tests.support.number_rules import STATED

LIMITS = Limits(seconds=60.0)
SEEDS = 20


KINDS = sorted(set(STATED) & BACKEND.native)


def test_kinds_that_it_takes_are_kinds_that_there_are():
    assert BACKEND.native <= set(kind_names())
    assert set(KINDS) == BACKEND.native - {"single_cycle"}


@pytest.fixture(params=("bulk", "rows"))
def way(request, monkeypatch):
    """Either way of loading."""
    if request.param == "rows":
        monkeypatch.setattr(cp_library, "reason", lambda: "the test says so")
    elif reason := cp_library.reason():
        pytest.skip(reason)
    return request.param


@pytest.mark.parametrize("kind", KINDS)
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


@pytest.mark.parametrize("kind", KINDS)
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


def edge_model(case: str) -> Model:
    """A rule about nothing, or without any way to hold it; and an integer."""
    model = Model(case)
    n = model.ints("n", 2, 0, 3)
    empty, full = n[:0], n
    statements: dict[str, Callable[[], object]] = {
        "no entries": lambda: model.element("entry", n[0], empty, n[1], by="native"),
        "nothing read, not accepted": lambda: model.regular("word", [full, empty], {(0, 1): 0}, 0, [1], by="native"),
        "nothing read, accepted": lambda: model.regular("word", [full, empty], {(0, 1): 0}, 0, [0], by="native"),
        "only nothing read": lambda: model.regular("word", [empty], {(0, 1): 0}, 0, [0], by="native"),
        "no transitions": lambda: model.regular("word", [full], {}, 0, [0], by="native"),
        "no accepting state": lambda: model.regular("word", [full], {(0, 1): 0}, 0, [], by="native"),
        "no tuples allowed": lambda: model.table("tuple", [full], [], by="native"),
        "no tuples forbidden": lambda: model.table("tuple", [full], [], allowed=False, by="native"),
        "an empty row": lambda: model.all_different("differ", [full, empty], by="native"),
        "an empty tour": lambda: model.circuit("tour", [full, empty], by="native"),
    }
    statements[case]()
    return model


@pytest.mark.parametrize(
    ("case", "holds"),
    [
        ("no entries", False),
        ("nothing read, not accepted", False),
        ("nothing read, accepted", True),
        ("only nothing read", True),
        ("no transitions", False),
        ("no accepting state", False),
        ("no tuples allowed", False),
        ("no tuples forbidden", True),
        ("an empty row", True),
        ("an empty tour", True),
    ],
)
def test_rules_about_nothing_mean_what_their_judges_say(case, holds, way):
    """CP-SAT refuses some of them as constraints; a model that it refuses is an error."""
    model = edge_model(case)
    outcome = BACKEND.solve(model, LIMITS, Options())
    assert outcome.status is (Status.SATISFIED if holds else Status.UNSATISFIABLE), outcome.note
    assert not holds or evaluate(model, outcome.values) == []
