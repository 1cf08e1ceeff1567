"""The symmetries of a Tents board: turns and reflections that map trees and clues onto themselves.

A board has at most the 8 isometries of the square (4 if it is not square). Each that keeps the instance as it is
maps solutions to solutions, so solutions can be counted up to symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from models.puzzles.tents import Tents

Cells: TypeAlias = tuple[tuple[int, int], ...]


def symmetries(p: Tents) -> list[Callable[[Iterable[tuple[int, int]]], Cells]]:
    """The board's symmetries as maps of answers, the identity first."""
    found = []
    for transpose, upside_down, left_right in product((False, True), repeat=3):
        if transpose and p.trees.shape[0] != p.trees.shape[1]:
            continue
        trees, rows, cols = (p.trees.T, p.cols, p.rows) if transpose else (p.trees, p.rows, p.cols)
        step_r, step_c = -1 if upside_down else 1, -1 if left_right else 1
        same_trees = np.array_equal(trees[::step_r, ::step_c], p.trees)
        if same_trees and np.array_equal(rows[::step_r], p.rows) and np.array_equal(cols[::step_c], p.cols):
            found.append(_mapping(p.trees.shape, transpose, upside_down, left_right))
    return found


def _mapping(
    shape: tuple[int, ...], transpose: bool, upside_down: bool, left_right: bool
) -> Callable[[Iterable[tuple[int, int]]], Cells]:
    height, width = shape

    def image(cells: Iterable[tuple[int, int]]) -> Cells:
        turned = ((c, r) if transpose else (r, c) for r, c in cells)
        return tuple(
            sorted((height - 1 - r if upside_down else r, width - 1 - c if left_right else c) for r, c in turned)
        )

    return image
