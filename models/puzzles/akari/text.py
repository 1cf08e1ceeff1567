"""The plain text format of Akari, that of a student report ("[INF432] Project - Light Up", 2020): size, then the rows.

    3           size: rows, columns (or one number for a square)
    __0         `_` a white cell, `#` a bare wall, `0`..`4` a numbered wall
    #__
    ___

For a white cell `.`, `-` and a blank are read as well, `x` for a bare wall, and blanks between the cells (the layout of
puzzle data sets). A line that begins with `#`, before the size, is a comment.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import check_board_size
from models.puzzles.contract import InputError

HERE = "akari, plain text"
LETTERS = "01234#_"  # the letter of a cell by its value, the white one, -1, at the end
VALUES = {"_": -1, ".": -1, "-": -1, " ": -1, "#": 5, "x": 5, "X": 5, **{str(clue): clue for clue in range(5)}}


def read(text: str) -> NDArray[np.int8]:
    """The values of all cells: -1 white, 0..4 a clue, 5 a bare wall."""
    lines = list(enumerate(text.splitlines(), 1))
    first = (i for i, (_, line) in enumerate(lines) if line.strip() and not line.startswith("#"))
    lines = lines[next(first, len(lines)) :]
    if not lines:
        raise InputError(f"{HERE}: expected a line `S` or `H W` (rows, columns), found no text")
    height, width = _size(*lines[0])
    grid = lines[1 : height + 1]
    if len(grid) < height:
        raise InputError(f"{HERE}: expected {height} rows after the size, found {len(grid)}")
    for number, line in lines[height + 1 :]:
        if line.strip():
            raise InputError(f"{HERE}, line {number}: expected the end after {height} rows, found {line[:40]!r}")
    return np.array([_cells(number, line, width) for number, line in grid], np.int8)


def write(cells: NDArray[np.int8]) -> str:
    """The board in the layout of the picture above."""
    height, width = cells.shape
    rows = ["".join(LETTERS[value] for value in row) for row in cells.tolist()]
    return "\n".join([str(height) if height == width else f"{height} {width}", *rows]) + "\n"


def _size(number: int, line: str) -> tuple[int, int]:
    size = re.fullmatch(r"\s*([0-9]+)(?:\s+([0-9]+))?\s*", line)
    if size is None:
        raise InputError(f"{HERE}, line {number}: expected `S` or `H W` (rows, columns), found {line[:40]!r}")
    height, width = int(size[1][:20]), int((size[2] or size[1])[:20])
    check_board_size(f"{HERE}, line {number}", height, width, f"{size[1][:20]}x{(size[2] or size[1])[:20]}")
    return height, width


def _cells(number: int, line: str, width: int) -> list[int]:
    """The values of one row. A blank is a cell if the row has the right length so, else it stands between cells."""
    spaced = line.split()
    if len(line.rstrip()) <= width <= len(line):
        line = line[:width]
    elif len(spaced) == width and all(len(cell) == 1 for cell in spaced):
        line = "".join(spaced)
    for column, cell in enumerate(line[:width]):
        if cell not in VALUES:
            expected = "a number 0..4" if cell in "56789" else "`_` (white), `#` (bare wall) or 0..4"
            raise InputError(f"{HERE}, line {number}, cell {column}: expected {expected}, found {cell!r}")
    if len(line) != width:
        raise InputError(f"{HERE}, line {number}: expected {width} cells, found {len(line.rstrip())}")
    return [VALUES[cell] for cell in line]
