"""Tents in data of janko.at, where they are called Zeltlager: `x` a tree, `-` empty, and labels at the edges.

`clabels` are the clues of the columns, `rlabels` those of the rows, on one line or one below the other; `-` or `?`
where none is given.
"""

from __future__ import annotations

from instances.formats.janko.frame import NAME
from instances.formats.rows import ClueLine, WordRows, declare_sections
from models.puzzles.tents.instance import UNKNOWN, Tents

NONE = {"-": UNKNOWN, "?": UNKNOWN}
BODY = declare_sections(
    NAME,
    "tents",
    {
        "clabels": ClueLine("column", NONE),
        "rlabels": ClueLine("row", NONE),
        "problem": WordRows({"-": False, "x": True}),
    },
    make=lambda columns, rows, trees: Tents(trees, rows, columns),
    parts=lambda p: (p.cols, p.rows, p.trees),
    names=("zeltlager", "zelte", "tents"),
)
