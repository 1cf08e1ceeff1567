"""Columns of text side by side, as wide as the terminal and no wider.

Columns that may be dropped have a number: the highest is dropped first where the table is too wide, and the caller
learns which were. Where the others are still too wide, the widest texts are cut. Colour is added after the padding, so
it never moves anything.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from report.words import one_line

GAP = 2
ELLIPSIS = "..."
NARROWEST = 4  # columns of a text that is cut
COPIED_LINES = 3  # lines of the terminal that an ID or a command may take
_CODES = {
    "good": "32", "bad": "1;31", "doubt": "33", "corrected": "34", "refuted": "35", "open": "36", "dim": "2",
    "strong": "1",
}  # fmt: skip


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


def fit_columns(columns: Sequence[TextColumn], width: int) -> tuple[list[TextColumn], list[TextColumn]]:
    """The columns that fit, and those that were dropped, in their order."""
    fitting = list(columns)
    while total_width(fitting) > width and any(column.drop for column in fitting):
        fitting.remove(max(fitting, key=lambda column: column.drop))
    return cut_columns(fitting, width), [column for column in columns if column not in fitting]


def cut_columns(columns: Sequence[TextColumn], width: int) -> list[TextColumn]:
    """The columns with their widest texts cut until the line fits; numbers stay whole."""
    widths = [column.width for column in columns]
    room = width - (total_width(columns) - sum(widths))
    texts = [i for i, column in enumerate(columns) if not column.right]
    while sum(widths) > room and any(widths[i] > NARROWEST for i in texts):
        widest = max(texts, key=widths.__getitem__)
        second = max((widths[i] for i in texts if i != widest), default=0)  # the widest are cut alike
        fitting = max(widths[widest] - (sum(widths) - room), second, NARROWEST)
        widths[widest] = min(fitting, widths[widest] - 1)
    return [_cut_column(column, most) for column, most in zip(columns, widths, strict=True)]


def _cut_column(column: TextColumn, width: int) -> TextColumn:
    cells = [cut_text(cell, width) for cell in column.cells]
    return column if column.right else replace(column, title=cut_text(column.title, width), cells=cells)


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


def cut_text(text: str, width: int) -> str:
    """The text, or its beginning and an ellipsis, in at most so many columns."""
    if display_width(text) <= width:
        return text
    ellipsis = ELLIPSIS if width > 2 * len(ELLIPSIS) else ""
    room, kept = width - len(ellipsis), 0
    for character in text:
        room -= display_width(character)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ellipsis


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """The words in lines of at most `width` columns, all but the first indented; a longer word is broken. Blanks
    before the text and between its words stay."""
    words = text.lstrip(" ").split(" ")
    words[0] = " " * (len(text) - len(text.lstrip(" "))) + words[0]
    lines, line = list[str](), words[0]
    for word in words[1:]:
        if display_width(f"{line} {word}") <= width:
            line = f"{line} {word}"
        else:
            lines += [*_break_word(line, width, indent)]
            line = indent + word
    return [line.rstrip() for line in (*lines, *_break_word(line, width, indent)) if line.strip()]


def _break_word(line: str, width: int, indent: str) -> list[str]:
    """The line; of a word that is longer than a line, pieces that fit."""
    pieces = []
    while display_width(line) > width:
        kept = line[: max(width, len(indent) + 1)]
        while display_width(kept) > width and len(kept) > len(indent) + 1:
            kept = kept[:-1]
        pieces.append(kept)
        line = indent + line[len(kept) :]
    return [*pieces, line]


def copied_line(label: str, text: str, width: int, *, names_flags: bool = True) -> str:
    """A text to be copied, behind its label; if it is long, only how it begins and how long it is. names_flags: is the
    reader on a command line?"""
    line = f"{label:<8}{one_line(text)}" if label else one_line(text)
    if len(text) < COPIED_LINES * width and display_width(line) <= COPIED_LINES * width:
        return line
    hint = f"... ({len(text)} characters{': --json has it whole' if names_flags else ''})"
    return cut_text(line, width - len(hint)).removesuffix("...") + hint
