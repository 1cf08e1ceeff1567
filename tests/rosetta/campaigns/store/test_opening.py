"""Which files are stores: whatever is not one gets a message, and stays as it is. One writer, many readers."""

from __future__ import annotations

import gzip
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.schema import APPLICATION_ID, VERSION
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, row
from tests.support.places import ROOT


def other_program(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cell (id TEXT)")
    connection.commit()
    connection.close()


def newer_schema(path):
    with open_store(path) as store:
        store.add_cells(cells(1))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()


def words(path):
    path.write_text("puzzle,what\ntents,8\n" * 20)


def start_of_one(path):
    path.write_bytes(b"SQLite format 3\0")


def packed(path):
    path.write_bytes(gzip.compress(b"SQLite format 3\0" * 10))


def parquet(path):
    path.write_bytes(b"PAR1" + bytes(200))


MESSAGES = {
    packed: "not a campaign's store, but compressed by gzip: unpack it first (gunzip)",
    parquet: "not a campaign's store, but a Parquet file; bench export --csv of the store writes what is read again",
    words: "not a campaign's store",
    start_of_one: "not a campaign's store",
    other_program: "a database of another program, not a campaign's store",
    newer_schema: f"written by a newer version of Rosetta (schema {VERSION + 1}, this one knows {VERSION})",
}


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("make", MESSAGES)
def test_another_file_is_refused_and_stays_as_it_is(tmp_path, make, read_only):
    path = tmp_path / "c.db"
    make(path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(StoreError) as refusal, open_store(path, read_only):
        raise AssertionError
    assert str(refusal.value) == f"{path}: {MESSAGES[make]}"
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [file.name for file in tmp_path.iterdir()] == ["c.db"]


@pytest.mark.parametrize("read_only", [False, True])
def test_what_is_no_file_is_refused(tmp_path, read_only):
    for name, message in (
        (tmp_path, "a folder; expected the file of a campaign's store"),
        ("/dev/null", "not an ordinary file"),
        (tmp_path / "none" / "c.db", "no such file" if read_only else "expected a file in an existing folder"),
    ):
        with pytest.raises(StoreError, match=message), open_store(name, read_only):
            raise AssertionError


def test_reading_makes_no_file(tmp_path):
    with pytest.raises(StoreError, match="no such file"), open_store(tmp_path / "c.db", read_only=True):
        raise AssertionError
    assert not list(tmp_path.iterdir())


def test_an_empty_file_becomes_a_store(tmp_path):
    """For a writer; there is nothing to read in it."""
    path = tmp_path / "c.db"
    path.touch()
    with pytest.raises(StoreError, match="an empty file, not a campaign's store"), open_store(path, read_only=True):
        raise AssertionError
    assert path.read_bytes() == b""
    with open_store(path) as store:
        store.add_cells(cells(1))
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID


@pytest.mark.parametrize("emptied", [False, True])
def test_a_store_whose_last_rows_alone_are_left_is_not_made_anew(tmp_path, emptied):
    """The file is gone, or empty, and its WAL lies there: SQLite would delete that."""
    path, wal = tmp_path / "c.db", tmp_path / "c.db-wal"
    with open_store(path) as store:
        store.add_cells(cells(2))
        kept = wal.read_bytes()
    path.unlink()
    if emptied:
        path.touch()
    wal.write_bytes(kept)
    for read_only in (False, True):
        message = "no such file|empty file" if read_only else "move c.db-wal away to begin a new store"
        with pytest.raises(StoreError, match=message), open_store(path, read_only):
            raise AssertionError
    assert wal.read_bytes() == kept


@pytest.mark.parametrize("version", [0, 1, 2, -1])
def test_a_version_that_the_tables_belie_is_damage(tmp_path, version):
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(cells(1))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with (
            pytest.raises(StoreError, match=r"expected the tables of schema|newer version"),
            open_store(path, read_only),
        ):
            raise AssertionError
    assert path.read_bytes() == before


def test_spoilt_files_beside_it_lose_no_more_than_they_hold(tmp_path):
    """Of a writer that was killed: bytes of the WAL are changed, or its index; what was folded in before is read."""
    path, chance = tmp_path / "c.db", random.Random(4)
    with open_store(path) as store:
        store.add_cells(cells(3))
        store.record(row(cells(3)[0]))
    with open_store(path) as store:
        store.record(row(cells(3)[1]))
        store.commit()
        files = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("lock")}
    for name in ("c.db-wal", "c.db-shm"):
        for place in (*range(0, 40, 7), chance.randrange(len(files[name]))):
            with tempfile.TemporaryDirectory() as folder:
                for each, content in files.items():
                    changed = bytearray(content)
                    if each == name:
                        changed[place] ^= 0x55
                    (Path(folder) / each).write_bytes(bytes(changed))
                with open_store(Path(folder) / "c.db") as store:
                    assert cells(3)[0].id in {each["cell"] for each in store.rows()}


def test_a_name_may_hold_anything(tmp_path):
    path = tmp_path / "a b?mode=memory#%41.db"
    with open_store(path) as store:
        store.add_cells(cells(2))
    with open_store(path, read_only=True) as store:
        assert store.count_cells() == 2
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


WRITER = """
import sys, time, signal
from pathlib import Path
from rosetta.campaigns.store.store import open_store
with open_store(Path(sys.argv[1])) as store:
    print("open", flush=True)
    signal.pause()
"""


FORKING = """
import os, sys
from pathlib import Path
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, row
path, plan = Path(sys.argv[1]), cells(9)
with open_store(path) as store:
    store.add_cells(plan)
    for cell in plan:
        store.record(row(cell))
        store.commit()
        child = os.fork()
        if child == 0:
            sys.exit(7)  # through the `with`, and through the end of the interpreter
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert Path(f"{path}-wal").exists()
        assert Path(f"{path}-lock").exists()
"""


def test_a_forked_child_that_ends_leaves_everything_as_it_is(tmp_path):
    """WAL, lock and rows; it neither commits nor tidies up."""
    command = [sys.executable, "-c", FORKING, str(tmp_path / "c.db")]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (completed.returncode, completed.stderr) == (0, "")
    with open_store(tmp_path / "c.db", read_only=True) as store:
        assert len(list(store.rows())) == 9


@pytest.fixture
def writer(tmp_path):
    """Another process that has the store open for writing."""
    command = [sys.executable, "-c", WRITER, str(tmp_path / "c.db")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "open\n"
    yield process
    process.kill()
    process.wait()


def test_a_second_writer_is_refused_until_the_first_dies(tmp_path, writer):
    """The message names it; by another name of the file, too; SIGKILL frees the lock."""
    path, link = tmp_path / "c.db", tmp_path / "link.db"
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(StoreError, match=f"is being written by process {writer.pid} on"), open_store(name):
            raise AssertionError
    with open_store(path, read_only=True) as store:
        assert store.count_cells() == 0
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    with open_store(link) as store:
        store.add_cells(cells(1))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["c.db", "link.db"]


def test_one_process_opens_it_for_writing_once(tmp_path):
    first, second = open_store(tmp_path / "c.db"), open_store(tmp_path / "c.db")
    with first, pytest.raises(StoreError, match="in this process"), second:
        raise AssertionError
    with open_store(tmp_path / "c.db"):
        pass


def opening_as_nobody(path, read_only):
    """How many rows a process without the rights of root reads there, or the message that it gets."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            with open_store(path, read_only) as store:
                os.write(send, f"{len(list(store.rows()))}".encode())
        except BaseException as error:
            os.write(send, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(send)
    with os.fdopen(receive) as pipe:
        return pipe.read()


@pytest.mark.parametrize("killed", [False, True])
def test_it_is_read_where_nothing_can_be_written(tmp_path, killed):
    """A finished file, from a folder without the right to write; where the WAL of a killed writer lies beside it, it is
    refused, and never read without that."""
    with tempfile.TemporaryDirectory() as name, open_store(tmp_path / "c.db") as store:
        store.add_cells(cells(2))
        store.record(row(cells(2)[0]))
        store.commit()
        folder, copied = Path(name), ["c.db", "c.db-wal"]
        if not killed:
            with sqlite3.connect(tmp_path / "c.db") as source, sqlite3.connect(folder / "c.db") as target:
                source.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
            target.close()
            copied = []
        for file in copied:
            (folder / file).write_bytes((tmp_path / file).read_bytes())
        os.chmod(folder, 0o555)
        path = folder / "c.db"
        assert (
            opening_as_nobody(path, read_only=False)
            == f"StoreError: {path}: no permission to write the file or its folder"
        )
        read = opening_as_nobody(path, read_only=True)
        assert read == (f"StoreError: {path}: {KEPT_APART}" if killed else "1")
        os.chmod(folder, 0o755)


KEPT_APART = "some rows are still in c.db-wal, and the folder is read-only; copy both files to another folder"
