"""What a campaign does with its store: plans, attempts, results, each once, and what is left to run."""

from __future__ import annotations

import os
import sqlite3

import pytest

from rosetta.campaigns.rows.columns import CELL_COLUMNS, LONG_COLUMNS, RESULT_COLUMNS
from rosetta.campaigns.store import store as store_module
from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.status import campaign_status
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import broken_details, cells, ids, row


@pytest.fixture
def path(tmp_path):
    return tmp_path / "c.db"


def test_a_row_comes_back_as_it_was(path):
    """Every column, with its type, in the order of `columns.py`, by `rows` and by `frame`."""
    plan = cells(4)
    with open_store(path) as store:
        store.add_cells(plan)
        for cell in plan[:3]:
            assert store.begin_attempt(cell) == 1
            store.record(row(cell, objective=7, bound=2.5, note="ünï\n'\""))
    with open_store(path, read_only=True) as store:
        rows, frame = list(store.rows()), store.frame()
        assert store.count_cells() == 4
    assert rows == sorted(
        (row(cell, objective=7, bound=2.5, note="ünï\n'\"") for cell in plan[:3]), key=lambda r: r["cell"]
    )
    assert [*rows[0]] == [*CELL_COLUMNS, *RESULT_COLUMNS]
    assert [type(rows[0][name]) for name in ("objective", "bound", "size", "limit_s")] == [int, float, int, float]
    assert [*frame.columns] == [name for name in rows[0] if name not in LONG_COLUMNS]
    assert frame.total_s.tolist() == [1.5] * 3


def test_cells_come_back_as_they_were_and_share_their_instances(path):
    plan = cells(6)
    with open_store(path) as store:
        store.add_cells(reversed(plan))
        pending = store.pending_cells()
    assert pending == plan[::-1]  # in the order of the plan
    assert len({id(cell.instance) for cell in pending}) == 2


def test_everything_is_idempotent(path):
    """The same plan, the same row: once."""
    plan = cells(3)
    for _ in range(2):
        with open_store(path) as store:
            change = store.add_cells(plan)
            store.record(row(plan[0]))
            store.record(row(plan[0], note="another one"))
            assert ids(store.pending_cells()) == ids(plan[1:])
            assert [r["note"] for r in store.rows()] == [""]
    assert (change.cells, change.new, change.dropped) == (3, 0, 0)


def test_an_unknown_column_or_cell_is_refused(path):
    """A misspelt column must not vanish; a row of a cell that no plan named is an error of ours."""
    plan = cells(2)
    with open_store(path) as store:
        store.add_cells(plan[:1])
        with pytest.raises(ValueError, match="no such columns: totals"):
            store.record(row(plan[0], totals=1))
        with pytest.raises(sqlite3.IntegrityError):
            store.record(row(plan[1]))
        store.record(row(plan[0]))
    with open_store(path, read_only=True) as store:
        assert len(list(store.rows())) == 1


@pytest.mark.parametrize(
    ("attempts", "counts", "pending"),
    [
        ([{"ended": "crash"}], 1, True),
        ([{"ended": "crash"}, {"ended": "crash"}], 2, False),
        ([{"ended": "crash"}, {}], 2, False),
        ([{}, {"ended": "crash"}], 1, False),
        ([{"contended": 1}], 1, True),
        ([{"contended": 1}, {"contended": 1}], 2, True),
        ([{"contended": 1}, {"contended": 1}, {"contended": 1}], 3, False),
        ([{"contended": 1}, {}], 2, False),
        ([{}, {"contended": 1}], 1, False),
        ([{"contended": 1}, {"ended": "crash"}], 1, True),
        ([{"ended": "timeout"}], 1, False),
        ([{"reliable": 0}], 1, False),
        ([{"reliable": 0}, {}], 2, False),
        ([{}, {"reliable": 0}], 1, False),
        ([{"contended": 1}, {"reliable": 0}], 2, False),
        ([{"contended": 1, "details": broken_details("Two")}], 1, False),
        ([{}, {}], 2, False),
        ([{"details": broken_details("Two tents touch.")}, {}], 1, False),
    ],
)
def test_the_attempt_that_counts(path, attempts, counts, pending):
    """Broken answers, then valid, contended, crashed ones; the last of these. What is no final result runs again."""
    (cell,) = cells(1)
    with open_store(path) as store:
        store.add_cells([cell])
        for number, columns in enumerate(attempts, 1):
            store.record(row(cell, number, **columns))
        assert [r["attempt"] for r in store.rows()] == [counts]
        assert bool(store.pending_cells()) == pending


def test_lost_and_cancelled_attempts_run_again(path):
    plan = cells(3)
    with open_store(path) as store:
        store.add_cells(plan)
        for cell in plan:
            store.begin_attempt(cell)
        store.end_attempt(plan[0], 1, "cancelled")
        store.record(row(plan[1]))
    with open_store(path) as store:
        assert ids(store.pending_cells()) == [plan[0].id, plan[2].id]
        assert store.begin_attempt(plan[2]) == 2
    connection = sqlite3.connect(path)
    why = dict(connection.execute("SELECT cell, why FROM attempt WHERE attempt = 1"))
    assert [why[cell.id] for cell in plan] == ["cancelled", "answer", "lost"]


def test_cells_that_wait_for_a_worker_are_queued_and_do_not_run(path):
    plan = cells(4)
    with open_store(path) as store:
        store.add_cells(plan)
        for cell in plan[:3]:
            store.note_queued(cell, store.begin_attempt(cell), True)
        store.note_queued(plan[0], 1, False)
        store.record(row(plan[1]))
        store.commit()
        status = campaign_status(store)
    assert (status.total, status.done, status.running, status.queued) == (4, 1, 1, 1)


def test_statistics_take_the_cells_of_the_last_plan(path):
    """Cells that a changed plan no longer names stay, and are told; the first plan again brings them back."""
    plan = cells(4)
    with open_store(path) as store:
        store.add_cells(plan, command="first")
        for cell in plan:
            store.record(row(cell))
        change = store.add_cells(plan[1:], command="second", text="[campaign]")
        assert (change.cells, change.new, change.dropped) == (3, 0, 1)
        assert sorted(r["cell"] for r in store.rows()) == sorted(ids(plan[1:]))
        assert (store.count_cells(), store.count_cells(every_plan=True)) == (3, 4)
        assert len(list(store.rows(every_plan=True))) == len(store.frame(every_plan=True)) == 4
        store.add_cells(plan)
        assert store.count_cells() == 4
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM campaign").fetchone() == (2,)
    assert [c for (c,) in connection.execute("SELECT command FROM run ORDER BY run")] == ["first", "second", ""]


def test_others_read_while_it_is_written(path):
    """Each sees what was committed; a batch is committed after its time, or when it is full."""
    plan = cells(120)
    with open_store(path) as store:
        store.add_cells(plan)
        store.record(row(plan[0]))
        with open_store(path, read_only=True) as other:
            assert list(other.rows()) == []
        store._due = 0
        store.commit_if_due()
        with open_store(path, read_only=True) as other:
            assert len(list(other.rows())) == 1
        for cell in plan[1:101]:
            store._due = float("inf")
            store.record(row(cell))
        with open_store(path, read_only=True) as other:
            assert len(list(other.rows())) == 101


def test_a_finished_store_is_one_file(path):
    with open_store(path) as store:
        store.add_cells(cells(3))
        assert path.with_name("c.db-wal").exists()
    with open_store(path, read_only=True) as store:
        assert store.count_cells() == 3
    assert [file.name for file in path.parent.iterdir()] == ["c.db"]


def test_a_forked_child_neither_uses_nor_closes_it(path):
    """It leaves through the `with`, and through the end of its interpreter's objects; the parent goes on."""
    plan = cells(3)
    with open_store(path) as store:
        store.add_cells(plan)
        store.record(row(plan[0]))
        child = os.fork()
        if child == 0:
            code = 1
            try:
                store.pending_cells()
            except StoreError as error:
                code = 0 if "forked child" in str(error) else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        store.record(row(plan[1]))
        store.commit()
        with open_store(path, read_only=True) as other:
            assert len(list(other.rows())) == 2
    with open_store(path) as store:
        assert len(list(store.rows())) == 2


def test_the_attempts_are_limited(path, monkeypatch):
    """The number is one constant, in the query and in its explanation."""
    assert (store_module.MOST_ATTEMPTS, store_module.MOST_CRASHES) == (3, 2)
    assert f"< {store_module.MOST_ATTEMPTS}\n" in store_module.PENDING


def test_an_answer_is_stored_once(path):
    """However long it is, as the verdict rests on it."""
    short, long = '{"tents": [[0, 1]]}', '{"tents": "' + "x" * 1_000_000 + '"}'
    plan = cells(5)
    with open_store(path) as store:
        store.add_cells(plan)
        for cell, answer in zip(plan, (short, short, long, long, None), strict=True):
            store.record(row(cell, answer=answer))
        answers = {r["cell"]: r["answer"] for r in store.rows()}
    assert [answers[cell.id] for cell in plan] == [short, short, long, long, None]
    assert 1_000_000 < path.stat().st_size < 1_500_000


def test_numbers_that_no_column_holds(path):
    """Whole ones beyond 64 bits are rounded, infinite ones as nothing."""
    with open_store(path) as store:
        store.add_cells(cells(1))
        store.record(row(cells(1)[0], objective=10**30, bound=float("inf"), load=float("nan")))
        (only,) = store.rows()
    assert (only["objective"], only["bound"], only["load"]) == (1e30, None, None)


@pytest.mark.parametrize("later", [1, 2])
def test_of_two_equal_attempts_the_one_started_last_counts(path, later):
    """Whatever their numbers are: a merge numbers them as they come. Of those started together, the last number."""
    (cell,) = cells(1)
    starts = {later: "2026-01-01T00:00:02.000+00:00", 3 - later: "2026-01-01T00:00:01.000+00:00"}
    with open_store(path) as store:
        store.add_cells([cell])
        for number in (1, 2):
            store.record(row(cell, number, started=starts[number], total_s=float(number)))
        assert [(each["attempt"], each["total_s"]) for each in store.rows()] == [(later, float(later))]
        assert [each.row["attempt"] for each in store.attempted_rows() if each.counts] == [later]
        for number in (3, 4):
            store.record(row(cell, number, started="2026-01-01T00:00:03.000+00:00"))
        assert [each["attempt"] for each in store.rows()] == [4]


def test_a_commit_is_on_the_disk_before_it_returns(path):
    """WAL with an fsync per commit (synchronous = FULL, 2): after a power cut, NORMAL would lose what was committed."""
    with open_store(path) as store:
        assert list(store.query("PRAGMA synchronous")) == [(2,)]
        assert list(store.query("PRAGMA journal_mode")) == [("wal",)]
