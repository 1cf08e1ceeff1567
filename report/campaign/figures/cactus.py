"""Cactus: the k-th shortest time against k; survival with its axes exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import report.campaign.axes as axes
from report.campaign.curves import solved_curve
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.style import Look

if TYPE_CHECKING:
    import altair as alt


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    x = alt.X("solved:Q", axis=alt.Axis(title="solved runs", format="d", tickMinStep=1))
    y = alt.Y("time_s:Q", scale=axes.time_scale(look), axis=axes.time_axis("total time (s)", look))
    return axes.stepped_lines("cactus", look, x, y, step="step-before", to_the_limit=False)


FIGURE = FigureKind(
    name="cactus",
    order=2,
    heading="Cactus: time against solved runs",
    caption="The k-th shortest total time of the solved runs, against k: the survival curve with its axes exchanged.",
    table=solved_curve,
    chart=_chart,
)
