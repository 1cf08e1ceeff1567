"""The scores of a campaign as CSV: a line per group and configuration, then one per family and configuration, intervals
in columns of their own.
"""

from __future__ import annotations

import csv
import io
from dataclasses import fields
from typing import Any

from report.campaign.records import Estimate, Score, Summary

FIELDS = tuple(field.name for field in fields(Score) if field.name != "results")


def scores_csv(summary: Summary) -> str:
    """The text. Columns: group, puzzle, family (empty where all are meant), limit_s, the fields of a score; of an
    estimate also NAME_low, NAME_high."""
    rows = [
        {
            "group": group.name,
            "puzzle": group.puzzle,
            "family": group.family,
            "limit_s": group.limit_s,
            **_score_row(score),
        }
        for group in (*summary.groups, *summary.families)
        for score in group.scores
    ]
    out = io.StringIO()
    writer = csv.DictWriter(
        out, list(dict.fromkeys(name for row in rows for name in row)), restval="", lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _score_row(score: Score) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name in FIELDS:
        value = getattr(score, name)
        if isinstance(value, Estimate):
            row |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
        else:
            row[name] = value
    return {**row, **score.results}
