"""Solves happen in child processes: limits hold, and nothing is left behind whatever the solver does."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from algebra.jit import tell_watch, watch_compiler
from backends.contract import Limits, Options, Status
from backends.registry import modules, split_name
from backends.running import supervisor
from models.neutral import Model, evaluate
from tests.support import fakes
from tests.support.fakes import fake_backend
from tests.support.registered import INCOMPLETE, PARTIAL, SOLVERS, usable

SHORT = Limits(seconds=0.5)


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


def processes(folder: str) -> list[int]:
    """Living processes that were started with the folder in their command line or, as TMPDIR, in their environment.

    A solve's temporary folder is in both: so other processes on this machine, and parallel tests, are not counted.
    """
    pids = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                started_with = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                zombie = b") Z " in (entry / "stat").read_bytes()
            except OSError:
                continue
            if folder.encode() in started_with and not zombie:
                pids.append(int(entry.name))
    return pids


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files: when the test ends it must be empty, and no process started with it left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = children()
    yield str(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert processes(str(tmp_path)) == []
    assert children() == before


def children() -> list[int]:
    """Children of this process that are still there."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    return [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]


@pytest.mark.parametrize("name", modules())
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


@pytest.mark.parametrize(
    "name", [*(name for name in SOLVERS if name not in PARTIAL), "cnf:glucose42", "cnf:lingeling", "cnf:kissat404"]
)
def test_the_time_limit_holds(name, temporary):
    """At the limit every backend answers UNKNOWN (or has the answer), soon after, and leaves nothing behind."""
    usable(name)
    backend, options = split_name(name, Options())
    outcome = supervisor.solve(backend, pigeons(13), Limits(seconds=1.0), options)
    assert outcome.status in (Status.UNKNOWN, Status.UNSATISFIABLE), outcome
    assert outcome.note or outcome.status is Status.UNSATISFIABLE
    assert sum(outcome.seconds.values()) < 1.0 + 1.05 + 3.0  # limit, grace, and what a busy machine may need


def test_a_solver_that_is_killed_has_told_its_size():
    """What is known before an uninterruptible solver starts is not lost with it."""
    outcome = supervisor.solve("cnf", pigeons(13), Limits(seconds=1.0))
    assert outcome.status is Status.UNKNOWN
    assert outcome.size.rows > 100
    assert outcome.engine == "cadical195"
    assert outcome.encoding


def test_a_solver_that_hangs_is_killed_with_its_children(fake, temporary):
    """The whole session dies at the limit, and its temporary files go."""
    outcome = supervisor.solve(fake(fakes.FORKS), little(), SHORT)
    assert outcome.status is Status.UNKNOWN
    assert "time limit of 0.5 s" in outcome.note


def test_a_crash_is_an_error_that_names_the_signal(fake, temporary):
    """A solver that aborts does not end this process."""
    outcome = supervisor.solve(fake(fakes.CRASHES), little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.ERROR, "killed by SIGABRT")


def test_a_crash_is_seen_at_once_beside_a_child_of_another_thread(fake, monkeypatch):
    """A child that another thread starts in the middle of it does not inherit the pipe, and keep it open."""
    crashes, hangs, others = fake(fakes.CRASHES), fake(fakes.fake_backend("hangs", fakes.sleep_for_ever)), []
    hold = supervisor.hold_signals

    @contextlib.contextmanager
    def hold_while_another_starts():
        if not others:
            others.append(threading.Thread(target=supervisor.solve, args=(hangs, little(), Limits(seconds=2.0))))
            others[0].start()
            time.sleep(0.5)
        with hold():
            yield

    monkeypatch.setattr(supervisor, "hold_signals", hold_while_another_starts)
    outcome = supervisor.solve(crashes, little(), Limits(seconds=0.2))
    others[0].join()
    assert (outcome.status, outcome.note) == (Status.ERROR, "killed by SIGABRT")


def test_an_exit_without_an_answer_is_an_error(fake, temporary):
    """Exit code 0 is not an answer (lingeling exits so when it is out of memory)."""
    outcome = supervisor.solve(fake(fakes.EXITS_QUIETLY), little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.ERROR, "ended with code 0 and no answer")


def test_an_exception_is_an_error_that_quotes_it(fake, temporary):
    """What a backend raises becomes a note, not an exception."""
    outcome = supervisor.solve(fake(fakes.RAISES), little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.ERROR, "RuntimeError: no such luck")


def test_the_memory_limit_holds(fake, temporary):
    """Resident memory of the session is watched; above the limit it is killed."""
    outcome = supervisor.solve(fake(fakes.EATS_MEMORY), little(), Limits(seconds=20.0, memory=400))
    assert outcome.status is Status.UNKNOWN
    assert "memory limit of 400 MB" in outcome.note


def test_a_missing_solver_is_unsupported_with_the_reason(fake, temporary):
    """Not installed is not an error of the model."""
    outcome = supervisor.solve(fake(fakes.NOT_INSTALLED), little(), SHORT)
    assert outcome.status is Status.UNSUPPORTED
    assert "No module named 'nothing'" in outcome.note


def test_what_loading_takes_is_told_and_counts_against_no_limit(fake, temporary):
    outcome = supervisor.solve(fake(fakes.LOADS_SLOWLY), little(), Limits(seconds=0.2))
    assert (outcome.status, outcome.seconds) == (Status.UNKNOWN, {"solve": 0.0})
    assert outcome.loading >= 0.5


def test_the_best_solution_found_survives_the_limit(fake, temporary):
    """Minimising step by step: what was found before the limit is kept, and not called optimal."""
    model = little()
    model.minimize("few", model.arrays["x"])
    outcome = supervisor.solve(fake(fakes.IMPROVES), model, Limits(seconds=1.0))
    assert outcome.status is Status.SATISFIED
    assert outcome.objective == 1
    assert "time limit" in outcome.note


def test_progress_is_what_the_child_said_last_and_the_seconds_of_the_limit(temporary):
    """Nothing at first; a phrase holds until the next one, or until the child is ready for other work."""

    def job(send):
        for board in ("a", "b"):
            send("ready", None)
            time.sleep(0.2)
            send("progress", f"board {board}")
            time.sleep(0.2)
        send("end", True)

    heard = []
    limits = Limits(seconds=20.0)
    ended = supervisor.run_job(job, (), limits, heard.append, lambda *said: heard.append(said))
    assert ended.complete
    assert list(dict.fromkeys(phrase for phrase, *_ in heard)) == ["", "board a", "board b"]
    assert [phrase for at, (phrase, *_) in enumerate(heard) if at and heard[at - 1][0] != phrase].count("") == 1
    assert {limit for _, _, limit in heard} == {20.0}
    assert all(0 <= seconds < 10 for _, seconds, _ in heard)


def test_what_a_child_compiles_is_told_to_the_watch_of_the_parent(temporary):
    def compile_twice(send) -> None:
        tell_watch("compiling, once: visit [1/2]")
        time.sleep(0.2)
        tell_watch("")
        tell_watch("compiled loops cannot be kept", True)
        send("end", True)

    phrases, notices = set(), []
    before = watch_compiler(lambda what, lasting=False, /: notices.append((what, lasting)))
    try:
        supervisor.run_job(compile_twice, (), SHORT, notices.append, lambda what, *_: phrases.add(what))
    finally:
        watch_compiler(before)
    assert notices == [("compiling, once: visit [1/2]", False), ("", False), ("compiled loops cannot be kept", True)]
    assert phrases == {"", "compiling, once: visit [1/2]"}


def test_an_interrupt_in_the_parent_kills_the_child(fake, temporary):
    """Ctrl-C arrives as an exception while waiting; the child is gone when it leaves."""

    def interrupt(*_: object) -> None:
        if processes(temporary):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        supervisor.solve(fake(fakes.FORKS), little(), Limits(seconds=30.0), progress=interrupt)


@pytest.mark.parametrize("name", [name for name in modules() if name not in INCOMPLETE and name not in PARTIAL])
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
    """The clock is looked at between messages too."""
    name, model = fake(fakes.NEVER_STOPS_TALKING), little()
    ended = supervisor.solutions(name, model, model.boolean_variables, SHORT, None, lambda values: None)
    assert not ended.complete
    assert "time limit" in ended.note
    assert ended.seconds < 0.5 + 1.03 + 3.0  # limit, grace, and what a busy machine may need


def test_a_solver_that_does_not_load_is_not_told_as_the_limit_of_a_solve(fake, monkeypatch):
    """What ran out was the time for loading and compiling; a limit of 0.5 s was not even begun."""
    monkeypatch.setattr(supervisor, "IMPORT_SECONDS", 0.3)
    outcome = supervisor.solve(fake(fake_backend("loadsforlong", probe=lambda: time.sleep(60))), little(), SHORT)
    assert outcome.status is Status.UNKNOWN
    assert outcome.note.startswith("not ready after 0.3 s: loading the solver")


def test_a_large_answer_comes_through_the_pipe():
    """A hundred thousand variables are no matter."""
    model = Model("wide")
    model.true("all hold", model.bools("x", 100_000))
    outcome = supervisor.solve("cnf", model, Limits())
    assert np.all(outcome.values[1:] == 1)


def count_processes(model, *_) -> int:
    """The number of this process; nothing on a model of five variables."""
    while model.variables == 5:
        time.sleep(1)
    return os.getpid()


def list_variables(model, *_):
    """As many assignments as the model has variables; nothing on a model of five."""
    count_processes(model)
    yield from np.zeros((model.variables, model.variables + 1), np.int64)


TELLS_WHERE = fake_backend("tellswhere", solutions=list_variables, count=count_processes)


def test_numbers_of_several_models_come_from_one_child(fake, temporary):
    """In their order, by counting or by listing; what came before a limit is kept, and nothing stays behind."""
    name, models = fake(TELLS_WHERE), []
    for n in (2, 3, 5, 4):
        models.append(Model("of some size"))
        models[-1].bools("x", n)
    projected = [(model, model.boolean_variables) for model in models]
    pids, ended = supervisor.counts(name, [projected[0], projected[1]], SHORT)
    assert ended.complete
    assert len(pids) == 2
    assert len({*pids, os.getpid()}) == 2
    numbers, ended = supervisor.counts(name, projected, SHORT, by_listing=True)
    assert (numbers, ended.complete, ended.status) == ([2, 3], False, Status.UNKNOWN)
    assert supervisor.count(name, *projected[2], SHORT)[0] is None


def count_slowly(*_) -> int:
    time.sleep(0.4)
    return 1


def test_several_models_have_one_limit_together(fake, temporary):
    """Ten counts of 0.4 s do not get 0.5 s each."""
    name, model = fake(replace(TELLS_WHERE, count=count_slowly)), little()
    numbers, ended = supervisor.counts(name, [(model, model.boolean_variables)] * 10, SHORT)
    assert not ended.complete
    assert len(numbers) < 6
