"""Every backend that counts, on each case and on random models: as many answers as brute force lists, on half of the
Booleans, on all variables, and on none.

A counter that does not project (D4 counts 18,376 for the 92 ways to put 8 queens) has another number; liars are here to
show that the tests know it.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from backends.contract import Backend, Limits, Options, Status, Unsupported
from backends.encoding_choice.catalogue import encoding_names
from backends.oracle import BACKEND as ORACLE
from backends.registry import backend_named
from backends.running import supervisor
from backends.running.result_checks import MalformedResult, checked_backend
from models.neutral import Form, Model
from models.neutral.json import to_json
from report.number_text import short_digits
from tests.backends.test_compliance import CASES, case
from tests.backends.test_differential import LIMITS, SEED, half, may_refuse
from tests.support.every_case import every_case
from tests.support.random_models import random_model
from tests.support.registered import COUNTERS, SOLVERS, has_its_day, usable

RANDOM = 80  # models; a millisecond or two each
ALL_COUNTERS = [*COUNTERS, *(name for name in SOLVERS if backend_named(name).count is not None)]


def projections(model: Model) -> dict[str, np.ndarray]:
    """Variables on which answers may differ."""
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    return {"half": half(model), "all": every, "none": every[:0], "the last alone": every[-1:]}


def number_of_answers(model: Model, project: np.ndarray) -> int:
    return sum(1 for _ in ORACLE.solutions(model, project, LIMITS, Options()))


def check_counts(backend: Backend, model: Model, options: Options = Options()) -> None:  # noqa: B008 - frozen
    """The backend's numbers are those of brute force, or it refuses what its record says."""
    for name, project in projections(model).items():
        try:
            number = checked_backend(backend).count(model, project, LIMITS, options, lambda _: None)
        except Unsupported:
            assert may_refuse(backend, model), "refuses what it takes"
            continue
        right = number_of_answers(model, project)
        assert number == right, f"{short_digits(number)} for {right} answers that differ on {name}"


@cache
def random_models() -> list[Model]:
    """Such as oracles count in milliseconds; others each day."""
    draw = Random(f"counts {SEED}").randint
    return [random_model(draw, None) for _ in range(RANDOM)]


@pytest.mark.parametrize("name", ALL_COUNTERS)
def test_counts_are_those_of_brute_force(name):
    usable(name)
    with every_case() as row:
        for build in CASES:
            with row(build.__name__):
                check_counts(backend_named(name), case(build))


@pytest.mark.parametrize("name", [name for name in ALL_COUNTERS if has_its_day(name)])
def test_counts_of_random_models_are_those_of_brute_force(name):
    usable(name)
    for model in random_models():
        try:
            check_counts(backend_named(name), model)
        except AssertionError as fault:
            raise AssertionError(f"{name}: {fault}\n{model}\n{to_json(model)}") from fault


def every_variable(model: Model) -> np.ndarray:
    return np.arange(1, model.variables + 1, dtype=np.int32)


LIES = {
    "does not project": lambda model, project, *_: number_of_answers(model, every_variable(model)),
    "one too many": lambda model, project, *_: number_of_answers(model, project) + 1,
    "one too few": lambda model, project, *_: max(number_of_answers(model, project) - 1, 0),
    "always none": lambda *_: 0,
    "huge": lambda *_: 1 << 100_000,
    "no answer without variables": lambda model, project, *_: number_of_answers(model, project) if len(project) else 0,
}
NUMBERS = {
    "negative": -1,
    "a float": 2.0,
    "a truth value": True,
    "a text": "7",
    "nothing": None,
    "no number": np.nan,
}


def liar(count) -> Backend:
    return Backend(
        name="liar", kind="counting", takes=frozenset(Form), probe=lambda: None, version=lambda: "0", count=count
    )


@pytest.mark.parametrize("lie", LIES)
def test_a_liar_is_found_out(lie):
    """By one of the cases; so the tests above can fail."""

    def check_all():
        for build in CASES:
            check_counts(liar(LIES[lie]), case(build))

    with pytest.raises(AssertionError, match=r"for \d+ answers that differ on"):
        check_all()


@pytest.mark.parametrize("what", NUMBERS)
def test_what_is_no_number_of_answers_is_refused(what):
    with pytest.raises(MalformedResult, match="expected a whole number from 0 on as the number of count"):
        check_counts(liar(lambda *_: NUMBERS[what]), case(CASES[0]))


# ---- of a counter of clauses --------------------------------------------------------------------------------------


def queens(side: int) -> Model:
    """As the literature counts them: https://oeis.org/A000170."""
    model = Model("queens")
    x = model.bools("x", (side, side))
    model.exactly(1, "rows", x)
    model.exactly(1, "columns", x.T)
    for turned in (x, x[:, ::-1]):
        model.at_most(1, "diagonals", [np.diagonal(turned, k) for k in range(2 - side, side - 1)])
    return model


@pytest.mark.parametrize("encoding", encoding_names(Form.EXACTLY_ONE))
def test_auxiliary_variables_are_not_counted(encoding):
    """In whatever encoding; that of `product` leaves some of them open."""
    usable("ganak")
    model, options = queens(6), Options(encodings={Form.EXACTLY_ONE: encoding, Form.AT_MOST_ONE: encoding})
    assert backend_named("ganak").count(model, model.boolean_variables, LIMITS, options) == 4


def test_variables_in_no_row_count_twice_each():
    usable("ganak")
    model = queens(4)
    model.bools("free", 70)
    numbers = model.ints("z", 2, -1, 5)
    count = backend_named("ganak").count
    assert count(model, model.boolean_variables, LIMITS, Options()) == 2 << 70
    assert count(model, every_variable(model), LIMITS, Options()) == (2 << 70) * 49
    assert count(model, numbers[:1], LIMITS, Options()) == 7


def test_the_seed_changes_no_number():
    usable("ganak")
    model = queens(6)
    numbers = {
        supervisor.count("ganak", model, model.boolean_variables, Limits(seed=seed))[0] for seed in (0, 1, 2**40)
    }
    assert numbers == {4}


def test_it_is_killed_at_its_limit():
    """It has none of its own."""
    usable("ganak")
    model = queens(14)
    number, ended = supervisor.count("ganak", model, model.boolean_variables, Limits(seconds=0.3))
    assert (number, ended.status) == (None, Status.UNKNOWN)
    assert ended.note == "time limit of 0.3 s"
    assert ended.seconds < 3


def test_without_ganak_it_says_what_is_missing(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyganak", None)
    reason = backend_named("ganak").probe()
    assert reason is not None
    assert "pyganak" in reason


def test_liars_are_named_in_what_they_said():
    """A number that a child sends is looked at there."""
    model = queens(4)
    for what in (-1, 2.5, None):
        number, ended = supervisor.count(liar(lambda *_, what=what: what), model, half(model), LIMITS)
        assert (number, ended.status) == (None, Status.ERROR)
