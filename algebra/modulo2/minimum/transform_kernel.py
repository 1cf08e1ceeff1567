"""The loops of `transform`, compiled by numba if it is installed, else run as plain numpy.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Column = NDArray[np.int64]
CACHED = 2**14  # numbers that stay in the first-level cache while they are transformed


@jit
def parity(number: int) -> int:
    """The number of ones, modulo 2."""
    for shift in (32, 16, 8, 4, 2, 1):
        number ^= number >> shift
    return number & 1


@jit
def transform(values: NDArray[Any]) -> None:
    """The Walsh-Hadamard transform in place: values[z] = sum over s of values[s] * (-1)^(s . z). Length 2^k.

    Two levels are done in one pass: (a, b, c, d) becomes (a+b+c+d, a-b+c-d, a+b-c-d, a-b-c+d)."""
    size = len(values)
    whole = 1
    while 4 * whole <= size:
        whole *= 4
    if whole < size:  # an odd number of levels: one by itself
        for i in range(whole):
            a, b = values[i], values[i + whole]
            values[i], values[i + whole] = a + b, a - b
    quarter = whole // 4
    while 4 * quarter > CACHED:  # through the memory, until what is left of a level stays in the cache
        transform_pass(values, 0, size, quarter)
        quarter //= 4
    for first in range(0, size, max(4 * quarter, 1)):
        step = quarter
        while step >= 1:
            transform_pass(values, first, first + 4 * quarter, step)
            step //= 4


@jit
def transform_pass(values: NDArray[Any], first: int, last: int, quarter: int) -> None:
    """Two levels of the transform, on blocks of four quarters."""
    for start in range(first, last, 4 * quarter):
        for i in range(start, start + quarter):
            a, b = values[i], values[i + quarter]
            c, d = values[i + 2 * quarter], values[i + 3 * quarter]
            s, t, u, v = a + b, a - b, c + d, c - d
            values[i], values[i + quarter] = s + u, t + v
            values[i + 2 * quarter], values[i + 3 * quarter] = s - u, t - v


@jit
def largest_sum(
    low: Column, high: Column, weights: NDArray[Any], first: int, last: int, values: NDArray[Any]
) -> Column:
    """The largest sum of weights[s] * (-1)^(low[s] . z + high[s] . h) over all z and first <= h < last, with its z and
    h. values: room for the sums over z, a power of two; its type is that of all sums."""
    best = np.array([-(2**62), 0, 0])
    for h in range(first, last):
        values[:] = 0
        for s in range(len(low)):
            values[low[s]] += -weights[s] if parity(high[s] & h) else weights[s]
        transform(values)
        z = int(np.argmax(values))
        if values[z] > best[0]:
            best[0], best[1], best[2] = values[z], z, h
    return best
