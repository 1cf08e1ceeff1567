"""The entry at the index is the result. Entries are counted from 0; an index beyond them is not allowed.

The numbers are index and result of each row, one after the other, and then the array, which all rows share: the last
part by `starts` is no row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import RuleFault
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.columns import NumberColumns


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Element(NumberRule):
    """See above; it has no fields of its own."""

    kind: ClassVar[str] = "element"

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.starts) - 2

    @property
    def index(self) -> NumberColumns:
        """The indices, shape (rows,)."""
        return self.numbers.take(np.arange(0, 2 * self.rows, 2))

    @property
    def result(self) -> NumberColumns:
        """The results, shape (rows,)."""
        return self.numbers.take(np.arange(1, 2 * self.rows, 2))

    @property
    def array(self) -> NumberColumns:
        """The entries."""
        return self.numbers.take(np.arange(2 * self.rows, len(self.numbers)))

    @property
    def entries(self) -> int:
        """How many entries the array has."""
        return len(self.numbers) - 2 * self.rows

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: an index beyond the array, or another entry than the result."""
        known = self.numbers.value_of(values)
        index, result, entries = known[: 2 * self.rows : 2], known[1 : 2 * self.rows : 2], known[2 * self.rows :]
        last = len(entries) - 1
        inside = (index >= 0) & (index <= last)
        entry = np.append(entries, 0)[np.where(inside, index, -1)]
        for row in np.flatnonzero(~inside | (entry != result)).tolist():
            if inside[row]:
                yield RuleFault(row, f"as the entry at {index[row]}", int(entry[row]), int(result[row]))
            elif index[row] < 0:
                yield RuleFault(row, "as the least index", 0, int(index[row]))
            else:
                yield RuleFault(row, "as the greatest index", last, int(index[row]))

    def check(self) -> None:
        """Raise ModelError where the parts are not two numbers for each row, and the array."""
        if len(self.starts) < 2 or (self.starts[:-1] != 2 * np.arange(len(self.starts) - 1)).any():
            raise ModelError("element: expected an index and a result in each row, and the array")


RULE = Element
