"""Hitori in pzprv3 files: the numbers, `.` (or `-`, a question mark) for a cell without one; then the player's marks.

1 1 2 .        3 rows of numbers, and as many of marks: `#` shaded, `+` unshaded, `.` open
. . # +        which are ignored; a file may end before them
"""

from __future__ import annotations

from instances.formats.pzprv3.marks import CellMarks
from instances.formats.pzprv3.parts import declare_file
from instances.formats.rows import NumberRows
from models.puzzles.genres.hitori import Hitori

BODY = declare_file(
    "hitori",
    [NumberRows({".": 0}, also={"-": 0})],
    make=Hitori,
    parts=lambda p: (p.numbers,),
    marks=CellMarks(),
    names=("hitori",),
)
