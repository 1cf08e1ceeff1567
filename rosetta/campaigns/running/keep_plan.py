"""A plan becomes the plan of a store, with what its cells run with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rosetta.campaigns.planning.campaign import campaign_toml
from rosetta.campaigns.planning.campaign_plan import CampaignPlan
from rosetta.campaigns.running.revision import source_revision
from rosetta.campaigns.running.run_store import RunRequest
from rosetta.campaigns.store.reruns import RERUN_KEY
from rosetta.campaigns.store.store import CampaignStore, PlanChange


def keep_plan(
    store: CampaignStore, plan: CampaignPlan, request: RunRequest, provenance: Mapping[str, Any], command: str
) -> PlanChange:
    """Make it the plan of the store. provenance: of `report.provenance`; command: what resumes the run, in words."""
    provenance = {**provenance, "revision": source_revision(), RERUN_KEY: request.rerun_share}
    return store.add_cells(plan.cells, command=command, text=campaign_toml(plan.campaign), provenance=provenance)


def describe_change(change: PlanChange) -> str:
    """What no longer counts, "" where that is nothing."""
    dropped = change.dropped
    return f"{dropped} cells of the previous plan stay in the store, but no longer count" if dropped else ""
