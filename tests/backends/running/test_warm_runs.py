"""Runs in a warm parent: as in the cold way, within the same limits, accounted for, and without a trace."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

import numpy as np
import pytest

from backends.contract import Contention, Limits, Outcome, Status
from backends.registry import modules
from backends.running import supervisor
from backends.running.preloading import family_of
from backends.running.processes import descendants
from backends.running.run_account import ContentionAccount, thread_times
from backends.running.warm import WarmParent
from models.neutral import Model, evaluate
from tests.support.fakes import burn
from tests.support.places import ROOT
from tests.support.registered import usable
from tests.support.warm_works import little

WORKS = "tests.support.warm_works"
SMALL = ["cnf", "minicard", "cbc"]


def market_split() -> Model:
    """Too hard for linear programming."""
    model, rng = Model("split"), np.random.default_rng(1)
    x = model.bools("x", 60)
    for row in rng.integers(1, 100, (6, 60)):
        model.linear(int(row.sum()) // 2, int(row.sum()) // 2, "half of the market", [x], row)
    return model


@pytest.fixture(scope="module")
def families():
    """A warm parent of each family, as they are asked for."""
    os.chdir(ROOT)
    parents: dict[str, WarmParent] = {}
    yield lambda name: parents.setdefault(family_of(name), WarmParent(f"{WORKS}:solve_named"))
    for parent in parents.values():
        parent.kill()


@pytest.fixture(scope="module")
def run():
    """The outcome of a work in a warm parent on one core, and the reply."""
    os.chdir(ROOT)
    core = min(os.sched_getaffinity(0))
    with WarmParent(f"{WORKS}:do", cores=(core,)) as parent:

        def solve(work: str, argument: object):
            parent.submit((work, argument))
            reply = parent.receive(120.0)
            assert reply.fault == ""
            return reply.result, reply

        yield solve


@pytest.mark.sample(2)
@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("name", modules())
def test_outcomes_are_those_of_the_cold_way(name, families):
    usable(name)
    cold = supervisor.solve(name, little(), Limits())
    parent = families(name)
    for _ in range(2):
        parent.submit((name, little(), 10.0))
        reply = parent.receive(120.0)
        warm: Outcome = reply.result
        assert (warm.status, warm.objective, warm.size, warm.engine, warm.version, warm.encoding) == (
            cold.status, cold.objective, cold.size, cold.engine, cold.version, cold.encoding,
        )  # fmt: skip
        assert warm.values is None or evaluate(little(), warm.values) == []
        assert reply.threads == 1


def test_families_are_told_by_their_libraries():
    assert family_of("cnf:glucose42") == family_of("oracle") == "small"
    assert family_of("cbc") == "ortools"
    assert family_of("hybrid:cpsat") == "numba+ortools"
    assert family_of("hybrid:cnf:glucose42") == family_of("cnf", presolved=True) == "numba"
    assert family_of("a_backend_of_others") == "a_backend_of_others"
    assert family_of("cnf", late=["bulk"]) == family_of("cnf", presolved=True, late=["bulk"]) == "bulk"


@pytest.mark.sample(0.125)
def test_the_loops_of_bulk_loading_are_told_of_when_a_child_had_to_load_them(monkeypatch):
    """A parent of the family that has them has no child that does."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("ROSETTA_LOADING", "bulk")  # for short formulas too
    for family, late in (("small", ("bulk",)), ("bulk", ())):
        with WarmParent(f"{WORKS}:solve_named", solvers=("cnf",), family=family) as parent:
            for _ in range(2):
                parent.submit(("cnf", little(), 60.0))
                reply = parent.receive(120.0)
                assert (reply.fault, reply.late, reply.threads) == ("", late, 1)


@pytest.mark.sample(0.125)
@pytest.mark.parametrize("number", [60, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_nothing_survives_a_run(monkeypatch, tmp_path, number):
    """Neither processes nor files, memory, descriptors or changes of the process's state."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with WarmParent(f"{WORKS}:run_many") as parent:
        parent.submit((number, SMALL))
        reply = parent.receive(600.0)
    assert reply.fault == ""
    before, after, grown = reply.result
    assert after == before
    assert after["children"] == ""
    assert after["files"] == []
    assert grown < 2.0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sample(0.125)
def test_limits_hold(run):
    outcome, _ = run("solve_fake", ("HANGS", 0.1))
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 0.1 s")
    outcome, _ = run("solve_fake", ("EATS_MEMORY", 60.0))
    assert "memory limit of 400 MB" in outcome.note
    assert 400 < outcome.peak_memory < 800
    assert run("solve_fake", ("CRASHES", 60.0))[0].note == "killed by SIGABRT"
    assert run("solve_fake", ("EXITS_QUIETLY", 60.0))[0].status is Status.ERROR


def test_a_daemon_is_killed_and_accounted_for(run):
    """A process with a session of its own, whose parents have ended. It used 0.3 seconds, by both accounts."""
    outcome, reply = run("stop_fake", "LEAVES_DAEMON")
    assert outcome.note == "time limit of 60 s"
    assert outcome.cpu >= 0.3
    assert outcome.cpu == pytest.approx(outcome.contention.running, rel=0.2, abs=0.05)
    assert reply.use.cpu >= outcome.cpu


@pytest.mark.sample(0.125)
def test_a_program_is_accounted_for(run):
    """CBC, which PuLP starts, at the limit: its CPU seconds are in the account."""
    usable("cbc")
    outcome, _ = run("stop_when_used", ("cbc", market_split(), 0.6))
    assert outcome.status is Status.UNKNOWN
    assert outcome.cpu > 0.5
    assert outcome.contention.running > 0.5


@pytest.mark.sample(0.125)
def test_a_program_that_is_killed_from_outside_is_accounted_for(monkeypatch):
    """With the warm parent, in the middle of its work."""
    usable("cbc")
    monkeypatch.chdir(ROOT)
    with WarmParent(f"{WORKS}:solve_named") as parent:
        parent.submit(("cbc", market_split(), 1000.0))
        used, until = 0.0, time.monotonic() + 60
        while used < 0.7 and time.monotonic() < until:
            assert parent.receive(0.1) is None
            used = used_below(parent._running.guard.pid)
        for pid in descendants(parent._running.guard.pid):  # they use no more
            os.kill(pid, signal.SIGSTOP)
        used = used_below(parent._running.guard.pid)
        reply = parent.kill()
    assert 0.7 < used < reply.use.cpu < 2 * used  # the guard used some, too


def used_below(pid: int) -> float:
    return sum(ran for _, ran in thread_times(descendants(pid)).values())


@pytest.mark.sample(0.125)
def test_a_run_beside_a_busy_process_is_contended(run):
    """The other process is pinned to the same core."""
    core = min(os.sched_getaffinity(0))
    busy = os.fork()
    if busy == 0:
        with suppress(BaseException):
            os.sched_setaffinity(0, {core})
            burn(600)
        os._exit(0)
    try:
        while os.sched_getaffinity(busy) != {core}:
            time.sleep(0.01)
        contention = run("solve_fake", ("BURNS", 60.0))[0].contention
    finally:
        os.kill(busy, 9)
        os.waitpid(busy, 0)
    assert contention.contended
    assert contention.share > 0.25
    assert contention.switches > 0
    assert contention.running == pytest.approx(0.5, abs=0.1)


def test_sleep_is_not_contention(run):
    """Of half a second; where the machine is busy the sleeper waits for its processor, too, but not every time."""
    contentions = (run("solve_fake", ("SLEEPS", 60.0))[0].contention for _ in range(50))
    assert any(contention.waiting + contention.running < 0.3 for contention in contentions)


@pytest.mark.parametrize(
    ("waiting", "running", "contended"),
    [(0.0, 1.0, False), (0.04, 1.0, False), (0.06, 1.0, True), (0.001, 0.001, False), (0.003, 0.001, True)],
)
def test_what_is_contended(waiting, running, contended):
    assert Contention(waiting, running).contended is contended


def test_without_an_account_of_threads_switches_tell():
    """As on macOS: the wall clock less the CPU time, where a thread had to leave its processor."""
    account = ContentionAccount()
    assert account.total(1.0, 0.5, 0) == Contention(0.0, 0.5, 0)
    assert account.total(1.0, 0.5, 9) == Contention(0.5, 0.5, 9)
    assert ContentionAccount(threads=2).total(1.0, 0.5, 9) is None


def test_accounts_of_threads_are_summed_from_the_start_on():
    account = ContentionAccount()
    account.note_start({1: (0.5, 0.25)})
    account.note({1: (1.0, 0.5), 2: (0.25, 2.0)})
    account.note({2: (0.5, 3.0)})
    assert account.total(0.0, 0.0, 7) == Contention(1.0, 3.25, 7)
    assert account.total(0.0, 0.0, 7) + Contention(1.0, 1.0, 1) == Contention(2.0, 4.25, 8)
