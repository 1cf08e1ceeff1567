"""Scatter: the times of two configurations, a point per instance, with a place beyond the limit for what one of them
did not solve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.points import instances
from report.campaign.style import WRONG, Look
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

OUTCOMES = ("both solve it", "only one solves it", "neither solves it", "a wrong answer")
SIDE = 300  # pixels
BANDS = (1, 2, 10)  # ratios of the times along the lines


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns instance, name, puzzle, what, size, first_s, second_s (medians, where not solved BEYOND times the
    limit), outcome."""
    table = instances(points[points["configuration"].isin(choice.pair)])
    first, second = (table[table["configuration"] == name].set_index("instance") for name in choice.pair)
    other = second[["time_s", "result"]].add_suffix("_second")
    both = first.join(other, how="inner").reset_index()
    count = both["time_s"].notna().astype(int) + both["time_s_second"].notna().astype(int)
    outcome = count.map({2: OUTCOMES[0], 1: OUTCOMES[1], 0: OUTCOMES[2]})
    outcome = outcome.mask(
        (both["result"] == ResultClass.WRONG) | (both["result_second"] == ResultClass.WRONG), OUTCOMES[3]
    )
    beyond = axes.BEYOND * look.limit
    both = both.assign(
        first_s=both["time_s"].fillna(beyond), second_s=both["time_s_second"].fillna(beyond), outcome=outcome
    )
    return both[["instance", "name", "puzzle", "what", "size", "first_s", "second_s", "outcome"]]


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    low, high = look.shortest, look.limit * axes.BEYOND * 1.4
    scale = axes.time_scale(look, beyond=True)
    x, y = (
        letter(f"{field}:Q", scale=scale, axis=axes.time_axis(f"{name}: total time (s)", look, beyond=True))
        for letter, field, name in zip((alt.X, alt.Y), ("first_s", "second_s"), choice.pair, strict=True)
    )
    ends = [
        {"ratio": ratio, "x": max(low, low / factor), "y": max(low, low * factor),
         "x2": min(high, high / factor), "y2": min(high, high * factor)}
        for ratio in BANDS for factor in (float(ratio), 1 / ratio)
    ]  # fmt: skip
    bands = alt.Chart(alt.InlineData(values=ends))
    bands = bands.mark_rule(clip=True).encode(
        x=alt.X("x:Q", scale=scale), y=alt.Y("y:Q", scale=scale), x2="x2:Q", y2="y2:Q",
        strokeDash=alt.StrokeDash(
            "ratio:O", scale=alt.Scale(domain=list(BANDS), range=[[1, 0], [5, 3], [2, 3]]), legend=None
        ),
    )  # fmt: skip
    shapes = alt.Scale(domain=list(OUTCOMES), range=["circle", "triangle-up", "diamond", "cross"])
    points = alt.Chart(alt.NamedData("scatter"))
    marks = points.mark_point(size=42, strokeWidth=1.2, opacity=1)
    marks = marks.encode(
        x=x, y=y,
        shape=alt.Shape("outcome:N", title="instance", scale=shapes),
        color=alt.Color("puzzle:N", title="puzzle", scale=axes.puzzle_colours(look)),
    )  # fmt: skip
    wrong = points.transform_filter(f"datum.outcome == '{OUTCOMES[3]}'")
    wrong = wrong.mark_point(shape="cross", filled=True, color=WRONG, size=130, opacity=1).encode(x=x, y=y)
    layers = alt.layer(bands, *axes.limit_rules(look, "x", "y"), marks, wrong)
    return layers.add_params(axes.limit_parameter(look)).properties(width=SIDE, height=SIDE)


FIGURE = FigureKind(
    name="scatter",
    order=3,
    heading="Two configurations on the same instances",
    caption="One point per instance: its median total times. Above the diagonal, the configuration on the horizontal "
    "axis is faster; the other lines mark ratios of 2 and 10. Instances that a configuration fails to solve in half of "
    "its runs or more lie beyond the limit (thin lines).",
    table=_table,
    chart=_chart,
    needs="pair",
)
