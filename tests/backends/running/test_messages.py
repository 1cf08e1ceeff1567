"""What a child says, or that it says no more: its parent hears all of it, and of a crash how it ended."""

from __future__ import annotations

import contextlib
import os
import threading
import time

import numpy as np

from backends.contract import Limits, Outcome, Status
from backends.running import guard, supervisor
from models.neutral import Model
from rosetta.foundation.jit import tell_watch, watch_compiler
from tests.backends.running.test_supervisor import LONG, little
from tests.support import fakes
from tests.support.fakes import fake_backend, sleep_for_ever


def test_a_solver_that_closes_its_channel_ends_the_run(fake, monkeypatch, temporary):
    """It computes on, and could never be heard."""
    monkeypatch.setattr(supervisor, "DEAF_SECONDS", 0.1)

    def solve(*_):
        os.closerange(3, 1000)
        sleep_for_ever()

    outcome = supervisor.solve(fake(fake_backend("deaf", solve)), little(), LONG)
    assert (outcome.status, outcome.note) == (Status.ERROR, "closed its channel and went on without an answer")


def test_a_crash_is_an_error_that_names_the_signal(fake, temporary):
    """A solver that aborts does not end this process."""
    outcome = supervisor.solve(fake(fakes.CRASHES), little(), LONG)
    assert (outcome.status, outcome.note) == (Status.ERROR, "killed by SIGABRT")


def test_a_crash_is_named_though_the_guard_is_late(fake, monkeypatch, temporary):
    """On a busy machine the guard may notice its child's end long after the channel has closed."""
    monkeypatch.setattr(supervisor, "DEAF_SECONDS", 0.01)
    reap = guard._reap

    def reap_late(*arguments):
        time.sleep(0.3)
        return reap(*arguments)

    monkeypatch.setattr(guard, "_reap", reap_late)
    outcome = supervisor.solve(fake(fakes.CRASHES), little(), LONG)
    assert (outcome.status, outcome.note) == (Status.ERROR, "killed by SIGABRT")


def test_a_crash_is_seen_at_once_beside_a_child_of_another_thread(fake, monkeypatch, pipe):
    """A child that another thread starts in the middle of it does not inherit the pipe, and keep it open."""
    ours, theirs = pipe
    crashes = fake(fakes.CRASHES)
    waits = fake(fake_backend("waits", lambda *_: os.read(ours, 1) and Outcome(Status.UNKNOWN)))
    hold, others, tries = supervisor.hold_signals, [], threading.Event()

    class WatchedLock:
        """The lock of those that start a child; the other thread says that it comes to it."""

        lock = supervisor._starting

        def __enter__(self):
            if threading.current_thread() in others:
                tries.set()
            return self.lock.__enter__()

        def __exit__(self, *error):
            return self.lock.__exit__(*error)

    @contextlib.contextmanager
    def hold_while_another_starts():
        if not others:
            others.append(threading.Thread(target=supervisor.solve, args=(waits, little(), LONG)))
            others[0].start()
            assert tries.wait(60)
        with hold():
            yield

    monkeypatch.setattr(supervisor, "_starting", WatchedLock())
    monkeypatch.setattr("backends.running.guard.hold_signals", hold_while_another_starts)
    outcome = supervisor.solve(crashes, little(), Limits(seconds=20.0))
    os.write(theirs, b"x")
    others[0].join()
    assert (outcome.status, outcome.note) == (Status.ERROR, "killed by SIGABRT")


def test_an_exit_without_an_answer_is_an_error(fake, temporary):
    """Exit code 0 is not an answer (lingeling exits so when it is out of memory)."""
    outcome = supervisor.solve(fake(fakes.EXITS_QUIETLY), little(), LONG)
    assert (outcome.status, outcome.note) == (Status.ERROR, "ended with code 0 and no answer")


def test_an_exception_is_an_error_that_quotes_it(fake, temporary):
    """What a backend raises becomes a note, not an exception."""
    outcome = supervisor.solve(fake(fakes.RAISES), little(), LONG)
    assert (outcome.status, outcome.note) == (Status.ERROR, "RuntimeError: no such luck")


def test_a_missing_solver_is_unsupported_with_the_reason(fake, temporary):
    """Not installed is not an error of the model."""
    outcome = supervisor.solve(fake(fakes.NOT_INSTALLED), little(), LONG)
    assert outcome.status is Status.UNSUPPORTED
    assert "No module named 'nothing'" in outcome.note


def test_progress_is_what_the_child_said_last_and_the_seconds_of_the_limit(temporary, pipe):
    """Nothing at first; a phrase holds until the next one, or until the child is ready for other work."""
    ours, theirs = pipe

    def job(send):
        for board in ("a", "b"):
            send("ready", None)
            os.read(ours, 1)
            send("progress", f"board {board}")
            os.read(ours, 1)
        send("end", True)

    heard, limits = [], Limits(seconds=600.0)
    awaited = iter(["", "board a", "", "board b", None])
    next_one = [next(awaited)]

    def hear(*said):
        heard.append(said)
        if said[0] == next_one[0]:  # then the child goes on
            next_one[0] = next(awaited)
            os.write(theirs, b"x")

    ended = supervisor.run_job(job, (), limits, heard.append, hear)
    assert ended.complete
    phrases = [phrase for phrase, *_ in heard]
    assert list(dict.fromkeys(phrases)) == ["", "board a", "board b"]
    assert [phrase for at, phrase in enumerate(phrases) if at and phrases[at - 1] != phrase].count("") == 1
    assert {limit for _, _, limit in heard} == {600.0}
    assert all(seconds >= 0 for _, seconds, _ in heard)


def test_what_a_child_compiles_is_told_to_the_watch_of_the_parent(temporary, pipe):
    ours, theirs = pipe

    def compile_twice(send) -> None:
        tell_watch("compiling, once: visit [1/2]")
        os.read(ours, 1)
        tell_watch("")
        tell_watch("compiled loops cannot be kept", True)
        send("end", True)

    phrases, notices = set(), []

    def hear(what, *_):
        if what and what not in phrases:
            os.write(theirs, b"x")
        phrases.add(what)

    before = watch_compiler(lambda what, lasting=False, /: notices.append((what, lasting)))
    try:
        supervisor.run_job(compile_twice, (), LONG, notices.append, hear)
    finally:
        watch_compiler(before)
    assert notices == [("compiling, once: visit [1/2]", False), ("", False), ("compiled loops cannot be kept", True)]
    assert phrases == {"", "compiling, once: visit [1/2]"}


def test_a_large_answer_comes_through_the_pipe():
    """A hundred thousand variables are no matter."""
    model = Model("wide")
    model.true("all hold", model.bools("x", 100_000))
    outcome = supervisor.solve("cnf", model, Limits())
    assert np.all(outcome.values[1:] == 1)
