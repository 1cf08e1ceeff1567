"""What a store forgets: never a result that counts, never an answer that breaks the rules."""

from __future__ import annotations

import sqlite3

import pytest

from rosetta.campaigns.store.cleaning import Cleaning, clean_store
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import broken_details, cells, ids, proof, row

PLAN = cells(6)
BROKEN = broken_details("Two tents touch.")


@pytest.fixture
def path(tmp_path):
    """Of a first plan: a cell that the second lacks. Then: a crash and an answer; contended; wrong, then right;
    cancelled; never begun."""
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(PLAN)
        store.record(row(PLAN[5], answer='{"tents": 5}'))
        store.add_cells(PLAN[:5])
        store.record(row(PLAN[0], 1, ended="crash", status="error", answer=None))
        store.record(row(PLAN[0], 2))
        store.record(row(PLAN[1], 1, contended=1, answer='{"tents": 1}'))
        store.record(row(PLAN[2], 1, details=BROKEN, contended=1))
        store.record(row(PLAN[2], 2))
        store.begin_attempt(PLAN[3])
        store.end_attempt(PLAN[3], 1, "cancelled")
    return path


def test_what_does_not_count_goes(path):
    with open_store(path) as store:
        before = list(store.rows(every_plan=True))
        dry = clean_store(store, Cleaning(), dry_run=True)
        assert list(store.query("SELECT count(*) FROM attempt")) == [(7,)]
        assert clean_store(store, Cleaning()) == dry == {"attempt": 3, "result": 2, "answer": 0}
        assert clean_store(store, Cleaning()) == dict.fromkeys(dry, 0)
        assert list(store.rows(every_plan=True)) == before
        assert ids(store.pending_cells()) == ids([PLAN[1], *PLAN[3:5]])


def test_contended_ones_go_if_asked_and_run_again(path):
    """But not the one that breaks the rules."""
    with open_store(path) as store:
        assert clean_store(store, Cleaning(contended=True)) == {"attempt": 4, "result": 3, "answer": 1}
        assert sorted(r["cell"] for r in store.rows()) == sorted([PLAN[0].id, PLAN[2].id])
        assert ids(store.pending_cells()) == ids([PLAN[1], *PLAN[3:5]])


def test_cells_of_earlier_plans_go_if_asked(path):
    """The earlier plan, too: it may come again, whole."""
    with open_store(path) as store:
        counts = clean_store(store, Cleaning(unplanned=True))
        assert (counts["cell"], counts["instance"], counts["campaign"]) == (1, 0, 1)
        assert store.count_cells(every_plan=True) == store.count_cells() == 5
        store.add_cells(PLAN)
        assert store.count_cells() == 6
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_proofs_go_with_the_cells_of_their_boards(path):
    """And stay with them, whatever else goes."""
    with open_store(path) as store:
        store.record_proof(proof(PLAN[0]))
        store.record_proof(proof(PLAN[3]))
        clean_store(store, Cleaning(contended=True, unplanned=True))
        assert len(store.proofs()) == 2
        store.add_cells(PLAN[:2])
        assert clean_store(store, Cleaning(unplanned=True))["proof"] == 1
        assert list(store.proofs()) == [PLAN[0].instance.hash]


def test_the_file_gets_smaller(tmp_path):
    path = tmp_path / "c.db"
    with open_store(path) as store:
        store.add_cells(PLAN)
        for attempt in (1, 2):
            store.record(row(PLAN[0], attempt, note="x" * 500_000))
    before = path.stat().st_size
    with open_store(path) as store:
        clean_store(store, Cleaning())
    assert path.stat().st_size < before - 400_000


def test_what_an_attempt_alone_claims_is_kept(tmp_path):
    """It is evidence: an answer beside a timeout, another objective; not so a crash, or the same again."""
    with open_store(tmp_path / "c.db") as store:
        store.add_cells(PLAN)
        store.record(row(PLAN[0], 1, contended=1))
        store.record(row(PLAN[0], 2, ended="timeout", status="unknown", answer=None, objective=None))
        store.record(row(PLAN[1], 1, objective=5))
        store.record(row(PLAN[1], 2, objective=6))
        store.record(row(PLAN[2], 1))
        store.record(row(PLAN[2], 2))
        store.record(row(PLAN[3], 1, ended="crash", status="error", answer=None))
        store.record(row(PLAN[3], 2))
        assert clean_store(store, Cleaning())["result"] == 2
        kept = list(store.query("SELECT cell, attempt FROM result ORDER BY rowid"))
    first, second, third, fourth = ids(PLAN[:4])
    assert kept == [(first, 1), (first, 2), (second, 1), (second, 2), (third, 2), (fourth, 2)]


CLAIMED = {"status": "optimal", "answer": '{"tents": [[1, 1]]}', "objective": 8, "bound": 3, "is_unique": 1}


@pytest.mark.parametrize("column", [None, *CLAIMED])
def test_two_attempts_of_one_host_are_kept_where_they_claim_different_things(tmp_path, column):
    """In one column alone; where they claim the same, the one that counts is left."""
    with open_store(tmp_path / "c.db") as store:
        store.add_cells(PLAN)
        store.record(row(PLAN[0], 1, **{name: CLAIMED[name] for name in CLAIMED if name == column}))
        store.record(row(PLAN[0], 2))
        counts = clean_store(store, Cleaning())
        kept = [each.row["attempt"] for each in store.attempted_rows()]
        tried = [each["attempt"] for each in store.attempts(PLAN[0].id)]
    assert kept == tried == ([2] if column is None else [1, 2])
    assert (counts["result"], counts["attempt"], counts["answer"]) == ((1, 1, 0) if column is None else (0, 0, 0))


def test_of_boards_where_anything_is_wrong_nothing_goes(path):
    with open_store(path) as store:
        every = {cell.instance.hash for cell in PLAN}
        assert not any(
            clean_store(store, Cleaning(contended=True), kept=every)[table] for table in ("result", "answer")
        )
        assert clean_store(store, Cleaning(contended=True), kept=["none"])["result"] > 0
