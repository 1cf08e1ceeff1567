"""The plain text format of Tents: a board as a person would type it.

    3 4                 size: rows, columns (or one number for a square)
      1 0 ? 1           clues of the columns; ? means: no clue
    1 . T . .           clue of the row, then its cells
    1 . . T .
    0 T . . .

The layout of puzzle data sets is read as well: size, column clues, row clues, then the rows without their clues,
`-` for an empty cell and `x` for a tree. Blank lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import check_board_size
from models.puzzles.contract import InputError

CELLS = {".": False, "-": False, "_": False, "T": True, "t": True, "x": True, "X": True}
HERE = "tents, plain text"


def read(text: str, unknown: int) -> tuple[NDArray[np.bool_], list[int], list[int]]:
    """Trees, row clues and column clues; a missing clue is `unknown`."""
    lines = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    if not lines:
        raise InputError(f"{HERE}: expected a line `H W` (rows, columns), found no text")
    height, width = _size(*lines[0])
    if len(lines) not in (height + 2, height + 3):
        raise InputError(
            f"{HERE}: expected {height + 2} lines (size, column clues, {height} rows, each after its clue) "
            f"or {height + 3} (size, column clues, row clues, {height} rows), found {len(lines)}"
        )
    cols = _clues(*lines[1], width, "column", unknown)
    if len(lines) == height + 3:
        rows, grid = _clues(*lines[2], height, "row", unknown), lines[3:]
    else:
        rows = [_clues(i, tokens[:1], 1, "row", unknown)[0] for i, tokens in lines[2:]]
        grid = [(i, tokens[1:]) for i, tokens in lines[2:]]
    return np.array([_cells(*row, width) for row in grid], np.bool_), rows, cols


def write(trees: NDArray[np.bool_], rows: NDArray[np.int64], cols: NDArray[np.int64], unknown: int) -> str:
    """The board in the layout of the picture above."""
    row_clues, col_clues = (["?" if clue == unknown else str(clue) for clue in side] for side in (rows, cols))
    wide = max(map(len, row_clues + col_clues))
    board = np.where(trees, "T", ".").tolist()
    lines = [f"{trees.shape[0]} {trees.shape[1]}"]
    for first, cells in zip(["", *row_clues], [col_clues, *board], strict=True):
        lines.append(" ".join(f"{token:>{wide}}" for token in (first, *cells)))
    return "\n".join(lines) + "\n"


def _size(line: int, tokens: list[str]) -> tuple[int, int]:
    if len(tokens) not in (1, 2) or not all(token.isascii() and token.isdigit() for token in tokens):
        raise InputError(f"{HERE}, line {line}: expected `H W` (rows, columns), found {' '.join(tokens)[:40]!r}")
    height, width = int(tokens[0][:20]), int(tokens[-1][:20])
    check_board_size(f"{HERE}, line {line}", height, width, f"{tokens[0][:20]}x{tokens[-1][:20]}")
    return height, width


def _clues(line: int, tokens: list[str], expected: int, side: str, unknown: int) -> list[int]:
    if len(tokens) != expected:
        raise InputError(f"{HERE}, line {line}: expected {expected} {side} clues, found {len(tokens)}")
    for token in tokens:
        if token != "?" and not (token.isascii() and token.isdigit() and len(token) < 8):
            raise InputError(f"{HERE}, line {line}: expected a {side} clue (a number or ?), found {token[:40]!r}")
    return [unknown if token == "?" else int(token) for token in tokens]


def _cells(line: int, tokens: list[str], width: int) -> list[bool]:
    cells = "".join(tokens)
    for i, cell in enumerate(cells):
        if cell not in CELLS:
            raise InputError(
                f"{HERE}, line {line}, cell {i}: expected empty (`.` or `-`) or a tree (`T` or `x`), found {cell!r}"
            )
    if len(cells) != width:
        raise InputError(f"{HERE}, line {line}: expected {width} cells, found {len(cells)}")
    return [CELLS[cell] for cell in cells]
