"""One row of numbers comes before another, as words do in a dictionary, or is the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.rows import concatenated_ranges, segment_indices


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lexicographic(NumberRule):
    """Each row: first all numbers of the left side, then as many of the right one.

    strict: are the sides never the same?
    """

    kind: ClassVar[str] = "lexicographic"
    strict: bool

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many places each row has, shape (rows,)."""
        return np.diff(self.starts) // 2

    @property
    def pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The row, the left and the right number of each place."""
        left = concatenated_ranges(self.starts[:-1], self.lengths)
        return np.repeat(np.arange(self.rows), self.lengths), left, left + np.repeat(self.lengths, self.lengths)

    @property
    def places(self) -> NDArray[np.int64]:
        """The number of each place in its row, from 0."""
        return segment_indices(self.lengths)

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """The two numbers where the sides differ first; or how many places differ, where some should."""
        left, right = own[: len(own) // 2], own[len(own) // 2 :]
        differing = np.flatnonzero(left != right)
        if not len(differing):
            return ("places where the sides differ, or more", 1, 0) if self.strict else None
        place = int(differing[0])
        if left[place] < right[place]:
            return None
        return f"at most, in place {place + 1} of the left side", int(right[place]), int(left[place])

    def check(self) -> None:
        """Raise ModelError where the sides of a row are not of the same length."""
        if (odd := np.flatnonzero(np.diff(self.starts) % 2)).size:
            raise ModelError(f"{self.name_of_row(int(odd[0]))}: expected two sides of the same length")


RULE = Lexicographic
