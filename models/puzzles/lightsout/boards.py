"""Boards for Lights Out: cells in rows and columns, and which of them are neighbours.

    grid       four neighbours         king    eight neighbours, as a king moves
    torus      four, and the board wraps round both ways
    cylinder   four, and each row wraps round: the last column is beside the first
    hex        six: the cells are hexagons, each row half a cell further to the right than the one above, as in Hex

          . . . .              grid      king      hex: the upper right is the cell above's right neighbour in the same
           . . . .              o        o o o           column as drawn, (r - 1, c + 1); the lower left (r + 1, c - 1)
            . . . .            o x o     o x o
                                o        o o o

A board that wraps round and is narrow meets itself: two directions then lead to the same cell, which is toggled twice.
"""

from __future__ import annotations

import numpy as np

from models.puzzles.boards import check_board_size
from models.puzzles.graphs.graph import Graph, Layout
from rosetta.foundation.errors import InputError

CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIRECTIONS = {
    "grid": CROSS,
    "torus": CROSS,
    "cylinder": CROSS,
    "king": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    "hex": ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
}
WRAPS = {"torus": (True, True), "cylinder": (False, True)}  # over the edges above and below, left and right
KINDS = tuple(DIRECTIONS)


def board(kind: str, rows: int, cols: int) -> Graph:
    """The board of that kind and size. Raises InputError."""
    if kind not in DIRECTIONS:
        raise InputError(f"lightsout: expected a board of kind {', '.join(KINDS)}, found '{kind[:40]}'")
    check_board_size("lightsout", rows, cols)
    directions, (over, around) = DIRECTIONS[kind], WRAPS.get(kind, (False, False))
    row, col = np.arange(rows)[:, None], np.arange(cols)[None, :]
    neighbours = np.full((rows, cols, len(directions)), -1, np.int64)
    for direction, (down, right) in enumerate(directions):
        r, c = row + down, col + right
        inside = (over | (r >= 0) & (r < rows)) & (around | (c >= 0) & (c < cols))
        neighbours[:, :, direction] = np.where(inside, r % rows * cols + c % cols, -1)
    if over or around:
        neighbours.sort(axis=2)  # else the directions lead to cells in ascending order
    exists = neighbours >= 0
    starts = np.zeros(rows * cols + 1, np.int64)
    np.cumsum(exists.sum(axis=2).ravel(), out=starts[1:])
    return Graph(starts, neighbours[exists], False, Layout(kind, rows, cols))
