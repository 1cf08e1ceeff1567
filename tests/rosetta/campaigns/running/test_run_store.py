"""A campaign planned and run from Python, without a command line."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from instances.size_ranges import expand_sizes
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.campaign_plan import estimate_plan, plan_campaign, probe_campaign_engines
from rosetta.campaigns.planning.campaign_request import RequestRefused
from rosetta.campaigns.planning.shards import Shard
from rosetta.campaigns.reporting.campaign_results import read_end, read_results
from rosetta.campaigns.results.judged_results import judged_rows
from rosetta.campaigns.running.run import CampaignEnd
from rosetta.campaigns.running.run_store import RunRequest, check_request, run_store
from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb


def campaign() -> Campaign:
    """Two sizes, two boards each, two backends."""
    boards = InstanceGroup(tuple(expand_sizes("4..5/1")), "tents", seeds=(3, 4))
    return Campaign((boards,), (ConfigurationGroup(("cnf", "cpsat")),), Limits(20, 4000))


def test_a_campaign_is_planned_and_run_from_python(tmp_path, capsys):
    """It plans the cells that the command line plans, and resumes where it was."""
    engines = probe_campaign_engines(campaign())
    words = "run tents 4..5/1 --count 2 --seed 3 --backends cnf,cpsat --time-limit 20 --memory 4000 --dry-run"
    assert run_verb("bench", words.split()) == 0
    plan = plan_campaign(campaign(), engines)
    assert f"plan {estimate_plan(plan).digest}," in capsys.readouterr().out
    few = [cell for cell in plan.cells if cell.backend == "cnf"][:2]
    with open_store(tmp_path / "c.db") as store:
        store.add_cells(few)
        for _ in range(2):
            run = run_store(store, RunRequest(rerun_share=0.0), plan.threads)
            assert (run.end, run.is_contradicted, run.lost) == (CampaignEnd.DONE, False, "")
            assert sorted(read_results(store).frame["cell"]) == sorted(cell.id for cell in few)
        assert {row["verdict"] for row in judged_rows(store)} == {"correct"}
        assert [len(store.attempts(cell.id)) for cell in few] == [1, 1]
        assert not read_end(store).is_wrong
    assert "2 of 2 cells have a result" in capsys.readouterr().err


def test_an_estimate_counts_what_is_planned():
    """Cells, boards, a bound of the time; the shards have all cells, each once."""
    engines = probe_campaign_engines(campaign())
    plan = plan_campaign(campaign(), engines)
    estimate = estimate_plan(plan)
    assert (estimate.cells, estimate.boards, estimate.seconds) == (8, 4, 160.0)
    assert {puzzle: dict(counts) for puzzle, counts in estimate.by_puzzle.items()} == {"tents": {"cnf": 4, "cpsat": 4}}
    parts = [plan_campaign(campaign(), engines, shard=Shard(number, 3)) for number in (1, 2, 3)]
    assert sorted(cell.id for part in parts for cell in part.cells) == sorted(cell.id for cell in plan.cells)


def test_too_many_jobs_are_refused():
    with pytest.raises(RequestRefused, match=r"^jobs 999: this machine has cores for"):
        check_request(RunRequest(jobs=999))
