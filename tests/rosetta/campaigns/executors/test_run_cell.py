"""A cell that is run: its row, whatever is done to the board and to the model on the way."""

from __future__ import annotations

import json

import pytest

from models.puzzles.registry import names, puzzle
from rosetta.campaigns.executors.run_cell import run_cell
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.plan import planned_cells
from rosetta.campaigns.rows.columns import COLUMNS
from rosetta.campaigns.rows.judging import judge_rows
from rosetta.campaigns.running.contradictions import ContradictionWatch

BOARDS = {"lightsout": ("4", {"lit": ("random",)}), "tiling": ("4x5", {"pieces": ("random",)})}


def cells(name, backend, **changed):
    what, options = BOARDS.get(name, ("6", {}))
    if name == "starbattle":
        what = "5"
    campaign = Campaign(
        (InstanceGroup((what,), name, options=options),),
        (ConfigurationGroup((backend,), profile="default"),),
        **changed,
    )
    return planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), {backend: "1"})


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_turned_and_shuffled_cells_agree(name):
    """All are about the board as it is: the same verdict, answers that keep its rules, no disagreement."""
    rows = [run_cell(cell) for cell in cells(name, "cnf", symmetries=(0, 3, 5), shuffled=True, unique=True)]
    rows += [run_cell(cell) for cell in cells(name, "cnf", unique=True)]
    judged = judge_rows(rows)
    assert len(rows) >= (3 if puzzle(name).extras.transform else 2), "a puzzle need not turn its boards"
    assert len({row["instance"] for row in rows}) == 1
    assert {row["result"] for row in judged} <= {"solved", "feasible", "claimed"}
    assert len({(row["status"], row["is_unique"], row["objective"]) for row in rows}) == 1
    (question,) = [q for _, q in posed_instances(campaign_of(name), "", lambda *_: None)]
    for row in rows:
        assert set(row) <= set(COLUMNS)
        if row["answer"] is not None:
            answer = puzzle(name).answer_from_json(question.instance, json.loads(row["answer"]))
            assert puzzle(name).verify(question.instance, answer) == []


def campaign_of(name):
    what, options = BOARDS.get(name, ("5" if name == "starbattle" else "6", {}))
    return Campaign((InstanceGroup((what,), name, options=options),))


def test_a_solver_that_reads_the_instance_is_not_shuffled():
    """The row says so, in its note; it is turned like all others, and stands beside their rows of the same seed."""
    rows = [run_cell(cell) for cell in cells("lightsout", "polynomial", shuffled=True, symmetries=(0, 6))]
    assert {(row["shuffled"], row["symmetry"]) for row in rows} == {(1, 0), (1, 6)}
    assert all("reads the instance, so that nothing is shuffled" in row["note"] for row in rows)
    assert {row["result"] for row in judge_rows(rows)} <= {"claimed", "feasible"}


def test_a_cell_runs_with_the_parameters_that_it_was_planned_with():
    """Not with those that `tuned` means when it runs."""
    from dataclasses import replace

    (cell,) = cells("tents", "cnf")
    tuned = replace(cell, profile="tuned", parameters=(("solver", "glucose42"),))
    row = run_cell(tuned)
    assert (row["engine"], row["profile"], row["settings"]) == ("glucose42", "tuned", "solver=glucose42")


@pytest.mark.parametrize(("sense", "best"), [("max", 8.25), ("min", 3.75)])
def test_the_objective_is_that_of_the_author(sense, best, tmp_path):
    """With its fractions and its constant, in its sense; a dearer answer called optimal contradicts a better one."""
    path = tmp_path / "model.lp"
    rest = "st\n a: 2 x + 2 y <= 7\nbounds\n x <= 5\n y <= 5\ngenerals\n x y\nend\n"
    path.write_text(f"{sense}\n obj: 0.25 x + 1.5 y + 3.75\n{rest}")
    campaign = Campaign((InstanceGroup((str(path),), "model"),), (ConfigurationGroup(("cpsat",), profile="default"),))
    (cell,) = planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), {"cpsat": "1"})
    row = run_cell(cell)
    assert (row["status"], row["objective"], row["bound"]) == ("optimal", best, best)
    watch = ContradictionWatch()
    assert watch.note_row(row | {"configuration": "cpsat", "cell": "c" * 12, "instance": "i", "symmetry": 0}) is None
    details = json.loads(row["details"])
    details["testimony"]["answers"][0]["cost"] += 1  # of what is minimised: quarters
    other = row | {"configuration": "other", "cell": "d" * 12, "details": json.dumps(details)}
    own = 8 if sense == "max" else 4
    told = f"has {own} as its objective; {own} was called optimal, {best} was found"
    assert told in (watch.note_row(other | {"instance": "i", "symmetry": 0}) or "")
