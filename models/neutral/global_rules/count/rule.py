"""How many numbers of a row are among some values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CountRule(NumberRule):
    """values: what is counted, ascending, shape (k,)
    lo, hi: the least and the greatest count of each row, shape (rows,); None where the count is a number of the model,
        the first of the row
    """

    kind: ClassVar[str] = "count"
    values: NDArray[np.int64]
    lo: NDArray[np.int64] | None
    hi: NDArray[np.int64] | None

    @property
    def has_result(self) -> bool:
        """Whether the first number of each row is the count of the others."""
        return self.lo is None or self.hi is None

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """How many were expected, and how many there are."""
        counted = own[1:] if self.has_result else own
        found = int(np.isin(counted, self.values).sum())
        low, high = (own[0], own[0]) if self.lo is None or self.hi is None else (self.lo[row], self.hi[row])
        if low <= found <= high:
            return None
        return "numbers among the values", int(low if found < low else high), found

    def check(self) -> None:
        """Raise ModelError where bounds are not one for each row, or there is no number for the count."""
        if self.lo is None or self.hi is None:
            if self.lo is not None or self.hi is not None:
                raise ModelError("count: expected both lo and hi, or a number for the count")
            if (empty := np.flatnonzero(np.diff(self.starts) < 1)).size:
                raise ModelError(f"{self.name_of_row(int(empty[0]))}: expected a number for the count")
        elif self.lo.shape != (self.rows,) or self.hi.shape != (self.rows,):
            raise ModelError(f"count: expected lo and hi for each of {self.rows} rows")
        elif (swapped := np.flatnonzero(self.lo > self.hi)).size:
            row = int(swapped[0])
            raise ModelError(f"{self.name_of_row(row)}: lo is greater than hi ({self.lo[row]}..{self.hi[row]})")


RULE = CountRule
