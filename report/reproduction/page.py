"""Reproductions as one HTML file that opens from disk, in the style of the page of a comparison.

header    how many claims were reproduced, corrected, refuted, or stay open
article   one per item: its source, its claims as a table, tables, figures and notes in their order

No request leaves it and no script runs: its own policy forbids both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape as html_escape
from itertools import groupby

from report.comparison.page_parts import MARKS
from report.frame import page_html, policy
from report.reproduction.records import (
    CONTRADICTORY,
    OPEN,
    Chapter,
    Entry,
    Figure,
    Line,
    Table,
    ours_text,
    tally,
    value_text,
)
from report.reproduction.text import is_numeric
from report.words import escape

POLICY = policy()
TONES = {CONTRADICTORY: "disagree", OPEN: "incomplete"}  # the others are as they should be


def reproduction_html(chapters: Sequence[Chapter]) -> str:
    """The whole page."""
    title = f"Reproduced: {', '.join(chapter.name for chapter in chapters)}"
    articles = "".join(_article(chapter) for chapter in chapters)
    body = f'<header>{_header(chapters, title)}</header>\n<main id="main">{articles}</main>'
    return page_html(title, ["page.css"], body)


def _header(chapters: Sequence[Chapter], title: str) -> str:
    lines = [line for chapter in chapters for line in chapter.lines]
    counted = tally(lines)
    worst = next((tone for verdict, tone in TONES.items() if verdict in counted), "agree")
    words = ", ".join(f"{number} {verdict}" for verdict, number in counted.items()) or "nothing was claimed"
    faults = "".join(f"<li>{escape(line.claim)}</li>" for line in lines if line.verdict == CONTRADICTORY)
    return (
        f'<p class="soft">{escape(title)}</p><div class="verdict {worst}"><h1><span class="mark" aria-hidden="true">'
        f"{MARKS[worst]}</span>{escape(words)}</h1>"
        + (f'<ul class="wrongs">{faults}</ul>' if faults else "")
        + "</div>"
    )


def _article(chapter: Chapter) -> str:
    """All about one item; lines that follow each other share a table."""
    facts = [("Source", escape(chapter.source))]
    facts += [("Repeat with", f"<code>{escape(chapter.command)}</code>")] if chapter.command else []
    body = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)
    return (
        f'<article id="{escape(chapter.name)}"><h2>{escape(chapter.title)}</h2><p>{escape(chapter.shows)}</p>'
        f'<dl class="facts">{body}</dl>{"".join(_parts(chapter.entries))}</article>'
    )


def _parts(entries: Sequence[Entry]) -> Iterator[str]:
    for kind, group in groupby(entries, type):
        if kind is Line:
            yield _lines([entry for entry in group if isinstance(entry, Line)])
        else:
            yield from map(_part, group)


def _part(entry: Entry) -> str:
    if isinstance(entry, Table):
        return f"<section><h3>{escape(entry.title)}</h3>{_table(entry)}</section>"
    if isinstance(entry, Figure):
        picture = entry.svg or f"<pre>{html_escape(entry.text)}</pre>"
        return (
            f'<div class="boards one" style="margin-top: 1.5em"><figure><figcaption>{escape(entry.title)}</figcaption>'
            f'<div class="sheet">{picture}</div></figure></div>'
        )
    assert not isinstance(entry, Line)
    return f"<p>{escape(entry.text)}</p>"


def _lines(lines: Sequence[Line]) -> str:
    """Claims as a table: both figures, the verdict, the reason below the claim."""
    body = "".join(
        f'<tr class="{_tone(line)}"><th scope="row" style="white-space: normal">{escape(line.claim)}'
        + (f'<div class="soft small" style="font-weight: 400">{escape(line.reason)}</div>' if line.reason else "")
        + f'</th><td class="num">{escape(value_text(line.theirs))}</td><td class="num">{escape(ours_text(line))}</td>'
        f'<td><span class="tag">{escape(line.verdict)}</span></td></tr>'
        for line in lines
    )
    head = "".join(
        f'<th scope="col"{kind}>{name}</th>'
        for name, kind in (("claim", ""), ("theirs", ' class="num"'), ("ours", ' class="num"'), ("verdict", ""))
    )
    claims = _scroll_table("Claims", f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>")
    return f'<section style="margin-top: 1.5em">{claims}</section>'


def _tone(line: Line) -> str:
    return {CONTRADICTORY: "wrong", OPEN: "unproved"}.get(line.verdict, "correct")


def _table(table: Table) -> str:
    kinds = [' class="num"' if is_numeric([row[i] for row in table.rows]) else "" for i in range(len(table.columns))]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(table.columns, kinds, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(value_text(x))}</td>" for x, kind in zip(row, kinds, strict=True))
        + "</tr>"
        for row in table.rows
    )
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    return _scroll_table(table.title, f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>")


def _scroll_table(name: str, content: str) -> str:
    return f'<div class="scroll" role="region" aria-label="{escape(name)}" tabindex="0"><table>{content}</table></div>'
