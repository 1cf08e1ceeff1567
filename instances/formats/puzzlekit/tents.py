"""Tents in puzzlekit texts: the column clues, the row clues, and rows of `-` (empty) and `x` (a tree).

The published boards have all clues; one that is not given is written as `?`, and `-` is read for it, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from instances.formats.contract import Body
from instances.formats.puzzlekit.frame import NAME
from instances.grids import Line, format_rows, parse_cells, parse_clues
from models.puzzles.tents.instance import UNKNOWN, Tents

HERE = f"{NAME} (tents)"
VALUES = {"-": 0, "x": 1}
WORDS = {value: word for word, value in VALUES.items()}
NONE = {"?": UNKNOWN, "-": UNKNOWN}


def read(lines: Sequence[Line], height: int, width: int) -> Tents:
    """The board of the lines below the size."""
    columns = parse_clues(HERE, "column", lines[:1], width, height, NONE)
    row_clues = parse_clues(HERE, "row", lines[1:2], height, width, NONE)
    return Tents(parse_cells(HERE, lines[2:], height, width, VALUES) == 1, row_clues, columns)


def write(p: Tents) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    clues = [" ".join("?" if clue == UNKNOWN else str(clue) for clue in side.tolist()) for side in (p.cols, p.rows)]
    return *p.trees.shape, [*clues, *format_rows(p.trees.astype(int), WORDS)]


BODY = Body(names=(), title="Tent", read=read, write=write, lines_above=2)
