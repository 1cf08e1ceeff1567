"""Reproductions as one HTML file that opens from disk: what its template `page.html` shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from report.frame import render_page
from report.reproduction.records import (
    CONTRADICTORY,
    OPEN,
    REPRODUCED,
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


def reproduction_html(chapters: Sequence[Chapter]) -> str:
    """The whole page."""
    lines = [line for chapter in chapters for line in chapter.lines]
    counted = tally(lines)
    return render_page(
        "reproduction/page.html",
        tone="disagree"
        if CONTRADICTORY in counted
        else "open"
        if OPEN in counted
        else "agree"
        if set(counted) <= {REPRODUCED}
        else "none",
        words=", ".join(f"{number} {verdict}" for verdict, number in counted.items()) or "nothing was claimed",
        faults=[line.claim for line in lines if line.verdict == CONTRADICTORY],
        chapters=[(chapter, list(_parts(chapter.entries))) for chapter in chapters],
    )


def _parts(entries: Sequence[Entry]) -> Iterator[tuple[str, Any]]:
    """Entries in their order, each with its kind; lines that follow each other share a table."""
    for kind, group in groupby(entries, type):
        if kind is Line:
            lines = [entry for entry in group if isinstance(entry, Line)]
            yield "claims", [(line, value_text(line.theirs), ours_text(line)) for line in lines]
        else:
            yield from map(_part, group)


def _part(entry: Entry) -> tuple[str, Any]:
    """Of a table, also which columns are numbers."""
    if isinstance(entry, Table):
        numeric = [is_numeric([row[i] for row in entry.rows]) for i in range(len(entry.columns))]
        return "table", (replace(entry, rows=[list(map(value_text, row)) for row in entry.rows]), numeric)
    return "figure" if isinstance(entry, Figure) else "note", entry
