"""Integers written out in bits, so that answers can be told apart; and what known bits say of an integer, in words.

x from 0 to 10       x = bit 0 + 2 bit 1 + 4 bit 2 + 8 bit 3
not bit 3            x <= 7
bit 0                x is 1, 3, 5, 7 or 9
bit 3, not bit 1     x is 8 or 9
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model, Rows

BOUNDS = "bounds"  # the sentence of the rows that say what the bits are
MOST_VALUES = 4096  # of an integer, that are gone through
MOST_NAMED = 6  # values


@dataclass(frozen=True, slots=True)
class IntegerBit:
    """A bit of an integer: its variable, and the place, whose value is 2^place."""

    variable: int
    place: int


def add_bits(model: Model, name: str, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Bits of these integers, all in one array of that name, with the rows that say so. Raises ModelError for an
    integer with too many values."""
    widths = np.array([int(model.upper[x] - model.lower[x]).bit_length() for x in numbers.tolist()], np.int64)
    bits = np.asarray(model.bools(name, int(widths.sum())))
    starts = np.concatenate([[0], np.cumsum(widths + 1)])
    literals, coefs = np.empty(starts[-1], np.int32), np.ones(starts[-1], np.int64)
    is_bit = np.ones(len(literals), np.bool_)
    is_bit[starts[:-1]] = False
    literals[~is_bit], literals[is_bit] = numbers, bits
    coefs[is_bit] = -(1 << (np.arange(len(bits)) - np.repeat(np.cumsum(widths) - widths, widths)))
    model.linear(model.lower[numbers], model.lower[numbers], BOUNDS, Rows(starts, literals), coefs)
    return bits


def has_bits(model: Model, block: Block) -> bool:
    """Are these the rows that `add_bits` made last, and no rule of the author with that sentence?"""
    if block.sentence != BOUNDS or not len(block) or block is not model.blocks[-1]:
        return False
    is_number = np.zeros(len(block.rows.literals), np.bool_)
    is_number[block.rows.starts[:-1]] = True
    bits = block.rows.literals[~is_number]
    fresh = np.arange(model.variables - len(bits) + 1, model.variables + 1)
    if not np.array_equal(bits, fresh) or model.integer[fresh].any():
        return False
    return bool(model.integer[np.abs(block.rows.literals[is_number])].all())


def find_bit(model: Model, literal: int) -> IntegerBit | None:
    """The bit that a variable is, None if it is none."""
    block = model.blocks[-1] if model.blocks else None
    if block is None or not has_bits(model, block):
        return None
    starts = block.rows.starts - np.arange(len(block.rows.starts))  # of each row's bits among all bits
    at = abs(literal) - 1 - (model.variables - int(starts[-1]))
    if at < 0:
        return None
    row = int(np.searchsorted(starts, at, "right")) - 1
    return IntegerBit(int(block.rows[row][0]), at - int(starts[row]))


def bounds_text(model: Model, x: int, name: str) -> str:
    """`0 <= x <= 10`."""
    return f"{model.lower[x]} <= {name} <= {model.upper[x]}"


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


def name_together(model: Model, literals: Sequence[int], name: Callable[[int], str]) -> list[str] | None:
    """What literals say together, each integer once; None if no bits are among them. name: of a literal."""
    bits = {x: find_bit(model, x) for x in literals}
    if not any(bits.values()):
        return None
    known: dict[int, dict[int, bool]] = {}
    for x, bit in bits.items():
        if bit is not None:
            known.setdefault(bit.variable, {})[bit.place] = x > 0
    texts = [name(x) for x, bit in bits.items() if bit is None]
    return texts + [
        describe_bits(name(x), int(model.lower[x]), int(model.upper[x]), places) for x, places in known.items()
    ]
