"""Comparisons as one HTML file that opens from disk: it makes no requests, and its own policy forbids them.

header    the answer in a sentence; for several instances, one line each
article   one per instance: boards, table, race, time split, sizes, caveats
footer    the same as JSON, for scripts
"""

from __future__ import annotations

from collections.abc import Sequence

from report.comparison.json_documents import comparisons_json
from report.comparison.page_parts import MARKS, boards, caveats, facts, notes, results, verdict
from report.comparison.page_pictures import patterns, size_bars, time_bars
from report.comparison.page_race import race_section
from report.comparison.records import Comparison, Run
from report.comparison.verdict import headline, run_label, sort_runs, subject
from report.frame import page_html
from report.words import duration, escape, join_names, plural

MAX_UNFOLDED = 3  # as many comparisons are shown unfolded; more only where something is wrong


def comparisons_html(comparisons: Sequence[Comparison], title: str) -> str:
    """The whole page."""
    articles = "".join(_article(c, i, len(comparisons)) for i, c in enumerate(comparisons, 1))
    body = (
        f"{patterns()}\n<header>{_header(comparisons, title)}</header>\n"
        f'<main id="main">{articles}</main>\n<footer>{_raw_json(comparisons)}</footer>'
    )
    return page_html(title, ["page.css"], body, script="comparison/page.js")


def _header(comparisons: Sequence[Comparison], title: str) -> str:
    if len(comparisons) == 1:
        only = comparisons[0]
        return f'<p class="soft">{escape(subject(only))}</p>{verdict(only, "h1")}{facts(only)}'
    return f'<p class="soft">{escape(title)}</p>{_overall_verdict(comparisons)}{_overview(comparisons)}'


def _overall_verdict(comparisons: Sequence[Comparison]) -> str:
    """The verdicts over all instances, the worst deciding the tone."""
    verdicts = [comparison.verdict for comparison in comparisons]
    worst = next((kind for kind in ("disagree", "incomplete", "agree") if kind in verdicts), "incomplete")
    counts = ", ".join(
        f"{verdicts.count(kind)} {kind}" for kind in ("disagree", "incomplete", "agree") if kind in verdicts
    )
    bad = "".join(
        f"<li>{escape(subject(c))}: {escape(headline(c))}</li>" for c in comparisons if c.verdict == "disagree"
    )
    return (
        f'<div class="verdict {worst}"><h1><span class="mark" aria-hidden="true">{MARKS[worst]}</span>'
        f"{plural(len(comparisons), 'instance')}: {counts or 'nothing was run'}</h1>"
        + (f'<ul class="wrongs">{bad}</ul>' if bad else "")
        + "</div>"
    )


def _overview(comparisons: Sequence[Comparison]) -> str:
    """Instances by backends: the total, or what came instead of an answer."""
    names = list(dict.fromkeys(run_label(run, c.runs) for c in comparisons for run in sort_runs(c.runs)))
    head = "".join(f'<th scope="col" class="num">{escape(name)}</th>' for name in names)
    body = ""
    for i, comparison in enumerate(comparisons, 1):
        cells = {run_label(run, comparison.runs): _cell(run) for run in comparison.runs}
        body += (
            f'<tr><th scope="row" class="stay"><a href="#c{i}">{escape(subject(comparison))}</a></th>'
            f'<td class="{escape(comparison.verdict)}"><span class="tag">{MARKS.get(comparison.verdict, "")} '
            f"{escape(comparison.verdict)}</span></td>"
            + "".join(f'<td class="num">{cells.get(name, "&ndash;")}</td>' for name in names)
            + "</tr>"
        )
    return (
        '<div class="scroll" role="region" aria-label="Overview" tabindex="0"><table><caption>Total time of each '
        'backend on each instance.</caption><thead><tr><th scope="col" class="stay">instance</th>'
        f'<th scope="col">verdict</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cell(run: Run) -> str:
    if run.verdict == "wrong":
        return '<span class="tag wrong">WRONG</span>'
    return duration(run.total) if run.verdict in ("correct", "unproved") else escape(run.status)


def _article(comparison: Comparison, number: int, of: int) -> str:
    """All about one instance; if it is the only one, the verdict is in the header of the page already."""
    parts = (
        ("Boards", boards(comparison)),
        ("Results", results(comparison.runs) + notes(comparison)),
        *((("All solutions, in equal time", race_section(comparison.race)),) if comparison.race else ()),
        ("Where the time went", time_bars(comparison.runs, str(number))),
        ("Size of the model that each solver got", size_bars(comparison.runs)),
        ("What this rests on", caveats(comparison)),
    )
    sections = "".join(f"<section><h3>{title}</h3>{content}</section>" for title, content in parts)
    if of == 1:
        return f'<article class="only" id="c{number}">{sections}</article>'
    unfolded = " open" if of <= MAX_UNFOLDED or comparison.verdict == "disagree" else ""
    return (
        f'<article id="c{number}"><details{unfolded}><summary><h2>{escape(subject(comparison))}</h2> '
        f'<span class="soft">{escape(headline(comparison))}</span></summary>'
        f"{verdict(comparison, 'h3')}{facts(comparison)}{sections}</details></article>"
    )


def _raw_json(comparisons: Sequence[Comparison]) -> str:
    """The JSON document; `<` is escaped so that nothing in it can end the script element."""
    puzzles = join_names(comparison.puzzle for comparison in comparisons)
    document = comparisons_json(comparisons).replace("<", "\\u003c")
    return (
        f'<script type="application/json" id="comparisons">{document}</script>'
        f'<details id="raw" class="raw-part"><summary>All of this as JSON ({escape(puzzles)})</summary>'
        '<pre class="raw" tabindex="0">The JSON is in the source of this page, in the element "comparisons".</pre>'
        "</details>"
    )
