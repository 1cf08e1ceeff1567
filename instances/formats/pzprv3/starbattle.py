"""Star Battle in pzprv3 files: the number of stars, how many regions there are, and the number of each cell's region.

1           stars in each row, column and region         Below are as many rows of marks of the player: `#` a star,
3           regions                                      `+` none, `.` open, which are ignored; a file may end before
0 0 1       the regions, from 0                          them. pzpr itself takes regions for what lies between borders,
..          a row for each row of the board              so one whose cells are not connected is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from instances.bounds import parse_integer
from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, parse_cells
from models.puzzles.regions import regions_between
from models.puzzles.starbattle import StarBattle, board
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (starbattle)"
MARKS = {".": 0, "#": 1, "+": 2}
MOST_STARS = 999


def read(lines: Sequence[Line], height: int, width: int) -> tuple[StarBattle, int]:
    """The board of the first lines."""
    if len(lines) < 2:
        raise InputError(f"{HERE}: expected lines with the numbers of stars and of regions, found {len(lines)}")
    stars, count = (
        parse_integer(f"{HERE}, line {number}", f"the number of {what}", line.strip(), 1, most)
        for (number, line), what, most in zip(lines, ("stars", "regions"), (MOST_STARS, height * width), strict=False)
    )
    rows = lines[2 : height + 2]
    if len(rows) != height:
        raise InputError(f"{HERE}: expected {height} rows of cells, found {len(rows)}")
    regions = np.array([_regions_of_row(number, line.split(), width, count) for number, line in rows])
    p = board(regions, stars)
    if len(np.unique(regions)) != count:
        raise InputError(f"{HERE}, line {lines[1][0]}: expected {len(np.unique(regions))} regions, found {count}")
    if not np.array_equal(_connected_regions(p), p.regions):
        raise InputError(f"{HERE}, line {rows[0][0]}: expected connected regions, found one in several pieces")
    marks = lines[height + 2 : 2 * height + 2]
    if not any(line.strip() for _, line in marks):
        return p, height + 2
    parse_cells(f"{HERE}, marks", marks, height, width, MARKS)
    return p, 2 * height + 2


def _regions_of_row(number: int, words: list[str], width: int, count: int) -> list[int]:
    here = f"{HERE}, line {number}"
    if len(words) != width:
        raise InputError(f"{here}: expected {width} cells, found {len(words)}")
    return [
        parse_integer(f"{here}, cell {i}", "the number of a region", word, 0, count - 1) for i, word in enumerate(words)
    ]


def _connected_regions(p: StarBattle) -> np.ndarray:
    """The pieces into which the borders between the regions divide the board."""
    regions = p.regions
    return regions_between(regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1])


def write(p: StarBattle) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board. Raises InputError for regions that are not connected, and blocked cells."""
    regions = p.regions
    if (regions < 0).any() or not np.array_equal(_connected_regions(p), regions):
        raise InputError(f"{HERE}: expected connected regions and no blocked cells; this format says only borders")
    height, width = regions.shape
    rows = [f"{' '.join(map(str, row))} " for row in regions.tolist()]
    return height, width, [str(p.stars), str(regions.max() + 1), *rows, *[". " * width] * height]


BODY = Body(names=("starbattle",), read=read, write=write)
