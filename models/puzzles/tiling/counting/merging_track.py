"""A board as a track: the cells in one order, the placements of each piece by their first cell.

The order runs through the slices of the longest axis, one after the other, so that covered and empty cells are mixed on
a short frontier only. A placement is anchored at its first cell c and a mask, bit i for the i-th cell after c:

    cells   0 3 6 9      the corner that covers 4, 5 and 7 is anchored at 4
            1 4 7 10     mask 0b1011
            2 5 8 11

Derived again from the board and the shapes of the pieces, since this count is a check of the one from the columns of
placements.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.shapes import Shape, orientations
from rosetta.foundation.limits import TooLarge

WINDOW = 64  # cells of a state from its first empty one on


class TooWide(TooLarge):
    """There are too many states, or a state does not fit into a word; the message gives the numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """cells: coordinates in order, shape (cells, dimensions); sizes, copies: by piece; radix: a vector `used`,
    how often each piece is used, is the number used @ radix; first, masks: piece q with its first cell on c has
    masks[first[q * cells + c]:first[q * cells + c + 1]]; ahead, behind: the neighbours of each cell: bit d of ahead the
    cell d further on, bit 64 - d of behind the one d before; near: whether all neighbours are in these words; whole:
    whether each piece is connected; others could fill several holes at once."""

    cells: NDArray[np.int64]
    sizes: NDArray[np.int64]
    copies: NDArray[np.int64]
    radix: NDArray[np.int64]
    first: NDArray[np.int64]
    masks: NDArray[np.uint64]
    ahead: NDArray[np.uint64]
    behind: NDArray[np.uint64]
    near: bool
    whole: bool

    def anchored_masks(self, piece: int, cell: int) -> list[int]:
        """The masks of a piece with its first cell there."""
        place = piece * len(self.cells) + cell
        return [int(mask) for mask in self.masks[self.first[place] : self.first[place + 1]]]


def track(p: Tiling) -> Track:
    """The track of the board. Raises TooWide where a placement spans more than 64 cells, or where `radix` overflows."""
    cells = cells_along_board(p)
    number = cell_numbers(p, cells)
    copies = [piece.copies for piece in p.pieces]
    if prod(copy + 1 for copy in copies) >= 1 << 62:
        raise TooWide(f"{len(copies)} kinds of pieces can be used in {prod(copy + 1 for copy in copies):.1e} ways")
    first, masks = _anchored_masks(p, number)
    radix = np.cumprod([1, *(copy + 1 for copy in copies[:-1])])
    sizes = np.array([len(piece.shape) for piece in p.pieces])
    whole = all(is_connected(piece.shape) for piece in p.pieces)
    return Track(cells, sizes, np.array(copies), radix, first, masks, *_neighbours(cells, number), whole)


def cells_along_board(p: Tiling) -> NDArray[np.int64]:
    """The coordinates of the cells, slice by slice of the longest axis, shape (cells, dimensions)."""
    along = np.argsort([-side for side in p.board.shape], kind="stable")
    return p.cells[np.lexsort([p.cells[:, axis] for axis in along[::-1]])]


def shape_placements(p: Tiling, shape: Shape, number: NDArray[np.int64]) -> NDArray[np.int64]:
    """The translates of the shape that fit: the numbers of their cells, shape (placements, cells of the shape). number:
    of each cell of the board, -1 for a hole."""
    corners = np.argwhere(np.ones(np.maximum(np.array(p.board.shape) - np.max(shape, axis=0), 0), np.bool_))
    cells = number[tuple((corners[:, None] + np.array(shape)).transpose(2, 0, 1))]
    inside: NDArray[np.int64] = cells[(cells >= 0).all(axis=1)]
    return inside


def cell_numbers(p: Tiling, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each cell of the board, in this order, -1 for a hole."""
    number = np.full(p.board.shape, -1)
    number[tuple(cells.T)] = np.arange(len(cells))
    return number


def is_connected(shape: Shape) -> bool:
    """Is the piece connected, by sides of cells?"""
    remaining, reached = set(shape[1:]), [shape[0]]
    while reached:
        cell = reached.pop()
        beside = {other for other in remaining if sum(abs(x - y) for x, y in zip(cell, other, strict=True)) == 1}
        remaining -= beside
        reached += beside
    return not remaining


def _anchored_masks(p: Tiling, number: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """`first` and `masks` of a Track."""
    owners, words = [], []
    n = int(p.board.sum())
    for q, piece in enumerate(p.pieces):
        for shape in orientations(piece.shape, piece.sides):
            cells = shape_placements(p, shape, number)
            start = cells.min(axis=1, keepdims=True)
            if (cells - start >= WINDOW).any():
                span = int((cells - start).max()) + 1
                raise TooWide(f"piece {piece.name} spans {span} cells of the board, {WINDOW} fit")
            owners.append(q * n + start[:, 0])
            words.append(bit_words(cells - start))
    owner, mask = np.concatenate(owners), np.concatenate(words)
    order = np.lexsort((mask, owner))
    return np.searchsorted(owner[order], np.arange(len(p.pieces) * n + 1)), mask[order]


def bit_words(cells: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Sets of numbers from 0 to 63, shape (sets, cells of each), as words: bit i for i."""
    words: NDArray[np.uint64] = (np.uint64(1) << cells.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return words


def _neighbours(
    cells: NDArray[np.int64], number: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], bool]:
    """`ahead`, `behind` and `near` of a Track."""
    ahead, behind = np.zeros((2, len(cells)), np.uint64)
    near, framed = True, np.pad(number, 1, constant_values=-1)
    for axis in range(cells.shape[1]):
        for step in (-1, 1):
            beside = framed[tuple((cells + 1 + step * np.eye(cells.shape[1], dtype=np.int64)[axis]).T)]
            distance = np.where(beside >= 0, beside - np.arange(len(cells)), 0)
            near &= bool((np.abs(distance) < WINDOW).all())
            for words, far, place in ((ahead, distance, distance), (behind, -distance, WINDOW + distance)):
                there = (far > 0) & (far < WINDOW)
                words[there] |= np.uint64(1) << place[there].astype(np.uint64)
    return ahead, behind, near
