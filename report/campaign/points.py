"""From the rows of a campaign to the points of its figures: nothing but reshaping, with one rule for what is solved.

A row is solved if its result is `solved`; its time is the total time. Whatever else became of it (wrong, a crash, a
limit, given up, refused) it has no time, and counts as slower than all that are solved; a row whose solver was not
asked is no point. The time of an instance is the median over its seeds and repetitions, where more than half of them
were solved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from report.campaign.records import RESULTS
from report.campaign.style import Look
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

PARTS = ("backend", "formulation", "encoding", "profile", "threads")  # of a configuration


def cells(rows: pd.DataFrame, limit: float = math.inf) -> pd.DataFrame:
    """The rows whose solver was asked, with `time_s`: of a solved row, NaN for any other. limit: a shorter one
    than the campaign's, in seconds."""
    rows = rows[rows["result"] != ResultClass.NOT_ASKED]
    limits = rows["limit_s"].fillna(math.inf)
    times = rows["total_s"].fillna(limits)
    solved = (rows["result"] == ResultClass.SOLVED) & (times <= limit)
    return rows.assign(time_s=times.where(solved))


def instances(points: pd.DataFrame) -> pd.DataFrame:
    """One row per configuration and instance. points: of `cells`. Columns: configuration, instance, name, puzzle,
    family, what, size, time_s (the median; NaN where it is not solved), solved, cells (counts), result (the worst),
    variables, rows, literals (medians)."""
    frame = points.assign(
        filled=points["time_s"].fillna(math.inf), rank=points["result"].map({name: i for i, name in enumerate(RESULTS)})
    )
    groups = frame.groupby(["configuration", "instance"], sort=True)
    table = groups.agg(
        **{name: (name, "first") for name in ("name", "puzzle", "family", "what", "size")},
        time_s=("filled", "median"), solved=("time_s", "count"), cells=("cell", "size"), result=("rank", "min"),
        variables=("variables", "median"), rows=("rows", "median"), literals=("literals", "median"),
    ).reset_index()  # fmt: skip
    table["time_s"] = table["time_s"].replace(math.inf, math.nan)
    table["result"] = table["result"].map(dict(enumerate(RESULTS)))
    return table


def look_of(rows: pd.DataFrame, series: Sequence[str] = ()) -> Look:
    """What the figures of these rows share. series: to draw, all by default."""
    points = cells(rows)
    times = points["time_s"].dropna()
    shortest = _round_down(max(times.min(), 1e-5)) if len(times) else 1e-3
    puzzles = tuple(sorted(set(map(str, points["puzzle"]))))
    names = tuple(series) or tuple(sorted(set(rows["configuration"])))
    longest = rows["limit_s"].fillna(times.max() if len(times) else 1.0).max()
    return Look(names, float(longest), float(shortest), puzzles)


def _round_down(seconds: float) -> float:
    """To one digit: 1, 2 or 5."""
    ten = 10.0 ** math.floor(math.log10(seconds))
    return float(f"{max(digit for digit in (1, 2, 5) if digit * ten <= seconds * (1 + 1e-12)) * ten:.1g}")


def best_series(rows: pd.DataFrame, most: int, *, in_order_of_names: bool = True) -> tuple[str, ...]:
    """The configurations that solve the most cells, at most so many; among equals, the smaller PAR-2 is better, and one
    with a wrong answer is never better than one without. In alphabetical order, or the best first."""
    points = cells(rows)
    points = points.assign(
        score=points["time_s"].fillna(2 * points["limit_s"]), wrong=points["result"] == ResultClass.WRONG
    )
    table = points.groupby("configuration").agg(
        wrong=("wrong", "any"), solved=("time_s", "count"), score=("score", "mean")
    )
    ranked = table.sort_values(["wrong", "solved", "score"], ascending=[True, False, True])
    names = [str(name) for name in ranked.index[:most]]
    return tuple(sorted(names) if in_order_of_names else names)
