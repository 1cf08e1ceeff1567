"""The values that numbers may have, and a literal for each value and for each threshold.

    values of n        1        3        7
    is_              n is 1   n is 3   n is 7
    at_least         always   n >= 3   n >= 7

Of a choice, `is_` are its own literals. Others are declared on demand, once for each number and value, and tied to it:

    o, "n >= v"    o: n >= v;  not o: n <= the value before v       guarded rows, for an integer
    i, "n = v"     exactly one of i, not "n >= v", "n >= the next value"

Of the second row, with 0 and 1 for never and always, all telescopes: in linear relaxations and under unit propagation
literals and number say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.rows import concatenated_ranges

ALWAYS = 2**30  # stands for a literal that holds in any case; -ALWAYS for one that never does
NEVER = -ALWAYS
MOST_VALUES = 20_000_000  # of all numbers of a rule


@dataclass(frozen=True, slots=True, eq=False)
class NumberLiterals:
    """What the literals of an array say that was declared for numbers.

    relation: "=", or ">="
    variables: of the number of each literal; of a choice, that of its first literal
    values: with what that is compared
    """

    relation: str
    variables: NDArray[np.int64]
    values: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class DomainLiterals:
    """The possible values of n numbers, one after the other; number i has those from starts[i] to starts[i + 1].

    starts: shape (n + 1,)
    values: ascending within a number, shape (t,)
    is_: the literal that the number is this value, shape (t,); ALWAYS for the value of a constant; 0 where that
        was not asked
    at_least: the literal that it is this value or a larger one, shape (t,); ALWAYS for the least; None where that was
        not asked
    """

    starts: NDArray[np.int64]
    values: NDArray[np.int64]
    is_: NDArray[np.int32]
    at_least: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def owners(self) -> NDArray[np.int64]:
        """The number of each value, shape (t,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def values_of(self, number: int) -> NDArray[np.int64]:
        """The values of one number."""
        return self.values[self.starts[number] : self.starts[number + 1]]

    def is_of(self, number: int) -> NDArray[np.int32]:
        """The literals of its values."""
        return self.is_[self.starts[number] : self.starts[number + 1]]

    def find_is(self, numbers: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal that number i is value v, for pairs; NEVER where it cannot be."""
        place = self.find_places(numbers, values)
        inside = place < self.starts[numbers + 1]
        found = np.where(inside, place, 0)
        hit = inside & (self.values[found] == values) if len(self.values) else inside
        return np.where(hit, self.is_[found], NEVER).astype(np.int32) if len(self.values) else np.full(len(hit), NEVER)

    def find_at_least(self, numbers: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal that number i is at least v, for pairs; ALWAYS, or NEVER, where that is known."""
        assert self.at_least is not None
        place = self.find_places(numbers, values)
        inside = place < self.starts[numbers + 1]
        return np.where(inside, self.at_least[np.where(inside, place, 0)], NEVER).astype(np.int32)

    def find_places(self, numbers: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of each pair, number i and value v: the place of the first value of the number that is not smaller."""
        if not len(self.values):
            return self.starts[numbers]
        span = np.unique(np.concatenate([self.values, values]))
        keys = self.owners * (len(span) + 1) + np.searchsorted(span, self.values)
        return np.searchsorted(keys, numbers * (len(span) + 1) + np.searchsorted(span, values))


def range_columns(lower: NDArray[np.int64], upper: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All values from lower to upper, number after number: starts and values. Raises ModelTooLarge."""
    lengths = upper - lower + 1
    if (total := int(lengths.sum())) > MOST_VALUES:
        raise ModelTooLarge(
            f"a literal for each value of these numbers: {total:,} values, the most are {MOST_VALUES:,}; "
            f"give the numbers narrower bounds, or state the rule by='native'"
        )
    return np.concatenate([[0], np.cumsum(lengths)]), concatenated_ranges(lower, lengths)
