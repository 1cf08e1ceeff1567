"""Nurikabe in data of janko.at: the size of an island, `?` for one that is not told, `-` no clue."""

from __future__ import annotations

from instances.formats.janko.frame import NAME
from instances.formats.rows import NumberRows, declare_sections
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

BODY = declare_sections(
    NAME,
    "nurikabe",
    {"problem": NumberRows({"-": NO_CLUE, "?": ANY_SIZE})},
    make=Nurikabe,
    parts=lambda p: (p.clues,),
    names=("nurikabe",),
)
