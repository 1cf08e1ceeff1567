"""Steps: which part of the time goes into build, lower, load, solve, decode and verify."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from report.campaign.figure_kinds import Choice, FigureKind
from report.campaign.style import STEP_COLOURS, STEP_NAMES, WIDTH, Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd


def _table(points: pd.DataFrame, look: Look, choice: Choice) -> pd.DataFrame:
    """Columns configuration, cells (solved ones), step, place (0 to 5), seconds (sum over these cells), share, start,
    end (of the bar, 0 to 1)."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for series in look.series:
        own = points[(points["configuration"] == series) & points["time_s"].notna()]
        sums = [float(own[f"{step}_s"].fillna(0).sum()) for step in STEP_NAMES]
        start, total = 0.0, sum(sums)
        for place, (step, seconds) in enumerate(zip(STEP_NAMES, sums, strict=True)):
            share = seconds / total if total else 0.0
            rows.append(
                {"configuration": series, "cells": len(own), "step": step, "place": place, "seconds": seconds,
                 "share": share, "start": start, "end": start + share}
            )  # fmt: skip
            start += share
    return pd.DataFrame(rows, columns=["configuration", "cells", "step", "place", "seconds", "share", "start", "end"])


def _chart(look: Look, choice: Choice) -> alt.LayerChart:
    import altair as alt

    base = alt.Chart(alt.NamedData("steps")).encode(
        y=alt.Y(
            "configuration:N",
            title=None,
            sort=list(look.series),
            axis=alt.Axis(labelLimit=260, grid=False, ticks=False),
        )
    )
    x = alt.X(
        "start:Q",
        scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(title="share of the total time", format="%", tickCount=5),
    )
    colours = alt.Scale(domain=list(STEP_NAMES), range=list(STEP_COLOURS))
    bars = base.mark_bar(stroke="white", strokeWidth=1, height={"band": 0.8}).encode(
        x=x,
        x2="end:Q",
        color=alt.Color("step:N", title=None, scale=colours, legend=alt.Legend(columns=6, symbolType="square")),
    )
    words = (
        base.transform_filter("datum.share >= 0.09")
        .mark_text(fontSize=10)
        .encode(
            x=alt.X("middle:Q"),
            text="step:N",
            color=alt.condition("datum.step == 'solve'", alt.value("white"), alt.value("#1b1f23")),
        )
    )
    words = words.transform_calculate(middle="(datum.start + datum.end) / 2")
    return alt.layer(bars, words).properties(width=WIDTH, height=alt.Step(24))


FIGURE = FigureKind(
    name="steps",
    order=6,
    heading="Where the time goes",
    caption="Each step's share of the total time, summed over the runs that the configuration solves, so that "
    "long runs weigh more. Unsolved runs are not included.",
    table=_table,
    chart=_chart,
)
