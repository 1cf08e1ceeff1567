"""Limits: would another time limit have given another order? PAR-2 as a function of the limit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.style import HEIGHT, WIDTH, Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

STEPS = 48  # limits from the shortest time to the campaign's


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, limit_s, solved (cells), par2_s, score (PAR-2 divided by the limit)."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    ratio = math.log(look.limit / look.shortest)
    for series in look.series:
        times = points.loc[points["configuration"] == series, "time_s"].to_numpy(float)
        for step in range(STEPS + 1):
            limit = look.shortest * math.exp(ratio * step / STEPS) if step < STEPS else look.limit
            solved = times <= limit
            par2 = float((times[solved].sum() + 2 * limit * (~solved).sum()) / max(1, len(times)))
            rows.append(
                {
                    "configuration": series,
                    "limit_s": limit,
                    "solved": int(solved.sum()),
                    "par2_s": par2,
                    "score": par2 / limit,
                }
            )
    return pd.DataFrame(rows, columns=["configuration", "limit_s", "solved", "par2_s", "score"])


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    legend = axes.line_legend()
    lines = alt.Chart(alt.NamedData("limits")).mark_line(clip=True).encode(
        x=alt.X("limit_s:Q", scale=axes.time_scale(look), axis=axes.time_axis("time limit T (s)", look)),
        y=alt.Y("score:Q", scale=alt.Scale(domain=[0, 2]), axis=alt.Axis(title="PAR-2 divided by T (lower is better)")),
        color=axes.series_colour(look, legend=legend),
        strokeDash=axes.series_dash(look, legend=legend),
        order="limit_s:Q",
    )  # fmt: skip
    return (
        alt.layer(*axes.limit_rules(look, "x"), lines)
        .add_params(axes.limit_parameter(look))
        .properties(width=WIDTH, height=HEIGHT)
    )


FIGURE = FigureKind(
    name="limits",
    order=9,
    heading="The score as a function of the time limit",
    caption="PAR-2 divided by the time limit T: 0 if every run is solved at once, 2 if none is. Where two curves "
    "cross, the choice of T decides which of the two is better.",
    table=_table,
    chart=_chart,
)
