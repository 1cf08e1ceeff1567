"""Running what is left of the plan of a store, from the store alone: no board is named, made or read again.

A cell is the measurement of one version of an engine. So nothing runs where this machine has another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from backends.contract import Limits
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.planning.engines import probe_engines
from rosetta.campaigns.running.revision import source_revision
from rosetta.campaigns.running.run_store import RunRequest, StoreReporter, StoreRun, run_store
from rosetta.campaigns.store.latest_plan import latest_campaign, note_run
from rosetta.campaigns.store.reruns import RERUN_KEY, due_cells, rerun_state
from rosetta.campaigns.store.store import CampaignStore
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress


@dataclass(frozen=True, slots=True)
class PlanRest:
    """What is left of a plan."""

    cells: tuple[Cell, ...]  # without a result, or contended and due again
    proves: bool  # its campaign asks for proofs
    limits: Limits  # of its cells

    @property
    def threads(self) -> int:
        """The most that a cell uses."""
        return max((cell.threads for cell in self.cells), default=1)


def plan_rest(store: CampaignStore, rerun_share: float | None = None) -> PlanRest:
    """What is left of the plan that was run last. rerun_share: of the cells, as of a run; None: as of the last one."""
    cells = (*store.pending_cells(keep_contended=True), *due_cells(store, rerun_state(store, rerun_share)))
    document, usual = latest_campaign(store), Limits()
    limits = document.get("limits", {})
    return PlanRest(
        cells=cells,
        proves=bool(document.get("prove", False)),
        limits=replace(usual, seconds=limits.get("seconds", usual.seconds), memory=limits.get("memory", usual.memory)),
    )


def check_engines(cells: tuple[Cell, ...], progress: Progress = ignore_progress) -> None:
    """Raise InputError if an engine of these cells cannot be used here, or is another version of it."""
    planned = {cell.backend: cell.version for cell in cells}
    found = probe_engines(dict.fromkeys(planned, True), progress).versions
    for name, version in planned.items():
        if found[name] != version:
            raise InputError(
                f"{name}: the cells that are left are of version {version or 'unknown'}, here is "
                f"{found[name] or 'an unknown one'}: plan them anew, by the command or the call that began the campaign"
            )


def resume_store(
    store: CampaignStore,
    request: RunRequest,
    provenance: Mapping[str, Any],
    command: str,
    reporter: StoreReporter | None = None,
    progress: Progress = ignore_progress,
) -> StoreRun:
    """Run what is left. provenance: of `report.provenance`; command: what resumes it, in words; reporter: as in
    `run_store`. Raises InputError where an engine is not that of the plan."""
    rest = plan_rest(store, request.rerun_share)
    check_engines(rest.cells, progress)
    note_run(store, command, {**provenance, "revision": source_revision(), RERUN_KEY: request.rerun_share})
    return run_store(store, request, rest.threads, reporter)
