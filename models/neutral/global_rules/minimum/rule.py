"""The first number of a row is the smallest of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MinimumRule(NumberRule):
    """Each row: the result, and then the numbers of which it is the smallest; at least one."""

    kind: ClassVar[str] = "minimum"

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """The smallest number, and the result."""
        result, smallest = int(own[0]), int(own[1:].min())
        return ("as the smallest number", smallest, result) if result != smallest else None

    def check(self) -> None:
        """Raise ModelError where a row has no number."""
        if (empty := np.flatnonzero(np.diff(self.starts) < 2)).size:
            raise ModelError(f"{self.name_of_row(int(empty[0]))}: the smallest of no numbers; expected at least one")


RULE = MinimumRule
