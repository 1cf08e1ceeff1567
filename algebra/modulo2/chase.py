"""Light chasing modulo 2, in packed bits: an equation with one unknown determines it; if there is none, one is guessed.

In which order, `chase_order` says. Every variable is a sum of guesses and a constant. These sums are packed bits, 64
guesses to a word; only so many words at a time are held as keep the memory small, for each pass over the rows is
independent of the others. What remains are the rows that determined nothing, as equations in the guesses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algebra.chase_order import NO_ROW, chase_order
from algebra.modulo2.dense_elimination import Words, count_words, unpack_bits
from algebra.modulo2.sparse_matrix import Bits, Column, Numbers, SparseMatrix

WORDS = 2**24  # held at a time: 128 MB


@dataclass(frozen=True, slots=True, eq=False)
class ParityChase:
    """order: the variables as they become known; determining_row: of each of them, NO_ROW for a guess; unused_rows:
    those that determine nothing. Variables that stand in no row are not in the order."""

    matrix: SparseMatrix
    transpose: SparseMatrix
    order: Numbers
    determining_row: Numbers
    unused_rows: Column

    @property
    def guesses(self) -> Numbers:
        """The guessed variables, in order."""
        chosen: Numbers = self.order[self.determining_row == NO_ROW]
        return chosen

    def guess_equations(self, odd: Bits) -> Words:
        """What the unused rows say of the guesses: a packed row each, its right side behind the guesses. Shape (unused
        rows, words for guesses + 1)."""
        from algebra.modulo2 import chase_kernel as kernel

        places = np.flatnonzero(self.determining_row == NO_ROW)
        count = len(places)
        matrix = np.zeros((len(self.unused_rows), count_words(count + 1)), np.uint64)
        step = max(1, WORDS // max(self.matrix.columns, 1))
        for word in range(0, count_words(count), step):
            first, last = 64 * word, min(64 * (word + step), count)
            values = np.zeros((self.matrix.columns, count_words(last - first)), np.uint64)
            set_bits(values, self.order[places[first:last]], np.arange(last - first))
            start = places[first]  # whatever was known before depends on none of these
            kernel.replay(
                self.matrix.starts,
                self.matrix.entries,
                self.order[start:],
                self.determining_row[start:],
                odd[:0],
                values,
            )
            matrix[:, word : word + values.shape[1]] = self._sums(values)
        values = np.zeros((self.matrix.columns, 1), np.uint64)
        self.replay(values, odd)
        right = unpack_bits(self._sums(values), 1)[:, 0] ^ odd[self.unused_rows]
        matrix[:, count // 64] |= right.astype(np.uint64) << np.uint64(count % 64)
        return matrix

    def replay(self, values: Words, odd: Bits | None) -> None:
        """Fill in the determined variables. values: (variables, words), a bit per solution, with the guesses there;
        odd: the right sides, None for solutions of the equations with 0 on the right."""
        from algebra.modulo2 import chase_kernel as kernel

        right = np.zeros(0, np.bool_) if odd is None else odd
        kernel.replay(self.matrix.starts, self.matrix.entries, self.order, self.determining_row, right, values)

    def _sums(self, values: Words) -> Words:
        """What the unused rows come to, shape (unused rows, words)."""
        from algebra.modulo2 import chase_kernel as kernel

        sums = np.zeros((len(self.unused_rows), values.shape[1]), np.uint64)
        kernel.row_sums(self.matrix.starts, self.matrix.entries, self.unused_rows, values, sums)
        return sums

    def combination(self, chosen: Bits) -> Bits:
        """With some unused rows chosen, such that their guesses cancel: all rows whose sum has no variable."""
        from algebra.modulo2 import chase_kernel as kernel

        combined = np.zeros(len(self.matrix), np.bool_)
        combined[self.unused_rows] = chosen
        kernel.adjoint(self.transpose.starts, self.transpose.entries, self.order, self.determining_row, combined)
        return combined


def run_chase(table: SparseMatrix, peeled: Numbers) -> ParityChase:
    """The order in which the variables become known. peeled: rows that are out of the table."""
    across, all_units = table.transpose(), np.zeros(0, np.bool_)
    order, by = chase_order((table.starts, table.entries), (across.starts, across.entries), all_units, compiled=True)
    used = np.zeros(len(table), np.bool_)
    used[by[by != NO_ROW]] = True
    used[peeled] = True
    return ParityChase(table, across, order, by, np.flatnonzero(~used))


def guess_all(table: SparseMatrix) -> ParityChase:
    """Every variable guessed, so that plain elimination is what remains."""
    every = np.arange(table.columns, dtype=np.int32)
    return ParityChase(table, table.transpose(), every, np.full(len(every), NO_ROW, np.int32), np.arange(len(table)))


def set_bits(values: Words, rows: Numbers | Column, columns: Column) -> None:
    """Set bit columns[i] of row rows[i]; no row twice with the same word."""
    values[rows, columns // 64] |= np.uint64(1) << (columns % 64).astype(np.uint64)
