"""What is shown of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

Cells: TypeAlias = Iterable[Any] | None


@dataclass(frozen=True, slots=True)
class View:
    """answer, second: answers of the puzzle, None for none; what differs is told apart. mark: cells to look at; empty:
    cells that are known to hold nothing, on a board that is still being solved; fresh: the cells of the latest
    deduction."""

    answer: Any = None
    second: Any = None
    mark: Cells = None
    empty: Cells = None
    fresh: Cells = None

    @property
    def is_judged(self) -> bool:
        """Is there an answer that claims to be whole, so that something may be wrong with it?"""
        return self.answer is not None and self.empty is None
