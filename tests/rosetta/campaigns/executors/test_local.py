"""The local executor: its rows are those of cells in turn; whatever a cell does, it has a row and leaves nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from backends.running.cores import core_slots
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.attempt_row import attempt_row
from rosetta.campaigns.executors.local import LocalExecutor
from rosetta.campaigns.planning.cells import Cell, cell_instance
from rosetta.studies.asking.posing import pose_question
from tests.support.places import ROOT

WORK = "tests.support.cell_works:answer_oddly"
MEASURED = ("load", "started", "host", "worker", "peak_mb", "contended", "details", "log")  # and all times


def small_cells(family: str = "", seconds: float = 20.0, **changes) -> list[Cell]:
    """Cells on small boards of two puzzles."""
    cells = []
    for name in ("tents", "akari"):
        record = puzzle(name)
        resolved, question = pose_question(record, "5", 1, {})
        instance = cell_instance(question, resolved, {}, family)
        cells += [
            Cell(instance, backend, "1", "default", seconds=seconds, **changes)
            for backend in ("minicard", "cnf", "cbc")
        ]
    return cells


def run_all(executor, cells, seconds=600.0):
    """The rows of the cells, by their id, in at most so many seconds."""
    waiting, rows, end = list(cells), {}, time.monotonic() + seconds
    with executor:
        while len(rows) < len(cells) and time.monotonic() < end:
            while waiting and executor.free():
                executor.submit(waiting.pop(), 1)
            rows.update((row["cell"], row) for row in executor.completed(0.2))
    return rows


def processes_with(text: str) -> list[int]:
    """Living processes with that text in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                environment = (entry / "environ").read_bytes()
                if text.encode() in environment and b") Z " not in (entry / "stat").read_bytes():
                    found.append(int(entry.name))
    return found


@pytest.fixture
def marked(tmp_path, monkeypatch):
    """A folder for temporary files, in the environment of all that is started; nothing is left of either."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(ROOT)
    cores = os.sched_getaffinity(0)
    yield str(tmp_path)
    assert os.sched_getaffinity(0) == cores
    assert processes_with(str(tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


def local(number: int = 1, **changes) -> LocalExecutor:
    return LocalExecutor(core_slots(1)[:number], "here", work=WORK, **changes)


@pytest.mark.sample(0.125)
def test_cells_that_load_in_bulk_get_a_parent_of_their_own(marked, monkeypatch):
    """From the second one of a configuration on, on boards that are no smaller; all others keep the one they had."""
    monkeypatch.setenv("ROSETTA_LOADING", "bulk")  # for short formulas too
    first = next(cell for cell in small_cells() if cell.backend == "cnf")
    other = replace(first, backend="clingo")
    smaller = replace(first, instance=replace(first.instance, size=first.instance.size - 1))
    with LocalExecutor(core_slots(1)[:1], "here") as executor:
        for cell, parents in ((first, ["small"]), (other, ["small"]), (smaller, ["small"]), (first, ["bulk", "small"])):
            executor.submit(cell, 1)
            while not (rows := executor.completed(0.2)):
                pass
            assert rows[0]["status"] == "satisfied"
            assert sorted(executor._slots[0].parents) == parents
            if cell is smaller:  # it told, too, and is the least by now
                assert executor._late[first.instance.puzzle, first.configuration, "bulk"] == smaller.instance.size


@pytest.mark.sample(0.125)
def test_rows_are_those_of_cells_run_in_this_process(marked):
    cells = small_cells()
    ours, theirs = run_all(local(2), cells), {cell.id: attempt_row(cell, 1, "here", "") for cell in cells}
    assert ours.keys() == theirs.keys() == {cell.id for cell in cells}
    for cell, row in ours.items():
        assert row.keys() == theirs[cell].keys()
        differing = {name for name in row if row[name] != theirs[cell][name] and not name.endswith("_s")}
        assert differing <= set(MEASURED)
        assert row["ended"] == "answer"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("family", "ended", "note"),
    [
        ("kill", "crash", "killed by SIGKILL"),
        ("exit", "crash", "ended with code 0"),
        ("aborts", "crash", "SIGABRT"),
        ("raises", "crash", "no such luck"),
        ("hangs", "timeout", "time limit"),
        ("eats", "memout", "memory limit"),
    ],
)
def test_a_cell_that_misbehaves_has_a_row(marked, family, ended, note):
    """And the cells after it are not disturbed."""
    odd = small_cells(family, seconds=1.0 if family == "hangs" else 20.0, memory=500)[0]
    usual = small_cells()[:2]
    rows = run_all(local(), [*usual, odd])
    assert rows[odd.id]["ended"] == ended
    assert note in rows[odd.id]["note"]
    assert rows[odd.id]["status"] == ("error" if ended == "crash" else "unknown")
    assert [rows[cell.id]["ended"] for cell in usual] == ["answer", "answer"]


@pytest.mark.sample(0.125)
def test_what_hangs_outside_the_solver_is_killed_at_the_outer_limit(marked):
    """With processes that left its session."""
    cell = small_cells("hang", seconds=1.0)[0]
    rows = run_all(local(outer_limit=lambda _: 4.0), [cell])
    assert rows[cell.id]["ended"] == "timeout"
    assert "killed after 4 s" in rows[cell.id]["note"]


@pytest.mark.sample(0.125)
def test_what_eats_memory_outside_the_solver_is_killed(marked):
    cell = small_cells("eat", memory=300)[0]
    row = run_all(local(), [cell])[cell.id]
    assert (row["ended"], row["status"]) == ("memout", "unknown")
    assert "in building or checking" in row["note"]


def test_a_lie_is_a_row_like_others(marked):
    cell = small_cells("lies")[0]
    row = run_all(local(), [cell])[cell.id]
    assert '"broken":' in row["details"]


def test_kill_ends_what_runs_at_once(marked):
    cells = small_cells("hangs", seconds=100.0)
    with local(2) as executor:
        for cell in cells[:2]:
            executor.submit(cell, 1)
        while len(processes_with("rosetta-grandchild")) + len(processes_with(marked)) < 4:
            assert executor.completed(0.1) == []
        assert len(executor.running()) == 2
        executor.kill()  # else they would go on for 1000 seconds
        assert executor.running() == []
        assert executor.free() == 2


@pytest.mark.sample(0.125)
def test_a_killed_warm_parent_is_replaced(marked):
    """Any process of ours, killed from outside: a row that says so, and the next cell runs."""
    first, second = small_cells("hangs", seconds=100.0)[0], small_cells()[0]
    with local() as executor:
        executor.submit(first, 1)
        while len(processes_with(marked)) < 3:
            executor.completed(0.1)
        for pid in processes_with(marked):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        rows = []
        while not rows:
            rows = executor.completed(1.0)
        assert rows[0]["ended"] == "crash"
        executor.submit(replace(second, repeat=1), 1)
        rows = []
        while not rows:
            rows = executor.completed(1.0)
        assert rows[0]["ended"] == "answer"
    for folder in Path(marked).iterdir():  # its guard was killed, too: the next start removes it
        assert folder.name.startswith("rosetta-run-")
    run_all(local(), [second])


def test_slots_keep_to_their_cores(marked):
    cores = os.sched_getaffinity(0)
    if len(cores) < 2:
        pytest.skip("one core")
    slot = core_slots(1)[-1:]
    with LocalExecutor(slot, "here"):
        assert os.sched_getaffinity(0) == cores - set(slot[0])
    assert os.sched_getaffinity(0) == cores
