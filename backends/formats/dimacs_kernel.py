"""The loop of `dimacs`: literals to text, compiled by numba.

A number below 10^10 has as many digits as there are powers of ten that it reaches; so its length is known before it
is written, and it is written from its last digit on. Division by the constant 10 is a multiplication and a shift.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.compiled import compiled

ZERO, MINUS, SPACE, NEWLINE = 48, 45, 32, 10


@compiled
def fill(literals: NDArray[np.int32], out: NDArray[np.uint8]) -> int:
    """Each literal as text with a space after it, each 0 with a line end; how many bytes were written.

    out: at least 12 bytes per literal.
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
        if rest < 10000:
            end += 1 + (rest >= 10) + (rest >= 100) + (rest >= 1000)
        else:
            end += 5 + (rest >= 100000) + (rest >= 1000000) + (rest >= 10000000) + (rest >= 100000000)
            end += rest >= 1000000000
        out[end] = SPACE
        at = end - 1
        while rest >= 10:
            next_rest = rest // np.uint32(10)
            out[at] = ZERO + (rest - next_rest * np.uint32(10))
            rest = next_rest
            at -= 1
        out[at] = ZERO + rest
        end += 1
    return end
