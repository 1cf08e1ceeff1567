"""Numbers as rules hold them: columns that need no model to be read.

value of number i = constants[i] + value of refs[i] + sum of the values of its literals that hold
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import concatenated_ranges, literal_values, rename_literals


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumns:
    """n numbers; of choices, all their literals and values, one after the other.

    refs: a literal, which counts 0 or 1, or the variable of an integer; 0 for none, shape (n,)
    constants: what is added, shape (n,)
    starts: number i has the literals from starts[i] to starts[i + 1], shape (n + 1,); none, but for a choice
    literals: of choices, shape (t,): one of a number's literals holds
    values: what each of these stands for, ascending within a number, shape (t,)
    """

    refs: NDArray[np.int32]
    constants: NDArray[np.int64]
    starts: NDArray[np.int64]
    literals: NDArray[np.int32]
    values: NDArray[np.int64]

    def __post_init__(self) -> None:
        for column in (self.refs, self.constants, self.starts, self.literals, self.values):
            column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.refs)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many literals each number has, shape (n,)."""
        return np.diff(self.starts)

    @property
    def named(self) -> NDArray[np.int32]:
        """All literals and integers that stand in it."""
        return np.concatenate([self.refs[self.refs != 0], self.literals])

    def value_of(self, assignment: NDArray[np.int64]) -> NDArray[np.int64]:
        """The value of each number under an assignment, by variable number, shape (n,)."""
        totals = self.constants + np.where(self.refs == 0, 0, literal_values(assignment, self.refs))
        if len(self.literals):
            running = np.concatenate([[0], np.cumsum(self.values * literal_values(assignment, self.literals))])
            totals += np.diff(running[self.starts])
        return totals

    def take(self, chosen: NDArray[np.int64]) -> NumberColumns:
        """The chosen numbers."""
        lengths = self.lengths[chosen]
        places = concatenated_ranges(self.starts[:-1][chosen], lengths)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return NumberColumns(
            self.refs[chosen], self.constants[chosen], starts, self.literals[places], self.values[places]
        )

    def renumbered(self, new: NDArray[np.int32]) -> NumberColumns:
        """The same numbers where variable x is called new[x], a literal."""
        refs, literals = (rename_literals(old, new) for old in (self.refs, self.literals))
        return NumberColumns(refs, self.constants, self.starts, literals, self.values)

    def shifted(self, by: NDArray[np.int64]) -> NumberColumns:
        """The numbers with so much more added to each; by: shape (n,)."""
        return replace(self, constants=self.constants + by)


def joined_numbers(parts: list[NumberColumns]) -> NumberColumns:
    """All numbers of the parts, one after the other."""
    ends = np.cumsum([0, *(len(part.literals) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    columns: list[Any] = [
        np.concatenate([getattr(part, name) for part in parts]) for name in ("refs", "constants", "literals", "values")
    ]
    refs, constants, literals, values = columns
    return NumberColumns(refs, constants, np.concatenate([*starts, ends[-1:]]), literals, values)


def chosen_numbers(
    literals: NDArray[np.int32], values: NDArray[np.int64], by: NDArray[np.int64], n: int
) -> NumberColumns:
    """n numbers, each of which is the value whose literal holds: number by[i] is values[i] if literals[i] does. The
    model has to state that one of a number's literals holds. by ascends, and so do the values of a number."""
    none = np.zeros(n, np.int32)
    starts = np.searchsorted(by, np.arange(n + 1))
    return NumberColumns(none, none.astype(np.int64), starts, np.array(literals, np.int32), np.array(values, np.int64))
