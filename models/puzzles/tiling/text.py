"""The plain text format of a tiling: the board, then the pieces, each with its name and its picture.

    3 4                  rows, columns (one number for a square); for boxes a line `layers N` follows
    ....                 `.` a cell, `#` none; layers follow each other
    ....
    .##.

    piece L 2            name; how many copies, unless one; `one-sided` or `fixed`, unless it may be turned over
    X.
    X.
    XX

A piece in space has its layers separated by a line `-`. Blank lines are skipped, lines that begin with `# ` are
comments. The default is `two-sided` in space as well: mirror images included.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.sets import Piece
from models.puzzles.tiling.shapes import SIDES, Cell, Shape, normal_form
from rosetta.foundation.errors import InputError

HERE = "tiling, plain text"
MOST_CELLS, MOST_COPIES = 100_000, 100_000
SIZE = re.compile(r"([0-9]{1,6})(?:\s+([0-9]{1,6}))?")
HEAD = re.compile(rf"piece\s+([!-~]{{1,20}})(?:\s+([0-9]{{1,6}}))?(?:\s+({'|'.join(SIDES)}))?")


def read(text: str) -> tuple[NDArray[np.bool_], tuple[Piece, ...]]:
    """The board (rows, columns) or (layers, rows, columns), and its pieces. Raises InputError."""
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), 1)]
    lines = [(i, line) for i, line in lines if line and not line.startswith("# ")]
    size = SIZE.fullmatch(lines[0][1]) if lines else None
    if size is None:
        raise InputError(f"{HERE}: expected a line `S` or `H W` (rows, columns), found {_first_line(lines)}")
    shape: tuple[int, ...] = (int(size[1]), int(size[2] or size[1]))
    del lines[0]
    if lines and (layers := re.fullmatch(r"layers\s+([0-9]{1,6})", lines[0][1])):
        shape = (int(layers[1]), *shape)
        del lines[0]
    if not 0 < np.prod(shape) <= MOST_CELLS:
        raise InputError(f"{HERE}: expected 1 to {MOST_CELLS:,} cells, found {' x '.join(map(str, shape))}")
    height = int(np.prod(shape[:-1]))
    if len(lines) < height:
        raise InputError(f"{HERE}: expected {height} rows of the board, found {len(lines)}")
    board = np.array([_row(i, line, shape[-1]) for i, line in lines[:height]], np.bool_).reshape(shape)
    return board, tuple(_pieces(lines[height:], len(shape)))


def write(board: NDArray[np.bool_], pieces: Sequence[Piece]) -> str:
    """The text that `read` reads."""
    lines = [" ".join(map(str, board.shape[-2:]))]
    lines += [f"layers {len(board)}"] if board.ndim == 3 else []
    for layer in board.reshape(-1, *board.shape[-2:]):
        lines += ["".join("." if cell else "#" for cell in row) for row in layer] + [""]
    for piece in pieces:
        words = ["piece", piece.name] + [str(piece.copies)] * (piece.copies != 1)
        lines += [" ".join(words + [piece.sides] * (piece.sides != SIDES[0])), *picture(piece.shape), ""]
    return "\n".join(lines[:-1]) + "\n"


def picture(shape: Shape) -> list[str]:
    """The lines of a piece's picture."""
    grid = np.zeros(np.array(shape).max(axis=0) + 1, np.bool_)
    grid[tuple(np.array(shape).T)] = True
    blocks = [
        ["".join("X" if cell else "." for cell in row) for row in layer] for layer in grid.reshape(-1, *grid.shape[-2:])
    ]
    return [line for i, block in enumerate(blocks) for line in (["-"] * (i > 0) + block)]


def _row(number: int, line: str, width: int) -> list[bool]:
    if len(line) != width or set(line) - set(".#"):
        raise InputError(f"{HERE}, line {number}: expected {width} times `.` or `#`, found {line[:40]!r}")
    return [letter == "." for letter in line]


def _pieces(lines: list[tuple[int, str]], dimensions: int) -> list[Piece]:
    pieces: list[Piece] = []
    while lines:
        number, line = lines.pop(0)
        head = HEAD.fullmatch(line)
        if head is None:
            raise InputError(
                f"{HERE}, line {number}: expected `piece NAME [copies] [sides]`, NAME 1 to 20 ASCII characters "
                f"without a blank, sides one of {', '.join(SIDES)}; found {line[:60]!r}"
            )
        copies = int(head[2] or 1)
        if not 1 <= copies <= MOST_COPIES:
            raise InputError(f"{HERE}, line {number}: expected 1 to {MOST_COPIES} copies, found {copies}")
        body = []
        while lines and not lines[0][1].startswith("piece"):
            body.append(lines.pop(0))
        pieces.append(Piece(head[1], _shape(number, body, dimensions), copies, head[3] or SIDES[0]))
    return pieces


def _shape(number: int, body: list[tuple[int, str]], dimensions: int) -> Shape:
    cells: list[Cell] = []
    layer = row = 0
    for i, line in body:
        if line == "-" and dimensions == 3:
            layer, row = layer + 1, 0
            continue
        if set(line) - set(".X"):
            raise InputError(f"{HERE}, line {i}: expected `X` and `.`, found {line[:40]!r}")
        cells += [(layer, row, c) for c, letter in enumerate(line) if letter == "X"]
        row += 1
    if not cells:
        raise InputError(f"{HERE}, line {number}: expected a picture with at least one `X` below the name")
    return normal_form(cells if dimensions == 3 else [cell[1:] for cell in cells])


def _first_line(lines: list[tuple[int, str]]) -> str:
    return repr(lines[0][1][:40]) if lines else "no text"
