"""Solves happen in child processes: limits hold, and nothing is left behind whatever the solver does."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backends.contract import STEPS, Ending, Limits, Options, Outcome, Status, Unsupported
from backends.outcomes import Stopwatch
from backends.registry import backend_named, split_name
from backends.running import run_account, supervisor, worker
from models.neutral import Model, evaluate
from rosetta.foundation.limits import LimitReached, TimeReached
from tests.support import fakes
from tests.support.clocks import LEAP, LeapingClock
from tests.support.fakes import abort, fake_backend, sleep_for_ever
from tests.support.processes import processes
from tests.support.registered import ANSWERING, INCOMPLETE, PARTIAL, SOLVERS, usable

SHORT = Limits(seconds=0.1)  # for what never ends; when exactly it is stopped, `test_limits` asks
LONG = Limits(seconds=60.0)  # for what ends; or stays where a clock leaps over the limit


def little() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


def pigeons(holes: int) -> Model:
    """One pigeon more than holes: hard to refute for every solver that only reasons with clauses."""
    model = Model("pigeons")
    sits = model.bools("sits", (holes + 1, holes))
    model.any("every pigeon sits", sits)
    model.at_most(1, "a hole takes one pigeon", sits.T)
    return model


@pytest.mark.sample(2)
@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("name", ANSWERING)
def test_a_solve_leaves_nothing_behind(name, temporary):
    """After success: no child process, no temporary file."""
    usable(name)
    outcome = supervisor.solve(name, little(), Limits())
    if name in PARTIAL and outcome.status is Status.UNSUPPORTED:
        assert "row" in outcome.note  # it says which one it does not take
    elif name in INCOMPLETE and outcome.status is Status.UNKNOWN:
        assert outcome.note
    else:
        assert outcome.status is Status.SATISFIED
        assert evaluate(little(), outcome.values) == []


@pytest.mark.sample(3)
@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    "name", [*(name for name in SOLVERS if name not in PARTIAL), "cnf:glucose42", "cnf:lingeling", "cnf:kissat404"]
)
def test_the_time_limit_holds(name, temporary):
    """At the limit every backend answers UNKNOWN (or has the answer), and leaves nothing behind."""
    usable(name)
    backend, options = split_name(name, Options())
    outcome = supervisor.solve(backend, pigeons(13), Limits(seconds=0.3), options)
    assert outcome.status in (Status.UNKNOWN, Status.UNSATISFIABLE), outcome
    assert outcome.note or outcome.status is Status.UNSATISFIABLE
    assert outcome.ending in (Ending.TIME, Ending.ANSWERED, *((Ending.LEFT_OPEN,) if name in INCOMPLETE else ()))


def stop_by(limit):
    """A solve that raises it."""

    def solve(*_):
        raise limit

    return solve


@pytest.mark.parametrize(
    ("solve", "ending"),
    [
        (sleep_for_ever, Ending.TIME),
        (stop_by(TimeReached()), Ending.TIME),
        (stop_by(MemoryError()), Ending.MEMORY),
        (stop_by(LimitReached("no more tries within the time limit of the printer's memory")), Ending.LEFT_OPEN),
        (lambda *_: Outcome(Status.UNKNOWN, note="the memory is full, says the printer"), Ending.LEFT_OPEN),
        (lambda *_: Outcome(Status.UNKNOWN, note="gave up", ended=Ending.MEMORY), Ending.MEMORY),
        (stop_by(Unsupported("too many rows")), Ending.REFUSED),
        (stop_by(KeyError("x")), Ending.FAILED),
    ],
)
def test_why_a_run_ended_is_no_matter_of_its_note(solve, ending, fake):
    """A program may print anything; the limit is told by whoever knows it."""
    limits = SHORT if solve is sleep_for_ever else LONG
    assert supervisor.solve(fake(fake_backend("ends", solve)), little(), limits).ending is ending


@pytest.mark.parametrize("interruptible", [False, True])
def test_only_an_interruptible_solver_is_heard_after_the_limit(interruptible, fake, monkeypatch, temporary, pipe):
    """It has ended by itself at the limit, and decodes; any other has nothing to say."""
    ours, theirs = pipe

    def answer_late(*_):
        fakes.tell_arrival()
        os.read(ours, 1)
        return Outcome(Status.UNSATISFIABLE) if interruptible else sleep_for_ever()

    monkeypatch.setattr(run_account, "GRACE", 60.0)
    clock = LeapingClock(
        lambda: any(Path(temporary).glob(fakes.STAYS)), LONG.seconds + 1, lambda: os.write(theirs, b"x")
    )
    clock.take_place(monkeypatch)
    backend = fake(fake_backend("late", answer_late, interruptible=interruptible))
    outcome = supervisor.solve(backend, little(), LONG, progress=clock)
    assert outcome.status is (Status.UNSATISFIABLE if interruptible else Status.UNKNOWN)


def ignore_limit(model, *_):
    """Computes on and on, and heeds nothing."""
    while True:
        model = model.copy()


@pytest.mark.parametrize("interruptible", [False, True])
def test_a_solver_that_lies_about_heeding_its_limit_is_killed(interruptible, fake, temporary):
    outcome = supervisor.solve(fake(fake_backend("liar", ignore_limit, interruptible=interruptible)), little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 0.1 s")


@pytest.mark.sample(1)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("interruptible", [False, True])
def test_what_a_limit_cuts_off_is_booked_where_it_was(step, interruptible, fake, over):
    """All seconds until then, less those of the steps before."""

    def solve(*_):
        watch = Stopwatch()
        with watch("lower"):
            time.sleep(0.01)
        with watch(step):
            sleep_for_ever()

    outcome = supervisor.solve(
        fake(fake_backend("slow", solve, interruptible=interruptible)), little(), LONG, progress=over
    )
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 60 s")
    assert list(outcome.seconds) == list(STEPS)
    assert outcome.seconds[step] > LEAP
    assert {name for name, seconds in outcome.seconds.items() if seconds} == {"lower", step}
    assert outcome.seconds["lower"] >= 0.01


def leave_daemon(*_):
    """A right answer; and a process of its own session, orphaned at once, that lives on."""
    lives = f"import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(1000); {tempfile.gettempdir()!r}"
    subprocess.run([sys.executable, "-c", lives], check=True)
    return Outcome(Status.UNSATISFIABLE)


def leave_daemon_and(then):
    def solve(*_):
        leave_daemon()
        then()

    return solve


@pytest.mark.parametrize("then", [None, sleep_for_ever, abort])
def test_a_child_in_a_session_of_its_own_dies_with_the_solver(then, fake, over):
    """Whether the solver answers, is killed, or crashes."""
    solve = leave_daemon if then is None else leave_daemon_and(then)
    outcome = supervisor.solve(fake(fake_backend("daemon", solve)), little(), LONG, progress=over)
    expected = {None: Status.UNSATISFIABLE, sleep_for_ever: Status.UNKNOWN, abort: Status.ERROR}
    assert outcome.status is expected[then]


def test_children_of_the_parent_s_own_are_left_alone(fake, temporary):
    """In a notebook there are others."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        supervisor.solve(fake(fake_backend("daemon", leave_daemon)), little(), LONG)
        assert other.poll() is None
        other.communicate(b"\n")
    assert other.returncode == 0


def test_a_parent_that_ignores_its_children_can_solve(temporary):
    """Then the kernel reaps the guard, and nobody can say what it used."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        outcome = supervisor.solve("oracle", little(), LONG)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert (outcome.status, outcome.cpu) == (Status.SATISFIED, 0.0)


@pytest.mark.sample(0.125)
def test_a_run_says_what_it_took(fake, temporary, over):
    """CPU of all descendants, of killed ones too; their memory; the time to start, whose CPU does not count."""
    works = (
        "import pathlib, time\nblock = b'x' * 300_000_000\n"
        "while time.process_time() < 0.3: pass\n"
        "pathlib.Path('done').touch()\ntime.sleep(1000)"
    )

    def solve(*_):
        folder = Path(tempfile.gettempdir())
        subprocess.Popen([sys.executable, "-ISc", works], start_new_session=True, cwd=folder)
        while not (folder / "done").exists():
            time.sleep(0.01)
        sleep_for_ever()

    backend = fake(fake_backend("works", solve, probe=lambda: fakes.burn(0.5)))
    outcome = supervisor.solve(backend, little(), LONG, progress=over)
    assert outcome.loading >= 0.5
    assert 0.3 <= outcome.cpu < 0.3 + 0.4  # without what it takes to start, half a second at least
    forked = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    assert 300 < outcome.peak_memory < 600 + forked


def test_a_solver_that_is_killed_has_told_its_size(monkeypatch):
    """What is known before an uninterruptible solver starts is not lost with it."""
    accounts, record = [], supervisor.RunAccount
    monkeypatch.setattr(supervisor, "RunAccount", lambda **named: accounts.append(record(**named)) or accounts[-1])
    over = LeapingClock(lambda: accounts[-1].book.step == "solve")
    over.take_place(monkeypatch)
    outcome = supervisor.solve("cnf", pigeons(13), LONG, progress=over)
    assert outcome.status is Status.UNKNOWN
    assert outcome.size.rows > 100
    assert outcome.engine == "cadical195"
    assert outcome.encoding


def test_a_solver_that_hangs_is_killed_with_its_children(fake, over):
    """The whole session dies at the limit, and its temporary files go."""
    outcome = supervisor.solve(fake(fakes.FORKS), little(), LONG, progress=over)
    assert outcome.status is Status.UNKNOWN
    assert "time limit of 60 s" in outcome.note


def test_the_memory_limit_holds(fake, temporary):
    """Resident memory of the session is watched; above the limit it is killed."""
    outcome = supervisor.solve(fake(fakes.EATS_MEMORY), little(), Limits(seconds=60.0, memory=400))
    assert outcome.status is Status.UNKNOWN
    assert "memory limit of 400 MB" in outcome.note


def test_what_loading_takes_is_told_and_counts_against_no_limit(fake, monkeypatch, temporary, pipe):
    """As that of a solver which is compiled at first use."""
    ours, theirs = pipe
    clock = LeapingClock(lambda: any(Path(temporary).glob(fakes.STAYS)), 100.0, lambda: os.write(theirs, b"x"))
    clock.take_place(monkeypatch)

    def probe():
        fakes.tell_arrival()
        os.read(ours, 1)

    loads = fake_backend("loads", lambda *_: Outcome(Status.UNKNOWN, seconds={"solve": 0.0}), probe=probe)
    outcome = supervisor.solve(fake(loads), little(), LONG, progress=clock)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "")
    assert outcome.total < 100.0
    assert outcome.loading >= 100.0


def test_the_best_solution_found_survives_the_limit(fake, over):
    """Minimising step by step: what was found before the limit is kept, and not called optimal."""
    model = little()
    model.minimize("few", model.arrays["x"])
    outcome = supervisor.solve(fake(fakes.IMPROVES), model, LONG, progress=over)
    assert outcome.status is Status.SATISFIED
    assert outcome.objective == 1
    assert "time limit" in outcome.note


def test_an_interrupt_in_the_parent_kills_the_child(fake, temporary):
    """Ctrl-C arrives as an exception while waiting; the child is gone when it leaves."""

    def interrupt(*_: object) -> None:
        if processes(temporary):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        supervisor.solve(fake(fakes.FORKS), little(), Limits(seconds=30.0), progress=interrupt)


@pytest.mark.sample(2)
@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("name", [name for name in ANSWERING if name not in INCOMPLETE and name not in PARTIAL])
def test_solutions_are_cut_off_at_the_number_asked_for(name, temporary):
    """`most` ends the search; `complete` is only said when there are no others."""
    usable(name)
    model = little()
    for most, number, complete in ((2, 2, False), (None, 3, True)):
        solutions = []
        ended = supervisor.solutions(name, model, model.arrays["x"], Limits(), None, solutions.append, most)
        assert (len(solutions), ended.complete) == (number, complete)
        assert len({values.tobytes() for values in solutions}) == number
        assert all(evaluate(model, values) == [] for values in solutions)


def test_a_child_that_never_stops_talking_has_limits(fake, temporary):
    """The clock is looked at between messages too: whoever waits for their end would wait for ever."""
    name, model = fake(fakes.NEVER_STOPS_TALKING), little()
    ended = supervisor.solutions(name, model, model.boolean_variables, SHORT, None, lambda values: None)
    assert not ended.complete
    assert "time limit" in ended.note


def test_a_solver_that_does_not_load_is_not_told_as_the_limit_of_a_solve(fake, monkeypatch):
    """What ran out was the time for loading and compiling; a limit of 0.1 s was not even begun."""
    monkeypatch.setattr(supervisor, "IMPORT_SECONDS", 0.2)
    outcome = supervisor.solve(fake(fake_backend("loadsforlong", probe=sleep_for_ever)), little(), SHORT)
    assert outcome.status is Status.UNKNOWN
    assert outcome.note.startswith("not ready after 0.2 s: loading the solver")
    assert outcome.total == 0
    assert outcome.loading >= 0.2


def count_processes(model, *_) -> int:
    """The number of this process; nothing on a model of five variables."""
    if model.variables == 5:
        sleep_for_ever()
    return os.getpid()


def list_variables(model, *_):
    """As many assignments as the model has variables; nothing on a model of five."""
    count_processes(model)
    yield from np.zeros((model.variables, model.variables + 1), np.int64)


TELLS_WHERE = fake_backend("tellswhere", solutions=list_variables, count=count_processes)


def test_numbers_of_several_models_come_from_one_child(fake, temporary, monkeypatch, over):
    """In their order, by counting or by listing; what came before a limit is kept, and nothing stays behind."""
    name, models = fake(TELLS_WHERE), []
    for n in (2, 3, 5, 4):
        models.append(Model("of some size"))
        models[-1].bools("x", n)
    projected = [(model, model.boolean_variables) for model in models]
    pids, ended = supervisor.counts(name, [projected[0], projected[1]], LONG)
    assert ended.complete
    assert len(pids) == 2
    assert len({*pids, os.getpid()}) == 2
    numbers, ended = supervisor.counts(name, projected, LONG, progress=over, by_listing=True)
    assert (numbers, ended.complete, ended.status) == ([2, 3], False, Status.UNKNOWN)
    again = LeapingClock(lambda: any(Path(temporary).glob(fakes.STAYS)))
    again.take_place(monkeypatch)
    assert supervisor.count(name, *projected[2], LONG, progress=again)[0] is None


@pytest.mark.parametrize("job", [worker.send_counts, worker.send_listing_counts])
def test_several_models_have_one_limit_together(job, fake, temporary):
    """Ten counts that take nearly all of it do not get it once each: the clock starts when the child is ready, once."""
    model = little()
    work = fake(TELLS_WHERE), [(model, model.boolean_variables)] * 10, LONG, Options()
    with contextlib.closing(supervisor.messages(job, work, LONG)) as received:
        kinds = [kind for kind, _ in received]
    assert kinds == ["ready", *["counted"] * 10, "end", "died"][: len(kinds)]
    assert "end" in kinds


def test_a_count_that_tells_how_far_it_is_all_the_time_sends_a_phrase_now_and_then(monkeypatch):
    """The parent reads each: a thousand in a second, and it would have no less to do than the child."""
    now, sent = 0.0, []

    def count(model, project, limits, options, tell):
        nonlocal now
        for share in range(1000):
            now += worker.REPORT_SECONDS / 40
            tell(Outcome(Status.UNKNOWN, note=f"{share} of 1000"))
        return 2

    monkeypatch.setattr(worker, "work_seconds", lambda: now)
    teller = replace(backend_named("exactcover"), count=count, probe=lambda: None, prepare_listing=None)
    model = little()
    projected = [(model, model.boolean_variables)]
    worker.send_counts(lambda kind, content: sent.append((kind, content)), teller, projected, LONG, Options())
    assert [content for kind, content in sent if kind == "counted"] == [2]
    phrases = [content for kind, content in sent if kind == "progress"]
    assert 20 < len(phrases) <= 25
    assert phrases[-1].endswith(" of 1000")
