"""A sparse matrix of zeros and ones, stored row by row, and also column by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import is_compiled

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class SparseMatrix:
    """Row r has ones in the columns `entries[starts[r]:starts[r + 1]]`, counted from 0; none twice."""

    starts: Column
    entries: Numbers
    columns: int

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def weights(self) -> Column:
        """Ones per row, shape (rows,)."""
        return np.diff(self.starts)

    @property
    def owners(self) -> Column:
        """For each entry its row."""
        return np.repeat(np.arange(len(self)), self.weights)

    def transpose(self) -> SparseMatrix:
        """The same with rows and columns exchanged; ascending within a row."""
        from algebra.modulo2 import chase_kernel as kernel

        lengths = np.bincount(self.entries, minlength=self.columns)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        if is_compiled(kernel.transpose):
            entries = np.empty(len(self.entries), np.int32)
            kernel.transpose(self.starts, self.entries, starts[:-1].copy(), entries)
        else:
            entries = self.owners[np.argsort(self.entries, kind="stable")].astype(np.int32)
        return SparseMatrix(starts, entries, len(self))


def matrix_from_entries(
    rows: NDArray[np.integer[Any]], entries: NDArray[np.integer[Any]], shape: tuple[int, int]
) -> SparseMatrix:
    """The table with ones at (rows[i], entries[i]), in any order."""
    order = np.argsort(rows, kind="stable")
    starts = np.zeros(shape[0] + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=starts[1:])
    return SparseMatrix(starts, entries[order].astype(np.int32), shape[1])
