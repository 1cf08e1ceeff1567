"""Kinds of figures: one file each in `figures/`, found by its name.

A kind makes a table from the rows of a campaign, and a chart from that table alone: what is drawn is what the CSV
beside it holds. A chart is a specification of Vega-Lite, which draws it on the page and on paper. Its data has the name
of the kind; what a reader may change on the page are its parameters (`limit`, `exponents`).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import report.campaign.figures
from report.campaign.style import Look

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd


@dataclass(frozen=True)
class Choice:
    """Of what a figure is drawn, where it does not show everything. pair: two series; puzzle; exponents:
    for a scaling curve, the words for the fit of each series."""

    pair: tuple[str, str] = ("", "")
    puzzle: str = ""
    exponents: Mapping[str, str] | None = None


@dataclass(frozen=True)
class FigureKind:
    """name: of files and data; order: on the page; heading; caption: sentences that define what is shown; needs: "pair"
    or "puzzle" if it shows only two series, or one puzzle, "families" if it shows nothing without several; table: from
    points of `cells` and the choice to what is drawn; chart: from the look and the choice to the specification without
    its data."""

    name: str
    order: int
    heading: str
    caption: str
    table: Callable[[pd.DataFrame, Look, Choice], pd.DataFrame]
    chart: Callable[[Look, Choice], alt.TopLevelMixin]
    needs: str = ""


@cache
def figure_kinds() -> Mapping[str, FigureKind]:
    """All, by name, in the order of the page. Each file of `figures/` ends with its record FIGURE."""
    modules = [
        importlib.import_module(f"report.campaign.figures.{module.name}")
        for module in pkgutil.iter_modules(report.campaign.figures.__path__)
    ]
    kinds = sorted((module.FIGURE for module in modules), key=lambda kind: int(kind.order))
    return {kind.name: kind for kind in kinds}


def drawn_kinds(rows: pd.DataFrame) -> list[FigureKind]:
    """Those that show something of these rows, in the order of the page."""
    several = rows["family"].fillna(rows["puzzle"]).nunique() > 1
    return [kind for kind in figure_kinds().values() if several or kind.needs != "families"]


def specification(kind: FigureKind, look: Look, choice: Choice) -> dict[str, Any]:
    """The chart as a dictionary, without data and without colours of a theme."""
    spec: dict[str, Any] = kind.chart(look, choice).to_dict()
    spec.pop("config", None)
    return spec
