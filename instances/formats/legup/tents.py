"""Tents in LEGUP files, where it is called TreeTent: 1 a tree; clues of rows A, B, .., Z, AA, .. and columns 1, 2, ..

Cells that are not listed are empty, and so are the player's: 0 (unknown), 2 (grass) and 3 (a tent). All clues must be
given.
"""

from __future__ import annotations

from instances.formats.legup.parts import AxisClues, ListedCells, declare_board
from models.puzzles.tents.instance import UNKNOWN, Tents

BODY = declare_board(
    "tents",
    [ListedCells(False, {"1": True}, also={"0": False, "2": False, "3": False}), AxisClues(none=UNKNOWN)],
    make=lambda trees, clues: Tents(trees, clues[1], clues[0]),
    parts=lambda p: (p.trees, (p.cols, p.rows)),
    names=("TreeTent",),
)
