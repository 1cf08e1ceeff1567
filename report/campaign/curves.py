"""Curves over cells: the share that is solved within a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from report.campaign.figure_kinds import Choice
from report.campaign.style import Look

if TYPE_CHECKING:
    import pandas as pd


def solved_curve(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, time_s, solved (the count within that time), cells, fraction, end (true for the last row,
    at the limit). Equal times are one row."""
    import pandas as pd

    parts: list[dict[str, Any]] = []
    for series in look.series:
        own = points[points["configuration"] == series]
        if own.empty:
            continue
        counts = own["time_s"].dropna().value_counts().sort_index().cumsum()
        rows = [(look.shortest, 0, False), *((time, solved, False) for time, solved in counts.items())]
        rows.append((look.limit, int(counts.iloc[-1]) if len(counts) else 0, True))
        parts += [
            {"configuration": series, "time_s": float(time), "solved": int(solved), "cells": len(own),
             "fraction": int(solved) / len(own), "end": end}
            for time, solved, end in rows
        ]  # fmt: skip
    return pd.DataFrame(parts, columns=["configuration", "time_s", "solved", "cells", "fraction", "end"])
