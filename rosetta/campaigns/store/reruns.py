"""Contended cells: which of them may run again, and how often that may happen in a campaign.

On a machine that is busy all the time every run is contended, and running them again helps nobody. So a campaign runs
at most as many cells again as a share of its cells; the rest keeps the mark. Crashes are not counted here: a cell runs
once more after one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.rows.columns import RERUN_WORKER
from rosetta.campaigns.store.schema import CONTENDED_STANDING, STANDING
from rosetta.campaigns.store.store import MAY_RUN, MOST_ATTEMPTS, CampaignStore

RERUN_SHARE = 0.25  # of the cells, where nothing else is asked for
RERUN_KEY = "reruns"  # of the provenance of a run: the share that it was allowed
MOST_RERUNS = MOST_ATTEMPTS - 1  # of a cell

# Those that were tried least come first, so that no cell gets a third attempt before another has its second.
CONTENDED = f"""SELECT planned.cell, cell.configuration, cell.limit_s, {MOST_ATTEMPTS} - count(*)
FROM planned JOIN cell USING (cell) JOIN result USING (cell) WHERE {MAY_RUN}
GROUP BY planned.cell HAVING min({STANDING}) = {CONTENDED_STANDING} ORDER BY count(*), planned.position"""
# An attempt after a contended one; those that a user asks for by name are not counted.
RERUNS = """SELECT count(*) FROM planned JOIN result USING (cell) WHERE worker IS NOT ? AND EXISTS (
SELECT 1 FROM result AS before WHERE before.cell = result.cell AND before.attempt < result.attempt
AND before.contended = 1)"""


@dataclass(frozen=True, slots=True)
class ContendedCell:
    """A cell that may run again."""

    id: str
    configuration: str
    seconds: float  # its limit
    chances: int  # how often it may run yet


@dataclass(frozen=True, slots=True)
class RerunState:
    """Reruns of the last plan of a store. most: that may be made; made: so far; cells: contended ones that may run
    again, those that were tried least first."""

    most: int
    made: int
    cells: tuple[ContendedCell, ...]

    @property
    def allowance(self) -> int:
        """Reruns that may still be made."""
        return max(self.most - self.made, 0)

    @property
    def due(self) -> tuple[ContendedCell, ...]:
        """The cells that run again next."""
        return self.cells[: self.allowance]

    @property
    def chances_after(self) -> dict[str, int]:
        """How often each of them may run again after those that are due have run, by the ids of the cells."""
        return {cell.id: cell.chances - (place < self.allowance) for place, cell in enumerate(self.cells)}

    @property
    def leftovers(self) -> int:
        """Cells that stay contended, since no more reruns may be made."""
        return 0 if self.allowance else len(self.cells)


def most_reruns(share: float, cells: int) -> int:
    """How many reruns a campaign of so many cells may make. share: of the cells, at least 0; a part counts as one."""
    return math.ceil(share * cells - 1e-9)


def rerun_state(store: CampaignStore, share: float | None = None) -> RerunState:
    """The reruns of the last plan of the store. share: of its cells, how many there may be; None as its latest run was
    told."""
    if share is None:
        share = float(store.latest_run()[1].get(RERUN_KEY, RERUN_SHARE))
    ((made,),) = store.query(RERUNS, (RERUN_WORKER,))
    contended = tuple(ContendedCell(*values) for values in store.query(CONTENDED))
    return RerunState(most_reruns(share, store.count_cells()), made, contended)


def due_cells(store: CampaignStore, reruns: RerunState) -> list[Cell]:
    """The cells that run again next."""
    if not reruns.due:
        return []
    runnable = {cell.id: cell for cell in store.pending_cells()}
    return [runnable[contended.id] for contended in reruns.due]
