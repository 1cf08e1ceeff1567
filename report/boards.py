"""Drawn boards in the terminal: small ones, and large ones where they are asked for."""

from __future__ import annotations

from report.text_columns import display_width

BOARD_LINES = 20  # lines of a board that is drawn unless --draw asks for more
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
