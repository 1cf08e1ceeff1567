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


@jit
def number_words(
    text: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], seed: int, numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Number the words in the order in which they first occur: fill numbers; returns the index of each word's first.

    A hash table with open addressing, doubled when it is half full; equal words have the same number.
    """
    size, count = 1 << 12, 0
    table = np.full(size, -1, np.int64)
    firsts, hashes = np.empty(size, np.int64), np.empty(size, np.int64)
    for word in range(len(starts)):
        start, end = starts[word], ends[word]
        code = seed
        for place in range(start, end):
            code = (code ^ text[place]) * 1099511628211
        code ^= code >> 29
        code *= -4658895280553007687
        code ^= code >> 32
        slot = code & (size - 1)
        number = -1
        while table[slot] >= 0:
            other = table[slot]
            if hashes[other] == code:
                first = starts[firsts[other]]
                same = ends[firsts[other]] - first == end - start
                for step in range(end - start if same else 0):
                    if text[first + step] != text[start + step]:
                        same = False
                        break
                if same:
                    number = other
                    break
            slot = (slot + 1) & (size - 1)
        if number < 0:
            number = count
            table[slot], firsts[count], hashes[count] = count, word, code
            count += 1
            if 2 * count >= size:
                size *= 2
                table = np.full(size, -1, np.int64)
                more_firsts, more_hashes = np.empty(size, np.int64), np.empty(size, np.int64)
                more_firsts[:count], more_hashes[:count] = firsts[:count], hashes[:count]
                firsts, hashes = more_firsts, more_hashes
                for each in range(count):
                    slot = hashes[each] & (size - 1)
                    while table[slot] >= 0:
                        slot = (slot + 1) & (size - 1)
                    table[slot] = each
        numbers[word] = number
    return firsts[:count].copy()
