"""Whatever ends a campaign, and wherever: the next run goes on, and the rows are those of an undisturbed one.

The campaigns here have cells that are done at once, but for one of the real command; that is killed in
tests/rosetta/commands/bench/test_interrupting.py.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter

import pytest

from rosetta.campaigns.store import store as store_module
from rosetta.campaigns.store.errors import StoreError, StoreFull
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, check_integrity, ids, row
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT

PLAN = cells(400)


def run_fake_campaign(path, pause=0.0):
    """Each cell takes so many seconds."""
    with open_store(path) as store:
        store.add_cells(PLAN)
        for cell in store.pending_cells():
            attempt = store.begin_attempt(cell)
            time.sleep(pause)
            store.commit_if_due()  # so that kills also come between the beginning of a cell and its row
            store.record(row(cell, attempt, note=f"of {cell.backend}"))


def start_fake_campaign(path, pause):
    """In a child; its process id."""
    child = os.fork()
    if child == 0:
        store_module.BATCH_SECONDS, store_module.BATCH_WRITES = 0.005, 20
        try:
            run_fake_campaign(path, pause)
        finally:
            os._exit(0)
    return child


def has_ended(child):
    """It stays there until somebody waits for it."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def results(path):
    """The rows, but for what says which attempt it was."""
    with open_store(path, read_only=True) as store:
        rows = [{name: value for name, value in r.items() if name not in ("attempt", "started")} for r in store.rows()]
        assert len(rows) == store.count_cells()
    return rows


def count_results(path):
    """That are on the disk; 0 while there is no store."""
    try:
        with open_store(path, read_only=True) as store:
            return len(list(store.query("SELECT cell FROM result")))
    except StoreError:
        return 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "c.db"
    run_fake_campaign(path)
    return results(path)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_that_is_killed_at_random_ends_with_the_same_rows(tmp_path, undisturbed, seed):
    """SIGKILL, ten times, at any moment: while the file is made, while cells are added, between commits. Five of them
    wait for results of their own, or on a slow machine none would come before the first cell."""
    path, moments = tmp_path / "c.db", random.Random(seed)
    for number in range(10):
        before = count_results(path)
        child = start_fake_campaign(path, pause=0.0005)
        while number >= 5 and count_results(path) == before and not has_ended(child):
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.03 if number >= 5 else 0.15))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    run_fake_campaign(path)
    check_integrity(path)
    assert results(path) == undisturbed
    connection = sqlite3.connect(path)
    why = Counter(ending for (ending,) in connection.execute("SELECT why FROM attempt"))
    assert why.keys() <= {"answer", "lost"}
    assert why["answer"] == len(PLAN)
    assert why["lost"] > 0, "no kill came while a cell was at work"


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_loses_at_most_the_last_batches(tmp_path, undisturbed, seed):
    """The WAL ends anywhere, or in rubbish: what is left is a whole number of commits, and the rest runs again."""
    path, moments = tmp_path / "c.db", random.Random(seed)
    wal = tmp_path / "c.db-wal"
    child = start_fake_campaign(path, pause=0.001)
    cuts = []
    for number in range(5):
        before = count_results(path)
        while not has_ended(child) and not (count_results(path) > before if number else wal.exists()):
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.03))
        if has_ended(child):
            break
        os.kill(child, signal.SIGSTOP)
        os.waitid(os.P_PID, child, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        if wal.exists():  # not where it has just ended
            cuts.append(tmp_path / f"{number}-c.db")
            cuts[-1].write_bytes(path.read_bytes())
            cuts[-1].with_name(f"{number}-c.db-wal").write_bytes(wal.read_bytes())
        os.kill(child, signal.SIGCONT)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert cuts
    for cut in cuts:
        wal = cut.with_name(f"{cut.name}-wal")
        content = wal.read_bytes()[: moments.randint(0, wal.stat().st_size)]
        wal.write_bytes(content + moments.randbytes(moments.choice((0, 5000))))
        with open_store(cut) as store:
            assert [r["note"] for r in store.rows()] == [f"of {r['backend']}" for r in store.rows()]
        run_fake_campaign(cut)
        check_integrity(cut)
        assert results(cut) == undisturbed


def test_a_full_disk_is_one_message_and_loses_no_commit(tmp_path, undisturbed):
    """The store may not grow beyond some pages; then it may."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(PLAN)
    commits = []

    def fill():
        with open_store(path) as store:
            pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
            store._connection.execute(f"PRAGMA max_page_count = {pages + 20}")
            for cell in store.pending_cells():
                store.record(row(cell, store.begin_attempt(cell), note=f"of {cell.backend}"))
                commits.append(not store._connection.in_transaction)

    safe = "what was saved is safe, the rest runs again with the same command once there is room"
    with pytest.raises(StoreFull) as full:
        fill()
    assert str(full.value) == f"{path}: the disk is full; {safe}"
    with open_store(path, read_only=True) as store:
        assert len(list(store.rows())) >= 50 * sum(commits) > 0  # a batch of a hundred writes is fifty cells
    run_fake_campaign(path)
    check_integrity(path)
    assert results(path) == undisturbed


def test_a_file_that_may_grow_no_more_is_one_message(tmp_path):
    """The system refuses to write, and not SQLite."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(PLAN)
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50_000,) * 2)
            run_fake_campaign(path)
        except StoreFull as error:
            os.write(send, str(error).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(send)
    with os.fdopen(receive) as pipe:
        message = pipe.read()
    assert message.startswith(f"{path}: ")
    assert "what was saved is safe, the rest runs again with the same command" in message
    run_fake_campaign(path)
    assert len(results(path)) == len(PLAN)


@contextlib.contextmanager
def files_of_at_most(size):
    """For this process and those that it starts meanwhile."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_the_real_command_on_a_full_disk_ends_with_3(tmp_path):
    """One message; the same command with room goes on. What is written first is the plan, and it fits."""
    path = tmp_path / "c.db"
    words = ("tents", "5", "--count", "4", "--backends", "cnf,minicard", "--profile", "default", "--keep-contended")
    command = ("bench", "run", *words, "--store", str(path))
    assert rosetta(*command, "--budget", "0.000001").returncode == 3
    with files_of_at_most(40_000):  # a program of this process: the warm server has limits of its own
        real = [sys.executable, "-m", "rosetta", *command]
        completed = subprocess.run(real, cwd=ROOT, capture_output=True, text=True)
    lines = [line for line in completed.stderr.splitlines() if line.startswith("rosetta: ")]
    assert completed.returncode == 3, completed.stderr
    assert lines[0] == f"rosetta: the store is {path}"
    assert [line for line in lines if "cannot be written" in line] == lines[-1:]
    assert "the rest runs again with the same command" in lines[-1]
    assert rosetta(*command).returncode == 0
    with open_store(path) as store:
        assert ids(store.pending_cells(keep_contended=True)) == []


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_store_that_has_gone_is_not_written_to_its_end(tmp_path, how):
    """The system would go on writing into the file that nobody can find, and the campaign would end with 0."""
    path, other = tmp_path / "c.db", tmp_path / "other.db"

    def lose_it_half_way():
        with open_store(path) as store:
            store.add_cells(PLAN)
            other.write_bytes(path.read_bytes())
            _ = path.unlink() if how == "deleted" else other.replace(path)
            for cell in store.pending_cells():
                store.record(row(cell, store.begin_attempt(cell), note=f"of {cell.backend}"))

    with pytest.raises(StoreFull, match="was deleted, moved or replaced while it was written"):
        lose_it_half_way()
    assert not (tmp_path / "c.db-lock").exists()


def test_a_store_that_is_cut_short_is_not_written_to_its_end(tmp_path):
    """SQLite goes on from what it has in memory, and the campaign would end with 0."""
    path = tmp_path / "c.db"

    def cut_it_half_way():
        with open_store(path) as store:
            store.add_cells(PLAN)
            pending = store.pending_cells()
            path.write_bytes(b"")
            for cell in pending:
                store.record(row(cell, store.begin_attempt(cell), note=f"of {cell.backend}"))

    with pytest.raises(StoreFull, match="was cut short while it was written"):
        cut_it_half_way()
