"""Nurikabe in pzprv3 files: the size of an island, `-` for one that is not told, `.` no clue; the player's marks stand
in the same rows, `#` sea and `+` land, and are ignored."""

from __future__ import annotations

from instances.formats.pzprv3.parts import declare_file
from instances.formats.rows import NumberRows
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

BODY = declare_file(
    "nurikabe",
    [NumberRows({".": NO_CLUE, "-": ANY_SIZE}, also={"#": NO_CLUE, "+": NO_CLUE})],
    make=Nurikabe,
    parts=lambda p: (p.clues,),
    names=("nurikabe",),
)
