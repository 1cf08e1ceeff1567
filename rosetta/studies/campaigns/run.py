"""Running a campaign: cells from the store to an executor, rows back into the store, until none is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rosetta.studies.campaigns.cells import Cell
from rosetta.studies.campaigns.executors.contract import Executor
from rosetta.studies.campaigns.store.store import CampaignStore

WAIT_SECONDS = 0.2


def run_campaign(store: CampaignStore, executor: Executor, report: Callable[[int, int], None]) -> None:
    """Run every cell that has no result yet. report: gets how many are done, and of how many."""
    pending: deque[Cell] = deque(store.pending_cells())
    total = store.count_cells()
    with executor:
        while pending or executor.running():
            while pending and executor.free() > 0:
                cell = pending.popleft()
                executor.submit(cell, store.begin_attempt(cell))
            for row in executor.completed(WAIT_SECONDS):
                store.record(row)
            store.commit_if_due()
            report(total - len(pending) - len(executor.running()), total)
