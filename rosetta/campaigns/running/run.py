"""Running a campaign: cells from the store to an executor, rows back into the store, until none is left.

A cell is begun in the store before it runs, and its row is stored when it comes, so a campaign that is stopped at any
moment resumes where it was. At the end, cells from which others took the processor run again, when the machine may be
quiet: a share of the cells at most (`store.reruns`), since it may not become so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from report.campaign.progress import CampaignProgress
from rosetta.campaigns.executors.contract import Executor
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.running.contradictions import ContradictionWatch
from rosetta.campaigns.running.stopping import StopRequest
from rosetta.campaigns.running.tally import Tally
from rosetta.campaigns.store.reruns import RERUN_SHARE, RerunState, due_cells, rerun_state
from rosetta.campaigns.store.store import CampaignStore
from rosetta.foundation.work_clock import work_seconds

WAIT_SECONDS = 0.1  # seconds in which a signal is noticed
SOFT_STOP = "stopping after the running cells (Ctrl-C again kills them)"


class Reporter(Protocol):
    """Is told how it goes."""

    def show(self, now: CampaignProgress) -> None: ...

    def tell(self, what: str) -> None: ...


class CampaignEnd(Enum):
    """Why a run ended. STOPPED: by a signal; BUDGET: its time was used up."""

    DONE, BUDGET, STOPPED = "done", "budget", "stopped"


@dataclass(frozen=True, slots=True)
class CampaignOutcome:
    """How far a run came. done: cells with a result, of `total`, of earlier runs too; contradictions: seen in this
    one; reruns: of contended cells, after the run."""

    end: CampaignEnd
    done: int
    total: int
    seconds: float
    contradictions: int
    reruns: RerunState


@dataclass(slots=True)
class CampaignRun:
    """A run of a campaign. deadline: on the clock of `work_clock`, no cell starts after it; begun: the attempts that
    are with the executor, by the id of their cell; queued: those of them that it has not begun."""

    store: CampaignStore
    executor: Executor
    reporter: Reporter
    stop: StopRequest
    deadline: float
    tally: Tally
    watch: ContradictionWatch = field(default_factory=ContradictionWatch)
    begun: dict[str, tuple[Cell, int]] = field(default_factory=dict)
    queued: set[str] = field(default_factory=set)

    def run_cells(self, cells: Sequence[Cell], again: bool = False) -> CampaignEnd:
        """Run these. again: they have a row already."""
        upcoming = deque(cells)
        while upcoming or self.begun:
            if self.stop.hard:
                return self._kill_cells()
            end = self._reason_to_end()
            if end is not None:
                self._cancel_attempts(self.executor.withdraw())
                if not self.begun:
                    return end
            rows = self.executor.completed(WAIT_SECONDS) if self.begun or not self.executor.free() else ()
            while upcoming and end is None and self.executor.free() > 0:
                self._begin_cell(upcoming.popleft())  # before the rows are stored: nobody waits for that
            for row in rows:
                self._keep_row(row, again)
            self._note_queue()
            self.store.commit_if_due()
            slots = self.executor.slots()
            self.reporter.show(self.tally.progress(min(len(self.begun), slots), slots))
        return CampaignEnd.DONE

    def _begin_cell(self, cell: Cell) -> None:
        attempt = self.store.begin_attempt(cell)
        self.begun[cell.id] = cell, attempt
        self.executor.submit(cell, attempt)

    def _note_queue(self) -> None:
        """Tell the store which cells the executor has not begun, for those who read it meanwhile."""
        queued = {cell.id for cell in self.executor.queued()} & self.begun.keys()
        for id in queued ^ self.queued:
            if id in self.begun:  # a cell that has a row is in no queue
                self.store.note_queued(*self.begun[id], id in queued)
        self.queued = queued

    def _keep_row(self, row: dict[str, Any], again: bool) -> None:
        """Store the row of a cell, and say at once what is wrong about it."""
        self.store.record(row)
        self.begun.pop(row["cell"], None)
        self.tally.add(row, first=not again)
        contradiction = self.watch.note_row(row)
        if contradiction is not None:
            self.tally.contradictions += 1
            self.reporter.tell(contradiction)

    def _kill_cells(self) -> CampaignEnd:
        """End the running cells, which stay pending."""
        self.executor.kill()
        self._cancel_attempts([cell for cell, _ in self.begun.values()])
        return CampaignEnd.STOPPED

    def _cancel_attempts(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.store.end_attempt(*self.begun.pop(cell.id), "cancelled")

    def _reason_to_end(self) -> CampaignEnd | None:
        """Why no more cells are to be started; None if they are."""
        if self.stop.soft:
            if not self.stop.told:
                self.stop.told = True
                self.reporter.tell(SOFT_STOP)
            return CampaignEnd.STOPPED
        return CampaignEnd.BUDGET if work_seconds() > self.deadline else None


def run_campaign(
    store: CampaignStore,
    executor: Executor,
    reporter: Reporter,
    stop: StopRequest,
    budget: float | None = None,
    rerun_share: float = RERUN_SHARE,
) -> CampaignOutcome:
    """Run every cell that has no result yet, then those again that crashed, and those that others took the processor
    from. budget: seconds after which no cell starts; rerun_share: of the cells, how many reruns of the latter there are
    at most."""
    begun, end = work_seconds(), CampaignEnd.DONE
    deadline = float("inf") if budget is None else begun + budget
    pending, total, reruns = (
        store.pending_cells(keep_contended=True),
        store.count_cells(),
        rerun_state(store, rerun_share),
    )
    tally = Tally(total, total - len(pending))
    tally.plan_cells(pending, reruns, first=True)
    with executor:
        run = CampaignRun(store, executor, reporter, stop, deadline, tally)
        end = run.run_cells(pending)
        while end is CampaignEnd.DONE:
            reruns = rerun_state(store, rerun_share)
            again = [*store.pending_cells(keep_contended=True), *due_cells(store, reruns)]
            if not again:
                break
            tally.plan_cells(again, reruns)
            end = run.run_cells(again, again=True)
        reruns = rerun_state(store, rerun_share)
    return CampaignOutcome(end, tally.done, total, work_seconds() - begun, tally.contradictions, reruns)
