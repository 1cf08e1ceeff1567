"""Whatever ends a campaign, and wherever: the next run goes on, and the rows are those of an undisturbed one.

The campaigns here have cells that are done at once; the last test is one of the real command.
"""

from __future__ import annotations

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

from rosetta.studies.campaigns.store import store as store_module
from rosetta.studies.campaigns.store.errors import StoreError, StoreFull
from rosetta.studies.campaigns.store.store import open_store
from tests.rosetta.studies.campaigns.store.stored_cells import cells, ids, row
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


def check_integrity(path):
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "c.db"
    run_fake_campaign(path)
    return results(path)


@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_that_is_killed_at_random_ends_with_the_same_rows(tmp_path, undisturbed, seed):
    """SIGKILL, ten times, at any moment: while the file is made, while cells are added, between commits. Five of them
    wait for results of their own, or on a slow machine none would come before the first cell."""
    path, moments = tmp_path / "c.db", random.Random(seed)
    for number in range(10):
        before = count_results(path)
        child = start_fake_campaign(path, pause=0.0005)
        end = time.monotonic() + 20
        while number >= 5 and count_results(path) == before and time.monotonic() < end:
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


@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_loses_at_most_the_last_batches(tmp_path, undisturbed, seed):
    """The WAL ends anywhere, or in rubbish: what is left is a whole number of commits, and the rest runs again."""
    path, moments = tmp_path / "c.db", random.Random(seed)
    child = start_fake_campaign(path, pause=0.001)
    cuts = []
    for number in range(6):
        time.sleep(0.06)
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
        for name in ("c.db", "c.db-wal"):
            if (tmp_path / name).exists():
                (tmp_path / f"{number}-{name}").write_bytes((tmp_path / name).read_bytes())
                cuts += [tmp_path / f"{number}-c.db"] if name == "c.db-wal" else []
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


COMMAND = ("bench", "run", "tents", "5", "--count", "6", "--backends", "cpsat,cnf,cbc", "--store")


@pytest.mark.slow
def test_the_real_command_is_killed_and_resumed(tmp_path):
    """SIGKILL of the whole program at random, then to its end: each cell has one row, and nothing is left to do."""
    path, moments = tmp_path / "c.db", random.Random(0)
    command = [sys.executable, "-m", "rosetta", *COMMAND, str(path)]
    for _ in range(4):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moments.uniform(1, 5))
        process.kill()
        process.wait()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    other = [*command[:-1], str(tmp_path / "undisturbed.db")]
    subprocess.run(other, cwd=ROOT, check=True, capture_output=True)
    told = []
    for name in (path, tmp_path / "undisturbed.db"):
        check_integrity(name)
        with open_store(name) as store:
            assert store.pending_cells() == []
            told.append([(r["cell"], r["status"], r["objective"]) for r in store.rows()])
    assert told[0] == told[1]


@pytest.mark.slow
def test_the_real_command_on_a_full_disk_ends_with_3(tmp_path):
    """One message; the same command with room goes on."""
    path = tmp_path / "c.db"
    command = [sys.executable, "-m", "rosetta", *COMMAND, str(path)]

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (130_000, 130_000))

    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=limit)
    lines = [line for line in completed.stderr.splitlines() if line.startswith("rosetta: ")]
    assert completed.returncode == 3, completed.stderr
    assert [line for line in lines if "cannot be written" in line] == lines[-1:]
    assert "the rest runs again with the same command" in lines[-1]
    assert subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0
    with open_store(path) as store:
        assert ids(store.pending_cells()) == []


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
