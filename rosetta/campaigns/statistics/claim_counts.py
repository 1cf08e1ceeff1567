"""What is claimed beside answers, and how much of it is proved: by puzzle, each claim about a board once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from report.campaign.records import ClaimCount
from rosetta.foundation.vocabulary import Evidence

if TYPE_CHECKING:
    import pandas as pd

LABELS = (Evidence.PROVED, Evidence.CROSS_CHECKED, Evidence.CLAIMED)  # the best first


def count_claims(frame: pd.DataFrame) -> tuple[ClaimCount, ...]:
    """For each puzzle with a claim that nothing refutes. A claim counts by the best that rows of its board show."""
    best: dict[tuple[str, str, str], str] = {}
    told = frame[frame["claims"].notna()]
    for puzzle, instance, text in told[["puzzle", "instance", "claims"]].drop_duplicates().itertuples(index=False):
        for name, _, label in (word.partition("=") for word in text.split()):
            if label in LABELS:
                known = best.setdefault((puzzle, instance, name), label)
                best[puzzle, instance, name] = min(known, label, key=LABELS.index)
    counts = Counter((puzzle, label) for (puzzle, _, _), label in best.items())
    return tuple(
        ClaimCount(puzzle, *(counts[puzzle, label] for label in LABELS))
        for puzzle in sorted({puzzle for puzzle, _ in counts})
    )
