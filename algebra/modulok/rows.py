"""A sparse matrix of integers modulo k, row by row, and its products with vectors.

Row r has values[i] in the column entries[i], starts[r] <= i < starts[r + 1], no column twice. Products take the j-th
entry of all rows at a time, so that there are as many numpy calls as the longest row has entries.

Sums are not reduced before their end. Their type is the narrowest in which they cannot overflow: with factors within
-k/2 .. k/2 and numbers within 0 .. k - 1, a row of L entries stays below L k^2 / 2 + k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

STEP_SECONDS, ENTRY_SECONDS = 7e-5, 4e-7  # measured: a step of few entries in numpy; an entry in Python


@dataclass(frozen=True, eq=False)
class ModularRows:
    """starts (rows + 1,); entries, values (as many as there are entries, values within 1..k-1)."""

    starts: Ints
    entries: Ints
    values: Ints
    columns: int
    modulus: int

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Ints:
        """Entries per row, shape (rows,)."""
        return np.diff(self.starts)

    @property
    def owners(self) -> Ints:
        """For each entry its row."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def sum_type(self) -> type[np.signedinteger[Any]]:
        """Of the numbers in `multiply`: the sums fit."""
        most = int(self.lengths.max(initial=0)) * (self.modulus**2 // 2 + 1) + self.modulus
        return next((kind for kind in (np.int16, np.int32) if most <= np.iinfo(kind).max), np.int64)

    @cached_property
    def _factors(self) -> Numbers:
        """The values, within -k/2 .. k/2, in the type of the sums."""
        return np.where(self.values > self.modulus // 2, self.values - self.modulus, self.values).astype(self.sum_type)

    @cached_property
    def transpose(self) -> ModularRows:
        """Rows and columns exchanged; ascending within a row."""
        order = np.argsort(self.entries, kind="stable")
        starts = np.zeros(self.columns + 1, np.int64)
        np.cumsum(np.bincount(self.entries, minlength=self.columns), out=starts[1:])
        return ModularRows(starts, self.owners[order], self.values[order], len(self), self.modulus)

    def multiply(self, numbers: NDArray[Any], rows: Ints | None = None) -> Numbers:
        """These rows (all) times numbers 0..k-1 of shape (columns, g): shape (rows, g), 0..k-1."""
        begin = self.starts[:-1] if rows is None else self.starts[rows]
        lengths = (self.starts[1:] if rows is None else self.starts[rows + 1]) - begin
        order = np.argsort(-lengths, kind="stable")  # the j-th entries are then those of the first so many rows
        begin, reach = begin[order], -lengths[order]
        sums = np.zeros((len(begin), numbers.shape[1]), self.sum_type)
        for j in range(-int(reach[0]) if len(reach) else 0):
            at = begin[: np.searchsorted(reach, -j)] + j
            sums[: len(at)] += self._factors[at, None] * numbers[self.entries[at]].astype(self.sum_type, copy=False)
        sums -= sums // self.modulus * self.modulus  # five times as fast as %, in numpy
        result = np.empty_like(sums)
        result[order] = sums
        return result

    def substitute(self, numbers: Numbers, steps: list[Ints], constants: Ints | None = None) -> Numbers:
        """Fills in numbers[r] = row r of the product, plus constants[r], step by step; rows of a step use none of each
        other. numbers: (columns, g), changed in place; constants: (columns,), 0..k-1.

        Many steps of few entries go one by one through Python, where a call of numpy per step would take longer."""
        if len(steps) * STEP_SECONDS > len(self.entries) * numbers.shape[1] * ENTRY_SECONDS:
            for column in range(numbers.shape[1]):
                numbers[:, column] = self._substitute_singly(numbers[:, column].tolist(), steps, constants)
            return numbers
        for some in steps:
            sums = self.multiply(numbers, some)
            numbers[some] = sums if constants is None else (sums + constants[some, None]) % self.modulus
        return numbers

    def _substitute_singly(self, numbers: list[int], steps: list[Ints], constants: Ints | None) -> list[int]:
        """The same for one column."""
        added = [0] * len(numbers) if constants is None else constants.tolist()
        starts, entries, values = self.starts.tolist(), self.entries.tolist(), self.values.tolist()
        for row in np.concatenate(steps).tolist():
            a, b = starts[row], starts[row + 1]
            terms = map(mul, values[a:b], map(numbers.__getitem__, entries[a:b]))
            numbers[row] = (sum(terms) + added[row]) % self.modulus
        return numbers

    def dense(self) -> Ints:
        """Shape (rows, columns)."""
        matrix = np.zeros((len(self), self.columns), np.int64)
        matrix[self.owners, self.entries] = self.values
        return matrix


def rows_of(matrix: ModularRows | ArrayLike, modulus: int) -> ModularRows:
    """A matrix of whole numbers, shape (rows, columns), modulo k, or rows that are that already."""
    if isinstance(matrix, ModularRows):
        if matrix.modulus != modulus:
            raise ValueError(f"expected rows modulo {modulus}, found them modulo {matrix.modulus}")
        return matrix
    reduced = np.asarray(matrix, np.int64) % modulus
    if reduced.ndim != 2:
        raise ValueError(f"expected a matrix of shape (rows, columns), found shape {reduced.shape}")
    owners, entries = np.nonzero(reduced)
    starts = np.searchsorted(owners, np.arange(len(reduced) + 1))
    return ModularRows(starts, entries, reduced[owners, entries], reduced.shape[1], modulus)
