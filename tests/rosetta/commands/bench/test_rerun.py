"""`bench rerun`: a cell is run again by how its id begins; attempts are added, none is lost."""

from __future__ import annotations

import sqlite3

import pytest

from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb
from tests.rosetta.commands.bench.test_run import bench


@pytest.fixture
def store(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, *_ = bench(capsys, "tents", "4", "5", "--backends", "cnf", "--profile", "default", "--store", "c.db")
    assert code == 0
    return tmp_path / "c.db"


def rows_of(path):
    with open_store(path, read_only=True) as store:
        return sorted(store.rows(), key=lambda row: row["cell"])


def attempts_of(path):
    return sqlite3.connect(path).execute("SELECT cell, attempt FROM result ORDER BY 1, 2").fetchall()


@pytest.mark.sample(0.125)
def test_a_cell_runs_again(store, capsys):
    """With each step on stderr, the answer drawn, and the line that repeats it."""
    first, second = rows_of(store)
    before = attempts_of(store)
    assert run_verb("bench", ["rerun", first["cell"][:10], "--store", str(store)]) == 0
    text, steps = capsys.readouterr()
    assert f"cell {first['cell']}, attempt {first['attempt'] + 1}: cnf on tents " in text
    assert "satisfied (correct, verified): solved" in text
    assert "previous: attempt " in text
    assert f"repeat: rosetta bench rerun {first['cell']} --store {store}" in text
    assert "the model is written in " in steps
    new = set(attempts_of(store)) - set(before)
    assert set(before) < set(attempts_of(store))
    assert {cell for cell, _ in new} == {first["cell"]}
    assert second["cell"] not in text


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "expected cells, --contended or --crashed; none was given"),
        (("zz",), "CELL 'zz': expected the beginning of one cell's id, found that of none"),
        (("",), "CELL '': expected the beginning of one cell's id"),
        (("1", "--store", "none.db"), "none.db: no such file"),
    ],
)
def test_what_is_no_cell_is_refused(store, capsys, words, message):
    before = attempts_of(store)
    assert run_verb("bench", ["rerun", "--store", str(store), *words]) == 2
    assert message in capsys.readouterr().err
    assert attempts_of(store) == before
    assert not (store.parent / "none.db").exists()


@pytest.mark.sample(0.125)
def test_those_that_crashed(store, capsys):
    """Only these."""
    first, second = rows_of(store)
    connection = sqlite3.connect(store)
    connection.execute("UPDATE result SET ended = 'crash' WHERE cell = ?", (second["cell"],))
    connection.commit()
    connection.close()
    assert run_verb("bench", ["rerun", "--crashed", "--store", str(store)]) == 0
    text = capsys.readouterr().out
    assert second["cell"] in text
    assert first["cell"] not in text
