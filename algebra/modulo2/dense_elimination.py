"""Elimination of packed rows: 64 columns to a word, row by row, columns from the lowest bit on.

Compiled, 64 columns are cleared in one pass over the matrix (`dense_elimination_kernel`); without numba, one column at
a time with numpy. Both give the reduced row echelon form, whose pivots say which columns depend on which:

    1 . a . b | s        x1 + a x3 + b x5 = s        x3 and x5 are free; set all free ones to 0 for a solution,
    . 1 c . d | t        x2 + c x3 + d x5 = t        or one of them to 1 and the right side to 0 for one of the kernel
    . . . 1 e | u        x4        + e x5 = u
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import is_compiled

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Bits = NDArray[np.bool_]
ONE = np.uint64(1)
BATCH_BITS = 2**24  # truth values at a time
LEAST_SHARED = 2**20  # words of a matrix: 8 MB; below, threads wait for each other for longer than they save


@dataclass(frozen=True, slots=True, eq=False)
class Echelon:
    """Reduced row echelon form over the first `columns` columns. matrix: only the rows with a pivot, by ascending
    pivot; below: the rows without one, zero in those columns; pivots, free: the columns with and without a pivot."""

    matrix: Words
    nonpivot_rows: Words
    pivots: Column
    columns: int

    @property
    def rank(self) -> int:
        return len(self.pivots)

    @property
    def free_columns(self) -> Column:
        return np.flatnonzero(np.bincount(self.pivots, minlength=self.columns) == 0)


def count_words(columns: int) -> int:
    """How many words hold so many columns."""
    return (columns + 63) // 64


def pack_bits(bits: Bits) -> Words:
    """Truth values (rows, columns) as words (rows, words)."""
    width = count_words(bits.shape[1])
    padded = np.zeros((len(bits), 8 * width), np.uint8)
    data = np.packbits(bits, axis=1, bitorder="little")
    padded[:, : data.shape[1]] = data
    return padded.view("<u8").astype(np.uint64, copy=False)


def unpack_bits(words: Words, columns: int) -> Bits:
    """Words (rows, words) as truth values (rows, columns)."""
    data = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8).reshape(len(words), 8 * words.shape[1])
    return np.unpackbits(data, axis=1, count=columns, bitorder="little").view(np.bool_)


def column(words: Words, number: int) -> Bits:
    """One column of a packed matrix."""
    bits: Bits = (words[:, number // 64] >> np.uint64(number % 64)) & ONE == ONE
    return bits


def echelon(matrix: Words, columns: int, threads: int = 1) -> Echelon:
    """The reduced row echelon form over the first columns; what stands behind them is carried along. The matrix is
    used up. It is the same with any number of threads, which share the columns."""
    from algebra.modulo2 import dense_elimination_kernel as kernel

    if is_compiled(kernel.echelon):
        pivots = np.zeros(len(matrix), np.int64)
        shared = threads > 1 and matrix.size >= LEAST_SHARED
        run = partial(_echelon_by_threads, threads) if shared else kernel.echelon
        rank = run(matrix, columns, pivots) if matrix.size else 0
        pivots = pivots[:rank]
    else:
        pivots = echelon_by_columns(matrix, columns)
    order = np.argsort(pivots, kind="stable")
    rank = len(pivots)
    return Echelon(matrix[:rank][order], matrix[rank:], pivots[order], columns)


def _echelon_by_threads(threads: int, matrix: Words, columns: int, pivots: Column) -> int:
    """As the kernel's `echelon`: pivots are found by one thread, and then each clears its share of the words."""
    from algebra.modulo2 import dense_elimination_kernel as kernel

    rank, words = 0, matrix.shape[1]
    codes, bits = np.empty(len(matrix), np.uint64), np.empty(64, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        for word in range(count_words(columns)):
            first, rank = rank, kernel.next_pivots(matrix, columns, word, rank, bits, pivots, codes)
            if rank > first:
                clear = partial(kernel.clear_words, matrix, codes, first, rank - first, bits)
                ends = np.linspace(word, words, threads + 1).astype(np.int64).tolist()
                list(pool.map(clear, ends[:-1], ends[1:]))  # a list: it raises what a thread raised
    return rank


def echelon_by_columns(matrix: Words, columns: int) -> Column:
    """The same with numpy, in place: the pivot column of each of the first rows."""
    pivots: list[int] = []
    for number in range(columns):
        rank = len(pivots)
        if rank == len(matrix):
            break
        ones = column(matrix, number)
        below = np.flatnonzero(ones[rank:])
        if not len(below):
            continue
        row = rank + int(below[0])
        if row != rank:
            matrix[[rank, row]] = matrix[[row, rank]]
            ones = column(matrix, number)
        ones[rank] = False
        matrix[ones] ^= matrix[rank]
        pivots.append(number)
    return np.array(pivots, np.int64)


def transpose_bits(matrix: Words, columns: int) -> Words:
    """The packed transpose, shape (columns, words of the rows)."""
    step = 64 * max(1, BATCH_BITS // max(len(matrix), 1) // 64)
    transposed = np.zeros((columns, count_words(len(matrix))), np.uint64)
    for start in range(0, columns, step):
        stop = min(start + step, columns)
        part = unpack_bits(matrix[:, start // 64 : count_words(stop)], stop - start)
        transposed[start:stop] = pack_bits(part.T)
    return transposed
