"""Survival: the share of the runs that are solved within a time.

1 |      ______
  |  ___/  ____
0 |_/_____/____ time (log)
"""

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

    x = alt.X("time_s:Q", scale=axes.time_scale(look), axis=axes.time_axis("total time (s)", look))
    y = alt.Y("fraction:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(title="share of runs solved", format="%"))
    return axes.stepped_lines("survival", look, x, y)


FIGURE = FigureKind(
    name="survival",
    order=1,
    heading="Solved runs against time",
    caption="Share of a configuration's runs that are solved within a total time (build to verify). The curves end at "
    "the time limit. Runs that are wrong, failed or unsupported count as unsolved.",
    table=solved_curve,
    chart=_chart,
)
