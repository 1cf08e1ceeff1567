"""What the fresh variables of an encoding stand for, in the literals of the row: so that others can check its clauses.

    ladder         y_3      x_1 + x_2 + x_3 >= 1
    totalizer      a node   2 x_1 + 3 x_2 >= 3
    parity chain   a link   x_1 + x_2 + x_3 is odd

A variable may be said to hold more often, or less often, than an encoding forces it to: one with clauses for one side
only leaves both open. Any meaning will do with which every clause follows from the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Terms = tuple[tuple[int, int], ...]  # coefficients and literals


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The sum of coefficients of literals that hold is at least k. With k = 1 and coefficients of 1, literals may be
    fresh variables of that kind themselves: at least one of those."""

    terms: Terms
    k: int


@dataclass(frozen=True, slots=True)
class IsOdd:
    """The number of literals that hold is odd; they may be fresh variables of that kind themselves."""

    literals: tuple[int, ...]


Meaning = AtLeast | IsOdd
Fresh = Callable[[Meaning | None], int]  # gives the next variable that is not in use; None: its meaning is not told


@dataclass(slots=True)
class FreshVariables:
    """Gives variables from `first` on, and keeps what they mean."""

    first: int
    meanings: list[Meaning | None] = field(default_factory=list)

    def __call__(self, meaning: Meaning | None) -> int:
        self.meanings.append(meaning)
        return self.first + len(self.meanings) - 1


def some_of(literals: Iterable[int]) -> AtLeast:
    """At least one of the literals holds."""
    return AtLeast(tuple((1, x) for x in literals), 1)
