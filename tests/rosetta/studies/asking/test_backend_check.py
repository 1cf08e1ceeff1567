"""`rosetta doctor` on backends that give one right answer, and a wrong list or a wrong number of all of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Backend, Limits, Options
from backends.cpsat import BACKEND as HONEST
from backends.oracle import BACKEND as ORACLE
from models.neutral import Form
from rosetta.studies.asking import backend_check
from rosetta.studies.asking.backend_check import examination_of_all, examine

LIMITS = Limits(seconds=60.0)


def every_assignment(model):
    return list(ORACLE.solutions(model, np.arange(1, model.variables + 1, dtype=np.int32), LIMITS, Options()))


def listed_number(model, project, *_):
    return len(list(ORACLE.solutions(model, project, LIMITS, Options())))


def counting_backend(count):
    return replace(HONEST, name="theirs", count=count)


def counter(count):
    """A backend that does nothing but count."""
    return Backend(
        name="theirs", kind="counting", takes=frozenset(Form), probe=lambda: None, version=lambda: "7", count=count
    )


@pytest.fixture
def finding_of(fake, monkeypatch):
    """What is found out of the only backend that there is."""

    def examine_only(backend):
        monkeypatch.setattr(backend_check, "modules", lambda: (fake(backend),))
        (finding,) = examine(lambda name: None)
        return finding

    return examine_only


def test_an_honest_counter_works(finding_of):
    assert finding_of(counting_backend(listed_number)).reason == ""


def test_an_honest_backend_that_only_counts_works(finding_of):
    """It is not asked for an answer, and its version is known all the same."""
    found = finding_of(counter(listed_number))
    assert (found.works, found.version, found.reason) == (True, "7", "")


def unless(fault, right):
    """A count with that number where the condition holds for the model and the variables of its answers."""
    return lambda model, project, *_: fault if right(model, project) else listed_number(model, project)


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        (lambda model, *_: len(every_assignment(model)), "counts 17 answers, expected 7"),
        (unless(2, lambda model, project: len(project) == 0), "counts 2 answers, expected 1"),
        (unless(0, lambda model, project: len(project) == 0), "counts 0 answers, expected 1"),
        (unless(7, lambda model, project: len(project) == 4), "counts 7 answers, expected 14"),
        (unless(1, lambda model, project: not model.blocks), "counts 1 answers, expected 4"),
        (unless(1, lambda model, project: len(model.blocks) == 3), "counts 1 answers, expected 0"),
        (unless(1, lambda model, project: model.integer[project].any()), "counts 1 answers, expected 12"),
        (lambda *_: -1, "does not count 7 answers: error: expected a whole number from 0 on as the number of count"),
        (lambda *_: 7.0, "does not count 7 answers: error: expected a whole number from 0 on as the number of count"),
        (lambda *_: True, "does not count 7 answers: error: expected a whole number from 0 on as the number of count"),
        (lambda *_: None, "does not count 7 answers: error: expected a whole number from 0 on as the number of count"),
        (lambda *_: 1 << 20_000, "(6,021 digits) answers, expected 7"),
    ],
    ids=[
        "does not project", "two for none", "none for none", "forgets what is free", "forgets a model without rows",
        "never none", "forgets integers", "negative", "a float", "a truth value", "nothing", "huge",
    ],
)  # fmt: skip
def test_a_lying_counter_does_not_work(finding_of, count, reason):
    """Each is found out by one of the small models, whatever else it counts right."""
    found = finding_of(counter(count))
    assert not found.works
    assert reason in found.reason


@pytest.mark.parametrize(
    ("backend", "reason"),
    [
        (
            counting_backend(lambda model, *_: len(every_assignment(model))),
            "counts 17 answers, expected 7 that differ on the variables asked for",
        ),
        (
            counting_backend(lambda model, project, *_: listed_number(model, project) - 1),
            "counts 6 answers, expected 7 that differ on the variables asked for",
        ),
        (
            replace(HONEST, name="theirs", solutions=lambda model, *_: iter(every_assignment(model))),
            "lists 17 answers, of which 7 differ on the variables asked for",
        ),
        (
            replace(
                HONEST,
                name="theirs",
                solutions=lambda model, project, *more: list(ORACLE.solutions(model, project, *more))[1:],
            ),
            "lists 6 answers, expected 7",
        ),
    ],
    ids=["does not project", "one too few", "repeats itself", "forgets one"],
)
def test_a_wrong_number_is_a_reason_not_to_work(finding_of, backend, reason):
    finding = finding_of(backend)
    assert (finding.works, finding.reason) == (False, reason)


@pytest.mark.parametrize(
    "takes", [frozenset(Form), frozenset({Form.PARITY}), frozenset({Form.EXACTLY_ONE})], ids=["most", "parity", "one"]
)
def test_the_model_has_more_assignments_than_answers_and_not_every_choice_is_one(takes):
    """Else a counter that does not project, or that knows no rules, would have the right number."""
    model, project = examination_of_all(takes)
    assert len(every_assignment(model)) > listed_number(model, project) > 1
    assert listed_number(model, project) < 2 ** len(project)
