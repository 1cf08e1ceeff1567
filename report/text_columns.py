"""Columns of text side by side, as wide as the terminal and no wider.

Columns that may be dropped have a number: the highest is dropped first where the table is too wide, and the caller
learns which were. Colour is added after the padding, so it never moves anything.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

GAP = 2
_CODES = {"good": "32", "bad": "1;31", "doubt": "33", "dim": "2", "strong": "1"}


@dataclass(frozen=True, slots=True)
class TextColumn:
    """cells from top to bottom; drop: 0 stays, higher goes earlier; styles: one per cell, or none."""

    title: str
    cells: Sequence[str]
    right: bool = False
    drop: int = 0
    styles: Sequence[str] = ()

    @property
    def width(self) -> int:
        return max(display_width(text) for text in (self.title, *self.cells))

    def lines(self, colour: bool) -> list[str]:
        """Title, rule and cells, all equally wide."""
        width = self.width
        styles = ("strong", "dim", *(self.styles or [""] * len(self.cells)))
        texts = (self.title, "-" * width, *self.cells)
        return [paint(pad(text, width, self.right), style, colour) for text, style in zip(texts, styles, strict=True)]


def total_width(columns: Sequence[TextColumn]) -> int:
    """The width of a line with these columns, in characters."""
    return sum(column.width for column in columns) + GAP * (len(columns) - 1)


def fit_columns(columns: Sequence[TextColumn], width: int) -> tuple[list[TextColumn], list[str]]:
    """The columns that fit, and the titles of those that were dropped."""
    fitting, dropped = list(columns), []
    while total_width(fitting) > width and any(column.drop for column in fitting):
        last = max(fitting, key=lambda column: column.drop)
        fitting.remove(last)
        dropped.append(last.title)
    return fitting, dropped


def render_table(columns: Sequence[TextColumn], colour: bool) -> list[str]:
    """The lines of the table."""
    return [
        (" " * GAP).join(cells).rstrip() for cells in zip(*(column.lines(colour) for column in columns), strict=True)
    ]


def paint(text: str, style: str, colour: bool) -> str:
    """The text in a style, if there is colour."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour and style else text


def pad(text: str, width: int, right: bool = False) -> str:
    """The text with blanks up to a display width."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def display_width(text: str) -> int:
    """Columns that a terminal needs: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)
