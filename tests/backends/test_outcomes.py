"""The stopwatch: seconds add up by step, and what is left of a limit falls until there is none."""

from __future__ import annotations

import contextlib

import pytest

from backends import outcomes
from backends.contract import STEPS, Limits
from backends.outcomes import StepBook, Stopwatch, check_literals, share_time
from models.neutral import Model
from rosetta.foundation.limits import LimitReached, TooLarge


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets, at 1000 at first."""
    now = [1000.0]
    monkeypatch.setattr(outcomes, "work_seconds", lambda: now[0])
    return now


def test_seconds_add_up_by_step(clock):
    """Also those of a step that ends in an error."""
    watch = Stopwatch()
    for seconds in (2.0, 3.0):
        with watch("solve"):
            clock[0] += seconds
    with contextlib.suppress(RuntimeError), watch("load"):
        clock[0] += 4.0
        raise RuntimeError
    assert watch.seconds == {**dict.fromkeys(STEPS, 0.0), "solve": 5.0, "load": 4.0}


def test_steps_inside_steps_are_booked_once(clock):
    """As where a backend wraps another one. What is left of the seconds goes to the step at work."""
    book = StepBook()
    assert (book.step, book.seconds) == ("", dict.fromkeys(STEPS, 0.0))
    book.switch_step(1)
    clock[0] += 2.0
    outer = book.switch_step(3)
    assert book.step == "solve"
    clock[0] += 5.0
    book.switch_step(outer)
    assert book.step == "lower"
    clock[0] += 1.0
    assert book.seconds == {**dict.fromkeys(STEPS, 0.0), "lower": 2.0, "solve": 5.0}
    assert share_time(book.seconds, 8.5, book.step) == {**dict.fromkeys(STEPS, 0.0), "lower": 3.5, "solve": 5.0}
    book.switch_step(0)
    assert book.step == "lower"  # the last one, between two


def test_a_step_inside_another_goes_back_to_it(clock, monkeypatch):
    """In the book that a parent reads: what comes after the inner step is the outer one's again."""
    monkeypatch.setattr(StepBook, "current", StepBook())
    watch = Stopwatch()
    with watch("lower"):
        with watch("solve"):
            clock[0] += 5.0
        clock[0] += 1.0
        assert StepBook.current.step == "lower"
        assert StepBook.current.seconds == {**dict.fromkeys(STEPS, 0.0), "solve": 5.0}


@pytest.mark.parametrize(
    ("reported", "shares"),
    [
        ({}, (0, 0, 6, 0)),
        ({"solve": 0.0}, (0, 0, 6, 0)),
        ({"lower": 1.0, "decode": 2.0}, (1, 0, 3, 2)),
        ({"lower": 1.0, "load": 2.0, "solve": 3.0}, (1, 2, 3, 0)),
        ({"solve": 1000.0}, (0, 0, 6, 0)),
        ({"lower": 4.0, "solve": 8.0}, (2, 0, 4, 0)),
        ({"lower": 1e300, "solve": 1e300}, (3, 0, 3, 0)),
    ],
)
def test_what_is_reported_is_a_share_of_what_was_measured(reported, shares):
    """What is missing goes to the solve; too much is cut in proportion. Of no time nothing is left."""
    assert share_time(reported, 6.0) == pytest.approx(dict(zip(STEPS, shares, strict=True)))
    assert share_time(reported, 0.0) == dict.fromkeys(STEPS, 0.0)


def test_what_is_left_of_a_limit_falls_to_nothing(clock):
    """At the limit itself nothing is left."""
    watch, limits = Stopwatch(), Limits(seconds=10.0)
    assert watch.seconds_left(limits) == 10.0
    clock[0] += 9.5
    assert watch.seconds_left(limits) == 0.5
    for more in (0.5, 1.0):
        clock[0] += more
        with pytest.raises(LimitReached, match="time limit of 10 s"):
            watch.seconds_left(limits)


def test_rows_as_stated_are_refused_beyond_the_budget():
    model = Model("five literals")
    x = model.bools("x", 3)
    model.exactly(1, "one", x)
    model.parity(1, "odd", x[:2])
    check_literals(model, Limits(literals=5), "it needs")
    with pytest.raises(TooLarge, match="it needs 5 literals, the budget is 4"):
        check_literals(model, Limits(literals=4), "it needs")
