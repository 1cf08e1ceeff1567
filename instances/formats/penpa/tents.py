"""Tents as a drawing of Penpa+: the symbol `tents` in style 1 is a tree; clues stand in the margins.

The clue of a column stands above it (or below), that of a row to its left (or right); `?` or nothing: unknown.
"""

from __future__ import annotations

import numpy as np

from instances.bounds import parse_integer
from instances.formats.contract import Body
from instances.formats.penpa.frame import NAME, Cell, Drawing
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (tents)"
SYMBOL = "tents"
TREE = 1


def fits(drawing: Drawing) -> bool:
    """It has trees or tents, in the answer perhaps."""
    return any(name == SYMBOL for _, name in drawing.pieces)


def read(drawing: Drawing) -> Tents:
    """The board of a drawing."""
    trees = np.zeros((drawing.height, drawing.width), np.bool_)
    for cell, (style, name) in drawing.symbols.items():
        if (style, name) != (TREE, SYMBOL) or not drawing.inside(cell):
            raise InputError(
                f"{HERE}: cell {cell}: expected trees on the board, found the symbol {name[:40]!r} ({style})"
            )
        trees[cell] = True
    rows, cols = [UNKNOWN] * drawing.height, [UNKNOWN] * drawing.width
    for cell, text in drawing.numbers.items():
        clues, i, side, most = _line(drawing, cell, rows, cols)
        what = f"the clue of {side} {i + 1}"
        clue = UNKNOWN if text == "?" else parse_integer(f"{HERE}: cell {cell}", what, text, 0, most)
        if UNKNOWN not in (clue, clues[i]) and clue != clues[i]:
            raise InputError(f"{HERE}: expected one clue of {side} {i + 1}, found {clues[i]} and {clue}")
        clues[i] = max(clue, clues[i])
    return Tents(trees, rows, cols)


def _line(drawing: Drawing, cell: Cell, rows: list[int], cols: list[int]) -> tuple[list[int], int, str, int]:
    """The clues and the row or column that a number beside the board is about, and what it may be."""
    r, c = cell
    if r in (-1, drawing.height) and 0 <= c < drawing.width:
        return cols, c, "column", drawing.height
    if c in (-1, drawing.width) and 0 <= r < drawing.height:
        return rows, r, "row", drawing.width
    where = f"row {r + 1}, column {c + 1}"
    raise InputError(f"{HERE}: expected numbers in the cells beside the board, found one at {where}")


def write(p: Tents) -> Drawing:
    """The drawing of a board."""
    height, width = p.trees.shape
    drawing = Drawing(height, width, margins=(1, 0, 1, 0))
    drawing.symbols = dict.fromkeys(((r, c) for r, c in np.argwhere(p.trees).tolist()), (TREE, SYMBOL))
    columns = {(-1, c): str(clue) for c, clue in enumerate(p.cols.tolist()) if clue != UNKNOWN}
    rows = {(r, -1): str(clue) for r, clue in enumerate(p.rows.tolist()) if clue != UNKNOWN}
    drawing.numbers = columns | rows
    return drawing


BODY = Body(names=("tents",), read=read, write=write, fits=fits)
