"""A campaign as one HTML file that opens from disk, loads nothing, and computes its numbers again for every filter.

    page.html, page.css   what the reader sees
    statistics.js         scores from rows
    tables.js             tables of the figures from rows
    page.js               filters, table, figures, the boards
    plots.js              Vega, which draws the figures; compressed, made by vl-convert, known to the policy by its hash

The rows, the specifications of the figures and the drawings of boards lie in the page once, compressed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from report.campaign.drawings import BoardDrawing
from report.campaign.figure_files import MOST_SERIES, VEGA_LITE, choices, draw_figure, exponent_words
from report.campaign.figure_kinds import Choice, drawn_kinds, figure_kinds, specification
from report.campaign.points import PARTS, best_series, cells, look_of
from report.campaign.records import (
    ClaimCount,
    GroupSummary,
    HonestyLine,
    ScalingFit,
    Score,
    Summary,
    WrongRun,
)
from report.campaign.rows_document import compressed, rows_document
from report.campaign.score_rows import FAMILY_COLUMNS, NUMBERS, estimate_words, family_rows
from report.campaign.style import COLOURS, DASHES, SHAPES, chart_config
from report.campaign.summary_table import definition_title
from report.frame import render_page
from report.words import plural

if TYPE_CHECKING:
    import pandas as pd

STATIC_FIGURES = ("survival", "scaling", "steps", "limits")  # for paper and readers without scripts: the small ones
MOST_DRAWN = 60  # instances whose boards lie in the page
FIRST, SECOND = "@first", "@second"  # names that the page replaces by those of the pair that is chosen
HONESTY_WORDS = {"red": "problem", "amber": "caution", "green": "fine"}
TONES = {"red": "wrong", "amber": "look", "green": "fine"}


@dataclass(frozen=True)
class PageExtras:
    """What a page shows besides rows and statistics. fits: of the scaling curves, by puzzle; drawings: by the hash of
    the instance, of which the page holds MOST_DRAWN; repeat: the command that repeats a cell, and show the one that
    shows it, with CELL in them; facts:
    by name, about machine, versions, limits and the command of the campaign."""

    fits: Mapping[str, Sequence[ScalingFit]] = field(default_factory=dict)
    drawings: Mapping[str, Sequence[BoardDrawing]] = field(default_factory=dict)
    repeat: str = "rosetta bench rerun CELL"
    show: str = "rosetta bench show CELL"
    facts: Mapping[str, str] = field(default_factory=dict)


def campaign_html(rows: pd.DataFrame, summary: Summary, title: str, extras: PageExtras | None = None) -> str:
    """The whole page. rows: with the columns of a campaign, judged; title: of the campaign."""
    extras = extras or PageExtras()
    library = vega_library()
    main = main_group(summary)
    return render_page(
        "campaign/page.html",
        title=title,
        summary=summary,
        main=main,
        others=[group for group in summary.groups if group is not main],
        tables=[_group_table(group) for group in summary.groups],
        families=[_group_table(group) for group in summary.families],
        family_columns=FAMILY_COLUMNS,
        family_numbers=NUMBERS,
        family_rows=family_rows(summary.families),
        wrongs=[_wrong_words(wrong) for wrong in summary.wrong],
        honesty=[_honesty_line(line) for line in summary.honesty if line.colour != "green"],
        fine=[_honesty_line(line) for line in summary.honesty if line.colour == "green"],
        facts=extras.facts,
        claims=claim_table(summary.claims),
        figures=drawn_kinds(rows),
        statics=static_figures(rows, extras.fits),
        rows=len(rows),
        columns=SCORE_COLUMNS,
        claim_columns=CLAIM_COLUMNS,
        definitions={definition_title(name): text for name, text in summary.definitions.items()},
        library=compressed(library),
        library_text=library,
        document=compressed(page_document(rows, extras)),
    )


def main_group(summary: Summary) -> GroupSummary | None:
    """The group whose answer comes first: over all puzzles if there is one, else the largest."""
    return max(summary.groups, key=lambda group: (group.puzzle is None, group.runs), default=None)


@cache
def vega_library() -> str:
    """The script that draws specifications, as vl-convert bundles it."""
    import vl_convert

    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE))


def page_document(rows: pd.DataFrame, extras: PageExtras) -> dict[str, Any]:
    """What the scripts of the page read: rows, figures, drawings."""
    look = look_of(rows)
    drawn = dict(list(extras.drawings.items())[:MOST_DRAWN])
    return {
        "rows": rows_document(rows),
        "look": {"series": look.series, "limit": look.limit, "shortest": look.shortest, "puzzles": look.puzzles},
        "styles": {
            name: {
                "color": COLOURS[i % len(COLOURS)],
                "shape": SHAPES[i % len(SHAPES)],
                "strokeDash": DASHES[i % len(DASHES)],
            }
            for i, name in enumerate(look.series)
        },
        "config": chart_config(),
        "figures": [
            {"name": kind.name, "needs": kind.needs, "spec": specification(kind, look, Choice(pair=(FIRST, SECOND)))}
            for kind in drawn_kinds(rows)
        ],
        "exponents": {
            puzzle: {fit.configuration: exponent_words(fit) for fit in fits} for puzzle, fits in extras.fits.items()
        },
        "best": best_series(rows, 2, in_order_of_names=False),
        "filters": [part for part in PARTS if rows[part].nunique(dropna=False) > 1],
        "drawings": {name: [[each.title, each.svg] for each in drawings] for name, drawings in drawn.items()},
        "repeat": extras.repeat,
        "show": extras.show,
        "most": MOST_SERIES,
    }


def static_figures(rows: pd.DataFrame, fits: Mapping[str, Sequence[ScalingFit]]) -> list[dict[str, str]]:
    """The small figures as SVG, of all rows."""
    look, points = look_of(rows, best_series(rows, MOST_SERIES)), cells(rows)
    kinds = [figure_kinds()[name] for name in STATIC_FIGURES]
    return [
        {"name": kind.name, "heading": figure.heading, "caption": figure.caption, "svg": figure.svg()}
        for kind in kinds
        for suffix, choice in choices(kind, look, (), fits)
        for figure in [replace(draw_figure(kind, points, look, choice), name=f"{kind.name}{suffix}")]
    ]


def _wrong_words(wrong: WrongRun) -> str:
    seed = f", solver's seed {wrong.seed}" if wrong.seed else ""
    run = f"{wrong.configuration} on {wrong.puzzle} {wrong.what}{seed}"
    return f"{run}: {wrong.note or 'wrong answer'} (cell {wrong.cell[:12]})"


def _honesty_line(line: HonestyLine) -> dict[str, str]:
    return {
        "name": line.name, "tone": TONES[line.colour], "word": HONESTY_WORDS[line.colour], "sentence": line.sentence,
    }  # fmt: skip


CLAIM_COLUMNS = ("puzzle", "claims", "proved", "cross-checked", "only claimed")


def claim_table(counts: Sequence[ClaimCount]) -> list[list[str]]:
    """How many of the claims are proved, by CLAIM_COLUMNS: a row for each puzzle, and one for all if there are several;
    none without a claim."""
    rows = [[each.puzzle, *_claim_numbers([each])] for each in counts]
    return [*rows, ["all puzzles", *_claim_numbers(counts)]] if len(rows) > 1 else rows


def _claim_numbers(counts: Sequence[ClaimCount]) -> list[str]:
    fields = ("total", "proved", "cross_checked", "claimed")
    return [f"{sum(getattr(each, name) for each in counts):,}" for name in fields]


def _group_table(group: GroupSummary) -> dict[str, Any]:
    """The scores of a group with their intervals, as text: for paper, and for readers without scripts."""
    left_out = [
        f"{each.configuration or 'all configurations'}: {plural(each.runs, 'run')} not compared, {each.reason}"
        for each in group.left_out
    ]
    return {"group": group, "rows": [_score_cells(score) for score in group.scores], "left_out": left_out}


SCORE_COLUMNS = (
    "rank", "configuration", "wrong", "solved", "share solved", "PAR-2 (s)", "geometric mean (s)", "ratio", "unique",
    "marginal (s)", "closed gap",
)  # fmt: skip


def _score_cells(score: Score) -> list[str]:
    """One row, by SCORE_COLUMNS."""
    return [
        str(score.rank),
        score.configuration,
        str(score.wrong or ""),
        f"{score.solved}/{score.runs}",
        estimate_words(score.share, percent=True),
        estimate_words(score.par2),
        estimate_words(score.geometric),
        estimate_words(score.ratio) if score.ratio else "1",
        str(score.unique),
        f"{score.marginal_s:.3g}",
        "" if score.closed_gap is None else f"{score.closed_gap:.2f}",
    ]
