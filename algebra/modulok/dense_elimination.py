"""Elimination of a dense matrix over Z/q, q = p^e a power of a prime, with a pivot of least p-adic value each time.

    1 . . . . .      value 0: units, as over a field. When no unit is left, p divides all that is left: it is
      1 . . . .      taken out, and the search for units goes on modulo p^(e-1)
        p . . .
          p . .      a pivot p^v divides everything that was left when it was taken, so that it clears its column
            p^2 .    and, in the end, its row: the p^v are the invariants of the matrix (Smith 1861)

A row p^v (x_j + sum a_i x_i) = c can be solved iff p^v divides c; x_j is then known modulo p^(e-v), and free beyond: so
there are p^v choices, and p^e where a column has no pivot. The kernel is a sum of cyclic groups of these orders, each
with one generator, and every element is a sum of multiples t_i g_i, 0 <= t_i < order, in one way. Where c is not
divisible, p^(e-v) times that row is a sum of the rows as they were that is 0 on the left and not on the right.

Over Z/q Gauss needs this order of pivots (Howell 1986; Storjohann, "Algorithms for matrix canonical forms", 2000). Rows
are subtracted BLOCK pivots at a time, as one product of matrices of floats: whole numbers below 2^53 are exact in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.modulok.rows import Ints

BLOCK = 64
MOST_MODULUS = 2**20  # BLOCK * MOST_MODULUS^2 < 2^53
MOST_ENTRIES = 5 * 10**7  # of a matrix: 800 MB in all
Bits: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
SmallInts: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ModularEchelon:
    """rows, columns, values (rank,): the pivots in order, p^values[i] in (rows[i], columns[i]) up to a unit.

    lower (rank, matrix rows): how often row rows[i] was subtracted from each other row; upper (rank, columns): the
    pivot rows as they were then, divided by the pivot, without it; unit (rank,): 1 over the pivot without its p^v;
    free: columns without a pivot; zero: rows without one."""

    prime: int
    exponent: int
    rows: Ints
    columns: Ints
    values: Ints
    lower: SmallInts
    upper: SmallInts
    unit_inverses: Ints
    free_columns: Ints
    zero_rows: Ints

    @property
    def modulus(self) -> int:
        return int(self.prime**self.exponent)

    @property
    def orders(self) -> list[int]:
        """Of the generators of the kernel: first those of the free columns, then of the pivots that are no units."""
        return [self.modulus] * len(self.free_columns) + [self.prime ** int(v) for v in self.values[self.values > 0]]

    def solve(self, right: Ints) -> tuple[Ints | None, Ints | None]:
        """(solution (columns,), None) or (None, weights of the rows (rows,)), for right sides 0..q-1, shape (rows,)."""
        q, sums = self.modulus, right.astype(np.int64)
        for i, row in enumerate(self.rows.tolist()):
            if sums[row]:
                sums = (sums - self.lower[i] * sums[row]) % q
        divisors = self.prime**self.values
        wrong = np.flatnonzero(sums[self.rows] % divisors)
        zero = self.zero_rows[sums[self.zero_rows] != 0]
        if len(wrong):
            return None, self._weights(int(self.rows[wrong[0]]), q // int(divisors[wrong[0]]))
        if len(zero):
            return None, self._weights(int(zero[0]), 1)
        wanted = sums[self.rows] // divisors * self.unit_inverses % q
        return self._back_substitute(np.zeros((self.upper.shape[1], 1), np.int64), wanted)[:, 0], None

    def _back_substitute(self, x: Ints, wanted: Ints | None) -> Ints:
        """Fills in the pivots of solutions x (columns, g), from the last one up; what stands there is added."""
        for i in range(len(self.rows) - 1, -1, -1):
            column, row = self.columns[i], self.upper[i]
            some = np.flatnonzero(row)
            told = -(row[some].astype(np.int64) @ x[some]) + (0 if wanted is None else wanted[i])
            x[column] = (x[column] + told) % self.modulus
        return x

    def _weights(self, row: int, factor: int) -> Ints:
        """factor times the row as the elimination left it, as a sum of the rows of the matrix."""
        weights = np.zeros(self.lower.shape[1], np.int64)
        weights[row] = factor
        for i in range(len(self.rows) - 1, -1, -1):
            told = self.lower[i].astype(np.int64) @ weights
            weights[self.rows[i]] = (weights[self.rows[i]] - told) % self.modulus
        return weights

    def kernel(self) -> Ints:
        """The generators, in the order of `orders`: shape (columns, generators)."""
        partial = np.flatnonzero(self.values)
        generators = np.zeros((self.upper.shape[1], len(self.free_columns) + len(partial)), np.int64)
        generators[self.free_columns, np.arange(len(self.free_columns))] = 1
        tall = self.prime ** (self.exponent - self.values[partial])
        generators[self.columns[partial], len(self.free_columns) + np.arange(len(partial))] = tall
        return self._back_substitute(generators, None)


def echelon(matrix: Ints, prime: int, exponent: int) -> ModularEchelon:
    """Of a matrix of whole numbers, shape (rows, columns), modulo prime^exponent.

    Raises ValueError for a modulus beyond MOST_MODULUS, MemoryError for a matrix beyond MOST_ENTRIES."""
    if prime**exponent > MOST_MODULUS:
        raise ValueError(f"expected a modulus of at most {MOST_MODULUS:,}, found {prime}^{exponent}")
    check_size(*matrix.shape)
    most = min(matrix.shape)
    found = _Pivots(
        [], [], [], [], np.zeros((most, matrix.shape[0]), np.int32), np.zeros((most, matrix.shape[1]), np.int32)
    )
    rest = _ActiveSubmatrix(
        (matrix % prime**exponent).astype(np.float64), np.arange(matrix.shape[0]), np.arange(matrix.shape[1])
    )
    for value in range(exponent):
        rest = _eliminate_units(rest, prime, prime ** (exponent - value), value, found)
        rest = _ActiveSubmatrix(rest.matrix / prime, rest.rows, rest.columns)
    rows, columns, values, unit = (
        np.array(each, np.int64) for each in (found.rows, found.columns, found.values, found.unit_inverses)
    )
    lower, upper = found.lower[: len(rows)], found.upper[: len(rows)]
    return ModularEchelon(prime, exponent, rows, columns, values, lower, upper, unit, rest.columns, rest.rows)


def check_size(rows: int, columns: int) -> None:
    """Raises MemoryError for a matrix beyond MOST_ENTRIES."""
    if rows * columns > MOST_ENTRIES:
        raise MemoryError(f"{rows:,} equations in {columns:,} guesses are more than {MOST_ENTRIES:,} numbers")


@dataclass(frozen=True, slots=True)
class _ActiveSubmatrix:
    """What is left to eliminate: the matrix without the rows and columns of pivots, and which ones there are."""

    matrix: Floats
    rows: Ints
    columns: Ints


@dataclass(frozen=True, slots=True)
class _Pivots:
    """Those found so far, as in `Echelon`; lower and upper have room for all there can be."""

    rows: list[int]
    columns: list[int]
    values: list[int]
    unit_inverses: list[int]
    lower: SmallInts
    upper: SmallInts


def _eliminate_units(rest: _ActiveSubmatrix, prime: int, modulus: int, value: int, found: _Pivots) -> _ActiveSubmatrix:
    """Eliminates with all units there are: what is left, whose numbers are then all divisible by p.

    rest: divided by p^value, modulo p^(e-value). A column without a unit gets none later: what is subtracted from it is
    divisible by p as well."""
    place = 0  # the columns before it have no unit
    while place < len(rest.columns) and len(rest.rows):
        height, width = rest.matrix.shape
        lower, upper, pivots = np.zeros((BLOCK, height)), np.zeros((BLOCK, width)), 0
        alive, open_ = np.ones(height, np.bool_), np.ones(width, np.bool_)
        while place < width and pivots < BLOCK:
            column = _reduce_modulo(rest.matrix[:, place] - upper[:pivots, place] @ lower[:pivots], modulus)
            column *= alive
            pivot = int((_reduce_modulo(column, prime) != 0).argmax())
            if column[pivot] % prime:
                row = _reduce_modulo(rest.matrix[pivot] - lower[:pivots, pivot] @ upper[:pivots], modulus) * open_
                inverse, number = pow(int(row[place]), -1, modulus), len(found.rows)
                alive[pivot] = open_[place] = False
                column[pivot] = row[place] = 0
                lower[pivots] = _reduce_modulo(column * inverse, modulus)
                upper[pivots] = row
                found.rows.append(int(rest.rows[pivot]))
                found.columns.append(int(rest.columns[place]))
                found.values.append(value)
                found.unit_inverses.append(inverse)
                found.lower[number, rest.rows] = lower[pivots]
                found.upper[number, rest.columns] = _reduce_modulo(row * inverse, modulus)
                pivots += 1
            place += 1
        place -= int((~open_).sum())
        rest = _schur_complement(rest, alive, open_, lower[:pivots], upper[:pivots], modulus)
    return rest


def _schur_complement(
    rest: _ActiveSubmatrix, alive: Bits, open_: Bits, lower: Floats, upper: Floats, modulus: int
) -> _ActiveSubmatrix:
    """The rows and columns that are left, less the pivot rows; some rows at a time, which stay in the cache."""
    rows, matrix, taken = np.flatnonzero(alive), np.empty((alive.sum(), open_.sum())), upper[:, open_]
    for first in range(0, len(rows), BLOCK):
        some = rows[first : first + BLOCK]
        matrix[first : first + BLOCK] = _reduce_modulo(rest.matrix[some][:, open_] - lower[:, some].T @ taken, modulus)
    return _ActiveSubmatrix(matrix, rest.rows[alive], rest.columns[open_])


def _reduce_modulo(numbers: Floats, modulus: int) -> Floats:
    """Modulo q. The quotient of whole numbers below 2^53 never rounds up to the next whole number."""
    reduced: Floats = numbers - np.floor(numbers / modulus) * modulus
    return reduced
