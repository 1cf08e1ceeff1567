"""Cleaning: a store forgets the attempts that do not count, and the file gets smaller.

Only the attempt that counts is in any table or statistic (`STANDING` in `schema.py`), so these stay as they are. An
answer that breaks the rules always counts, and is never forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rosetta.studies.campaigns.store.store import CampaignStore

COUNTING = "SELECT cell, attempt FROM latest"
CONTENDED = f"{COUNTING} WHERE contended = 1 AND instr(coalesce(details, ''), '\"broken\":[\"') = 0"
LAST = "SELECT campaign FROM run ORDER BY run DESC LIMIT 1"
UNPLANNED = "SELECT cell FROM cell WHERE cell NOT IN (SELECT cell FROM planned)"


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What is forgotten. contended: also measurements that were disturbed, so that these cells run again; unplanned:
    also earlier plans, and the cells that the last one does not name."""

    contended: bool = False
    unplanned: bool = False

    def conditions(self) -> Mapping[str, str]:
        """For each table, which of its rows go, in the order in which they do."""
        results = f"(cell, attempt) NOT IN ({COUNTING})"
        if self.contended:
            results += f" OR (cell, attempt) IN ({CONTENDED})"
        if self.unplanned:
            results += f" OR cell IN ({UNPLANNED})"
        kept = f"SELECT cell, attempt FROM result WHERE NOT ({results})"
        conditions = {
            "attempt": f"finished IS NOT NULL AND (cell, attempt) NOT IN ({kept})",
            "result": results,
            "answer": "hash NOT IN (SELECT answer FROM result WHERE answer IS NOT NULL)",
        }
        if self.unplanned:
            conditions |= {
                "cell": "cell NOT IN (SELECT cell FROM planned)",
                "instance": "instance NOT IN (SELECT instance FROM cell)",
                **dict.fromkeys(("member", "run", "campaign"), f"campaign <> ({LAST})"),
            }
        return MappingProxyType(conditions)


def clean_store(store: CampaignStore, cleaning: Cleaning, dry_run: bool = False) -> dict[str, int]:
    """Forget, and give the space back; dry_run: only count. How many rows of each table go. Raises StoreError."""
    counts = {}
    with store.transaction() as connection:
        for table, condition in cleaning.conditions().items():
            counts[table] = connection.execute(f"DELETE FROM {table} WHERE {condition}").rowcount
        if dry_run:
            connection.execute("ROLLBACK")
    if not dry_run:
        store.shrink()
    return counts
