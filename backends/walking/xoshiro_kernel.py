"""The random numbers of a walk, defined bit by bit: xoshiro128++ (Blackman & Vigna 2021: Scrambled linear generators).

    result = rotl(s0 + s3, 7) + s0;   t = s1 << 9
    s2 ^= s0;  s3 ^= s1;  s1 ^= s2;  s0 ^= s3;  s2 ^= t;  s3 = rotl(s3, 11)          all modulo 2^32

The state is four words of 32 bits kept in 64, so that no step overflows and the same code gives the same numbers
compiled and as Python. `random_below(s, n)` is word * n >> 32: a number 0..n-1, uniform up to n / 2^32.

Compiled by numba; only `walk_kernel` imports it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit_inlined

MASK = 0xFFFFFFFF
State = NDArray[np.int64]


@jit_inlined
def next_word(s: State) -> int:
    """The next 32 bits."""
    s0, s1, s2, s3 = s[0], s[1], s[2], s[3]
    x = (s0 + s3) & MASK
    result = ((((x << 7) & MASK) | (x >> 25)) + s0) & MASK
    s2 ^= s0
    s3 ^= s1
    s[1] = s1 ^ s2
    s[0] = s0 ^ s3
    s[2] = s2 ^ ((s1 << 9) & MASK)
    s[3] = ((s3 << 11) & MASK) | (s3 >> 21)
    return int(result)


@jit_inlined
def random_below(s: State, n: int | np.int64) -> int:
    """A number 0..n-1, for n up to 2^31."""
    return int((next_word(s) * n) >> 32)
