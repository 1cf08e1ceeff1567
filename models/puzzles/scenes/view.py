"""What is shown of a board, and which of its places there are: answers that somebody wrote may name any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Between, Places

Cells: TypeAlias = Iterable[Any] | None


@dataclass(frozen=True, slots=True)
class View:
    """answer, second: answers of the puzzle, None for none; what differs is told apart. mark: places to look at;
    empty: those that are known to hold nothing, on a board that is still being solved; fresh: those of the latest
    deduction. Places are cells, or lines."""

    answer: Any = None
    second: Any = None
    mark: Cells = None
    empty: Cells = None
    fresh: Cells = None

    @property
    def is_judged(self) -> bool:
        """Is there an answer that claims to be whole, so that something may be wrong with it?"""
        return self.answer is not None and self.empty is None


def cells_among(places: Cells) -> list[Any]:
    """Those of the places that are no lines; none for None."""
    return [place for place in places or () if not _is_line(place)]


def lines_among(places: Cells) -> list[Any]:
    """Those of the places that are lines: pairs of points."""
    return [place for place in places or () if _is_line(place)]


def _is_line(place: Any) -> bool:
    return isinstance(place, tuple) and isinstance(place[0], tuple)


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
