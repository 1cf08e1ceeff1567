"""The results of a campaign: judged on all that its store knows, and nothing wrong is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.contract import Status
from rosetta.campaigns.results.judged_results import judged_frame, judged_rows
from rosetta.campaigns.store.store import open_store
from tests.support.lightsout_cells import FEWEST, MOST, claim_row, small_question

LATER = "2026-01-01T00:00:09.000+00:00"


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "c.db") as opened:
        yield opened


def results(store, **options) -> dict[str, str]:
    """The class of each cell, by backend; rows and frame say the same."""
    rows = list(judged_rows(store, **options))
    frame = judged_frame(store, **options)
    for name in ("cell", "attempt", "status", "verdict", "evidence", "result"):
        assert frame[name].tolist() == [row[name] for row in rows]
    return {row["backend"]: row["result"] for row in rows}


@pytest.mark.parametrize("contended", [0, 1])
def test_a_wrong_attempt_is_not_hidden_by_a_later_one(store, contended):
    """A denial that the answer of another solver refutes; the second attempt found that answer, too."""
    _, honest = small_question()
    liar = replace(honest, backend="cnf")
    store.add_cells([honest, liar])
    store.record(claim_row(honest, Status.OPTIMAL, FEWEST))
    store.record(claim_row(liar, Status.UNSATISFIABLE, contended=contended))
    assert results(store) == {"cpsat": "claimed", "cnf": "wrong"}
    store.record(claim_row(liar, Status.OPTIMAL, FEWEST, attempt=2, started=LATER))
    assert results(store) == {"cpsat": "solved", "cnf": "wrong"}


def test_a_later_attempt_refutes_an_earlier_one_of_the_same_solver(store):
    """No other solver is needed to see that one of them is wrong."""
    _, cell = small_question()
    store.add_cells([cell])
    store.record(claim_row(cell, Status.OPTIMAL, MOST, contended=1))
    assert results(store) == {"cpsat": "claimed"}
    store.record(claim_row(cell, Status.OPTIMAL, FEWEST, attempt=2, started=LATER))
    assert results(store) == {"cpsat": "wrong"}


def test_the_attempt_that_counts_stands_for_a_cell_where_none_is_wrong(store):
    """What was disturbed is measured again, and not told."""
    _, cell = small_question()
    store.add_cells([cell])
    store.record(claim_row(cell, Status.OPTIMAL, FEWEST, contended=1))
    store.record(claim_row(cell, Status.OPTIMAL, FEWEST, attempt=2, started=LATER))
    assert [(row["attempt"], row["result"]) for row in judged_rows(store)] == [(2, "claimed")]


def test_cells_of_earlier_plans_are_evidence(store):
    """They are not among the results, but what they showed remains true."""
    _, honest = small_question()
    liar = replace(honest, backend="cnf")
    store.add_cells([honest])
    store.record(claim_row(honest, Status.OPTIMAL, FEWEST))
    store.add_cells([liar])
    store.record(claim_row(liar, Status.UNSATISFIABLE))
    assert results(store) == {"cnf": "wrong"}
    assert results(store, every_plan=True) == {"cpsat": "claimed", "cnf": "wrong"}
