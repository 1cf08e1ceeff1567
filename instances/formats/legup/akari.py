"""Akari in LEGUP files, where it is called LightUp: -1 a bare wall, 0..4 a wall with that number.

Cells that are not listed are white, and so are the player's: -2 (unknown), -3 (empty) and -4 (a lamp).
"""

from __future__ import annotations

from instances.formats.legup.parts import ListedCells, declare_board
from models.puzzles.akari.instance import BARE, WHITE, Akari

WALLS = {"-1": BARE, **{str(clue): clue for clue in range(5)}}
BODY = declare_board(
    "akari",
    [ListedCells(WHITE, WALLS, also={"-2": WHITE, "-3": WHITE, "-4": WHITE})],
    make=Akari,
    parts=lambda p: (p.cells,),
    names=("LightUp",),
)
