"""Families: PAR-2 of each configuration on each family of instances, a line for each family.

tents 8    o   +    x
tents 12      o  + x
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.style import WIDTH, Look
from rosetta.foundation.number_order import number_key

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

COLUMNS = ("family", "configuration", "instances", "cells", "solved", "par2_s")


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns family, configuration, instances, cells, solved (cells), par2_s (mean over the cells)."""
    shown = points[points["configuration"].isin(look.series)]
    shown = shown.assign(par2=shown["time_s"].fillna(2 * look.limit), family=shown["family"].fillna(shown["puzzle"]))
    table = shown.groupby(["family", "configuration"], sort=True).agg(
        instances=("instance", "nunique"), cells=("par2", "size"), solved=("time_s", "count"), par2_s=("par2", "mean")
    )
    order = table.reset_index().sort_values("family", key=lambda names: names.map(number_key), kind="stable")
    return order[list(COLUMNS)].reset_index(drop=True)


def _chart(look: Look, choice: Choice) -> alt.Chart:
    import altair as alt

    ends = alt.Scale(type="log", domain=[look.shortest, 2 * look.limit], nice=False, clamp=True)
    x = alt.X("par2_s:Q", scale=ends, axis=axes.time_axis("PAR-2 (s)", look))
    rows = alt.Axis(labelLimit=150, grid=True, ticks=False)
    marks = alt.Chart(alt.NamedData("families")).mark_point(size=55, strokeWidth=1.4, opacity=1)
    marks = marks.encode(
        x=x,
        y=alt.Y("family:N", title=None, axis=rows, sort=None),
        color=axes.series_colour(look),
        shape=axes.series_shape(look),
    )
    return marks.properties(width=WIDTH - 60, height=alt.Step(26))


FIGURE = FigureKind(
    name="families",
    order=10,
    heading="Every family of instances",
    caption="PAR-2 of each configuration on each family: the mean time of its runs, unsolved ones counted at twice the "
    "limit. Families with few instances show little: see the tests.",
    table=_table,
    chart=_chart,
    needs="families",
)
