"""Turns and reflections of a Tents board; its symmetries are those that map trees and clues onto themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from models.puzzles.boards import Cells, isometries, numbered_isometry
from models.puzzles.tents.instance import Tents

Image = Callable[[Iterable[tuple[int, int]]], Cells]


def transform(p: Tents, number: int) -> tuple[Tents, Image]:
    """The board under the isometry with that number, and the map of its answers back to those of this one."""
    image, back = numbered_isometry(p.trees.shape, number)
    return Tents(image.board(p.trees), *image.sides(p.rows, p.cols)), back


def symmetries(p: Tents) -> list[Image]:
    """The board's symmetries as maps of answers, the identity first."""
    maps: list[Image] = []
    for image in isometries((p.trees.shape[0], p.trees.shape[1])):
        rows, cols = image.sides(p.rows, p.cols)
        same_clues = np.array_equal(rows, p.rows) and np.array_equal(cols, p.cols)
        if same_clues and np.array_equal(image.board(p.trees), p.trees):
            maps.append(image)
    return maps
