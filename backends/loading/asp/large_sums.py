"""Sums that do not fit into the 32 bits in which clingo adds, as digits that do.

    sum of w l, w = 2^k h + r      the sum of r l in binary, atoms of their own: the lowest k are a digit, below 2^k
                                   the sum of h l and of the other atoms: the next digits, in the same way
    D1 D0 >= b1 b0                 D1 >= b1 + 1, or D1 >= b1 and D0 >= b0

The digits have one value each, so no answer comes twice. It propagates little, but no number is too large.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.loading.asp.rule_writer import Literals, PlainWriter

Column: TypeAlias = NDArray[np.int64]
Digit: TypeAlias = tuple[Literals, Column]  # literals and weights of a sum
MOST = 2**31 - 1  # to which the weights of a sum may come
ROOM = 30  # bits of a digit with what it carries


def split_sum(writer: PlainWriter, literals: Literals, weights: Column) -> list[Digit]:
    """The digits of a sum, the lowest one first: sums whose weights come to MOST at most, and each but the last is a
    number in binary. weights: positive."""
    digits: list[Digit] = []
    while int(weights.sum()) > MOST:
        k = _digit_bits(len(literals))
        rest = weights & ((1 << k) - 1)
        count = max(int(rest.sum()).bit_length(), k)
        bits, powers = writer.new_atoms(count), 1 << np.arange(count)
        writer.choose(bits)
        _equate(writer, literals[rest > 0], rest[rest > 0], bits, powers)
        digits.append((bits[:k], powers[:k]))
        kept = weights >> k > 0
        literals = np.concatenate([literals[kept], bits[k:]])
        weights = np.concatenate([weights[kept] >> k, powers[: count - k]])
    return [*digits, (literals, weights)]


def digit_bounds(digits: list[Digit], bound: int) -> list[int]:
    """The digits of a number, which is positive; the last one has what is left."""
    bounds = []
    for bits, _ in digits[:-1]:
        bounds.append(bound & ((1 << len(bits)) - 1))
        bound >>= len(bits)
    return [*bounds, bound]


def write_large_sum(writer: PlainWriter, literals: Literals, weights: Column, bound: int) -> Literals:
    """An atom that holds if the weights of those that hold come to the bound, shape (1,)."""
    digits = split_sum(writer, literals, weights)
    reached = np.zeros(0, np.int32)  # that the digits so far come to those of the bound: always, before the first
    for (bits, powers), least in zip(digits, digit_bounds(digits, max(bound, 0)), strict=True):
        more = _comes_to(writer, bits, powers, least + 1)
        enough = np.concatenate([_comes_to(writer, bits, powers, least), reached])
        (reached,) = writer.new_atoms(1)[None]
        writer.write_rules(reached, np.array([0, len(enough)]), enough)
        writer.write_rules(reached, np.array([0, 1]), more)
    return reached


def _comes_to(writer: PlainWriter, literals: Literals, weights: Column, bound: int) -> Literals:
    """An atom that holds if the sum does, shape (1,)."""
    atom = writer.new_atoms(1)
    if bound <= int(weights.sum()):
        writer.write_sums(atom, np.array([bound]), np.array([0, len(literals)]), literals, weights)
    return atom


def _equate(writer: PlainWriter, literals: Literals, weights: Column, bits: Literals, powers: Column) -> None:
    """Both sums are equal: of the first one, and of what the second lacks, neither more nor less than all powers."""
    both, all_powers = np.concatenate([literals, -bits]), int(powers.sum())
    all_weights = np.concatenate([weights, powers])
    total, starts = int(all_weights.sum()), np.array([0, len(both)])
    for side, bound in ((both, all_powers + 1), (-both, total - all_powers + 1)):
        if bound <= total:
            writer.write_sums(None, np.array([bound]), starts, side, all_weights)


def _digit_bits(terms: int) -> int:
    """So many that the rests of all terms, and their sum in binary, stay below 2^ROOM each."""
    return max(ROOM - 1 - (terms + ROOM).bit_length(), 1)
