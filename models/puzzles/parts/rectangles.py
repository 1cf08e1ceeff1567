"""Rectangles that are laid on a board with numbers: which there are, their words, and random ones that cover a board.

    6 . .    A 6 in the upper left corner of 3 x 3 cells: 2 x 3 and 3 x 2, if no other number lies there.
    . . .
    . . 3

A rectangle is an array (row, column, height, width); several are an array of shape (rectangles, 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, Rows, cell_groups, each, group
from models.neutral.rows import rows_from_lengths
from models.puzzles.boards import Cell, Literals, Numbers, describe_cell
from models.puzzles.parts.laid_pieces import ARRAY
from models.puzzles.randomness import Stream


def clued_rectangles(numbers: Numbers, unknown: int) -> tuple[Numbers, Numbers]:
    """The rectangles with one number, which is their size, and the number of each, in the order of the cells of these.

    numbers: of cells, 0 for none.
    unknown: a number that is any size.
    """
    height, width = numbers.shape
    order = np.cumsum(numbers.ravel() != 0).reshape(numbers.shape) * (numbers != 0)
    sums = [np.pad(each.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0))) for each in (numbers != 0, numbers, order)]
    sizes, found = set(np.unique(numbers).tolist()), [np.zeros((0, 6), np.int64)]
    for h, w in np.ndindex(height, width):
        size, corner = (h + 1) * (w + 1), (h + 1, w + 1)
        if size in sizes or unknown in sizes:
            count, number, which = (_sum_windows(each, corner) for each in sums)
            fits = (count == 1) & ((number == size) | (number == unknown))
            at = np.argwhere(fits)
            found.append(np.column_stack([at, np.tile(corner, (len(at), 1)), number[fits], which[fits]]))
    table = np.concatenate(found)
    table = table[np.argsort(table[:, 5], kind="stable")]
    return table[:, :4], table[:, 4]


def _sum_windows(sums: NDArray[np.int64], corner: tuple[int, int]) -> NDArray[np.int64]:
    """The sums over all rectangles of that height and width, of sums up to each corner."""
    h, w = corner
    return sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w]


def declare_rectangles(
    model: Model, rectangles: Numbers, names: Sequence[str], shape: tuple[int, int]
) -> tuple[Literals, Rows]:
    """The variables `place` of rectangles on a board of that shape, with their words (`a 6 from R1C1 to R2C3`), and the
    row of those that cover each cell, row by row. names: of the piece of each."""
    r, c, h, w = rectangles.T
    rows = rows_from_lengths(h * w, np.zeros(int((h * w).sum()), np.int32))
    step = np.arange(len(rows.literals)) - rows.starts[rows.owners]
    wide = w[rows.owners]
    cells = (r[rows.owners] + step // wide) * shape[1] + c[rows.owners] + step % wide
    says = each(
        "a {piece} from {first} to {last}",
        piece=list(names),
        first=lambda: [describe_cell(cell) for cell in rectangles[:, :2]],
        last=lambda: [describe_cell(cell) for cell in rectangles[:, :2] + rectangles[:, 2:] - 1],
        cells=cell_groups(np.indices(shape).reshape(2, -1).T, Rows(rows.starts, cells)),
    )
    place = model.bools(ARRAY, len(rectangles), says=says)
    return place, group(place[rows.owners], by=cells, n=shape[0] * shape[1])


def is_rectangle(cells: Iterable[tuple[int, ...]]) -> bool:
    """Are these, each once, the cells of a rectangle?"""
    listed = list(cells)
    sides = [max(side) - min(side) + 1 for side in zip(*listed, strict=True)]
    return bool(len(set(listed)) == len(listed) == sides[0] * sides[1])


def draw_rectangles(size: tuple[int, int], most: int, stream: Stream) -> list[list[Cell]]:
    """The cells of random rectangles of at most `most` cells that cover a board: the first free cell becomes the upper
    left corner of one, drawn from all that fit there, of two or more cells, if any."""
    free, drawn = np.ones(size, np.bool_), []
    for r, c in np.ndindex(*size):
        if free[r, c]:
            wide = int(np.append(~free[r, c:], True).argmax())
            fitting = [(h, w) for h in range(1, size[0] - r + 1) for w in range(1, wide + 1) if h * w <= most]
            fitting = [sides for sides in fitting if sides != (1, 1)] or fitting
            height, width = fitting[stream.number_below(len(fitting))]
            free[r : r + height, c : c + width] = False
            drawn.append([(r + i, c + j) for i in range(height) for j in range(width)])
    return drawn
