"""Turns and reflections of a Tents board."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from models.puzzles.boards import Cells, numbered_isometry
from models.puzzles.tents.instance import Tents

Image = Callable[[Iterable[tuple[int, int]]], Cells]


def transform(p: Tents, number: int) -> tuple[Tents, Image]:
    """The board under the isometry with that number, and the map of its answers back to those of this one."""
    image, back = numbered_isometry(p.trees.shape, number)
    return Tents(image.board(p.trees), *image.sides(p.rows, p.cols)), back
