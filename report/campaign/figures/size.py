"""Model size: time against variables, rows and literals of the model as the solver got it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import report.campaign.axes as axes
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.points import instances
from report.campaign.style import Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

MEASURES = ("variables", "rows", "literals")
PANEL = 215  # pixels
MOST = 1500  # points of a panel


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, instance, name, puzzle, what, size, measure, amount, time_s (median, where not solved
    BEYOND times the limit), solved (true or false). Instances beyond MOST points a panel are left out evenly."""
    table = instances(points[points["configuration"].isin(look.series)])
    names = sorted(table["instance"].unique())
    every = max(1, -(-len(names) * len(look.series) // MOST))
    table = table[table["instance"].isin(names[::every])]
    table = table.assign(solved=table["time_s"].notna(), time_s=table["time_s"].fillna(axes.BEYOND * look.limit))
    keys = ["configuration", "instance", "name", "puzzle", "what", "size", "time_s", "solved"]
    long = table.melt(keys, list(MEASURES), "measure", "amount")
    return long[long["amount"] > 0].reset_index(drop=True)


def _chart(look: Look, choice: Choice) -> alt.HConcatChart:
    import altair as alt

    panels = []
    for place, measure in enumerate(MEASURES):
        axis = axes.time_axis("median total time (s)" if place == 0 else "", look, beyond=True, labels=place == 0)
        marks = alt.Chart(alt.NamedData("size")).transform_filter(f"datum.measure == '{measure}'")
        marks = marks.mark_point(size=24, strokeWidth=1.1, opacity=1)
        marks = marks.encode(
            x=alt.X("amount:Q", scale=alt.Scale(type="log", nice=False, padding=8),
                    axis=alt.Axis(title=f"{measure} of the model", labelExpr=axes.FEW_LABELS, labelOverlap=True)),
            y=alt.Y("time_s:Q", scale=axes.time_scale(look, beyond=True), axis=axis),
            color=axes.series_colour(look), shape=axes.series_shape(look),
        )  # fmt: skip
        panels.append(alt.layer(*axes.limit_rules(look, "y"), marks).properties(width=PANEL, height=PANEL))
    return alt.hconcat(*panels, spacing=10).add_params(axes.limit_parameter(look))


FIGURE = FigureKind(
    name="size",
    order=7,
    heading="Time against the size of the model",
    caption="One point per instance and configuration: the median total time against the variables, rows (of CNF, "
    "clauses) and literals of the model that the solver got. Points beyond the thin line are unsolved. Of many "
    f"instances, an evenly spaced selection is drawn, at most {MOST} points per panel.",
    table=_table,
    chart=_chart,
)
