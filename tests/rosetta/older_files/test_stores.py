"""Older stores: every row, verdict and proof as it was written down when they were made."""

from __future__ import annotations

import json
import shutil
import sqlite3

import pytest

from rosetta.campaigns.results.judged_results import judged_rows
from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb
from tests.rosetta.older_files.collection import STORES, recorded, unpacked_store

RECORDED = recorded("results.tsv")
COLUMNS = tuple(name for name in RECORDED[0] if name != "store")
ONE_ANSWER = {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}  # to the 3x3 board of most of these stores


def texts(rows):
    """The recorded columns of rows, as texts in some order."""
    return sorted(tuple("" if row[name] is None else str(row[name]) for name in COLUMNS) for row in rows)


def recorded_of(*names):
    return texts(line for line in RECORDED if line["store"] in names)


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("name", STORES)
def test_its_rows_are_read_and_judged_as_they_were(tmp_path, name, read_only):
    """Read through a copy where the schema is older, and the same after it was brought up to date."""
    path = unpacked_store(name, tmp_path)
    before = path.read_bytes()
    with open_store(path, read_only) as store:
        assert texts(judged_rows(store, every_plan=True)) == recorded_of(name)
        assert len(list(store.attempted_rows())) >= len(recorded_of(name))
    assert not read_only or path.read_bytes() == before


def test_every_store_is_recorded():
    assert {line["store"] for line in RECORDED} == set(STORES)


def test_shards_become_one_store(tmp_path):
    shards = [unpacked_store(name, tmp_path) for name in STORES if name.startswith("shard")]
    whole = tmp_path / "whole.db"
    assert run_verb("bench", ["merge", str(whole), *map(str, shards)]) == 0
    with open_store(whole, read_only=True) as store:
        assert texts(judged_rows(store)) == recorded_of(*(path.stem for path in shards))


def test_older_stores_are_merged_with_those_of_today(tmp_path):
    """The boards of an older store are the same boards, though the hashes of their cells may be others."""
    parts, whole = [unpacked_store(name, tmp_path) for name in STORES], tmp_path / "whole.db"
    assert run_verb("bench", ["merge", str(whole), *map(str, parts)]) == 0
    with open_store(whole, read_only=True) as store:
        rows = list(judged_rows(store, every_plan=True))
    assert len(rows) == len(RECORDED)
    assert {row["answer"] for row in rows if row["what"].startswith("3x3:aaaaa,2,0,2,2,0")} == {
        None, json.dumps(ONE_ANSWER, separators=(",", ":")),
    }  # fmt: skip


def test_proofs_of_claims_are_kept(tmp_path):
    """Four claims about three boards are proved; one is refuted by the only answer."""
    with open_store(unpacked_store("campaign", tmp_path), read_only=True) as store:
        known = [proof for proofs in store.proofs().values() for proof in proofs]
    assert sorted((proof.claim, proof.status) for proof in known) == [
        ("answer", "proved"), ("optimal", "proved"), ("unique", "proved"), ("unique", "proved"),
    ]  # fmt: skip
    with open_store(unpacked_store("refuted", tmp_path), read_only=True) as store:
        ((refuted,),) = store.proofs().values()
    assert (refuted.claim, refuted.status) == ("answer", "refuted")
    assert json.loads(refuted.testimony)["answers"][0]["answer"] == ONE_ANSWER


@pytest.mark.parametrize("name", STORES)
def test_a_cell_is_shown(tmp_path, name, capsys):
    """With its board, which is read from the store, or refused with what to do (a cell of the first schema)."""
    path = unpacked_store(name, tmp_path)
    (cell,) = sqlite3.connect(path).execute("SELECT cell FROM result ORDER BY cell").fetchone()
    code = run_verb("bench", ["show", cell, "--store", str(path)])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    if name == "schema-1":
        assert (code, printed.out) == (2, "")
        assert "planned by an earlier version" in printed.err
        assert "bench export" in printed.err
    else:
        assert code == (1 if "WRONG" in printed.out else 0)
        assert cell[:8] in printed.out


def test_a_writer_changes_nothing_that_was_there(tmp_path):
    """A campaign that is resumed by today's code finds all cells done, and keeps their rows."""
    path = unpacked_store("campaign", tmp_path)
    shutil.copy(path, tmp_path / "before.db")
    with open_store(path) as store:
        assert store.pending_cells(keep_contended=True) == []
    after, before = (
        sqlite3.connect(each).execute("SELECT * FROM result ORDER BY cell, attempt").fetchall()
        for each in (path, tmp_path / "before.db")
    )
    assert after == before
