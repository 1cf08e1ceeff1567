"""Akari in puzzlekit texts: `-` a white cell, `x` a bare wall, `0`..`4` a wall with that number."""

from __future__ import annotations

from instances.formats.puzzlekit.frame import NAME
from instances.formats.rows import WordRows, declare_lines
from models.puzzles.akari.instance import BARE, WHITE, Akari

WORDS = {"-": WHITE, "x": BARE, **{str(clue): clue for clue in range(5)}}
BODY = declare_lines(
    NAME,
    "akari",
    [WordRows(WORDS)],
    make=Akari,
    parts=lambda p: (p.cells,),
    names=(),
)
