"""Heat map: instances by configurations, the hardest instances at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from report.campaign.axes import log_ticks
from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.points import instances
from report.campaign.style import TIME_OUT, WIDTH, WRONG, Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

OTHER = ("not solved", "wrong")


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, instance, place (from 0, by the sum of the configurations' times, what is not solved at
    twice the limit), name, puzzle, what, size, time_s (median; empty where not solved), result (the worst)."""
    table = instances(points[points["configuration"].isin(look.series)])
    costs = table.assign(cost=table["time_s"].fillna(2 * look.limit)).groupby("instance")["cost"].sum()
    places = {name: i for i, name in enumerate(costs.reset_index().sort_values(["cost", "instance"])["instance"])}
    table = table.assign(place=table["instance"].map(places))
    columns = ["configuration", "instance", "place", "name", "puzzle", "what", "size", "time_s", "result"]
    return table[columns].sort_values(["configuration", "place"], ignore_index=True)


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    base = alt.Chart(alt.NamedData("heatmap")).transform_joinaggregate(last="max(place)")
    # A column reaches a little below the next one, which is drawn over it: else thin columns show stripes between them.
    base = base.transform_calculate(next="min(datum.place + 1.3, datum.last + 1)", middle="datum.place + 0.5")
    labels = alt.Axis(labelLimit=260, grid=False, ticks=False)
    base = base.encode(
        x=alt.X("place:Q", scale=alt.Scale(nice=False, zero=True), axis=alt.Axis(
            title="instances, from easy to hard", grid=False, format="d", tickMinStep=1)),
        x2="next:Q",
        y=alt.Y("configuration:N", title=None, sort=list(look.series), axis=labels),
    )  # fmt: skip
    times = alt.Scale(type="log", scheme="viridis", reverse=True, domain=[look.shortest, look.limit], clamp=True)
    legend = alt.Legend(orient="bottom", direction="horizontal", gradientLength=170, format="~g",
                        values=log_ticks(look.shortest, look.limit))  # fmt: skip
    quick = base.transform_filter("isValid(datum.time_s) && datum.result != 'wrong'").mark_rect()
    quick = quick.encode(color=alt.Color("time_s:Q", title="median total time (s)", scale=times, legend=legend))
    state = "datum.result == 'wrong' ? 'wrong' : 'not solved'"
    rest = base.transform_filter("!isValid(datum.time_s) || datum.result == 'wrong'").transform_calculate(state=state)
    colours = alt.Scale(domain=list(OTHER), range=[TIME_OUT, WRONG])
    rest = rest.mark_rect().encode(
        fill=alt.Fill("state:N", title=None, scale=colours, legend=alt.Legend(columns=2, symbolType="square"))
    )
    crosses = base.transform_filter("datum.result == 'wrong'")
    crosses = crosses.mark_point(shape="cross", angle=45, filled=True, color=WRONG, stroke="white", size=130, opacity=1)
    crosses = crosses.encode(x="middle:Q", x2=alt.Undefined)
    return alt.layer(quick, rest, crosses).properties(width=WIDTH + 120, height=alt.Step(26))


FIGURE = FigureKind(
    name="heatmap",
    order=8,
    heading="Every instance",
    caption="The median total time of each instance (columns) with each configuration (rows). Instances are ordered by "
    "their times summed over the configurations, with unsolved ones counted at twice the limit.",
    table=_table,
    chart=_chart,
)
