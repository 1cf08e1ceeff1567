"""What is shown of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

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
