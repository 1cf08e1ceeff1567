"""How far the last plan of a store has come, by configuration. Another process may write meanwhile."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from rosetta.campaigns.store.reruns import rerun_state
from rosetta.campaigns.store.store import QUEUED, CampaignStore

RATE_SECONDS = 60.0

COUNTS = """SELECT cell.configuration, cell.limit_s, latest.ended, latest.contended, count(*), sum(latest.wall_s)
FROM planned JOIN cell USING (cell) LEFT JOIN latest USING (cell) GROUP BY 1, 2, 3, 4"""
UNFINISHED = """SELECT count(*), coalesce(sum(worker IS ?), 0) FROM attempt
WHERE finished IS NULL AND cell IN (SELECT cell FROM planned)"""
LATELY = "SELECT count(*), min(finished) FROM attempt WHERE finished > ? AND why NOT IN ('lost', 'cancelled')"


@dataclass(slots=True)
class CampaignStatus:
    """total, done: cells, and those with a result; running: attempts that began and have not ended, also those of a
    writer that was killed; queued: handed to a cluster, where they wait for a worker; rate: results a second, in the
    last minute; seconds_left: at most, if cells run one after the other, None if nothing is known; reruns: of contended
    cells that are due; leftovers: contended cells that are not run again, since enough were. By configuration: pending,
    contended, endings (`columns.RESULT_COLUMNS`)."""

    total: int = 0
    done: int = 0
    running: int = 0
    queued: int = 0
    rate: float = 0.0
    seconds_left: float | None = None
    reruns: int = 0
    leftovers: int = 0
    pending: Counter[str] = field(default_factory=Counter)
    contended: Counter[str] = field(default_factory=Counter)
    endings: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def campaign_status(store: CampaignStore) -> CampaignStatus:
    """Of the last plan."""
    status, spent, left = CampaignStatus(), defaultdict[str, float](float), Counter[tuple[str, float]]()
    for name, limit, ended, contended, cells, wall in store.query(COUNTS):
        status.total += cells
        if ended is None:
            status.pending[name] += cells
            left[name, limit] += cells
        else:
            status.done += cells
            status.endings[name][ended] += cells
            status.contended[name] += cells if contended else 0
            spent[name] += wall or 0.0
    reruns = rerun_state(store)
    status.reruns, status.leftovers = len(reruns.due), reruns.leftovers
    left.update((cell.configuration, cell.seconds) for cell in reruns.due)
    unfinished, status.queued = next(store.query(UNFINISHED, (QUEUED,)))
    status.running = unfinished - status.queued
    now = datetime.now(UTC)
    since = (now - timedelta(seconds=RATE_SECONDS)).isoformat(timespec="milliseconds")
    recent, first = next(store.query(LATELY, (since,)))
    if recent:
        status.rate = recent / max((now - datetime.fromisoformat(first)).total_seconds(), 1.0)
    if status.done:
        status.seconds_left = sum(
            cells * (spent[name] / status.endings[name].total() if status.endings[name].total() else limit)
            for (name, limit), cells in left.items()
        )
    return status
