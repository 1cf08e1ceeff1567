"""A store of an older schema is brought up to date when it is opened, or read through a copy; nothing is lost."""

from __future__ import annotations

import json
import sqlite3

import pytest

from rosetta.campaigns.store import migrations, opening
from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.schema import APPLICATION_ID, VERSION
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, ids, proof, row
from tests.support.places import ROOT

SCHEMA_1 = (ROOT / "tests" / "data" / "store_schema_1.sql").read_text("utf-8")
ANSWERS = (json.dumps({"tents": [[0, 1]]}), json.dumps({"tents": "ä" * 70_000}), None)


def store_of_version_1(path):
    """A plan of three cells with a result each, an attempt at each, in the first schema."""
    with open_store(path.with_name("new.db")) as store:
        store.add_cells(cells(4), command="bench run", text="[campaign]")
        for cell, answer in zip(cells(4), ANSWERS, strict=False):
            store.record(row(cell, answer=answer))
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(SCHEMA_1)
    old.execute("ATTACH ? AS new", (str(path.with_name("new.db")),))
    for (table,) in old.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
        names = ", ".join(f'"{name}"' for _, name, *_ in old.execute(f"PRAGMA main.table_info({table})"))
        old.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM new.{table}")
    for cell, answer in zip(cells(4), ANSWERS, strict=False):
        old.execute("UPDATE result SET answer = ? WHERE cell = ?", (answer, cell.id))
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.execute("PRAGMA user_version = 1")
    old.close()
    path.with_name("new.db").unlink()


@pytest.mark.parametrize("read_only", [True, False])
def test_version_1_is_brought_up_to_date(tmp_path, read_only):
    """All rows and answers are there, those of any length; a reader leaves the file as it is."""
    path = tmp_path / "c.db"
    store_of_version_1(path)
    before = path.read_bytes()
    with open_store(path, read_only) as store:
        rows = {r["cell"]: r for r in store.rows()}
        assert ids(store.pending_cells()) == [cells(4)[3].id]
        assert store.count_cells() == 4
    later = {"settings": None, "log": None}  # columns that version 1 had not
    assert rows == {cell.id: row(cell, answer=answer, **later) for cell, answer in zip(cells(4), ANSWERS, strict=False)}
    assert (path.read_bytes() == before) == read_only
    if not read_only:
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("SELECT count(*) FROM answer").fetchone() == (2,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("read_only", [True, False])
def test_version_2_knows_no_proofs(tmp_path, read_only):
    """It is read as it was; a proof can be added."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(cells(2))
        store.record(row(cells(2)[0]))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TABLE proof")
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    before = path.read_bytes()
    with open_store(path, read_only) as store:
        assert [r["cell"] for r in store.rows()] == [cells(2)[0].id]
        assert store.proofs() == {}
        if not read_only:
            store.record_proof(proof(cells(2)[0]))
            assert list(store.proofs().values()) == [[proof(cells(2)[0])]]
    assert (path.read_bytes() == before) == read_only


def test_a_migration_is_whole_or_not_at_all(tmp_path, monkeypatch):
    """It fails after its work: the file is as it was, of version 1, and the next opening does it."""
    path = tmp_path / "c.db"
    store_of_version_1(path)
    work = migrations.MIGRATIONS[1]

    def fail(connection):
        work(connection)
        raise OSError("no more")

    monkeypatch.setattr(migrations, "MIGRATIONS", {1: fail})
    with pytest.raises(OSError, match="no more"), open_store(path):
        raise AssertionError
    assert sqlite3.connect(path).execute("SELECT answer FROM result").fetchall()[0] == (ANSWERS[0],)
    monkeypatch.undo()
    with open_store(path) as store:
        assert len(list(store.rows())) == 3


def test_there_is_a_way_from_every_version():
    assert sorted(migrations.MIGRATIONS) == list(range(1, VERSION))


@pytest.mark.parametrize("read_only", [True, False])
def test_a_column_that_came_later_is_empty(tmp_path, read_only):
    """It needs no new version: files without it are read and written."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(cells(2))
        store.record(row(cells(2)[0]))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP VIEW latest")
    connection.execute("ALTER TABLE result DROP COLUMN peak_mb")
    connection.execute("ALTER TABLE instance DROP COLUMN family")
    connection.close()
    with open_store(path, read_only) as store:
        (only,) = store.rows()
        assert only == row(cells(2)[0], peak_mb=None, family=None)
        if not read_only:
            store.record(row(cells(2)[1]))
            assert {r["peak_mb"] for r in store.rows()} == {None, 40.5}


def test_a_newer_schema_under_the_wal_is_refused(tmp_path, monkeypatch):
    """The header of the file may still say the old version while the new one lies in the WAL."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store._connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(StoreError, match="newer version"), open_store(path, read_only=True):
            raise AssertionError
    assert opening.VERSION == VERSION
