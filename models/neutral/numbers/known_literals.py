"""Literals of numbers that a model has already: by variable and value, as columns."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


def _no_integers() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


def _no_literals() -> NDArray[np.int32]:
    return np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class KnownLiterals:
    """A literal for each of n pairs of a variable and a value, sorted by these; all of shape (n,).

    variables: of the numbers; of a choice, that of its first literal
    values: what the number is compared with
    literals: what says it
    """

    variables: NDArray[np.int64] = field(default_factory=_no_integers)
    values: NDArray[np.int64] = field(default_factory=_no_integers)
    literals: NDArray[np.int32] = field(default_factory=_no_literals)

    def find(self, variables: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal of each pair; 0 where there is none yet."""
        if not len(self.literals):
            return np.zeros(len(variables), np.int32)
        place = np.minimum(self._places(variables, values), len(self.literals) - 1)
        is_known = (self.variables[place] == variables) & (self.values[place] == values)
        return np.where(is_known, self.literals[place], 0).astype(np.int32)

    def with_more(
        self, variables: NDArray[np.int64], values: NDArray[np.int64], literals: NDArray[np.int32]
    ) -> KnownLiterals:
        """These, and others, which are distinct and not known yet."""
        order = np.lexsort((values, variables))
        variables, values, literals = variables[order], values[order], literals[order]
        at = self._places(variables, values)
        return KnownLiterals(
            np.insert(self.variables, at, variables),
            np.insert(self.values, at, values),
            np.insert(self.literals, at, literals),
        )

    def _places(self, variables: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the first pair is that is not less than each of these."""
        low = np.searchsorted(self.variables, variables, side="left")
        high = np.searchsorted(self.variables, variables, side="right")
        while (is_open := low < high).any():  # binary search within the values of a variable
            middle = np.minimum((low + high) // 2, len(self.values) - 1)
            is_less = is_open & (self.values[middle] < values)
            low = np.where(is_less, middle + 1, low)
            high = np.where(is_open & ~is_less, middle, high)
        return np.asarray(low, np.int64)
