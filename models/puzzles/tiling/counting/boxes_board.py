"""A board of up to 64 cells as bits of a word, with the placements of each piece and the turns of the board.

Both are derived again from the board and the shapes of the pieces, since this count is a check of the one from the
columns of placements. The turns are those of the board's coordinates that map the placements of each piece to
themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.counting.boxes_loops import BoardWords
from models.puzzles.tiling.counting.merging_track import (
    TooWide,
    bit_words,
    cell_numbers,
    cells_along_board,
    is_connected,
    shape_placements,
)
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.shapes import orientations

WORD = 64


@dataclass(frozen=True, slots=True, eq=False)
class BitBoard:
    """A board and its pieces.

    words   its pieces, placements and neighbours
    turns   where each turn of the board takes each cell, shape (turns, cells), the identity first
    """

    words: BoardWords
    turns: NDArray[np.int64]

    @property
    def cells(self) -> int:
        """How many cells."""
        return self.words.cells

    @property
    def copies(self) -> list[int]:
        """How many there are of each piece."""
        return list(map(int, self.words.copies))

    @property
    def radix(self) -> list[int]:
        """See `BoardWords`."""
        return list(map(int, self.words.radix))

    @property
    def start(self) -> NDArray[np.int64]:
        """Piece q lies as masks[start[q]:start[q + 1]]."""
        return self.words.start

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The placements, piece by piece."""
        return self.words.masks

    @property
    def all_used(self) -> int:
        """The number for all pieces used."""
        return sum(r * n for r, n in zip(self.radix, self.copies, strict=True))

    def digits(self, used: int) -> list[tuple[int, int, int]]:
        """For each piece: its radix, how many are used, how many there are."""
        return [(r, used // r % (n + 1), n) for r, n in zip(self.radix, self.copies, strict=True)]


def bit_board(p: Tiling) -> BitBoard:
    """The board as bits. Raises TooWide beyond 64 cells, and beyond as many ways to use pieces as a word counts."""
    cells = cells_in_order(p)
    if len(cells) > WORD:
        raise TooWide(f"{len(cells)} cells, {WORD} fit into a word")
    number = cell_numbers(p, cells)
    masks = [
        np.sort(
            np.concatenate(
                [bit_words(shape_placements(p, shape, number)) for shape in orientations(piece.shape, piece.sides)]
            )
        )
        for piece in p.pieces
    ]
    copies = tuple(piece.copies for piece in p.pieces)
    *radix, ways = (prod(n + 1 for n in copies[:q]) for q in range(len(copies) + 1))
    if ways >= 1 << 63:
        raise TooWide(f"{ways:.0e} ways to use pieces, {1 << 63:.0e} fit into a word")
    turns = np.array([turn for turn in _turns(cells, number) if all(_is_closed(ways, turn) for ways in masks)])
    words = BoardWords(
        len(cells),
        np.array(copies),
        np.array(radix),
        np.cumsum([0, *map(len, masks)]),
        np.concatenate(masks),
        np.array([len(piece.shape) for piece in p.pieces]),
        *_neighbours(cells, number),
        all(is_connected(piece.shape) for piece in p.pieces),
    )
    return BitBoard(words, turns)


def cells_in_order(p: Tiling) -> NDArray[np.int64]:
    """The coordinates of the cell of each bit: the highest bits, by which states are sorted, are at one end."""
    return cells_along_board(p)[::-1]


def avoid_cells(b: BitBoard, forbidden: int) -> BitBoard:
    """The board with the placements that leave these cells free."""
    return _keep_placements(b, b.masks & np.uint64(forbidden) == 0)


def confine_piece(b: BitBoard, q: int, places: tuple[int, ...]) -> BitBoard:
    """The board on which piece q lies in one of these places only."""
    allowed = np.ones(len(b.masks), np.bool_)
    own = slice(b.start[q], b.start[q + 1])
    allowed[own] = np.isin(b.masks[own], np.array(places, np.uint64))
    return _keep_placements(b, allowed)


def _keep_placements(b: BitBoard, allowed: NDArray[np.bool_]) -> BitBoard:
    start = np.append(0, np.cumsum(allowed))[b.start]
    return replace(b, words=b.words._replace(start=start, masks=b.masks[allowed]))


def _neighbours(cells: NDArray[np.int64], number: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """`steps` and `joined` of the words of a board."""
    joined: dict[int, int] = {}
    framed = np.pad(number, 1, constant_values=-1)
    for axis, step in product(np.eye(cells.shape[1], dtype=np.int64), (-1, 1)):
        beside = framed[tuple((cells + 1 + step * axis).T)]
        for cell, other in enumerate(beside.tolist()):
            if other > cell:
                joined[other - cell] = joined.get(other - cell, 0) | 1 << cell
    return np.array([*joined], np.uint64), np.array([*joined.values()], np.uint64)


def _turns(cells: NDArray[np.int64], number: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Signed permutations of the axes that map the board to itself, the identity first."""
    turns, sides = [], np.array(number.shape)
    for axes in permutations(range(cells.shape[1])):
        for mirrored in product((False, True), repeat=cells.shape[1]):
            image = cells[:, axes]
            image = np.where(mirrored, sides - 1 - image, image)
            if tuple(sides[list(axes)]) == number.shape and (number[tuple(image.T)] >= 0).all():
                turns.append(number[tuple(image.T)])
    return turns


def image(masks: NDArray[np.uint64], turn: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Sets of cells, turned."""
    out = np.zeros_like(masks)
    for cell, goal in enumerate(turn.tolist()):
        out |= (masks >> np.uint64(cell) & np.uint64(1)) << np.uint64(goal)
    return out


def _is_closed(masks: NDArray[np.uint64], turn: NDArray[np.int64]) -> bool:
    """Does the turn map placements of the piece to placements of it?"""
    return np.array_equal(np.sort(image(masks, turn)), masks)
