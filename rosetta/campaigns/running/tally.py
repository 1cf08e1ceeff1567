"""What a running campaign counts: how far it is, how fast, and how long the rest takes.

The rest of a configuration takes its mean so far; where there is none yet, the time limit: then it is a bound. Nobody
can foresee which cells will be contended, so reruns have a bound of their own: no more of them than may be made, nor
than cells may need, each for the whole time limit.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from report.campaign.progress import CampaignProgress
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.store.reruns import MOST_RERUNS, RerunState
from rosetta.foundation.vocabulary import Ending

RATE_SECONDS = 20.0  # the rate is that of about so long


@dataclass(slots=True)
class Tally:
    """total, done: cells of the campaign; waiting: runs that are planned, reruns included, by (configuration, limit);
    spent: rows and seconds in all, by configuration, of this run; clock: in seconds; allowed: reruns that
    are not planned and may be made; chances: how often each cell may run again, beside what is planned, by its id;
    foreseen: their sum."""

    total: int
    done: int
    clock: Callable[[], float] = time.monotonic
    begun: float = 0.0
    waiting: Counter[tuple[str, float]] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    spent: dict[str, tuple[int, float]] = field(default_factory=dict)
    contradictions: int = 0
    again: int = 0
    rows: int = 0
    allowed: int = 0
    chances: dict[str, int] = field(default_factory=dict)
    foreseen: int = 0
    _pace: tuple[float, int, float] = (0.0, 0, 0.0)

    def __post_init__(self) -> None:
        self.begun = self.clock()
        self._pace = (self.begun, 0, 0.0)

    def plan_cells(self, cells: Sequence[Cell], reruns: RerunState, first: bool = False) -> None:
        """These are to run, and after them no more cells than such reruns allow. first: they have no result; else the
        reruns that are due are among them."""
        self.waiting.update((cell.configuration, cell.seconds) for cell in cells)
        self.again += 0 if first else len(cells)
        self.allowed = reruns.allowance - (0 if first else len(reruns.due))
        known = {cell.id: cell.chances for cell in reruns.cells} if first else reruns.chances_after
        self.chances = {cell.id: MOST_RERUNS for cell in cells} | known
        self.foreseen = sum(self.chances.values())

    def add(self, row: Mapping[str, Any], first: bool = True) -> None:
        """A row has come. first: the cell had none."""
        name, wall = row["configuration"], row["wall_s"] or 0.0
        rows, seconds = self.spent.get(name, (0, 0.0))
        self.spent[name] = rows + 1, seconds + wall
        self.rows += 1
        self.waiting[name, row["limit_s"]] -= 1
        if not row.get("contended"):
            self.foreseen -= self.chances.pop(row["cell"], 0)
        if first:
            self.done += 1
            self.endings[row["ended"]] += 1

    def progress(self, running: int, slots: int) -> CampaignProgress:
        """For the reader; slots: cells that run at the same time."""
        left, at_most = self.seconds_left(slots)
        return CampaignProgress(
            self.done, self.total, running,
            self.endings[Ending.TIME], self.endings[Ending.MEMORY], self.endings[Ending.FAILED],
            self.contradictions, self.again, self._rate(), left, at_most, rerun_seconds=self.rerun_seconds(slots),
        )  # fmt: skip

    def rerun_seconds(self, slots: int) -> float:
        """A bound of what reruns may take that are not planned yet."""
        reruns = min(self.allowed, self.foreseen)
        longest = max((limit for _, limit in self.waiting), default=0.0)
        return -(-reruns // max(slots, 1)) * longest

    def seconds_left(self, slots: int) -> tuple[float | None, bool]:
        """Seconds until all planned runs have ended, and whether that is a bound; None before the first row."""
        if not self.spent:
            return None, True
        left, at_most = 0.0, False
        for (name, limit), cells in self.waiting.items():
            rows, seconds = self.spent.get(name, (0, 0.0))
            at_most = at_most or (cells > 0 and not rows)
            left += cells * (seconds / rows if rows else limit)
        return left / max(slots, 1), at_most

    def _rate(self) -> float:
        """Rows a second, lately."""
        now = self.clock()
        since, rows, rate = self._pace
        if now - since >= RATE_SECONDS:
            rate = (self.rows - rows) / (now - since)
            self._pace = now, self.rows, rate
        elif not rate and now > since:
            rate = (self.rows - rows) / (now - since)
        return rate
