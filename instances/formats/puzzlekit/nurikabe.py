"""Nurikabe in puzzlekit texts: the size of an island, `?` for one that is not told, `-` no clue."""

from __future__ import annotations

from instances.formats.puzzlekit.frame import NAME
from instances.formats.rows import NumberRows, declare_lines
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

BODY = declare_lines(
    NAME,
    "nurikabe",
    [NumberRows({"-": NO_CLUE, "?": ANY_SIZE})],
    make=Nurikabe,
    parts=lambda p: (p.clues,),
    names=(),
)
