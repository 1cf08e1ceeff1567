"""Symmetries of walls: which cells belong together on a symmetric board.

rotation   by half a turn        mirror    left and right        all   every turn and reflection
turns      by quarter turns      mirrors   also up and down
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Isometry, isometries
from rosetta.foundation.errors import InputError

MAPS = {
    "none": {(False, False, False)},
    "rotation": {(False, False, False), (False, True, True)},
    "turns": {(False, False, False), (False, True, True), (True, True, False), (True, False, True)},
    "mirror": {(False, False, False), (False, False, True)},
    "mirrors": {(False, up, left) for up in (False, True) for left in (False, True)},
    "all": {(over, up, left) for over in (False, True) for up in (False, True) for left in (False, True)},
}
SQUARE = ("turns",)


def orbits(shape: tuple[int, int], symmetry: str) -> NDArray[np.int64]:
    """The image of each cell (counted row by row) under each of the maps, shape (maps, cells). Raises InputError."""
    if symmetry in SQUARE and shape[0] != shape[1]:
        raise InputError(f"--symmetry {symmetry}: expected a square board, found {shape[0]}x{shape[1]}")
    number = np.arange(shape[0] * shape[1], dtype=np.int64).reshape(shape)
    maps = [isometry for isometry in isometries(shape) if _kind(isometry) in MAPS[symmetry]]
    return np.stack([isometry.board(number).ravel() for isometry in maps])


def _kind(isometry: Isometry) -> tuple[bool, bool, bool]:
    return isometry.transpose, isometry.upside_down, isometry.left_right
