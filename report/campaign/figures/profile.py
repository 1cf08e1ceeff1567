"""Performance profile of two configurations (Dolan and Moré 2002).

With more than two, the order of any two may depend on the others (Gould and Scott 2016), so there are never more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.points import instances
from report.campaign.style import HEIGHT, WIDTH, Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

MOST = 100.0  # the largest ratio that is drawn


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, ratio, fraction: of the instances, on which it takes at most so many times as long as the
    quicker one."""
    import pandas as pd

    table = instances(points[points["configuration"].isin(choice.pair)])
    times = table.pivot(index="instance", columns="configuration", values="time_s").reindex(columns=list(choice.pair))
    best = times.min(axis=1)
    parts: list[dict[str, Any]] = []
    for series in choice.pair:
        ratios = (times[series] / best).dropna()
        counts = ratios[ratios <= MOST].value_counts().sort_index().cumsum()
        rows = [(1.0, 0), *counts.items(), (MOST, int(counts.iloc[-1]) if len(counts) else 0)]
        parts += [
            {"configuration": series, "ratio": float(r), "fraction": int(n) / max(1, len(times))} for r, n in rows
        ]
    return pd.DataFrame(parts, columns=["configuration", "ratio", "fraction"])


def _chart(look: Look, choice: Choice) -> alt.Chart:
    import altair as alt

    legend = axes.line_legend()
    ticks = axes.log_ticks(1.0, MOST)
    x = alt.X(
        "ratio:Q",
        scale=alt.Scale(type="log", domain=[1, MOST], nice=False),
        axis=alt.Axis(title="time as a multiple of the faster one's", values=ticks, labelExpr="datum.label + '\u00d7'"),
    )
    y = alt.Y("fraction:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(title="share of instances", format="%"))
    lines = alt.Chart(alt.NamedData("profile")).mark_line(interpolate="step-after", clip=True)
    lines = lines.encode(
        x=x, y=y, color=axes.series_colour(look, choice.pair, legend=legend),
        strokeDash=axes.series_dash(look, choice.pair, legend=legend),
        order="ratio:Q",
    )  # fmt: skip
    return lines.properties(width=WIDTH, height=HEIGHT)


FIGURE = FigureKind(
    name="profile",
    order=4,
    heading="Performance profile of two configurations",
    caption="Share of the instances on which a configuration takes at most x times as long as the faster of the two; "
    "at the left end, the share on which it is the faster one. Only two are compared: with more, the order of two "
    "could depend on the others.",
    table=_table,
    chart=_chart,
    needs="pair",
)
