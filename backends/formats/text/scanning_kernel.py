"""The loops of `scanning_loops`, compiled by numba if it is installed, else run as Python; and a table of names.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.jit import callable_from_jit, jit
from backends.formats.text import scanning_loops as loops

for function in (loops.is_blank, loops.ends_file, loops.is_infinity):
    callable_from_jit(function)

scan_numbers = jit(loops.scan_numbers)
simplify_clauses = jit(loops.simplify_clauses)
parse_decimals = jit(loops.parse_decimals)
scan_words = jit(loops.scan_words)


@jit
def hash_word(low: int, high: int, length: int, seed: int) -> int:
    """A hash of a word of that length, of its first two eight bytes."""
    code = (low ^ seed) * -4658895280553007687
    code ^= code >> 32
    code = (code ^ high) * -7723592293110705685
    code ^= code >> 29
    code = (code + length) * 5871781006564002453
    return code ^ (code >> 32)


@jit
def number_words(
    text: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], seed: int, numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Number the words in the order in which they first occur: fill numbers; returns the index of each word's first.

    A hash table with open addressing, doubled when it is half full. An entry holds the first sixteen bytes, the length
    and the number and one more, so that short words are compared without a look at the text.
    """
    size, count = 1 << 12, 0
    table, firsts = np.zeros((size, 4), np.int64), np.empty(size, np.int64)
    before, number = (0, 0, 0), 0
    for word in range(len(starts)):
        start, end = starts[word], ends[word]
        length, low, high = int(end - start), 0, 0
        for place in range(start, min(end, start + 8)):
            low = (low << 8) | text[place]
        for place in range(start + 8, min(end, start + 16)):
            high = (high << 8) | text[place]
        if before == (low, high, length) and 0 < length <= 16:
            numbers[word] = number
            continue
        before = (low, high, length)
        mixed = low
        for place in range(start + 16, end):
            mixed = (mixed ^ text[place]) * 1099511628211
        slot = hash_word(mixed, high, length, seed) & (size - 1)
        number = -1
        while table[slot, 3] != 0:
            if table[slot, 0] == mixed and table[slot, 1] == high and table[slot, 2] == length:
                other = table[slot, 3] - 1
                same = True
                if length > 16:
                    first = starts[firsts[other]]
                    for step in range(length):
                        if text[first + step] != text[start + step]:
                            same = False
                            break
                if same:
                    number = other
                    break
            slot = (slot + 1) & (size - 1)
        if number < 0:
            number = count
            table[slot, 0], table[slot, 1], table[slot, 2], table[slot, 3] = mixed, high, length, number + 1
            firsts[count] = word
            count += 1
            if 2 * count >= size:
                table, firsts = double_table(table, firsts, seed)
                size *= 2
        numbers[word] = number
    return firsts[:count].copy()


@jit
def double_table(
    table: NDArray[np.int64], firsts: NDArray[np.int64], seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same entries in a table with twice the room."""
    size = 2 * len(table)
    larger, longer = np.zeros((size, 4), np.int64), np.empty(size, np.int64)
    longer[: len(firsts)] = firsts
    for entry in range(len(table)):
        if table[entry, 3] != 0:
            slot = hash_word(table[entry, 0], table[entry, 1], table[entry, 2], seed) & (size - 1)
            while larger[slot, 3] != 0:
                slot = (slot + 1) & (size - 1)
            for part in range(4):
                larger[slot, part] = table[entry, part]
    return larger, longer
