"""Which cells and lines lie on a board, as arrays of places (`scene`): answers that somebody wrote may name any."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Between, Places


def places_of(cells: Iterable[Any] | None, shape: tuple[int, ...]) -> Places:
    """The cells that are on a board of this shape, sorted, each once."""
    listed = list(cells or ())
    try:
        at = np.fromiter(chain.from_iterable(listed), np.int64).reshape(-1, len(shape))  # perhaps half a million
    except OverflowError:  # an answer that somebody wrote may name any cell
        at = np.array([cell for cell in listed if max(map(abs, cell)) < 2**62], np.int64).reshape(-1, len(shape))
    inside = at[((at >= 0) & (at < shape)).all(axis=1)]
    named = np.zeros(shape, np.bool_)
    named[tuple(inside.T)] = True
    return np.argwhere(named)


def line_places(lines: Iterable[Any] | None, shape: tuple[int, ...], between: Between) -> NDArray[np.int64]:
    """The lines, pairs of points, that lie on a board of this shape, sorted, each once: shape (lines, 2, 2)."""
    listed = [(a, b) for a, b, *_ in lines or ()]
    try:
        ends = np.array(listed, np.int64).reshape(-1, 4)
    except OverflowError:  # an answer that somebody wrote may name any points
        listed = [line for line in listed if max(abs(index) for end in line for index in end) < 2**62]
        ends = np.array(listed, np.int64).reshape(-1, 4)
    sides = np.array(shape[-2:]) + (between is Between.CORNERS)
    inside = ends[((ends >= 0) & (ends < np.tile(sides, 2))).all(axis=1)]
    return np.unique(inside, axis=0).reshape(-1, 2, 2)
