"""Cells whose solver was not asked, since one row alone cannot hold: told as that, and counted nowhere."""

from __future__ import annotations

import json

from backends.contract import Limits
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.run_cell import result_columns
from rosetta.campaigns.planning.cells import Cell, cell_instance
from rosetta.campaigns.rows.judging import judge_rows
from rosetta.campaigns.statistics.differences import compare_campaigns
from rosetta.campaigns.statistics.summary import summary
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging import testimony
from rosetta.studies.judging.attempts import attempt
from tests.support.campaign_rows import campaign_frame

NOBODY_S = "2x1:___,0,0,0"  # a tree without a free cell


def row(name: str) -> dict:
    """The row of a cell of that backend, as it comes out of a store."""
    resolved = resolve("tents", NOBODY_S)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": "matching"})
    entrant = resolve_entrant(question, name, "default")
    cell = Cell(cell_instance(question, resolved, {}, ""), name, "1", "default")
    tried = attempt(question, entrant, Limits(seconds=60.0))
    row = {"cell": cell.id, "instance": cell.instance.hash, "unique": 0, "backend": name}
    return json.loads(json.dumps({**row, **result_columns(question, tried, cell)}))


def test_a_row_says_that_the_solver_was_not_asked():
    """Status, ending and class of the result; propagation, which found the row, is right by it."""
    idle, said = judge_rows([row("cnf"), row("propagate")])
    assert [idle[name] for name in ("status", "ended", "result", "verdict", "evidence", "claims")] == [
        "unknown", "not-asked", "not-asked", "none", None, None,
    ]  # fmt: skip
    assert idle["note"].startswith("not asked: rule 'each tree owns one tent'")
    assert [said[name] for name in ("status", "result", "evidence")] == ["unsatisfiable", "solved", "proved"]


def test_rows_of_older_stores_are_read_as_they_were():
    """There a solver that was not asked says `unsatisfiable`, by a rule."""
    old = {
        "backend": "cnf", "kind": "sat", "formulation": "default", "status": "unsatisfiable", "by_rule": True,
        "complete": True, "infeasible_row": "rule 'r', row 0: no assignment brings it to 5; it counts 4 literals",
    }  # fmt: skip
    read = testimony.testimony_from_json(old, None)
    assert (read.ended, read.by_rule, read.sole_row) == (None, True, None)
    stored = {**row("cnf"), "status": "unsatisfiable", "ended": "answer", "answer": None}
    stored["details"] = json.dumps({"testimony": old})
    (judged,) = judge_rows([stored])
    assert (judged["verdict"], judged["evidence"], judged["result"]) == ("correct", "proved", "solved")


def test_no_mean_and_no_rank_knows_them():
    """The scores are those of the same rows without the boards on which somebody was not asked; two stores are compared
    on the others alone."""
    rows = campaign_frame()
    is_idle = rows["instance"].isin(sorted(set(rows["instance"]))[:2]) & (rows["result"] == "solved")
    idle = rows.assign(result=rows["result"].mask(is_idle, "not-asked"))
    here, there = summary(idle, self_check=False), summary(rows[~is_idle], self_check=False)
    assert is_idle.any()
    for mine, other in zip(here.groups, there.groups, strict=True):
        assert [(s.configuration, s.par2, s.geometric, s.rank) for s in mine.scores] == [
            (s.configuration, s.par2, s.geometric, s.rank) for s in other.scores
        ]
    assert any("was not asked" in part.reason for group in here.groups for part in group.left_out)
    difference = compare_campaigns(rows, idle, ("before", "after"))
    assert (difference.changes, difference.regression) == ((), False)
    assert difference.cells < len(rows)
