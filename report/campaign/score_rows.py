"""The scores of a campaign as rows.

scores_csv     for scripts: a line per group and configuration, then one per family and configuration
family_rows    a row for each family, with its best configuration and how sure that is:

    family    instances  best   solved  PAR-2 (s)          compared with the others
    tents 8          20  cpsat  40/40   0.11 [0.09, 0.14]  better than 2 of 3
    tents 12          4  highs   8/8    0.74 [0.51, 1.2]   too few instances (6 needed)
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from report.campaign.records import Estimate, GroupSummary, PairedTest, Score, Summary

FAMILY_COLUMNS = ("family", "instances", "best", "solved", "PAR-2 (s)", "compared with the others")
NUMBERS = frozenset(["instances", "solved", "PAR-2 (s)"])
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


def family_rows(families: Sequence[GroupSummary]) -> list[list[str]]:
    """The rows, by FAMILY_COLUMNS; of a family in which nothing can be called the best, the last cell says so."""
    return [_row(group) for group in families]


def _row(group: GroupSummary) -> list[str]:
    sound = [score for score in group.scores if not score.wrong]
    if not sound:
        why = "every configuration has a wrong answer" if group.scores else "nothing can be compared"
        return [group.name, str(group.instances), "", "", "", why]
    best = sound[0]
    solved, par2 = f"{best.solved}/{best.runs}", estimate_words(best.par2)
    return [
        group.name,
        str(group.instances),
        best.configuration,
        solved,
        par2,
        _compare_best(group, best.configuration),
    ]


def _compare_best(group: GroupSummary, best: str) -> str:
    """Whom the tests tell from the best, in words."""
    wrong = sum(score.wrong > 0 for score in group.scores)
    others = len(group.scores) - wrong - 1
    words = [f"WRONG answers of {wrong} configuration{'s' * (wrong > 1)}"] * (wrong > 0)
    if others and group.instances < group.least_instances:
        words.append(f"too few instances ({group.least_instances} needed)")
    elif others:
        names = {score.configuration for score in group.scores if not score.wrong}
        better = sum(_is_better(pair, best) for pair in group.pairs if best in (pair.first, pair.second)
                     and {pair.first, pair.second} <= names)  # fmt: skip
        words.append(f"better than {better} of {others}" if better else "no significant difference")
    return "; ".join(words)


def _is_better(pair: PairedTest, best: str) -> bool:
    return pair.faster == best or (pair.faster is None and pair.solves_more == best)


def estimate_words(estimate: Estimate, *, percent: bool = False) -> str:
    """A number with its interval: 3.1 [2.4, 4.0]."""
    scale, digits = (100.0, "{:.1f}") if percent else (1.0, "{:.3g}")
    values = [value for value in (estimate.value, estimate.low, estimate.high) if value is not None]
    words = [digits.format(scale * value) for value in values]
    unit = "%" if percent else ""
    return f"{words[0]}{unit} [{words[1]}, {words[2]}]" if len(words) == 3 else f"{words[0]}{unit}"
