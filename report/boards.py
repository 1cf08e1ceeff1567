"""Drawn boards in the terminal: small ones, and large ones where they are asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from report.text_columns import display_width

BOARD_LINES = 20  # lines of a board that is drawn unless --draw asks for more
CLOSING_LINES = (
    34  # of the one with which a comparison ends: with its title and the sentence below it, a terminal of 40
)
ANSWER_LINES = 45  # the same of an answer, where it is what was asked for: 20 rows with lines between them
DRAW_ALL = 1_000_000


def board_lines(
    plain: str, rendered: str, width: int, most: int = BOARD_LINES, *, names_flags: bool = True
) -> tuple[list[str], list[str]]:
    """The lines of a board as plain text and as they are shown; where it has more lines than `most` or does not fit, a
    line that says so. rendered: the board in colour, or plain again; names_flags: is the reader on a command line?"""
    lines, shown = plain.splitlines(), rendered.splitlines()
    wide = max(map(display_width, lines), default=0)
    if len(lines) > most:
        why = f"({len(lines)} lines, not drawn{': --draw draws it' if names_flags else ''})"
    elif wide > width:
        why = f"(not drawn: {wide} columns wide, {'the terminal' if names_flags else 'this text'} has {width})"
    else:
        return lines, shown if len(shown) == len(lines) else lines
    return [why], [why]


_STYLED = re.compile(r"(\x1b\[[0-9;]*m)")
_PLAIN = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The upper left part of a board. plain, shown: its lines, as plain text and as they are shown; lines, columns: of
    the whole board; is_cut_below, is_cut_right: is there more of it?"""

    plain: list[str]
    shown: list[str]
    lines: int
    columns: int
    is_cut_below: bool
    is_cut_right: bool

    @property
    def is_whole(self) -> bool:
        """Is nothing left out?"""
        return not (self.is_cut_below or self.is_cut_right)


def crop_board(plain: str, rendered: str, width: int, most: int) -> BoardPart:
    """The part of a board with at most so many lines and columns. rendered: the board in colour, or plain again."""
    lines, shown = plain.splitlines(), rendered.splitlines()
    if len(shown) != len(lines):
        shown = lines
    tall, wide = len(lines), max(map(display_width, lines), default=0)
    lines, shown = lines[:most], shown[:most]
    if wide > width:
        lines, shown = ([_cut_line(line, width) for line in each] for each in (lines, shown))
    return BoardPart(lines, shown, tall, wide, tall > most, wide > width)


def _cut_line(line: str, width: int) -> str:
    """The beginning of a line, in at most so many columns; its styles take none, and end with it."""
    cut, room, is_styled = "", width, False
    for part in _STYLED.split(line):
        if _STYLED.fullmatch(part):
            cut, is_styled = cut + part, part != _PLAIN
            continue
        for character in part:
            room -= display_width(character)
            if room < 0:
                return cut + (_PLAIN if is_styled else "")
            cut += character
    return cut
