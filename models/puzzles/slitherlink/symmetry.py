"""Boards of Slitherlink turned and mirrored, with their answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from models.puzzles.boards import Isometry, numbered_isometry
from models.puzzles.slitherlink.instance import Answer, Slitherlink, board


def transform(p: Slitherlink, number: int) -> tuple[Slitherlink, Callable[[Answer], Answer]]:
    """The board under the isometry with that number, and the map of its answers back to those of this one."""
    height, width = p.shape
    image, _ = numbered_isometry(p.shape, number)
    _, back = numbered_isometry((height + 1, width + 1), number)
    return board(image.board(p.numbers)), partial(_map_lines, back)


def _map_lines(dots: Isometry, answer: Answer) -> Answer:
    """The answer under an isometry of its dots."""
    mapped = (dots(line) for line in answer)  # sorted pairs
    return tuple(sorted((a, b) for a, b in mapped))
