"""Cleaning: a store forgets the attempts that do not count, and the file gets smaller.

All attempts are evidence for verdicts. So one that does not count is forgotten only if it claims nothing, or just what
the one that counts claims; and of boards on which anything is wrong, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rosetta.campaigns.store.store import CampaignStore

COUNTING = "SELECT cell, attempt FROM latest"
SAME = " AND ".join(
    f"counting.{name} IS result.{name}" for name in ("status", "answer", "objective", "bound", "is_unique")
)
SILENT = f"""(answer IS NULL AND status IN ('unknown', 'unsupported', 'error')) OR EXISTS (
SELECT 1 FROM result AS counting WHERE counting.cell = result.cell
AND (counting.cell, counting.attempt) IN ({COUNTING}) AND {SAME})"""
CONTENDED = f"{COUNTING} WHERE contended = 1 AND instr(coalesce(details, ''), '\"broken\":[\"') = 0"
LAST = "SELECT campaign FROM run ORDER BY run DESC LIMIT 1"
UNPLANNED = "SELECT cell FROM cell WHERE cell NOT IN (SELECT cell FROM planned)"
KEPT = "SELECT cell FROM cell WHERE instance IN (SELECT instance FROM temp.kept_instance)"


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What is forgotten. contended: also measurements that were disturbed, so that these cells run again; unplanned:
    also earlier plans, and the cells that the last one does not name."""

    contended: bool = False
    unplanned: bool = False

    def conditions(self) -> Mapping[str, str]:
        """For each table, which of its rows go, in the order in which they do."""
        results = f"(cell, attempt) NOT IN ({COUNTING}) AND ({SILENT})"
        if self.contended:
            results += f" OR (cell, attempt) IN ({CONTENDED})"
        if self.unplanned:
            results += f" OR cell IN ({UNPLANNED})"
        results = f"({results}) AND cell NOT IN ({KEPT})"
        kept = f"SELECT cell, attempt FROM result WHERE NOT ({results})"
        conditions = {
            "attempt": f"finished IS NOT NULL AND (cell, attempt) NOT IN ({kept})",
            "result": results,
            "answer": "hash NOT IN (SELECT answer FROM result WHERE answer IS NOT NULL)",
        }
        if self.unplanned:
            conditions |= {
                "cell": f"cell IN ({UNPLANNED}) AND cell NOT IN ({KEPT})",
                "proof": "instance NOT IN (SELECT instance FROM cell)",
                "instance": "instance NOT IN (SELECT instance FROM cell)",
                **dict.fromkeys(("member", "run", "campaign"), f"campaign <> ({LAST})"),
            }
        return MappingProxyType(conditions)


def clean_store(
    store: CampaignStore, cleaning: Cleaning, dry_run: bool = False, kept: Iterable[str] = ()
) -> dict[str, int]:
    """Forget, and give the space back; dry_run: only count; kept: hashes of instances of which nothing is forgotten.
    How many rows of each table go. Raises StoreError."""
    counts = {}
    with store.transaction() as connection:
        connection.execute("CREATE TEMP TABLE IF NOT EXISTS kept_instance (instance TEXT)")
        connection.execute("DELETE FROM temp.kept_instance")
        connection.executemany("INSERT INTO temp.kept_instance VALUES (?)", ((instance,) for instance in kept))
        for table, condition in cleaning.conditions().items():
            counts[table] = connection.execute(f"DELETE FROM {table} WHERE {condition}").rowcount
        if dry_run:
            connection.execute("ROLLBACK")
    if not dry_run:
        store.shrink()
    return counts
