"""Rectangular boards: cells in words, letters and JSON, and the isometries of a board.

In words and on drawn boards, rows, columns and layers are counted from 1: `R3C5` is the cell in row 3 and column 5, as
in the solving notes of sudoku, `L2R3C5` that of layer 2. JSON and the command line's `row:col` count from 0.

The isometries are rotations and reflections, 8 for a square, 4 for any other board. A puzzle keeps those that map its
instance onto itself; each of them maps solutions to solutions, so that solutions can be counted up to symmetry.

A board is refused if the memory at hand would not hold it, before any of it is taken. The estimate is for the model,
which takes far more than the board: the rows of Akari with 10 % bare and 10 % numbered walls, 15 literals a cell, take
190 bytes a cell (2000x2000, measured); the solver's process and the texts of the answer take more.

Words beside the lines of a board stand on up to four sides. Those that say what is seen from their side go along with
it where the board is turned. Others say something of a whole line, and stay on the side where such words stand; where
they have an order, they are read from the other end if their line is.

In the JSON contract an answer of cells (tents, lamps) is {"tents": [[row, column], ...]}.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import Rows, group
from models.neutral.wording.phrases import Each, each
from models.neutral.wording.word_columns import (
    describe_cell as describe_cell,  # for the puzzles, with the rest of boards
)
from rosetta.foundation.errors import InputError
from rosetta.foundation.free_memory import free_bytes

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = tuple[Cell, ...]
Numbers: TypeAlias = NDArray[np.int64]
Literals: TypeAlias = NDArray[np.int32]
"""Of a model: x holds, -x does not."""
Mask: TypeAlias = NDArray[np.bool_]
"""Cells in the shape of the board."""
BYTES_PER_CELL = 300
SPACED = 60  # as text, boards up to this width have a blank between cells
SIDES = LEFT, TOP, RIGHT, BOTTOM = ("left", "top", "right", "bottom")
BESIDE_ROWS = (LEFT, RIGHT)
TRANSPOSED = {LEFT: TOP, TOP: LEFT, RIGHT: BOTTOM, BOTTOM: RIGHT}
OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, TOP: BOTTOM, BOTTOM: TOP}


def check_board_size(where: str, rows: int, columns: int, found: str = "") -> None:
    """Raises InputError unless there is a cell, and memory for all. where: how the message begins; found: the size in
    the words of the text that it was read from."""
    check_cells(where, rows * columns if min(rows, columns) > 0 else 0, found or f"{rows}x{columns}")


def check_cells(where: str, cells: int, found: str, units: str = "cells") -> None:
    """The same of a number of cells, or vertices."""
    if cells < 1:
        raise InputError(f"{where}: expected 1 or more {units}, found {found}")
    needed, free = cells * BYTES_PER_CELL, free_bytes()
    if needed > free:
        raise InputError(
            f"{where}: expected a board that fits into memory, found {found}: {cells:,} {units} need about "
            f"{needed / 1e9:,.1f} GB, {free / 1e9:,.1f} GB are free"
        )


def check_sides(puzzle: str, size: tuple[int, int], most: int) -> None:
    """Raises InputError unless both sides are from 1 to `most`."""
    if not (0 < size[0] <= most and 0 < size[1] <= most):
        raise InputError(f"{puzzle}: expected 1 to {most} rows and columns, found {size[0]}x{size[1]}")


def cells_where(mask: Mask) -> Cells:
    """The cells of a mask, row by row."""
    row, col = np.nonzero(mask)
    return tuple(zip(row.tolist(), col.tolist(), strict=True))


def mask_of_cells(cells: Iterable[Cell], shape: tuple[int, ...]) -> Mask:
    """The mask of some cells of a board of that shape (rows, columns)."""
    mask = np.zeros(shape, np.bool_)
    mask[tuple(np.array(list(cells), np.int64).reshape(-1, 2).T)] = True
    return mask


def without_touching(cells: Mask) -> Mask:
    """These cells but for those that share a side with an earlier one that stays, row by row."""
    left = np.zeros(cells.shape, np.bool_)
    for r, c in np.argwhere(cells).tolist():
        left[r, c] = not (left[r - 1, c] if r else False) and not (left[r, c - 1] if c else False)
    return left


def grid_edges(shape: tuple[int, int]) -> NDArray[np.int64]:
    """The pairs of cells that share a side, numbered row by row, shape (pairs, 2)."""
    cells = np.arange(shape[0] * shape[1]).reshape(shape)
    across = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return np.concatenate([across, down])


def neighbours_of(cells: Collection[Cell], shape: tuple[int, ...]) -> list[Cell]:
    """The cells of a board that share a side with one of these and are none of them, sorted. shape: rows and
    columns."""
    beside = {(r + down, c + right) for r, c in cells for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))}
    return sorted((r, c) for r, c in beside.difference(cells) if 0 <= r < shape[0] and 0 <= c < shape[1])


def list_neighbours(shape: tuple[int, ...]) -> list[list[int]]:
    """Of each cell of a board those that share a side with it, sorted. Cells are numbered row by row."""
    width, cells = shape[1], np.ndindex(shape[0], shape[1])
    return [[r * width + c for r, c in neighbours_of([(cell[0], cell[1])], shape)] for cell in cells]


def cells_beside(board: NDArray[np.int32]) -> Rows:
    """For each cell, row by row, the literals of the cells that share a side with it."""
    return _cells_across(board, grid_edges((board.shape[0], board.shape[1])))


def cells_around(board: NDArray[np.int32]) -> Rows:
    """For each cell, row by row, the literals of the cells that share a side or a corner with it."""
    height, width = board.shape
    cells = np.arange(board.size).reshape(board.shape)
    falling = np.stack([cells[:-1, :-1].ravel(), cells[1:, 1:].ravel()], axis=1)
    rising = np.stack([cells[:-1, 1:].ravel(), cells[1:, :-1].ravel()], axis=1)
    return _cells_across(board, np.concatenate([grid_edges((height, width)), falling, rising]))


def _cells_across(board: NDArray[np.int32], pairs: NDArray[np.int64]) -> Rows:
    """For each cell, row by row, the literals of those that are paired with it."""
    return group(board.ravel()[pairs[:, ::-1]], by=pairs, n=board.size)


@dataclass(frozen=True, slots=True)
class Isometry:
    """The transposition, if any, is applied first, then the reflections. shape: rows and columns of the board."""

    shape: tuple[int, int]
    transpose: bool
    upside_down: bool
    left_right: bool

    def board(self, board: NDArray[Any]) -> NDArray[Any]:
        """The image of a board."""
        turned = board.T if self.transpose else board
        return turned[:: -1 if self.upside_down else 1, :: -1 if self.left_right else 1]

    def sides(self, rows: NDArray[Any], cols: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The image of what stands beside the rows and above the columns."""
        rows, cols = (cols, rows) if self.transpose else (rows, cols)
        return rows[:: -1 if self.upside_down else 1], cols[:: -1 if self.left_right else 1]

    def __call__(self, cells: Iterable[tuple[int, int]]) -> Cells:
        """The image of some cells, sorted."""
        height, width = self.shape
        turned = ((c, r) if self.transpose else (r, c) for r, c in cells)
        return tuple(
            sorted(
                (height - 1 - r if self.upside_down else r, width - 1 - c if self.left_right else c) for r, c in turned
            )
        )


def isometries(shape: tuple[int, int]) -> list[Isometry]:
    """All isometries of the board, the identity first."""
    choices = product((False, True), repeat=3)
    return [Isometry(shape, *chosen) for chosen in choices if not chosen[0] or shape[0] == shape[1]]


def numbered_isometry(shape: tuple[int, ...], number: int) -> tuple[Isometry, Isometry]:
    """The isometry with that number (4: transposition, 2: upside down, 1: left and right, added up; 0 is the identity)
    of a board of that shape, and its inverse. The image of a board that is no square may have another shape."""
    transpose, upside_down, left_right = number & 4 > 0, number & 2 > 0, number & 1 > 0
    height, width = shape
    image = Isometry((width, height) if transpose else (height, width), transpose, upside_down, left_right)
    swapped = (left_right, upside_down) if transpose else (upside_down, left_right)
    return image, Isometry((height, width), transpose, *swapped)


def lines_from(side: str, board: NDArray[Any]) -> NDArray[Any]:
    """The lines of a board as they are seen from one side, the nearest cell first, in the order in which words stand
    there. board: an entry for each cell along the first two axes; so has the result, line by line."""
    lines = board if side in BESIDE_ROWS else board.swapaxes(0, 1)
    return lines[:, ::-1] if side in (RIGHT, BOTTOM) else lines


def name_lines(side: str, chosen: NDArray[np.bool_]) -> Each:
    """The words of some lines from one side: `row 2 from the right`. chosen: which, of shape (lines,)."""
    line, numbers = ("row" if side in BESIDE_ROWS else "column"), np.flatnonzero(chosen) + 1
    columns: dict[str, Any] = {line: numbers, "side": np.full(len(numbers), side)}
    return each(f"{line} {{{line}}} from the {{side}}", **columns)


def turn_sides(
    sides: Mapping[str, NDArray[Any]], isometry: Isometry, reverse: Callable[[str], str] = str, are_seen: bool = False
) -> dict[str, NDArray[Any]]:
    """The words on the sides of the image of a board, each a text.

    sides: the words by the name of their side, of shape (rows,) or (columns,).
    reverse: a word, where its line is read from the other end.
    are_seen: do the words say what is seen from their side?
    """
    turned = {(TRANSPOSED[side] if isometry.transpose else side): words for side, words in sides.items()}
    for names, is_mirrored in ((BESIDE_ROWS, isometry.left_right), ((TOP, BOTTOM), isometry.upside_down)):
        across = {side: words for side, words in turned.items() if side in names}
        along = {side: words[::-1] if is_mirrored else words for side, words in turned.items() if side not in names}
        if is_mirrored and are_seen:
            across = {OPPOSITE[side]: words for side, words in across.items()}
        elif is_mirrored:
            across = {side: np.array([reverse(str(word)) for word in words]) for side, words in across.items()}
        turned = {**across, **along}
    return turned


def cells_to_json(pieces: str, answer: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {pieces: [list(cell) for cell in answer]}


def cells_from_json(puzzle: str, pieces: str, document: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """The answer that `cells_to_json` wrote, sorted. `verify` says whether it is a solution. Raises InputError."""
    cells = document.get(pieces) if isinstance(document, Mapping) else None
    if not isinstance(cells, list):
        raise InputError(f'{puzzle}: expected {{"{pieces}": [[row, column], ...]}}, found no list "{pieces}"')
    for i, cell in enumerate(cells):
        if not (isinstance(cell, list | tuple) and len(cell) == 2 and all(type(x) is int for x in cell)):
            raise InputError(f"{puzzle}: {pieces}[{i}]: expected [row, column], found {cell!r}")
    return tuple(sorted((row, col) for row, col in cells))
