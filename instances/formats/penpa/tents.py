"""Tents as a drawing of Penpa+: the symbol `tents` in style 1 is a tree; clues stand in the margins."""

from __future__ import annotations

from instances.formats.penpa.parts import MarginClues, Symbols, declare_drawing
from models.puzzles.tents.instance import UNKNOWN, Tents

SYMBOL, TREE = "tents", 1
BODY = declare_drawing(
    "tents",
    [Symbols((TREE, SYMBOL), "trees"), MarginClues(none=UNKNOWN)],
    make=lambda trees, clues: Tents(trees, clues[1], clues[0]),
    parts=lambda p: (p.trees, (p.cols, p.rows)),
    names=("tents",),
    fits=lambda drawing: any(name == SYMBOL for _, name in drawing.pieces),  # trees or tents, in the answer perhaps
)
