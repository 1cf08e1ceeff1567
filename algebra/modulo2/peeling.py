"""Sparse elimination of light rows and columns, and back substitution from what is left.

    a row or a column with few ones has a pivot (row, column) that costs no more than so many additions of entries:
    (ones in the row - 1) * (ones in the column - 1)                                    (Markowitz 1957)

    the row is added to every other row that has the column; then row and column are taken out of the table

With rows and columns of one or two this removes trees and whatever hangs on a graph like one: a leaf, a path's end, a
vertex that is fixed. With more it eliminates a whole graph that is narrow like a tree (of small treewidth), and only
spoils one that is not, such as a grid: `affine` tries that where guessing alone would be expensive.

Afterwards the pivots, in the order opposite to that in which they were taken, give their variables from the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.sparse_matrix import Bits, Column, Numbers, SparseMatrix, matrix_from_entries

ROOM = 6  # entries that may be made, as a multiple of those at the start


@dataclass(frozen=True, slots=True, eq=False)
class PeelingLayer:
    """rest: the table that is left, with the same numbers of rows and columns; rows, columns: the pivots in order, and
    the other variables in the row of each (CSR: starts, others); into, added: which row had which added to it."""

    rest: SparseMatrix
    rows: Numbers
    columns: Numbers
    starts: Column
    others: Numbers
    targets: Numbers
    sources: Numbers

    def right_sides(self, odd: Bits) -> Bits:
        """The right sides after the additions, those of the pivots included."""
        from algebra.modulo2 import chase_kernel as kernel

        turned = odd.copy()
        kernel.add_in_order(turned, self.targets, self.sources)
        return turned

    def complete(self, values: NDArray[np.uint64], odd: Bits | None) -> None:
        """Fill in the variables of the pivots. values: (columns, words), a bit per solution; odd: the right sides
        after the additions, None for solutions of the equations with 0 on the right."""
        from algebra.modulo2 import chase_kernel as kernel

        right = np.zeros(0, np.bool_) if odd is None else odd[self.rows]
        kernel.complete(self.columns, self.starts, self.others, right, values)

    def combination(self, chosen: Bits) -> Bits:
        """Which rows of the table as it was add up to the chosen rows of what is left."""
        from algebra.modulo2 import chase_kernel as kernel

        combined = chosen.copy()
        kernel.add_in_order(combined, self.sources[::-1].copy(), self.targets[::-1].copy())
        return combined


def peel_matrix(table: SparseMatrix, light: int, cost: int) -> PeelingLayer | None:
    """The table without its rows and columns of at most `light` ones, as far as pivots of that cost go; None where
    there is none to begin with."""
    if not len(table.entries) or not _has_light(table, light):
        return None
    from algebra.modulo2 import peeling_kernel as kernel

    rows, columns, ones = len(table), table.columns, len(table.entries)
    entries = _empty_entries(rows, columns, ROOM * ones + 64)
    pivots = min(rows, columns)
    log = kernel.PeelingLog(
        np.zeros(pivots, np.int32),
        np.zeros(pivots, np.int32),
        np.zeros(pivots + 1, np.int64),
        np.zeros(ROOM * ones + 64, np.int32),
        np.zeros(ROOM * ones + 64, np.int32),
        np.zeros(ROOM * ones + 64, np.int32),
        np.zeros(3, np.int64),
    )
    kernel.fill(entries, table.starts, table.entries)
    kernel.peel(entries, log, np.zeros(rows + columns + 1, np.int64), light, cost)
    number, others, additions = log.counts.tolist()
    alive = np.flatnonzero(entries.alive[: entries.node_count[0]])
    return PeelingLayer(
        matrix_from_entries(entries.row[alive], entries.column[alive], (rows, columns)),
        log.rows[:number].copy(),
        log.columns[:number].copy(),
        log.starts[: number + 1].copy(),
        log.others[:others].copy(),
        log.targets[:additions].copy(),
        log.sources[:additions].copy(),
    )


def _has_light(table: SparseMatrix, light: int) -> bool:
    rows, columns = table.weights, np.bincount(table.entries, minlength=table.columns)
    return bool(((rows > 0) & (rows <= light)).any() or ((columns > 0) & (columns <= light)).any())


def _empty_entries(rows: int, columns: int, room: int) -> Any:
    """No entries, and room for so many."""
    from algebra.modulo2 import peeling_kernel as kernel

    def numbers(size: int, value: int = kernel.NONE) -> Numbers:
        return np.full(size, value, np.int32)

    return kernel.Entries(
        numbers(room),
        numbers(room),
        np.zeros(room, np.bool_),
        numbers(room),
        numbers(room),
        numbers(rows),
        numbers(columns),
        numbers(rows, 0),
        numbers(columns, 0),
        numbers(1 << (2 * room).bit_length()),
        np.zeros(1, np.int64),
    )
