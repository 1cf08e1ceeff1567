"""Star Battle in pzprv3 files: the number of stars, how many regions there are, and the number of each cell's region.

1           stars in each row, column and region         Below are as many rows of marks of the player: `#` a star,
3           regions                                      `+` none, `.` open, which are ignored; a file may end before
0 0 1       the regions, from 0                          them.
..          a row for each row of the board
"""

from __future__ import annotations

from instances.formats.pzprv3.marks import CellMarks
from instances.formats.pzprv3.parts import NumberedRegions, declare_file
from instances.formats.rows import NumberLine
from models.puzzles.genres.starbattle import board

BODY = declare_file(
    "starbattle",
    [NumberLine("the number of stars", 1, 999), NumberedRegions()],
    make=lambda stars, regions: board(regions, stars),
    parts=lambda p: (p.stars, p.regions),
    marks=CellMarks(),
    names=("starbattle",),
)
