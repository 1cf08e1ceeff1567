"""Akari in Tatham's game IDs, where it is called Light Up: a walk over the cells, row by row.

`0`..`4` a wall with that number, `B` a bare wall, `a`..`z` 1..26 white cells. The walk covers the board exactly.
"""

from __future__ import annotations

import re

from instances.formats.steps import Letters, Spaces
from instances.formats.tatham.frame import LONGEST_RUN, NAME
from instances.formats.walks import Cells, declare_text
from models.puzzles.akari.instance import BARE, WHITE, Akari


def fits(desc: str) -> bool:
    """A walk with bare walls (other games have numbers alone) and with numbered ones (the pearls of Pearl are `B`)."""
    return re.fullmatch(r"[0-4Ba-z]+", desc) is not None and "B" in desc and re.search(r"[0-4]", desc) is not None


WALLS = Letters({"B": BARE, **{str(clue): clue for clue in range(5)}})
BODY = declare_text(
    NAME,
    "akari",
    [Cells((Spaces(WHITE, "a", LONGEST_RUN), WALLS))],
    make=Akari,
    parts=lambda p: (p.cells,),
    names=("lightup",),
    title="Light Up",
    example="7x7:b3gB0c0dBaBaBa1aBd1c01g0b",
    fits=fits,
    usual_letters=r"(b\d+)?(s\d)?(d\d)?r?",  # black cells in percent, symmetry, difficulty
)
