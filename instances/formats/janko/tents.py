"""Tents in data of janko.at, where they are called Zeltlager: `x` a tree, `-` empty, and labels at the edges.

`clabels` are the clues of the columns, `rlabels` those of the rows, on one line or one below the other; `-` or `?`
where none is given.
"""

from __future__ import annotations

from instances.formats.contract import Body
from instances.formats.janko.frame import NAME, Sections, section
from instances.grids import format_rows, parse_cells, parse_clues
from models.puzzles.tents.instance import UNKNOWN, Tents

HERE = f"{NAME} (tents)"
VALUES = {"-": 0, "x": 1}
WORDS = {value: word for word, value in VALUES.items()}
NONE = {"-": UNKNOWN, "?": UNKNOWN}


def read(sections: Sections, height: int, width: int) -> Tents:
    """The board of the problem and the labels."""
    trees = parse_cells(HERE, section(sections, HERE, "problem"), height, width, VALUES) == 1
    columns = parse_clues(HERE, "column", section(sections, HERE, "clabels"), width, height, NONE)
    return Tents(trees, parse_clues(HERE, "row", section(sections, HERE, "rlabels"), height, width, NONE), columns)


def write(p: Tents) -> tuple[int, int, dict[str, list[str]]]:
    """Height, width and sections of a board."""
    labels = [" ".join("-" if clue == UNKNOWN else str(clue) for clue in side.tolist()) for side in (p.cols, p.rows)]
    sections = {"clabels": labels[:1], "rlabels": labels[1:], "problem": format_rows(p.trees.astype(int), WORDS)}
    return *p.trees.shape, sections


BODY = Body(names=("zeltlager", "zelte", "tents"), read=read, write=write)
