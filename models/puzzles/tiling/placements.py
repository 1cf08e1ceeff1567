"""Every way to lay a piece on the board, as columns.

Board cells are numbered layer by layer, row by row, holes left out. Placement j lays piece `piece[j]` on the cells
`cells.literals[cells.starts[j]:cells.starts[j + 1]]` (numbers from 0, ascending in each row): a CSR table. Placements
are ordered by piece, orientation and place; no two of a piece cover the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Rows
from models.puzzles.tiling.sets import Piece
from models.puzzles.tiling.shapes import Shape, orientations
from rosetta.foundation.errors import InputError

MOST_PLACED = 20_000_000  # cells of all placements together


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """piece: number of the piece, shape (placements,); cells: numbers of the cells, one row per placement."""

    piece: NDArray[np.int64]
    cells: Rows

    def __len__(self) -> int:
        return len(self.piece)


def placements(board: NDArray[np.bool_], pieces: Sequence[Piece]) -> Placements:
    """All placements of all pieces. board: True where a cell is. Raises InputError where they are too many."""
    number = np.where(board, np.cumsum(board.ravel()).reshape(board.shape) - 1, -1).ravel()
    tables, owners, covered = [], [], 0
    for i, piece in enumerate(pieces):
        for shape in orientations(piece.shape, piece.sides):
            places = _shape_placements(number, board.shape, shape)
            covered += places.size
            if covered > MOST_PLACED:
                raise InputError(f"tiling: the placements cover more than {MOST_PLACED:,} cells; a smaller board?")
            tables.append(places)
            owners.append(np.full(len(places), i))
    starts = np.zeros(sum(map(len, tables)) + 1, np.int64)
    np.cumsum(np.concatenate([np.full(len(table), table.shape[1]) for table in tables]), out=starts[1:])
    return Placements(np.concatenate(owners), Rows(starts, np.concatenate([table.ravel() for table in tables])))


def unplaceable_pieces(board: NDArray[np.bool_], pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that fit nowhere on the board, in any orientation. Less work than `placements`."""
    number = np.where(board, np.cumsum(board.ravel()).reshape(board.shape) - 1, -1).ravel()
    return [
        piece
        for piece in pieces
        if not any(
            len(_shape_placements(number, board.shape, shape)) for shape in orientations(piece.shape, piece.sides)
        )
    ]


def _shape_placements(number: NDArray[Any], board: tuple[int, ...], shape: Shape) -> NDArray[Any]:
    """The places of one orientation: numbers of the cells, shape (places, cells of the piece)."""
    offsets = np.array(shape)
    room = np.maximum(np.array(board) - offsets.max(axis=0), 0)
    corners = np.ravel_multi_index(tuple(np.indices(tuple(room)).reshape(len(board), -1)), board)
    cells = number[corners[:, None] + np.ravel_multi_index(tuple(offsets.T), board)] if len(corners) else corners
    cells = cells.reshape(-1, len(shape))
    inside: NDArray[Any] = cells[(cells >= 0).all(axis=1)]
    return inside


def overlapping_pairs(placed: Placements, once: NDArray[np.bool_], most: int) -> NDArray[np.int64]:
    """Pairs (i, j), i < j, of placements that exclude each other: they share a cell or a piece without copies.

    once: by piece, whether it has no copies. Each pair occurs once, in ascending order, shape (pairs, 2). Raises
    InputError beyond `most` pairs.
    """
    order = np.argsort(placed.cells.literals, kind="stable")
    shared = np.split(placed.cells.owners[order], np.flatnonzero(np.diff(placed.cells.literals[order])) + 1)
    groups = shared + [np.flatnonzero(placed.piece == i) for i in np.flatnonzero(once)]
    count = sum(len(g) * (len(g) - 1) // 2 for g in groups)
    if count > most:
        raise InputError(f"tiling: {count:,} pairs of placements are more than {most:,}; the formulation `cells`?")
    n, keys = len(placed), [np.zeros(0, np.int64)]
    for members in groups:
        first, second = np.triu_indices(len(members), 1)
        keys.append(members[first] * n + members[second])
    pairs = np.sort(np.concatenate(keys))  # np.unique looks them up in a hash table, which takes six times as long
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return np.stack(np.divmod(pairs, max(n, 1)), axis=1)
