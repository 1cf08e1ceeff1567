"""Solves happen in child processes: limits hold, and nothing is left behind whatever the solver does."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from algebra.jit import tell_watch, watch_compiler
from backends.contract import STEPS, Limits, Options, Outcome, Status
from backends.outcomes import StepBook, Stopwatch
from backends.registry import modules, split_name
from backends.running import supervisor
from models.neutral import Model, evaluate
from tests.support import fakes
from tests.support.fakes import abort, fake_backend, sleep_for_ever
from tests.support.registered import INCOMPLETE, PARTIAL, SOLVERS, usable

SHORT = Limits(seconds=0.5)
OVER = 0.3  # seconds over its limit that a run may take, as the child's clock has it


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
    """Children of this process that are still there, of whichever thread (a thread may end while it is asked)."""
    pids: list[int] = []
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            pids.extend(int(pid) for pid in (task / "children").read_text().split())
    return sorted(pids)


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
    assert sum(outcome.seconds.values()) < 1.0 + OVER


def answer_late(*_):
    """A little after the limit."""
    time.sleep(SHORT.seconds + 0.1)
    return Outcome(Status.UNSATISFIABLE)


@pytest.mark.parametrize("interruptible", [False, True])
def test_only_an_interruptible_solver_is_heard_after_the_limit(interruptible, fake, monkeypatch, temporary):
    """It has ended by itself at the limit, and decodes; any other has nothing to say."""
    monkeypatch.setattr(supervisor, "GRACE", 5.0)  # on a busy machine too
    outcome = supervisor.solve(fake(fake_backend("late", answer_late, interruptible=interruptible)), little(), SHORT)
    assert outcome.status is (Status.UNSATISFIABLE if interruptible else Status.UNKNOWN)


def ignore_limit(model, *_):
    """Sends its answer again and again, and heeds nothing."""
    while True:
        model = model.copy()


@pytest.mark.parametrize("interruptible", [False, True])
def test_a_solver_that_lies_about_heeding_its_limit_is_killed(interruptible, fake, temporary):
    start = time.monotonic()
    liar = fake(fake_backend("liar", ignore_limit, interruptible=interruptible))
    outcome = supervisor.solve(liar, little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 0.5 s")
    assert time.monotonic() - start - outcome.loading < SHORT.seconds + 2 * OVER  # its end included


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("interruptible", [False, True])
def test_what_a_limit_cuts_off_is_booked_where_it_was(step, interruptible, fake, temporary):
    """In lowering and loading there is nothing to hand in, whatever the solver is."""

    def solve(*_):
        watch = Stopwatch()
        with watch("lower"):
            time.sleep(0.1)
        with watch(step):
            sleep_for_ever()

    start = time.monotonic()
    outcome = supervisor.solve(fake(fake_backend("slow", solve, interruptible=interruptible)), little(), SHORT)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 0.5 s")
    rest = {"lower": 0.1, step: 0.5 - 0.1 * (step != "lower")}
    assert outcome.seconds == pytest.approx({**dict.fromkeys(STEPS, 0.0), **rest}, abs=OVER)
    if step in ("lower", "load"):
        assert time.monotonic() - start - outcome.loading < SHORT.seconds + OVER


def test_steps_inside_steps_are_booked_once(fake):
    """As where a backend wraps another one."""
    book = StepBook()
    book.switch_step(1)
    time.sleep(0.02)
    outer = book.switch_step(3)
    time.sleep(0.05)
    book.switch_step(outer)
    assert book.step == "lower"
    seconds = book.seconds(1.0)
    assert sum(seconds.values()) == pytest.approx(1.0)
    assert 0.05 <= seconds["solve"] < 0.5


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
def test_a_child_in_a_session_of_its_own_dies_with_the_solver(then, fake, temporary):
    """Whether the solver answers, is killed, or crashes."""
    outcome = supervisor.solve(
        fake(fake_backend("daemon", leave_daemon if then is None else leave_daemon_and(then))), little(), SHORT
    )
    expected = {None: Status.UNSATISFIABLE, sleep_for_ever: Status.UNKNOWN, abort: Status.ERROR}
    assert outcome.status is expected[then]


def test_children_of_the_parent_s_own_are_left_alone(fake, temporary):
    """In a notebook there are others."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        supervisor.solve(fake(fake_backend("daemon", leave_daemon)), little(), SHORT)
        assert other.poll() is None
        other.communicate(b"\n")
    assert other.returncode == 0


def test_a_parent_that_ignores_its_children_can_solve(temporary):
    """Then the kernel reaps the guard, and nobody can say what it used."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        outcome = supervisor.solve("oracle", little(), SHORT)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert (outcome.status, outcome.cpu) == (Status.SATISFIED, 0.0)


def test_a_solver_that_closes_its_channel_ends_the_run(fake, temporary):
    """It computes on, and could never be heard."""

    def solve(*_):
        os.closerange(3, 1000)
        sleep_for_ever()

    outcome = supervisor.solve(fake(fake_backend("deaf", solve)), little(), Limits(seconds=20.0))
    assert (outcome.status, outcome.note) == (Status.ERROR, "closed its channel and went on without an answer")


def test_a_run_says_what_it_took(fake, temporary):
    """CPU of all descendants, of killed ones too; their memory; the time to start, whose CPU does not count."""
    burn = "import time\nblock = b'x' * 300_000_000\nwhile True: pass"

    def solve(*_):
        subprocess.Popen([sys.executable, "-c", burn], start_new_session=True)
        sleep_for_ever()

    def probe():
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass

    outcome = supervisor.solve(fake(fake_backend("burns", solve, probe=probe)), little(), Limits(seconds=2.0))
    assert outcome.loading >= 0.5
    assert 0.3 < outcome.cpu < 2.0 + OVER
    forked = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    assert 300 < outcome.peak_memory < 600 + forked


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
    assert ended.seconds < 0.5 + OVER


def test_a_solver_that_does_not_load_is_not_told_as_the_limit_of_a_solve(fake, monkeypatch):
    """What ran out was the time for loading and compiling; a limit of 0.5 s was not even begun."""
    monkeypatch.setattr(supervisor, "IMPORT_SECONDS", 0.3)
    outcome = supervisor.solve(fake(fake_backend("loadsforlong", probe=lambda: time.sleep(60))), little(), SHORT)
    assert outcome.status is Status.UNKNOWN
    assert outcome.note.startswith("not ready after 0.3 s: loading the solver")
    assert sum(outcome.seconds.values()) == 0
    assert outcome.loading >= 0.3


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
