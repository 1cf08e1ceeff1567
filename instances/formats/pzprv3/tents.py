"""Tents in pzprv3 files.

. 1 . ?       an empty corner and the clues of the columns; `.` or `?` or -2 where none is given, `c1` one ticked off
1 . 1 .       the clue of the row and its cells: `1` a tree; `A` is a tent and `-` a mark: empty cells
0 0           marks between cells that lie side by side, then between those one above the other; all or none
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from instances.bounds import parse_integer
from instances.formats.contract import Body
from instances.formats.pzprv3.frame import NAME
from instances.grids import Line, parse_cells
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (tents)"
MARKS = re.compile(r"[-\d\s]+")
VALUES = {".": 0, "1": 1, "A": 0, "-": 0}


def read(lines: Sequence[Line], height: int, width: int) -> tuple[Tents, int]:
    """The board of the first lines."""
    if len(lines) <= height:
        raise InputError(f"{HERE}: expected {height + 1} lines (column clues, {height} rows), found {len(lines)}")
    number, line = lines[0]
    corner, *words = line.split() or [""]
    if corner != "." or len(words) != width:
        raise InputError(f"{HERE}, line {number}: expected `.` and {width} column clues, found {line[:40]!r}")
    columns = [_clue(number, f"column {i + 1}", word, height) for i, word in enumerate(words)]
    split = [(i, row.lstrip().partition(" ")) for i, row in lines[1 : height + 1]]
    row_clues = [_clue(i, f"row {row + 1}", parts[0], width) for row, (i, parts) in enumerate(split)]
    trees = parse_cells(HERE, [(i, parts[2]) for i, parts in split], height, width, VALUES)
    return Tents(trees == 1, row_clues, columns), height + 1 + _count_marks(lines[height + 1 :], height, width)


def _count_marks(lines: Sequence[Line], height: int, width: int) -> int:
    """How many of the lines below the board are marks between cells: 0 without any. Raises InputError for some."""
    expected = [width - 1] * height + [width] * (height - 1)
    words = [line.split() for _, line in lines[: len(expected)]]
    if not MARKS.fullmatch(next((line for _, line in lines if line.strip()), "x")):
        return 0
    words += [[]] * (len(expected) - len(words))  # blank lines at the end of a file are lost
    if [len(row) for row in words] != expected or not all(MARKS.fullmatch(word) for row in words for word in row):
        cells = f"{height} lines of {width - 1} marks and {height - 1} of {width}"
        raise InputError(f"{HERE}, line {lines[0][0]}: expected {cells} below the board, or none; found others")
    return min(len(expected), len(lines))


def _clue(number: int, side: str, word: str, most: int) -> int:
    clue = word.removeprefix("c")
    if clue in (".", "?", "-2"):  # -2 is how pzpr stores a question mark, in files too
        return UNKNOWN
    return parse_integer(f"{HERE}, line {number}", f"the clue of {side} (`.` for none)", clue, 0, most)


def write(p: Tents) -> tuple[int, int, list[str]]:
    """Height, width and lines of a board."""
    height, width = p.trees.shape
    table = np.where(p.trees, "1", ".").tolist()
    lines = [_line([".", *_words(p.cols.tolist())])]
    lines += [_line([clue, *row]) for clue, row in zip(_words(p.rows.tolist()), table, strict=True)]
    return height, width, [*lines, *["0 " * (width - 1)] * height, *["0 " * width] * (height - 1)]


def _words(clues: list[int]) -> list[str]:
    return ["." if clue == UNKNOWN else str(clue) for clue in clues]


def _line(words: list[str]) -> str:
    return "".join(f"{word} " for word in words)


BODY = Body(names=("tents",), read=read, write=write)
