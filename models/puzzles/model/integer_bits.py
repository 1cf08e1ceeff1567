"""Integers written out in bits, so that answers can be told apart; and what known bits say of an integer, in words.

x from 0 to 10       x = bit 0 + 2 bit 1 + 4 bit 2 + 8 bit 3
not bit 3            x <= 7
bit 0                x is 1, 3, 5, 7 or 9
bit 3, not bit 1     x is 8 or 9
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, Rows
from models.neutral.wording.phrases import Each, each

BOUNDS = "bounds"
BIT = "bit"  # of which nothing is said by itself
MOST_VALUES = 4096  # of an integer, that are gone through
MOST_NAMED = 6  # values


@dataclass(frozen=True, slots=True)
class IntegerBit:
    """A bit of an integer: its variable, and the place, whose value is 2^place."""

    variable: int
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Bits:
    """The variables of an array as bits of integers.

    starts: the first entry of each integer, and the end, shape (integers + 1,).
    variables: the integers, shape (integers,).
    lower, upper: their bounds.
    names: what they are called.
    """

    starts: NDArray[np.int64]
    variables: NDArray[np.int32]
    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    names: Sequence[str]

    def of(self, entry: int) -> tuple[int, int]:
        number = int(np.searchsorted(self.starts, entry, "right")) - 1
        return number, entry - int(self.starts[number])

    def bit(self, entry: int) -> IntegerBit:
        """The integer, and which of its bits an entry is."""
        number, place = self.of(entry)
        return IntegerBit(int(self.variables[number]), place)

    def say(self, noun: str, number: int, known: Mapping[int, bool]) -> str:
        """`x <= 3`; see `describe_bits`."""
        return describe_bits(self.names[number], int(self.lower[number]), int(self.upper[number]), known)


def add_bits(model: Model, name: str, numbers: NDArray[np.int32], names: Sequence[str]) -> NDArray[np.int32]:
    """Bits of these integers, all in one array of that name, with the rows that say so. names: what the integers are
    called. Raises ModelError for an integer with too many values."""
    lower, upper = model.lower[numbers], model.upper[numbers]
    widths = np.array([int(high - low).bit_length() for low, high in zip(lower, upper, strict=True)], np.int64)
    parts = Bits(np.concatenate([[0], np.cumsum(widths)]), numbers, lower, upper, names)
    bits = np.asarray(model.bools(name, int(widths.sum()), says=Each(BIT, parts=parts)))
    starts = np.concatenate([[0], np.cumsum(widths + 1)])
    literals, coefs = np.empty(starts[-1], np.int32), np.ones(starts[-1], np.int64)
    is_bit = np.ones(len(literals), np.bool_)
    is_bit[starts[:-1]] = False
    literals[~is_bit], literals[is_bit] = numbers, bits
    coefs[is_bit] = -(1 << (np.arange(len(bits)) - np.repeat(np.cumsum(widths) - widths, widths)))
    bounds = [f"{low} <= {of} <= {high}" for low, of, high in zip(lower, names, upper, strict=True)]
    model.linear(lower, lower, BOUNDS, Rows(starts, literals), coefs, of=each("{bounds}", bounds=bounds))
    return bits


def describe_bits(name: str, lower: int, upper: int, known: Mapping[int, bool]) -> str:
    """What known bits say of an integer with these bounds. known: by place."""
    width = (upper - lower).bit_length()
    if sorted(known) == list(range(width - len(known), width)):  # the leading ones: an interval
        first = lower + sum(1 << place for place, is_set in known.items() if is_set)
        return _describe_interval(name, lower, upper, first, min(upper, first + (1 << width - len(known)) - 1))
    values = []
    if upper - lower < MOST_VALUES:
        values = [v for v in range(lower, upper + 1) if all((v - lower >> p & 1) == b for p, b in known.items())]
    if values and values[-1] - values[0] == len(values) - 1:
        return _describe_interval(name, lower, upper, values[0], values[-1])
    if 0 < len(values) <= MOST_NAMED:
        return f"{name} is {', '.join(map(str, values[:-1]))} or {values[-1]}"
    if list(known) == [0]:
        return f"{name} is {'odd' if (lower + known[0]) % 2 else 'even'}"
    number = name if lower == 0 else f"{name} {'-' if lower > 0 else '+'} {abs(lower)}"
    digits = " and ".join(f"{int(is_set)} for {1 << place}" for place, is_set in sorted(known.items()))
    return f"{number} in binary has {digits}"


def _describe_interval(name: str, lower: int, upper: int, first: int, last: int) -> str:
    if first == last:
        return f"{name} = {first}"
    if first == lower:
        return f"{name} <= {last}"
    return f"{name} >= {first}" if last == upper else f"{first} <= {name} <= {last}"
