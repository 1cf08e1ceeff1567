"""Tents in puzzlekit texts: the column clues, the row clues, and rows of `-` (empty) and `x` (a tree).

The published boards have all clues; one that is not given is written as `?`, and `-` is read for it, too.
"""

from __future__ import annotations

from instances.formats.puzzlekit.frame import NAME
from instances.formats.rows import ClueLine, WordRows, declare_lines
from models.puzzles.tents.instance import UNKNOWN, Tents

NONE = {"?": UNKNOWN, "-": UNKNOWN}
BODY = declare_lines(
    NAME,
    "tents",
    [ClueLine("column", NONE), ClueLine("row", NONE), WordRows({"-": False, "x": True})],
    make=lambda columns, rows, trees: Tents(trees, rows, columns),
    parts=lambda p: (p.cols, p.rows, p.trees),
    names=(),
    title="Tent",
)
