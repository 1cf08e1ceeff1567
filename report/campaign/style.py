"""How figures look: the colours of Okabe and Ito, each with a shape and a dash, so that grey print is enough.

A configuration keeps its colour, shape and dash in all figures of a campaign. From the eighth on colours come again,
with other shapes and dashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
DASHES = ((1, 0), (6, 2), (2, 2), (8, 2, 2, 2), (4, 4), (10, 3), (1, 3), (8, 2, 2, 2, 2, 2))
STEP_NAMES = ("build", "lower", "load", "solve", "decode", "verify")
STEP_COLOURS = ("#56b4e9", "#e69f00", "#f0e442", "#0072b2", "#cc79a7", "#009e73")
WRONG, TIME_OUT = "#d00000", "#6b7178"
WIDTH, HEIGHT = 420, 260  # pixels of a single panel: 105 x 65 mm on paper
# The first of these that a machine has. DejaVu Sans has the same letters on screen and paper where it is installed;
# vl-convert brings Roboto, and falls back to it.
FONT = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"


@dataclass(frozen=True)
class Look:
    """What all figures of a campaign share. series: the names of the configurations, in their order; limit: the
    time limit in seconds; shortest: where axes of time begin, in seconds; puzzles, in their order."""

    series: tuple[str, ...]
    limit: float
    shortest: float
    puzzles: tuple[str, ...] = ()


def colour_scale(names: Sequence[str]) -> dict[str, Any]:
    return {"domain": list(names), "range": [COLOURS[i % len(COLOURS)] for i in range(len(names))]}


def shape_scale(names: Sequence[str]) -> dict[str, Any]:
    return {"domain": list(names), "range": [SHAPES[i % len(SHAPES)] for i in range(len(names))]}


def dash_scale(names: Sequence[str]) -> dict[str, Any]:
    return {"domain": list(names), "range": [list(DASHES[i % len(DASHES)]) for i in range(len(names))]}


def chart_config(ink: str = "#1b1f23", soft: str = "#57606a", line: str = "#d5dade") -> dict[str, Any]:
    """The configuration of Vega-Lite: thin axes, a faint grid, letters of 11 points. The colours: of text, of axes, of
    the grid."""
    return {
        "background": None,
        "font": FONT,
        "view": {"stroke": None},
        "axis": {
            "labelColor": ink, "titleColor": ink, "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 12,
            "domainColor": soft, "tickColor": soft, "gridColor": line, "gridWidth": 0.6, "titlePadding": 6,
        },
        "legend": {
            "labelColor": ink, "titleColor": ink, "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 11,
            "labelLimit": 420, "symbolStrokeWidth": 1.6, "symbolSize": 60, "orient": "bottom", "columns": 2,
            "columnPadding": 18,
        },
        "header": {"labelColor": ink, "titleColor": ink, "labelFontSize": 11, "titleFontSize": 11},
        "text": {"color": ink},
        "rule": {"color": soft},
        "line": {"strokeWidth": 1.6},
        "title": {"color": ink, "fontSize": 12, "fontWeight": "normal", "anchor": "start"},
    }  # fmt: skip
