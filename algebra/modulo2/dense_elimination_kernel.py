"""The loops of `dense_elimination`, compiled by numba.

Sixty-four columns at a time, one word of every row (Arlazarov, Dinic, Kronrod & Faradzhev 1970, the "four Russians";
Albrecht, Bard & Hart 2010: Algorithm 898, with several tables at once as here):

    1. among the remaining rows, find up to 64 pivots in the word: only that word of a row is reduced until the
       row turns out to be a pivot
    2. for each of the 8 bytes of the word, tabulate the 256 sums of the pivot rows that its bits stand for
    3. add to every other row 8 table rows, which clears the pivots' columns in it

Step 3 touches all of the matrix, once per 64 columns; it goes through the columns in stripes, so that the tables stay
in the cache. Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
STRIPE = 32  # words: eight tables of 256 rows of so many words are half a megabyte
ONE, BYTE = np.uint64(1), np.uint64(255)


@jit
def echelon(matrix: Words, columns: int, pivots: Column) -> int:
    """Reduced row echelon form in place, over the first so many columns; the rank. pivots: becomes the pivot column of
    each of the first rows."""
    rank = 0
    codes, bits = np.empty(len(matrix), np.uint64), np.empty(64, np.int64)
    for word in range((columns + 63) // 64):
        first, rank = rank, next_pivots(matrix, columns, word, rank, bits, pivots, codes)
        if rank > first:
            clear_words(matrix, codes, first, rank - first, bits, word, matrix.shape[1])
    return rank


@jit
def next_pivots(matrix: Words, columns: int, word: int, first: int, bits: Column, pivots: Column, codes: Words) -> int:
    """Steps 1 and, of step 3, which bits of its word every row has to be rid of: `codes`. Returns the new rank."""
    rank = find_pivots(matrix, word, min(64, columns - 64 * word), first, bits)
    mask = np.uint64(0)
    for i in range(rank - first):
        pivots[first + i] = 64 * word + bits[i]
        mask |= ONE << np.uint64(bits[i])
    for row in range(len(matrix)):
        codes[row] = matrix[row, word] & mask if row < first or row >= rank else np.uint64(0)
    return rank


@jit
def clear_words(matrix: Words, codes: Words, first: int, pivot_count: int, bits: Column, begin: int, end: int) -> None:
    """Steps 2 and 3 in the words begin..end of every row. Different words may be cleared at the same time."""
    tables = np.empty((8, 256, STRIPE), np.uint64)
    start = begin
    while start < end:
        stop = min(start + STRIPE, end)
        tabulate(matrix, tables, first, pivot_count, bits, start, stop)
        add_tables(matrix, tables, codes, start, stop)
        start = stop


@jit
def find_pivots(matrix: Words, word: int, width: int, first: int, bits: Column) -> int:
    """Up to 64 pivots in that word among the rows from `first` on, moved to the front and reduced among each other;
    bits: which column of the word each has. The number of the row after the last of them."""
    rows, words = matrix.shape
    rank, limit = first, first + width
    of_bit = np.full(64, -1, np.int64)
    for row in range(first, rows):
        if rank == limit:
            break
        value = matrix[row, word]
        added = np.uint64(0)
        for i in range(rank - first):
            if (value >> np.uint64(bits[i])) & ONE:
                value ^= matrix[first + i, word]
                added |= ONE << np.uint64(i)
        if width < 64:
            value &= (ONE << np.uint64(width)) - ONE
        if value == 0:
            continue
        for i in range(rank - first):
            if (added >> np.uint64(i)) & ONE:
                for j in range(word, words):
                    matrix[row, j] ^= matrix[first + i, j]
        bit = 0
        while (value >> np.uint64(bit)) & ONE == 0:
            bit += 1
        if row != rank:
            for j in range(word, words):
                matrix[row, j], matrix[rank, j] = matrix[rank, j], matrix[row, j]
        bits[rank - first], of_bit[bit] = bit, rank
        for i in range(first, rank):
            if (matrix[i, word] >> np.uint64(bit)) & ONE:
                for j in range(word, words):
                    matrix[i, j] ^= matrix[rank, j]
        rank += 1
    return rank


@jit
def tabulate(matrix: Words, tables: Words, first: int, pivot_count: int, bits: Column, start: int, stop: int) -> None:
    """Table t, entry b: the sum of the pivot rows whose columns are the bits 8 t + those of b; words start..stop."""
    width = stop - start
    row_of = np.full(64, -1, np.int64)
    for i in range(pivot_count):
        row_of[bits[i]] = first + i
    for table in range(8):
        for j in range(width):
            tables[table, 0, j] = 0
        for bit in range(8):
            row = row_of[8 * table + bit]
            for entry in range(1 << bit):
                other = entry | (1 << bit)
                if row < 0:
                    for j in range(width):
                        tables[table, other, j] = tables[table, entry, j]
                else:
                    for j in range(width):
                        tables[table, other, j] = tables[table, entry, j] ^ matrix[row, start + j]


@jit
def add_tables(matrix: Words, tables: Words, codes: Words, start: int, stop: int) -> None:
    """Add to each row what the eight bytes of its code stand for."""
    width = stop - start
    for row in range(len(codes)):
        code = codes[row]
        if code == 0:
            continue
        a = tables[0, code & BYTE]
        b = tables[1, (code >> np.uint64(8)) & BYTE]
        c = tables[2, (code >> np.uint64(16)) & BYTE]
        d = tables[3, (code >> np.uint64(24)) & BYTE]
        e = tables[4, (code >> np.uint64(32)) & BYTE]
        f = tables[5, (code >> np.uint64(40)) & BYTE]
        g = tables[6, (code >> np.uint64(48)) & BYTE]
        h = tables[7, code >> np.uint64(56)]
        target = matrix[row, start:stop]
        for j in range(width):
            target[j] ^= a[j] ^ b[j] ^ c[j] ^ d[j] ^ e[j] ^ f[j] ^ g[j] ^ h[j]
