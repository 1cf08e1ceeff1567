"""What a backend returns is checked in its child: a malformed result is an error with its reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Size, Status
from backends.running import supervisor
from backends.running.result_checks import MalformedResult, check_outcome, check_values
from models.neutral import Model
from tests.support import fakes
from tests.support.fakes import MALFORMED, fake_backend

LIMITS = Limits(seconds=60.0)
pytestmark = pytest.mark.usefixtures("loaded")  # the fakes change what CP-SAT finds


def little() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


@pytest.mark.sample(3)
@pytest.mark.parametrize("said", MALFORMED, ids=lambda said: MALFORMED[said].name)
def test_a_malformed_outcome_is_an_error_that_says_what_was_expected(said):
    """Of a solve, in the words of the contract; its count of -1 is one too."""
    outcome = supervisor.solve(MALFORMED[said], little(), LIMITS)
    assert outcome.status is Status.ERROR
    assert outcome.values is None
    assert said in outcome.note
    model = little()
    number, ended = supervisor.count(MALFORMED[said], model, model.boolean_variables, LIMITS)
    assert (number, ended.status) == (None, Status.ERROR)


def test_an_error_after_a_good_interim_outcome_is_no_answer():
    """A backend that ends with None has failed, whatever it said before."""

    def solve(model, limits, options, tell):
        tell(fakes.CPSAT.solve(model, limits, options))

    outcome = supervisor.solve(fake_backend("stopsspeaking", solve), little(), LIMITS)
    assert (outcome.status, outcome.note) == (Status.ERROR, "expected an Outcome of solve, found None")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("solutions", "said"),
    [
        (lambda *_: None, "expected an iterator of solutions, found None"),
        (lambda *_: [None], "found None"),
        (lambda model, *_: iter([np.zeros(model.variables)]), "found an array of shape (3,)"),
        (lambda model, *_: iter([np.full(model.variables + 1, 0.25)]), "found float64, 0.25 for variable 1"),
    ],
)
def test_malformed_solutions_end_their_list_with_an_error(solutions, said):
    model, backend = little(), fake_backend("lists", solutions=solutions)
    ended = supervisor.solutions(backend, model, model.boolean_variables, LIMITS, None, lambda values: None)
    assert (ended.complete, ended.status) == (False, Status.ERROR)
    assert said in ended.note
    numbers, ended = supervisor.counts(backend, [(model, model.boolean_variables)], LIMITS, by_listing=True)
    assert (numbers, ended.status) == ([], Status.ERROR)


@pytest.mark.parametrize("number", [None, -1, 1.0, True, "3"])
def test_a_malformed_number_is_an_error(number):
    model = little()
    found, ended = supervisor.count(
        fake_backend("counts", count=lambda *_: number), model, model.boolean_variables, LIMITS
    )
    assert (found, ended.status) == (None, Status.ERROR)
    assert "as the number of count" in ended.note


def test_numbers_of_numpy_become_those_of_the_contract():
    """Every whole number that fits is taken, none is rounded. A model without an objective costs 0, or nothing."""
    model, values = little(), np.array([0, 1, 0, 0])
    for kind in (np.bool_, np.int8, np.uint32):
        assert check_values(values.astype(kind), model).dtype == np.int64
    with pytest.raises(MalformedResult, match="found uint64"):
        check_values(values.astype(np.uint64), model)
    outcome = Outcome(
        Status.OPTIMAL, values, np.int64(3), np.float32(2.5), {"solve": np.float64(1)}, Size(np.int32(1)),
        fixed=np.array([1, -2]),
    )  # fmt: skip
    nothing = check_outcome(replace(outcome, objective=0, bound=-np.inf), model)
    assert (nothing.objective, nothing.bound) == (None, None)
    model.minimize("few", model.arrays["x"])
    checked = check_outcome(outcome, model)
    assert [type(part) for part in (checked.objective, checked.bound, checked.size.variables)] == [int, float, int]
    assert check_outcome(replace(outcome, bound=np.inf), model).bound == np.inf
