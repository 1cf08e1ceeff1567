"""Whatever a child compiles at first use, no limit counts it and no result shows it."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Status
from backends.outcomes import Stopwatch
from backends.running import supervisor
from backends.running.run_account import RunAccount
from backends.running.warm import WarmParent
from models.neutral import Model
from rosetta.foundation.jit import begin_compiling, watch_compiler
from rosetta.foundation.work_clock import held_seconds, note_compiler_cpu, work_seconds
from tests.support.fake_compiler import clock
from tests.support.fakes import burn, fake_backend

__all__ = ["clock"]
LIMITS = Limits(seconds=100.0)
HOURS = 10_000.0  # more than any limit here, and more than IMPORT_SECONDS


def little() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


def test_a_solver_may_compile_for_longer_than_it_may_take_to_load(clock):
    backend = fake_backend(
        "loads", lambda *_: Outcome(Status.UNSATISFIABLE), probe=lambda: clock.compile_in_child(HOURS)
    )
    outcome = supervisor.solve(backend, little(), LIMITS)
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.loading > HOURS  # that is told, beside the times


def test_a_solve_that_compiles_has_its_whole_limit_and_shows_its_own_time(clock):
    """Twice, and in the middle of a step; what is left of the limit is what a solver is given."""

    def solve(model, limits, options, tell=None):
        watch = Stopwatch()
        with watch("solve"):
            for _ in range(2):
                clock.compile_in_child(HOURS)
        assert watch.seconds_left(limits) > 0
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds)

    outcome = supervisor.solve(fake_backend("compiles", solve), little(), LIMITS)
    assert (outcome.status, outcome.note) == (Status.UNSATISFIABLE, "")
    assert outcome.seconds["solve"] < HOURS
    assert outcome.loading < HOURS


def test_what_works_too_long_after_it_has_compiled_is_stopped(clock):
    """The limit moved by what was compiled, no more. It is said how long the work took."""

    def solve(model, limits, options, tell=None):
        clock.compile_in_child(HOURS)
        with Stopwatch()("solve"):
            clock.push(LIMITS.seconds + 20)
            time.sleep(600)

    outcome = supervisor.solve(fake_backend("works", solve), little(), LIMITS)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, LIMITS.time_limit_note)
    assert LIMITS.seconds < outcome.seconds["solve"] < HOURS


def test_the_clock_of_the_parent_stands_still_meanwhile(clock):
    """Budgets of several runs are on it. What a job took is what it worked."""

    def job(send):
        clock.compile_in_child(HOURS)
        send("ready", None)
        clock.compile_in_child(HOURS)
        send("end", True)

    start, held = work_seconds(), held_seconds()
    ended = supervisor.run_job(job, (), LIMITS, lambda _: None)
    assert ended.complete
    assert ended.seconds < HOURS
    assert work_seconds() - start < HOURS
    assert held_seconds() - held >= 2 * HOURS


def test_the_clock_stands_still_while_any_process_of_a_child_compiles(clock):
    """Two at once, one of them twice."""
    account, held = RunAccount(), held_seconds()
    events = [("a", 1, 100), ("b", 2, 110), ("", 1, 120), ("c", 1, 130), ("", 1, 140), ("", 2, 150), ("", 2, 160)]
    moved = [account.note_compiling(what, pid, 0.0, moment) for what, pid, moment in events]
    assert moved == [0, 0, 0, 0, 0, 50, 0]
    assert held_seconds() - held == pytest.approx(50)
    account.note_compiling("a", 1, 0.0, 200)
    assert account.end_compiling(210) == 10
    assert account.end_compiling(220) == 0


def test_progress_counts_no_seconds_of_the_compiler(clock):
    heard = []

    def job(send):
        send("ready", None)
        clock.compile_in_child(HOURS)
        send("end", True)

    supervisor.run_job(job, (), LIMITS, lambda _: None, lambda what, done, of: heard.append((what, done)))
    assert max(done for _, done in heard) < HOURS
    assert any(what.startswith("compiling, once: visit") for what, _ in heard)


def test_a_child_that_is_killed_while_it_compiles_leaves_the_clock_going(clock):
    """Its memory has a limit then, too."""

    def job(send):
        send("ready", None)
        begin_compiling("visit")
        eaten = np.ones(30_000_000)
        time.sleep(600)
        del eaten

    ended = supervisor.run_job(job, (), Limits(seconds=100.0, memory=1), lambda _: None)
    assert ended.note == "memory limit of 1 MB"
    start = work_seconds()
    clock.push(HOURS)
    assert work_seconds() - start >= HOURS


@pytest.mark.parametrize("by_listing", [False, True])
def test_several_counts_within_one_limit(clock, by_listing):
    def count(model, project, limits, options, tell=None):
        assert limits.seconds > 0
        clock.compile_in_child(HOURS)
        return 3

    def solutions(model, project, limits, options):
        number = count(model, project, limits, options)
        yield from np.eye(number, model.variables + 1, 1, np.int64)

    backend = fake_backend("counts", solutions=solutions, count=count)
    models = [(little(), np.array([1], np.int32))] * 3
    numbers, ended = supervisor.counts(backend, models, LIMITS, by_listing=by_listing)
    assert (numbers, ended.complete) == ([3, 3, 3], True)
    assert ended.seconds < HOURS


def test_the_processor_time_of_a_solve_is_without_the_compiler(clock):
    def solve(model, limits, options, tell=None):
        burn(0.1)
        note_compiler_cpu(1000.0)
        clock.compile_in_child(0.0)
        return Outcome(Status.UNSATISFIABLE)

    outcome = supervisor.solve(fake_backend("compiles", solve), little(), LIMITS)
    assert outcome.cpu == 0.0  # less than nothing is nothing


def test_the_clock_of_an_owner_stands_still_while_a_warm_parent_compiles(monkeypatch):
    """So do the outer limits of a campaign. The watch of the owner is told."""
    heard = threading.Event()
    before, held = watch_compiler(lambda what, lasting=False, /: heard.set() if what else None), held_seconds()
    try:
        with WarmParent("tests.support.warm_works:compile_awhile") as parent:
            parent.submit(0.3)
            reply = parent.receive(120.0)
    finally:
        watch_compiler(before)
    assert (reply.result, reply.fault) == ("done", "")
    assert heard.is_set()
    assert held_seconds() - held >= 0.3
