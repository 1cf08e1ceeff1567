"""Hitori in pzprv3 files: the numbers, `.` (or `-`, a question mark) for a cell without one; then the player's marks.

1 1 2 .        3 rows of numbers, and as many of marks: `#` shaded, `+` unshaded, `.` open
. . # +        which are ignored; a file may end before them
"""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, format_numbers, parse_cells, parse_numbers
from models.puzzles.hitori import Hitori, board

HERE = f"{NAME} (hitori)"
VALUES = {".": 0, "-": 0}
MARKS = {".": 0, "#": 1, "+": 2}


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Hitori, int]:
    """The board of the first lines."""
    p = board(parse_numbers(HERE, lines[:height], height, width, VALUES))
    marks = lines[height : 2 * height]
    if not any(line.strip() for _, line in marks):
        return p, height
    parse_cells(f"{HERE}, marks", marks, height, width, MARKS)
    return p, 2 * height


def write(p: Hitori) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    height, width = p.numbers.shape
    rows = format_numbers(p.numbers, {0: "."}) + [" ".join("." * width)] * height
    return height, width, [f"{row} " for row in rows]


BODY = Body(names=("hitori",), read=read, write=write)
