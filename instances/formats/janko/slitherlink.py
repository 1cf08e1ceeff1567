"""Slitherlink in data of janko.at: `-` a cell without a number, `0`..`4` a number."""

from __future__ import annotations

from instances.formats.janko.frame import NAME
from instances.formats.rows import WordRows, declare_sections
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, board

BODY = declare_sections(
    NAME,
    "slitherlink",
    {"problem": WordRows({"-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}})},
    make=board,
    parts=lambda p: (p.numbers,),
    names=("slitherlink",),
)
