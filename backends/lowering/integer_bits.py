"""Integers in bits: x = l + b_1 + 2 b_2 + 4 b_3 + .. + r b_k, where the last weight is the rest, so that the bits reach
exactly l..u and need no rows of their own. A number may have several such sums. A Boolean is its own bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import concatenated_ranges, segment_indices

Column: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class IntegerBits:
    """The bits of columns, numbered from 1 on. lower, first, width: by column, its least value, its first bit, and how
    many it has; weights: by bit, shape (number of bits,)."""

    lower: Column
    first: Column
    width: Column
    weights: Column

    def __len__(self) -> int:
        return len(self.weights)

    def split_terms(self, columns: Column, coefs: Column) -> tuple[Column, Column]:
        """The bits of these terms, in their order, and their coefficients; what the lower bounds add is not in them."""
        width = self.width[columns]
        bits = concatenated_ranges(self.first[columns], width)
        return bits, np.repeat(coefs, width) * self.weights[bits - 1]

    def values(self, holds: NDArray[np.bool_]) -> Column:
        """By column. holds: by bit, shape (number of bits + 1,), entry 0 unused."""
        running = np.concatenate([[0], np.cumsum(self.weights * holds[1:])])
        return np.asarray(self.lower + running[self.first - 1 + self.width] - running[self.first - 1], np.int64)


def integer_bits(lower: Column, upper: Column) -> IntegerBits:
    """The bits of columns between these bounds."""
    span = upper - lower
    width = np.asarray(np.frexp(span.astype(np.float64))[1], np.int64)  # how many it takes to count from 0
    return IntegerBits(lower, 1 + np.cumsum(width) - width, width, _weights(span, width))


def _weights(span: Column, width: Column) -> Column:
    """1, 2, 4, ... for each column, the last one being the rest of the span."""
    place = segment_indices(width)
    weights = np.left_shift(1, place)
    last = np.cumsum(width)[width > 0] - 1
    weights[last] = span[width > 0] - (np.left_shift(1, width[width > 0] - 1) - 1)
    return np.asarray(weights, np.int64)
