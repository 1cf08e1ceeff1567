"""The bit tables of the search for exact covers, compiled by numba (see `search_kernel`).

A table has a row of bits for each item and a column for each option that is still possible:

    options   0 1 2 3 4 5 6 ..      alive     1 0 1 1 0 1 1        a node of the search is a set of options, as
    item 0    1 1 0 0 1 0 0         item 0    1 . 0 0 . 0 0  -> 1  bits; the options left to an item are counted
    item 1    0 1 1 1 0 0 1         item 1    0 . 1 1 . 0 1  -> 3  by a population count of `alive & row`

The rows are stored word by word, bits[base + word * rows + item], so that one word of options is counted for
consecutive items: the compiler makes vector instructions of it. A table is made by transposing the options' masks,
64 x 64 bits at a time (Warren 2002: Hacker's Delight, 7-3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Word = np.uint64
Words = NDArray[np.uint64]
Numbers = NDArray[np.int32]

ALL_ONES = Word(0xFFFFFFFFFFFFFFFF)
ZERO, ONE, TWO, FOUR, SIX, HALF, TOP, SIXTY_FOUR = map(Word, (0, 1, 2, 4, 6, 32, 56, 64))
PAIRS, FOURS, EIGHTS = Word(0x5555555555555555), Word(0x3333333333333333), Word(0x0F0F0F0F0F0F0F0F)
BYTES, LOWER = Word(0x0101010101010101), Word(0xFFFFFFFF)


@jit
def popcount(x: Word) -> Word:
    """How many bits are set. The compiler recognises these lines as a population count (Wegner 1960)."""
    x = x - ((x >> ONE) & PAIRS)
    x = (x & FOURS) + ((x >> TWO) & FOURS)
    x = (x + (x >> FOUR)) & EIGHTS
    return (x * BYTES) >> TOP


@jit
def transpose(block: Words, bits: Words, out: Word) -> None:
    """Bit i of block[k] becomes bit k of bits[out + i], shape (128,): 64 words, and room for as many.

    Each of six rounds exchanges one binary digit of k for one of i, and writes the words shuffled, so that every round
    reads and writes consecutive words. After six shuffles all are back in place."""
    source, target = ZERO, SIXTY_FOUR
    shift, mask = HALF, LOWER
    for _ in range(5):
        for k in range(32):
            a, b = block[source + Word(k)], block[source + Word(k + 32)]
            t = ((a >> shift) ^ b) & mask
            block[target + Word(2 * k)] = a ^ (t << shift)
            block[target + Word(2 * k + 1)] = b ^ t
        source, target = target, source
        shift >>= ONE
        mask ^= mask << shift
    for k in range(32):
        a, b = block[source + Word(k)], block[source + Word(k + 32)]
        t = ((a >> ONE) ^ b) & PAIRS
        bits[out + Word(2 * k)] = a ^ (t << ONE)
        bits[out + Word(2 * k + 1)] = b ^ t


@jit
def tabulate(masks: Words, names: Numbers, first: int, n: int, bits: Words, base: int, rows: int, block: Words) -> None:
    """The table of the n options names[first:first + n]."""
    for column in range((n + 63) // 64):
        at, here = Word(first + 64 * column), min(64, n - 64 * column)
        for w in range(len(masks)):
            some = ZERO
            for k in range(here):
                x = masks[w, names[at + Word(k)]]
                block[Word(k)] = x
                some |= x
            out = Word(base + column * rows + 64 * w)
            if some == 0:
                for k in range(64):
                    bits[out + Word(k)] = ZERO
            else:
                for k in range(here, 64):
                    block[Word(k)] = ZERO
                transpose(block, bits, out)


@jit
def list_alive(alive: Words, level: int, length: int, names: Numbers, before: int, first: int) -> None:
    """Copy the names of the options alive at the level to names[first:], and set the level's first bits instead."""
    at = Word(first)
    n = ZERO
    for w in range(length):
        x = alive[level, w]
        while x != 0:
            names[at + n] = names[Word(before + 64 * w) + popcount((x - ONE) & ~x)]
            n += ONE
            x &= x - ONE
    for w in range(n >> SIX):
        alive[level, w] = ALL_ONES
    if n & Word(63) != 0:
        alive[level, n >> SIX] = (ONE << (n & Word(63))) - ONE
