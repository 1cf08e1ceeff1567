"""The symmetries of a Tents board: turns and reflections that map trees and clues onto themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from models.puzzles.boards import Cells, isometries

if TYPE_CHECKING:
    from models.puzzles.tents.instance import Tents


def symmetries(p: Tents) -> list[Callable[[Iterable[tuple[int, int]]], Cells]]:
    """The board's symmetries as maps of answers, the identity first."""
    maps: list[Callable[[Iterable[tuple[int, int]]], Cells]] = []
    for image in isometries((p.trees.shape[0], p.trees.shape[1])):
        rows, cols = image.sides(p.rows, p.cols)
        same_clues = np.array_equal(rows, p.rows) and np.array_equal(cols, p.cols)
        if same_clues and np.array_equal(image.board(p.trees), p.trees):
            maps.append(image)
    return maps
