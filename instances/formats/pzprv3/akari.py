"""Akari in pzprv3 files: `.` a white cell, `-` a bare wall, `0`..`4` a wall; a lamp `#` and a mark `+` are white.

Where the player has ticked off walls, as many rows again follow: `-` a wall that is ticked off, `.` any other cell.
"""

from __future__ import annotations

from instances.formats.pzprv3.marks import Ticks
from instances.formats.pzprv3.parts import declare_file
from instances.formats.rows import WordRows
from models.puzzles.akari.instance import BARE, WHITE, Akari

WORDS = {".": WHITE, "-": BARE, **{str(clue): clue for clue in range(5)}}
BODY = declare_file(
    "akari",
    [WordRows(WORDS, also={"#": WHITE, "+": WHITE})],
    make=Akari,
    parts=lambda p: (p.cells,),
    marks=Ticks(of=lambda p: p.cells != WHITE),
    names=("lightup", "akari", "bijutsukan"),
)
