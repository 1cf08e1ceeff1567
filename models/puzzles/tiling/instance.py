"""A tiling instance: a board in the plane or in space, and the pieces to cover it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.tiling.placements import Placements, placements
from models.puzzles.tiling.sets import Piece
from models.puzzles.tiling.shapes import SIDES, normal_form
from rosetta.foundation.errors import InputError


@dataclass(frozen=True, eq=False, init=False)
class Tiling:
    """board: True where a cell is, shape (rows, columns) or (layers, rows, columns); read-only.

    pieces: of the board's dimension, by different names; InputError unless together they have as many cells as the
    board. origin: its name on a command line, or "". Two instances are equal if board and pieces are.
    """

    board: NDArray[np.bool_]
    pieces: tuple[Piece, ...]
    origin: str

    def __init__(self, board: ArrayLike, pieces: tuple[Piece, ...], origin: str = "") -> None:
        cells = np.array(board)
        if cells.ndim not in (2, 3) or cells.dtype != np.bool_ or not cells.any():
            raise InputError(f"tiling: expected a board with cells, found {cells.dtype} of shape {cells.shape}")
        check_pieces(pieces, cells.ndim)
        covered, room = sum(piece.copies * len(piece.shape) for piece in pieces), int(cells.sum())
        if covered != room:
            raise InputError(f"tiling: the pieces have {covered} cells, the board has {room}; expected as many")
        cells.setflags(write=False)
        for name, value in (("board", cells), ("pieces", tuple(pieces)), ("origin", origin)):
            object.__setattr__(self, name, value)

    @cached_property
    def placements(self) -> Placements:
        """All placements, computed on first use."""
        return placements(self.board, self.pieces)

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The coordinates of the board's cells by number, shape (cells, dimensions)."""
        return np.argwhere(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tiling) and np.array_equal(self.board, other.board) and self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash((self.board.shape, self.board.tobytes(), self.pieces))


def check_pieces(pieces: tuple[Piece, ...], dimensions: int) -> None:
    """InputError unless names differ and shapes are in normal form and of that dimension."""
    names: set[str] = set()
    for piece in pieces:
        if piece.name in names:
            raise InputError(
                f"tiling: two pieces are called {piece.name}; give copies a number: `piece {piece.name} 2`"
            )
        names.add(piece.name)
        if (
            not piece.shape
            or any(len(cell) != dimensions for cell in piece.shape)
            or normal_form(piece.shape) != piece.shape
        ):
            raise InputError(f"tiling: piece {piece.name}: expected cells from 0 on with {dimensions} coordinates each")
        if piece.copies < 1 or piece.sides not in SIDES:
            raise InputError(f"tiling: piece {piece.name}: expected copies and one of {', '.join(SIDES)}")
