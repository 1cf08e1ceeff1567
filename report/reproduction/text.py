"""A reproduction as text, each entry as soon as it is known, at most 80 columns wide.

reproduced     placements on the chessboard, all pieces: theirs 2,357, ours 2,357
corrected      tilings up to symmetry, first version: theirs 1,364, ours 16,146.
               Already four of the ten places of the square have more.

"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Chapter,
    Entry,
    Figure,
    Line,
    Table,
    Value,
    ours_text,
    tally,
    value_text,
)
from report.text_columns import TextColumn, display_width, fit_columns, paint, render_table
from report.words import one_line

WIDTH = 80
MARGIN = max(map(len, (REPRODUCED, CORRECTED, REFUTED, OPEN, CONTRADICTORY))) + 2
STYLES = {REPRODUCED: "good", CORRECTED: "corrected", REFUTED: "refuted", OPEN: "open", CONTRADICTORY: "bad"}


def heading_text(chapter: Chapter, colour: bool = False) -> str:
    """Title, source, and what it shows."""
    title = paint(f"{chapter.name}: {chapter.title}", "strong", colour)
    return "\n".join([title, *_wrap(f"Source: {chapter.source}."), *_wrap(chapter.shows), ""])


def entry_text(entry: Entry, colour: bool = False) -> str:
    """One entry, without a line break at its end."""
    if isinstance(entry, Line):
        return _line(entry, colour)
    if isinstance(entry, Table):
        return _table(entry, colour)
    if isinstance(entry, Figure):
        return f"\n{paint(one_line(entry.title), 'strong', colour)}\n{entry.text}\n"
    return "\n".join(_wrap(entry.text, MARGIN))


def summary_text(lines: Sequence[Line], colour: bool = False) -> str:
    """How many lines there were of each verdict; in words what is wrong with ours."""
    counted = tally(lines)
    parts = [paint(f"{number} {verdict}", STYLES[verdict], colour) for verdict, number in counted.items()]
    return f"\n{len(lines)} claims: {', '.join(parts) or 'none'}"


def list_text(chapters: Sequence[Chapter]) -> str:
    """The items, a line each."""
    width = max((len(chapter.name) for chapter in chapters), default=0)
    return "\n".join(
        f"{chapter.name:<{width}}  {textwrap.shorten(chapter.title, WIDTH - width - 2, placeholder='...')}"
        for chapter in chapters
    )


def sentence(line: Line) -> str:
    """A line without its verdict: the claim, both figures, the reason."""
    figures = [f"theirs {value_text(line.theirs)}"] if line.theirs is not None else []
    figures += [f"ours {ours_text(line)}"] if line.ours is not None else []
    claim = one_line(line.claim) + (f": {', '.join(figures)}" if figures else "")
    return f"{claim}. {one_line(line.remark)}".strip() if line.remark else claim


def _line(line: Line, colour: bool) -> str:
    first, *rest = _wrap(sentence(line), MARGIN)
    verdict = paint(line.verdict, STYLES[line.verdict], colour) + " " * (MARGIN - len(line.verdict))
    return "\n".join([verdict + first.lstrip(), *rest])


def _table(table: Table, colour: bool) -> str:
    """The table, as many columns of it as fit; those that do not are named."""
    columns = []
    for i, title in enumerate(table.columns):
        values = [row[i] for row in table.rows]
        cells = [one_line(value_text(value)) for value in values]
        columns.append(TextColumn(one_line(title), cells, right=is_numeric(values), drop=i))
    fitting, dropped = fit_columns(columns, WIDTH)
    caption = one_line(table.caption) + (
        f" (Too narrow for: {', '.join(column.title for column in dropped)}.)" if dropped else ""
    )
    lines = ["", paint(one_line(table.title), "strong", colour), *_wrap(caption), *render_table(fitting, colour), ""]
    return "\n".join(lines)


def is_numeric(values: Sequence[Value]) -> bool:
    """Are these numbers, apart from gaps?"""
    return any(value is not None for value in values) and not any(isinstance(value, str) for value in values)


def _wrap(text: str, margin: int = 0) -> list[str]:
    """Lines of at most 80 columns; words that are longer stay whole, so that they can be copied."""
    assert display_width(" " * margin) == margin
    blanks = " " * margin
    return textwrap.wrap(
        one_line(text), WIDTH, initial_indent=blanks, subsequent_indent=blanks, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
