"""Boards of digits on one line, row by row, as collections of them are passed on everywhere.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79      81 cells, a 9x9 board
    530070000600195000098000060800060003400803001700020006060000280000419005000080079      0, -, _ or * for an empty one

The digits are 1 to 9, then the letters from A on. Line breaks between rows are read, too. Which puzzles have boards of
nothing but digits, they declare (`declare_text`, by the name of this format). The first of them is meant.
"""

from __future__ import annotations

import re
from math import isqrt

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body, puzzles_of
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "line of digits"
CELLS = re.compile(r"[0-9A-Za-z._*-]+")
SIDES = (4, 6, 8, 9, 10, 12, 15, 16, 25)
USUAL = 9  # rows, of a board whose line may be of digits alone
EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def recognises(text: str) -> bool:
    """As many cells as a usual board has; but for 9x9, with full stops, and no letters above the side."""
    line = "".join(text.split())
    n = isqrt(len(line)) if len(line) <= SIDES[-1] ** 2 else 0
    if n not in SIDES or n * n != len(line) or not CELLS.fullmatch(line):
        return False
    if len(text.split()) not in (1, n):
        return False
    if n == USUAL:
        return not re.search("[A-Za-z]", line)
    return "." in line and max(int(word, 36) for word in re.findall(r"[0-9A-Za-z]", line) or "z") <= n


def read(text: str, puzzle: str | None = None) -> tuple[str, object]:
    """The board of a line."""
    line = "".join(text.split())
    n = isqrt(len(line))
    if n not in SIDES or n * n != len(line):
        known_lengths = ", ".join(str(side * side) for side in SIDES)
        raise InputError(f"{NAME}: expected {known_lengths} characters, found {len(line)}")
    known = puzzles_of("digits")
    name, body = choose_body("digits", NAME, puzzle or (known[0] if known else None))
    return name, body.read(Sheet(f"{NAME} ({name})", n, n), line.upper())


def write(body: Body, sheet: Sheet, line: str) -> str:
    """The line of a board. Raises InputError for one that nobody would take for a line of digits."""
    if not recognises(line):
        raise InputError(f"{sheet.here}: can only say usual boards, most of 9x9 cells; write plain text instead")
    return line


FORMAT = shared_format("digits", NAME, EXAMPLE, recognises, read, write, one_line=True, aliases=("81",))
