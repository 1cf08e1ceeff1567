"""The numbers of a row are all different, but for a value that may stand any number of times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AllDifferent(NumberRule):
    """excluding: values that may be repeated, ascending, shape (k,)."""

    kind: ClassVar[str] = "all_different"
    excluding: NDArray[np.int64]

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """How many numbers repeat an earlier one."""
        counted = own[~np.isin(own, self.excluding)]
        repeated = len(counted) - len(set(counted.tolist()))
        return ("numbers that repeat another", 0, repeated) if repeated else None


RULE = AllDifferent
