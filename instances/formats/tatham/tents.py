"""Tents in Tatham's game IDs: `TREES,c,c,...,r,r,...` with the W column clues before the H row clues.

TREES walks over the cells row by row: `_` a tree here, `a`..`y` 1..25 empty cells and then a tree, `z` 25 empty cells
and no tree. The walk ends with a tree just after the board, so that the walk covers W * H + 1 cells. The
player's marks, `!` a tent and `-` no tent, do not belong to the board and are skipped.

All clues must be known.
"""

from __future__ import annotations

from instances.formats.steps import Ignored, SpacesThen
from instances.formats.tatham.frame import NAME
from instances.formats.walks import Cells, CommaClues, declare_text
from models.puzzles.tents.instance import UNKNOWN, Tents

BODY = declare_text(
    NAME,
    "tents",
    [Cells((SpacesThen(True, False), Ignored("!-")), ends_at=",", closing=True), CommaClues(none=UNKNOWN)],
    make=lambda trees, clues: Tents(trees, clues[1], clues[0]),
    parts=lambda p: (p.trees, (p.cols, p.rows)),
    names=("tents",),
    title="Tents",
    example="3x3:aaaaa,2,0,2,2,0,2",
    fits=lambda desc: "," in desc,
)
