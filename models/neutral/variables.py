"""Variables: numbers in the shape of a board, with bounds and names.

bools("tent", (2, 2))   ->   [[1 2]      1 = tent[0,0]
                              [3 4]]     4 = tent[1,1]
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import freeze, integers_in_shape, shape_of
from models.neutral.errors import FIRST_CHOICE, ModelError


class VariableTable(Protocol):
    """What `checking` and `words` need of a model: its variables, by number from 1.

    lower, upper, integer: shape (variables + 1,); entry 0 is no variable."""

    @property
    def variables(self) -> int: ...

    @property
    def lower(self) -> NDArray[np.int64]: ...

    @property
    def upper(self) -> NDArray[np.int64]: ...

    @property
    def integer(self) -> NDArray[np.bool_]: ...

    def name_of(self, literal: int) -> str: ...


@dataclass(frozen=True, slots=True)
class NumberedNames(Sequence[str]):
    """`x1` to `x500`, made when they are read."""

    stem: str
    size: int

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        numbers = range(1, self.size + 1)[index]
        return f"{self.stem}{numbers}" if isinstance(numbers, int) else [f"{self.stem}{n}" for n in numbers]

    def __iter__(self) -> Iterator[str]:
        return (f"{self.stem}{n}" for n in range(1, self.size + 1))


def declare_variables(
    name: str, shape: Any, lo: Any, hi: Any, others: Mapping[str, Any], after: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """New variables, numbered from `after` + 1: their numbers in that shape, lower and upper bounds as columns."""
    if not isinstance(name, str) or not name:
        raise ModelError(f"variables: expected a name, found {name!r}")
    if name in others:
        raise ModelError(f"variables '{name}': declared already")
    label = f"variables '{name}'"
    sizes = shape_of(shape, label)
    size = math.prod(sizes)
    if after + size >= FIRST_CHOICE:
        raise ModelError(f"{label}: {size} more would exceed {FIRST_CHOICE - 1} variables")
    lower, upper = integers_in_shape(lo, sizes, f"{label}: lo"), integers_in_shape(hi, sizes, f"{label}: hi")
    bad = lower > upper
    if bad.any():
        raise ModelError(f"{label}: lo is greater than hi ({lower[bad][0]}..{upper[bad][0]})")
    numbers = freeze(np.arange(size, dtype=np.int32) + np.int32(after + 1))
    return numbers.reshape(sizes), lower, upper


def declare_singles(
    names: Sequence[str], lo: Any, hi: Any, others: Mapping[str, Any], after: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """New variables, one for each name: as `declare_variables`."""
    numbers, lower, upper = declare_variables(names[0] if names else "none", len(names), lo, hi, {}, after)
    if any(not isinstance(name, str) or not name for name in names):
        raise ModelError("variables: expected names that are not empty")
    if len(set(names)) < len(names):
        name = next(name for name, count in Counter(names).items() if count > 1)
        raise ModelError(f"variables '{name}': declared twice")
    for name in others.keys() & set(names):
        raise ModelError(f"variables '{name}': declared already")
    return numbers, lower, upper


class NameTable:
    """The name of a literal, from arrays that are numbered one after the other. It sees what is added to them."""

    def __init__(self, arrays: Mapping[str, NDArray[np.int32]]) -> None:
        self._arrays = arrays
        self._seen = 0  # how many arrays the columns below know
        self._labels: list[str] = []
        self._firsts: list[int] = []

    def place_of(self, literal: int) -> tuple[str, int] | None:
        """The array of a variable, and its place in it, counted through; None if it is in none of the arrays."""
        if self._seen != len(self._arrays):
            self._seen = len(self._arrays)
            some = [(name, int(array.flat[0])) for name, array in self._arrays.items() if array.size]
            self._labels, self._firsts = [name for name, _ in some], [first for _, first in some]
        variable = abs(operator.index(literal))
        which = bisect_right(self._firsts, variable) - 1
        if which < 0:
            return None
        name, place = self._labels[which], variable - self._firsts[which]
        return (name, place) if place < self._arrays[name].size else None

    def name_of(self, literal: int) -> str | None:
        """A literal in words, `tent[2,3]` or `not tent[2,3]`; None if its variable is in none of the arrays."""
        found = self.place_of(literal)
        if found is None:
            return None
        name, place = found
        array = self._arrays[name]
        label = f"{name}[{','.join(map(str, np.unravel_index(place, array.shape)))}]" if array.ndim else name
        return label if literal > 0 else f"not {label}"


def join_pieces(pieces: list[NDArray[Any]]) -> NDArray[Any]:
    """All pieces as one read-only column, which replaces them: many small declarations cost one copy, not many."""
    if len(pieces) > 1 or pieces[0].flags.writeable:
        pieces[:] = [freeze(np.concatenate(pieces))]
    return pieces[0]
