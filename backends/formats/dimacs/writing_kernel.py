"""The loop of the DIMACS writer: literals to text, compiled by numba.

The number of digits comes from comparisons with powers of ten, so the length is known first, and the number is written
from its end, two digits at a time. Division by a constant is a multiplication and a shift.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.jit import jit

ZERO, MINUS, SPACE, NEWLINE = 48, 45, 32, 10  # bytes
PAIRS = np.frombuffer("".join(f"{pair:02d}" for pair in range(100)).encode(), np.uint8)  # "00" "01" .. "99"


@jit
def count_digits(number: np.uint32) -> int:
    """The number of digits of a number from 1 to 2^31 - 1."""
    if number < 10000:
        return 1 if number < 10 else 2 if number < 100 else 3 if number < 1000 else 4
    if number < 10000000:
        return 5 if number < 100000 else 6 if number < 1000000 else 7
    return 8 if number < 100000000 else 9 if number < 1000000000 else 10


@jit
def write_literals(literals: NDArray[np.int32], pairs: NDArray[np.uint8], out: NDArray[np.uint8]) -> int:
    """Write each literal followed by a space, each 0 by a line end; returns the number of bytes.

    pairs: see `PAIRS`; out: at least 12 bytes per literal.
    """
    end = 0
    for literal in literals:
        if literal == 0:
            out[end] = ZERO
            out[end + 1] = NEWLINE
            end += 2
            continue
        if literal < 0:
            out[end] = MINUS
            end += 1
        rest = np.uint32(abs(np.int64(literal)))
        end += count_digits(rest)
        out[end] = SPACE
        at = end
        while rest >= 10:
            more = rest // np.uint32(100)
            pair = (rest - more * np.uint32(100)) * np.uint32(2)
            at -= 2
            out[at] = pairs[pair]
            out[at + 1] = pairs[pair + 1]
            rest = more
        if rest > 0:
            out[at - 1] = ZERO + rest
        end += 1
    return end
