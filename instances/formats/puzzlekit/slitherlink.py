"""Slitherlink in puzzlekit texts: `-` a cell without a number, `0`..`4` a number."""

from __future__ import annotations

from instances.formats.puzzlekit.frame import NAME
from instances.formats.rows import WordRows, declare_lines
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, board

BODY = declare_lines(
    NAME,
    "slitherlink",
    [WordRows({"-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}})],
    make=board,
    parts=lambda p: (p.numbers,),
    names=(),
)
