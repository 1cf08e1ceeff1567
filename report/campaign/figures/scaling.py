"""Scaling: time against size, with the exponent of a fitted power of the size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.points import instances
from report.campaign.style import HEIGHT, WIDTH, Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, size, instances, solved (instances), median_s, low_s, high_s (quartiles; what is not
    solved counts as slower than all else, and is put at the limit), censored (true where the median is at the
    limit)."""
    import numpy as np
    import pandas as pd

    table = instances(points[points["puzzle"] == choice.puzzle])
    rows: list[dict[str, Any]] = []
    for (series, size), group in table.groupby(["configuration", "size"], sort=True):
        if series not in look.series:
            continue
        times = group["time_s"].fillna(math.inf)
        low, median, high = (float(x) for x in np.quantile(times, (0.25, 0.5, 0.75), method="inverted_cdf"))
        rows.append(
            {"configuration": series, "size": float(size), "instances": len(group),
             "solved": int(group["time_s"].count()),
             "median_s": min(median, look.limit), "low_s": min(low, look.limit), "high_s": min(high, look.limit),
             "censored": median == math.inf}
        )  # fmt: skip
    names = ["configuration", "size", "instances", "solved", "median_s", "low_s", "high_s", "censored"]
    return pd.DataFrame(rows, columns=names)


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    exponents = alt.param(name="exponents", value=dict(choice.exponents or {}))
    ticks = alt.Axis(title="size of the board (cells)", labelExpr=axes.FEW_LABELS, grid=False, labelOverlap=True)
    legend = alt.Legend(labelExpr=LABEL, symbolOpacity=1)
    # Side by side, so that bars of the same size can be told apart.
    factor = min(1.03, 1.2 ** (1 / max(1, len(look.series))))
    middle = (len(look.series) - 1) / 2
    beside = f"datum.size * pow({factor:.4f}, indexof({list(look.series)}, datum.configuration) - {middle})"
    base = (
        alt.Chart(alt.NamedData("scaling"))
        .transform_calculate(beside=beside)
        .encode(
            x=alt.X("beside:Q", scale=alt.Scale(type="log", nice=False, padding=14), axis=ticks),
            color=axes.series_colour(look, legend=legend),
        )
    )
    y = alt.Y("median_s:Q", scale=axes.time_scale(look), axis=axes.time_axis("median total time (s)", look))
    dashes, shapes = (encode(look, legend=legend) for encode in (axes.series_dash, axes.series_shape))
    lines = base.mark_line(strokeWidth=1.3).encode(y=y, strokeDash=dashes)
    ranges = base.mark_rule(opacity=0.55, strokeWidth=2.2).encode(y=alt.Y("low_s:Q"), y2="high_s:Q")
    marks = base.mark_point(size=60, opacity=1, strokeWidth=1.6).encode(
        y=y,
        shape=shapes,
        fill=alt.condition("datum.censored", alt.value("white"), axes.series_colour(look, legend=None)),
    )
    return alt.layer(ranges, lines, marks).add_params(exponents).properties(width=WIDTH, height=HEIGHT)


LABEL = "datum.label + (exponents[datum.label] ? '   ' + exponents[datum.label] : '')"
FIGURE = FigureKind(
    name="scaling",
    order=5,
    heading="Time against size",
    caption="Median total time of the instances of each size, with bars from the first to the third quartile; unsolved "
    "instances count as slower than all others. An open marker at the limit: half of the instances or more are "
    "unsolved. Configurations are drawn side by side at each size. After each name: the exponent of the power law "
    "fitted to the size, with its confidence interval.",
    table=_table,
    chart=_chart,
    needs="puzzle",
)
