"""Stores that are merged: shards equal the whole, in any order; nothing twice; all of it or nothing."""

from __future__ import annotations

import itertools
import json
import sqlite3

import pytest

from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.merging import check_parts, merge_stores
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import SAID, cells, proof, row

PLAN = cells(30)


def store_of(path, chosen, **columns):
    """A store whose plan is these cells, with a result for each."""
    with open_store(path) as store:
        store.add_cells(chosen, command="bench run", text="[campaign]", provenance={"versions": {"rosetta": path.stem}})
        store.add_machine("h", {"cores": 2})
        for cell in chosen:
            store.record(row(cell, store.begin_attempt(cell), **columns))
    return path


def rows(path):
    with open_store(path, read_only=True) as store:
        return list(store.rows())


def content(path):
    connection = sqlite3.connect(path)
    tables = ("campaign", "run", "member", "instance", "cell", "attempt", "result", "answer", "machine", "proof")
    return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_shards_equal_the_whole(tmp_path, order):
    whole = store_of(tmp_path / "whole.db", PLAN)
    shards = [store_of(tmp_path / f"{k}.db", PLAN[k::3]) for k in order]
    merged = tmp_path / "merged.db"
    check_parts(merged, shards)
    with open_store(merged) as store:
        parts = merge_stores(store, shards, "bench merge")
        assert [(part.cells, part.new, part.known) for part in parts] == [(10, 10, 0)] * 3
        assert [part.versions for part in parts] == [(str(k),) for k in order]
        assert store.count_cells() == 30
        assert store.pending_cells() == []
    assert rows(merged) == rows(whole)
    plans = [{plan for _, plan, *_ in content(path)["campaign"]} for path in (merged, whole)]
    assert plans[1] < plans[0]  # the union of the shards is known to be the plan of the whole


def test_merging_again_changes_nothing(tmp_path):
    """Also of a part that went on meanwhile: only what is new comes in."""
    first, second, merged = tmp_path / "1.db", store_of(tmp_path / "2.db", PLAN[10:]), tmp_path / "merged.db"
    store_of(first, PLAN[:8])
    with open_store(merged) as store:
        merge_stores(store, [first, second])
    before = content(merged)
    with open_store(merged) as store:
        assert [part.new for part in merge_stores(store, [second, first])] == [0, 0]
    assert content(merged) == before
    with open_store(first) as store:
        store.add_cells(PLAN[:10])
        for cell in PLAN[8:10]:
            store.record(row(cell))
    with open_store(merged) as store:
        assert [(part.new, part.known) for part in merge_stores(store, [first])] == [(2, 8)]
        assert store.count_cells() == 30


def test_a_cell_that_ran_twice_keeps_both_attempts(tmp_path):
    """The one that counts does not depend on the order; a contended one never comes before a valid one."""
    first = store_of(tmp_path / "1.db", PLAN[:3], host="a", started="2026-01-01T00:00:01", contended=1)
    second = store_of(tmp_path / "2.db", PLAN[:3], host="b", started="2026-01-01T00:00:00")
    for order in ([first, second], [second, first]):
        merged = tmp_path / f"{order[0].stem}-merged.db"
        with open_store(merged) as store:
            merge_stores(store, order)
        assert [r["host"] for r in rows(merged)] == ["b"] * 3
        attempts = content(merged)["attempt"]
        assert sorted({(number, host) for _, number, host, *_ in attempts}) == sorted(
            (number, "ab"[int(path.stem) - 1]) for number, path in enumerate(order, 1)
        )
        assert len(attempts) == 6


def test_attempts_of_one_host_are_told_apart_by_their_start_and_worker(tmp_path):
    """A host ran a cell three times, in one store and in another: all are kept, each once, also merged again."""
    runs = (("1", "2026-01-01T00:00:01"), ("1", "2026-01-01T00:00:02"), ("2", "2026-01-01T00:00:02"))
    paths = [store_of(tmp_path / "1.db", PLAN[:1], worker=runs[0][0], started=runs[0][1]), tmp_path / "2.db"]
    with open_store(paths[1]) as store:
        store.add_cells(PLAN[:1])
        for worker, started in runs[1:]:
            store.record(row(PLAN[0], store.begin_attempt(PLAN[0]), worker=worker, started=started))
    merged = tmp_path / "merged.db"
    with open_store(merged) as store:
        assert [part.new for part in merge_stores(store, paths)] == [1, 2]
        assert [part.known for part in merge_stores(store, paths)] == [1, 2]
        kept = [(each.row["host"], each.row["worker"], each.row["started"]) for each in store.attempted_rows()]
    assert sorted(kept) == [("h", *run) for run in runs]
    assert len(content(merged)["attempt"]) == 3


def test_all_of_it_or_nothing(tmp_path):
    """A part that cannot be read ends the merge before anything is made; one that breaks on the way leaves nothing."""
    good, merged = store_of(tmp_path / "1.db", PLAN[:3]), tmp_path / "merged.db"
    bad = tmp_path / "bad.db"
    bad.write_text("no store")
    with pytest.raises(StoreError, match=r"bad\.db: not a campaign's store"):
        check_parts(merged, [good, bad])
    with open_store(merged) as store, pytest.raises(StoreError, match=r"bad\.db"):
        merge_stores(store, [good, bad])
    assert not any(content(merged).values())
    with pytest.raises(StoreError, match="cannot be merged into itself"):
        check_parts(good, [good])


KNOWN = (  # what is known of one claim, the one that says less first
    proof(PLAN[0], "unknown", limit_s=1.0),
    proof(PLAN[0], "unknown", limit_s=20.0),
    proof(PLAN[0], "proved"),
    proof(PLAN[0], "refuted", testimony=json.dumps(SAID)),
)


@pytest.mark.sample(3)
@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_of_two_proofs_the_one_that_says_more_is_kept(tmp_path, order):
    """From parts in any order; and a claim that another part has is added."""
    parts = [store_of(tmp_path / f"{k}.db", PLAN[:6]) for k in order]
    for place, path in zip(order, parts, strict=True):
        with open_store(path) as store:
            store.record_proof(KNOWN[place])
            store.record_proof(proof(PLAN[3], subject=str(place)))
    with open_store(tmp_path / "merged.db") as store:
        for path in parts:
            merge_stores(store, [path])
        proofs = store.proofs()
    assert proofs[PLAN[0].instance.hash] == [KNOWN[3]]
    assert [each.subject for each in proofs[PLAN[3].instance.hash]] == ["0", "1", "2", "3"]


def test_less_is_not_kept_over_more(tmp_path):
    with open_store(tmp_path / "c.db") as store:
        store.add_cells(PLAN)
        for more in range(4):
            for less in range(more + 1):
                store.record_proof(KNOWN[more])
                store.record_proof(KNOWN[less])
                assert store.proofs() == {PLAN[0].instance.hash: [KNOWN[more]]}
