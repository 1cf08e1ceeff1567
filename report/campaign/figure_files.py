"""Figures as files: SVG, PNG and PDF, and beside each the table that it shows as CSV.

vl-convert draws them, without a browser and without a request. PNG and PDF use the first font of `style.FONT` that
the machine has; a PDF has its letters in it, an SVG names the fonts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report.campaign.figure_kinds import Choice, FigureKind, drawn_kinds, specification
from report.campaign.points import best_series, cells, look_of
from report.campaign.records import ScalingFit
from report.campaign.style import Look, chart_config

if TYPE_CHECKING:
    import pandas as pd

VEGA_LITE = "6.4"
MOST_SERIES = 8  # that a figure on paper shows: the best
MOST_PAIRS = 3
PIXELS_PER_INCH = 200
IDENTIFIER = re.compile(r"(?:clip|gradient_)\d+")
NUMBER = re.compile(r"\d+\.\d{3,}")


@dataclass(frozen=True)
class DrawnFigure:
    """name: of its files, without ending; heading, caption: what it shows; table: what is drawn; spec: of Vega-Lite,
    with the table in it."""

    name: str
    heading: str
    caption: str
    table: pd.DataFrame
    spec: dict[str, Any]

    def svg(self) -> str:
        """The drawing on a transparent ground, numbers to a hundredth of a pixel. Its ids begin with its name: they are
        the same whenever it is drawn, and in a page that holds several drawings no two are alike."""
        import vl_convert

        text = vl_convert.vegalite_to_svg(self.spec, vl_version=VEGA_LITE, config=chart_config())
        ids = {name: f"{self.name}-{i}" for i, name in enumerate(dict.fromkeys(IDENTIFIER.findall(text)))}
        text = IDENTIFIER.sub(lambda match: ids[match[0]], text)
        return NUMBER.sub(lambda match: f"{float(match[0]):.2f}", text)

    def png(self) -> bytes:
        import vl_convert

        config = {**chart_config(), "background": "white"}
        return bytes(vl_convert.vegalite_to_png(self.spec, vl_version=VEGA_LITE, config=config, ppi=PIXELS_PER_INCH))

    def pdf(self) -> bytes:
        import vl_convert

        return bytes(vl_convert.vegalite_to_pdf(self.spec, vl_version=VEGA_LITE, config=chart_config()))


def load_plots() -> None:
    """Raise ModuleNotFoundError now, rather than after the work is done, where the extra `plots` is not installed."""
    import altair  # noqa: F401
    import pandas  # noqa: F401
    import vl_convert  # noqa: F401


def draw_figures(
    rows: pd.DataFrame,
    fits: Mapping[str, Sequence[ScalingFit]] | None = None,
    pairs: Sequence[tuple[str, str]] = (),
) -> Iterator[DrawnFigure]:
    """The figures of a campaign, one after another, in their order. rows: with the columns of a campaign; fits: of the
    scaling curves, by puzzle; pairs: of configurations that are compared with each other, by default the best with each
    of the next MOST_PAIRS. Of many configurations, the best MOST_SERIES are drawn, and the captions say so."""
    count = rows["configuration"].nunique()
    look = look_of(rows, best_series(rows, MOST_SERIES))
    points = cells(rows)
    chosen = pairs or best_pairs(rows)
    for kind in drawn_kinds(rows):
        for suffix, choice in choices(kind, look, chosen, fits or {}):
            figure = draw_figure(kind, points, look, choice)
            caption = figure.caption
            if kind.needs in ("", "families") and len(look.series) < count:
                caption += f" Of {count} configurations, the {len(look.series)} that solve the most are shown."
            yield replace(figure, name=f"{kind.name}{suffix}", caption=caption)


def draw_figure(kind: FigureKind, points: pd.DataFrame, look: Look, choice: Choice) -> DrawnFigure:
    """One figure. points: of `cells`."""
    table = kind.table(points, look, choice)
    spec = specification(kind, look, choice)
    spec.setdefault("datasets", {})[kind.name] = json.loads(table.to_json(orient="records"))
    subject = " and ".join(choice.pair) if kind.needs == "pair" else choice.puzzle
    heading = f"{kind.heading}: {subject}" if subject else kind.heading
    return DrawnFigure(kind.name, heading, kind.caption, table, spec)


def choices(
    kind: FigureKind,
    look: Look,
    pairs: Sequence[tuple[str, str]],
    fits: Mapping[str, Sequence[ScalingFit]],
) -> Iterator[tuple[str, Choice]]:
    """What a kind is drawn of, each with the end of the file's name."""
    if kind.needs == "pair":
        for number, pair in enumerate(pairs, 1):
            yield f"-{number}", Choice(pair=pair)
    elif kind.needs == "puzzle":
        for puzzle in look.puzzles:
            words = {fit.configuration: exponent_words(fit) for fit in fits.get(puzzle, ())}
            yield f"-{_slug(puzzle)}", Choice(puzzle=puzzle, exponents={k: v for k, v in words.items() if v})
    else:
        yield "", Choice()


def best_pairs(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """The best configuration with each of the next."""
    ranked = best_series(rows, MOST_PAIRS + 1, in_order_of_names=False)
    return [(ranked[0], other) for other in islice(ranked, 1, None)]


def exponent_words(fit: ScalingFit) -> str:
    """The exponent of a fit and its confidence interval; nothing where nothing was fitted."""
    if fit.exponent is None:
        return ""
    power = fit.exponent
    interval = f" [{power.low:.2f}, {power.high:.2f}]" if power.low is not None and power.high is not None else ""
    return f"n^{power.value:.2f}{interval}"


def write_figures(
    folder: Path,
    rows: pd.DataFrame,
    fits: Mapping[str, Sequence[ScalingFit]] | None = None,
    pairs: Sequence[tuple[str, str]] = (),
) -> list[DrawnFigure]:
    """Write the figures into the folder, which is made where it is missing: as SVG, PNG and PDF, and the CSV. Files of
    the same names are replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = list(draw_figures(rows, fits, pairs))
    for figure in figures:
        figure.table.to_csv(folder / f"{figure.name}.csv", index=False)
        (folder / f"{figure.name}.svg").write_text(figure.svg() + "\n", "utf-8")
        for kind, draw in (("png", figure.png), ("pdf", figure.pdf)):
            (folder / f"{figure.name}.{kind}").write_bytes(draw())
    return figures


def _slug(text: str) -> str:
    """Letters, digits and hyphens, for a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "all"
