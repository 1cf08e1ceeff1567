"""Tents in pzprv3 files.

. 1 . ?       an empty corner and the clues of the columns; `.` or `?` or -2 where none is given, `c1` one ticked off
1 . 1 .       the clue of the row and its cells: `1` a tree; `A` is a tent and `-` a mark: empty cells
0 0           marks between cells that lie side by side, then between those one above the other; all or none
"""

from __future__ import annotations

from instances.formats.pzprv3.marks import MarksBetween
from instances.formats.pzprv3.parts import CluesAndRows, declare_file
from instances.formats.rows import WordRows
from models.puzzles.tents.instance import UNKNOWN, Tents

NONE = {".": UNKNOWN, "?": UNKNOWN, "-2": UNKNOWN}  # -2 is how pzpr stores a question mark, in files too
BODY = declare_file(
    "tents",
    [CluesAndRows(NONE, WordRows({".": False, "1": True}, also={"A": False, "-": False}))],
    make=lambda part: Tents(part[1], part[0][1], part[0][0]),
    parts=lambda p: (((p.cols, p.rows), p.trees),),
    marks=MarksBetween(),
    names=("tents",),
)
