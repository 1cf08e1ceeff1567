"""The loops of `scanning_loops`, compiled by numba if it is installed, else run as Python; and a table of names.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from backends.formats.text import scanning_loops as loops
from rosetta.foundation.jit import callable_from_jit, jit

GROUP = 1 << 9  # words looked up at a time

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


class TextWords(NamedTuple):
    """Words of a text, by their offsets.

    text      the bytes of the file
    starts    the offset of each word
    ends      the offset behind it
    before    how many words came earlier
    """

    text: NDArray[np.uint8]
    starts: NDArray[Any]
    ends: NDArray[Any]
    before: int


class FoundNames(NamedTuple):
    """The names so far, in the order in which they first occur, and a hash table with open addressing.

    starts    where a name first stands in the text
    ends      the offset behind it
    firsts    the index of the word that is the first of that name
    table     an entry: the first sixteen bytes of a name, its length, its number and one more; shape (2^k, 4)
    seed      of the hashes
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    firsts: NDArray[np.int64]
    table: NDArray[np.int64]
    seed: int


@jit
def number_words(
    words: TextWords, word: int, names: FoundNames, count: int, numbers: NDArray[np.int32]
) -> tuple[int, int]:
    """Number the words from that one on, in the order in which they first occur: fill numbers, and the columns of
    names, of which there are `count`. Returns the word at which the table is full to three quarters, or how many there
    are; and the number of names.

    An entry has all that compares short words, without a look at the text. Words are first hashed, then looked up, in
    groups: so the processor waits for several entries at once.
    """
    text, starts, ends, before = words
    first_starts, first_ends, firsts, table, seed = names
    lows, highs, slots = np.empty(GROUP, np.int64), np.empty(GROUP, np.int64), np.empty(GROUP, np.int64)
    mask, number = len(table) - 1, -1
    while word < len(starts):
        begin, stop = word, min(word + GROUP, len(starts))
        for place in range(begin, stop):
            start, end = starts[place], ends[place]
            low, high = 0, 0
            for at in range(start, min(end, start + 8)):
                low = (low << 8) | text[at]
            for at in range(start + 8, min(end, start + 16)):
                high = (high << 8) | text[at]
            for at in range(start + 16, end):
                low = (low ^ text[at]) * 1099511628211
            lows[place - begin], highs[place - begin] = low, high
            slots[place - begin] = hash_word(low, high, int(end - start), seed) & mask
        for word in range(begin, stop):
            low, high, slot = lows[word - begin], highs[word - begin], slots[word - begin]
            start, length = starts[word], int(ends[word] - starts[word])
            number = -1
            while table[slot, 3] != 0:
                if table[slot, 0] == low and table[slot, 1] == high and table[slot, 2] == length:
                    number = table[slot, 3] - 1
                    if length > 16:
                        first = first_starts[number]
                        for step in range(length):
                            if text[first + step] != text[start + step]:
                                number = -1
                                break
                    if number >= 0:
                        break
                slot = (slot + 1) & mask
            if number < 0:
                if 4 * count >= 3 * len(table):
                    return word, count
                number = count
                table[slot, 0], table[slot, 1], table[slot, 2], table[slot, 3] = low, high, length, number + 1
                first_starts[number], first_ends[number], firsts[number] = start, start + length, before + word
                count += 1
            numbers[word] = number
        word = stop
    return word, count


@jit
def double_table(table: NDArray[np.int64], larger: NDArray[np.int64], seed: int) -> None:
    """The same entries in an empty table with twice the room."""
    mask = len(larger) - 1
    for entry in range(len(table)):
        if table[entry, 3] != 0:
            slot = hash_word(table[entry, 0], table[entry, 1], table[entry, 2], seed) & mask
            while larger[slot, 3] != 0:
                slot = (slot + 1) & mask
            for part in range(4):
                larger[slot, part] = table[entry, part]
