"""Each place has a successor, and they form one tour through all places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Circuit(NumberRule):
    """Each row: for each of its places, numbered from 0, the place after it. A single place follows itself."""

    kind: ClassVar[str] = "circuit"

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """How many places come after some place; and how many are on the tour through the first one."""
        size, followed = len(own), np.unique(own[(own >= 0) & (own < len(own))])
        if len(followed) < size:
            return "places that come after another", size, len(followed)
        place, visited = 0, 0
        while visited < size:
            place, visited = int(own[place]), visited + 1
            if place == 0:
                break
        return ("places on the tour through place 0", size, visited) if visited < size else None


RULE = Circuit
