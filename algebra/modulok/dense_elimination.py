"""Elimination of a dense matrix over Z/q, q = p^e a power of a prime, with a pivot of least p-adic valuation each time.

    1 . . . . .      valuation 0: units, as over a field. When no unit is left, p divides all that is left: it is
      1 . . . .      taken out, and the search for units goes on modulo p^(e-1)
        p . . .
          p . .      a pivot p^v divides everything that was left when it was taken, so that it clears its column
            p^2 .    and, in the end, its row: the p^v are the invariants of the matrix (Smith 1861)

A row p^v (x_j + sum a_i x_i) = c can be solved iff p^v divides c; x_j is then known modulo p^(e-v), and free beyond: so
there are p^v choices, and p^e where a column has no pivot. The kernel is a sum of cyclic groups of these orders, each
with one generator, and every element is a sum of multiples t_i g_i, 0 <= t_i < order, in one way. Where c is not
divisible, p^(e-v) times that row is a sum of the rows as they were that is 0 on the left and not on the right.

So A = L D U with the p^v in D: `lower` and `upper` are enough for everything that the Smith normal form is used for,
also for sums of rows, which are the solutions of the transposed system.

Over Z/q Gauss needs this order of pivots (Howell 1986; Storjohann, "Algorithms for matrix canonical forms", 2000; W. C.
Brown, "Matrices over commutative rings", 1993). Rows are subtracted BLOCK pivots at a time, as one product of matrices
of floats: whole numbers below 2^53 are exact in them.
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
Floats: TypeAlias = NDArray[np.float64]
SmallInts: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ModularEchelon:
    """rows, columns, valuations (rank,): the pivots in order, p^valuations[i] in (rows[i], columns[i]) up to a unit.

    lower (rank, matrix rows): how often row rows[i] was subtracted from each other row; upper (rank, columns): the
    pivot rows as they were then, divided by the pivot, without it; unit_inverses (rank,): 1 over the pivot without its
    p^v; free_columns, zero_rows: those without a pivot."""

    prime: int
    exponent: int
    rows: Ints
    columns: Ints
    valuations: Ints
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
        partial = self.valuations[self.valuations > 0]
        return [self.modulus] * len(self.free_columns) + [self.prime ** int(v) for v in partial]

    def kernel(self) -> Ints:
        """The generators, in the order of `orders`: shape (columns, generators)."""
        partial = np.flatnonzero(self.valuations)
        generators = np.zeros((self.upper.shape[1], len(self.free_columns) + len(partial)), np.int64)
        generators[self.free_columns, np.arange(len(self.free_columns))] = 1
        annihilators = self.prime ** (self.exponent - self.valuations[partial])
        generators[self.columns[partial], len(self.free_columns) + np.arange(len(partial))] = annihilators
        return self._back_substitute(generators)

    def left_kernel_vector(self) -> Ints | None:
        """Weights y != 0 of the rows with y A = 0, shape (rows,); None if there are none."""
        partial = np.flatnonzero(self.valuations)[:1]
        if len(partial):
            return self._weights(self.rows[partial], self.prime ** (self.exponent - self.valuations[partial]))
        return self._weights(self.zero_rows[:1], 1) if len(self.zero_rows) else None

    def solve(self, right: Ints) -> tuple[Ints | None, Ints | None]:
        """(x (columns,), None) with A x = right, or (None, weights y (rows,)) with y A = 0 and y right != 0.

        right: 0..q-1, shape (rows,)."""
        sums, divisors = self._forward(right[:, None].astype(np.int64))[:, 0], self.prime**self.valuations
        indivisible = np.flatnonzero(sums[self.rows] % divisors)
        if len(indivisible):
            first = indivisible[:1]
            return None, self._weights(self.rows[first], self.modulus // divisors[first])
        nonzero = self.zero_rows[sums[self.zero_rows] != 0]
        if len(nonzero):
            return None, self._weights(nonzero[:1], 1)
        x = np.zeros((self.upper.shape[1], 1), np.int64)
        x[self.columns, 0] = sums[self.rows] // divisors * self.unit_inverses % self.modulus
        return self._back_substitute(x)[:, 0], None

    def solve_left(self, right: Ints) -> tuple[Ints | None, Ints | None]:
        """(weights y (rows,), None) with y A = right, or (None, x (columns,)) with A x = 0 and right x != 0.

        right: 0..q-1, shape (columns,)."""
        q, sums, divisors = self.modulus, right.astype(np.int64), self.prime**self.valuations
        for i, column in enumerate(self.columns.tolist()):
            if sums[column]:
                sums = (sums - self.upper[i] * sums[column]) % q
        pivots, x = sums[self.columns] * self.unit_inverses % q, np.zeros((len(sums), 1), np.int64)
        indivisible = np.flatnonzero(pivots % divisors)[:1]
        if len(indivisible):
            x[self.columns[indivisible], 0] = q // divisors[indivisible] * self.unit_inverses[indivisible] % q
            return None, self._back_substitute(x)[:, 0]
        nonzero = self.free_columns[sums[self.free_columns] != 0]
        if len(nonzero):
            x[nonzero[0]] = 1
            return None, self._back_substitute(x)[:, 0]
        return self._weights(self.rows, pivots // divisors), None

    def least_multiples(self, chosen: Ints) -> Ints:
        """For each chosen row r an x with A x = c e_r, c != 0 a power of p as small as it can be: shape (columns,
        chosen). x is 0 where there is no such c."""
        q, unit_vectors = self.modulus, np.zeros((self.lower.shape[1], len(chosen)), np.int64)
        unit_vectors[chosen, np.arange(len(chosen))] = 1
        sums, divisors = self._forward(unit_vectors), np.full((len(unit_vectors), 1), q)
        divisors[self.rows, 0] = self.prime**self.valuations
        c = np.ones(len(chosen), np.int64)
        for _ in range(self.exponent):
            c[(c * sums % divisors).any(axis=0)] *= self.prime
        x = np.zeros((self.upper.shape[1], len(chosen)), np.int64)
        x[self.columns] = c * sums[self.rows] // divisors[self.rows] % q * self.unit_inverses[:, None] % q
        x[:, c == q] = 0
        return self._back_substitute(x)

    def _forward(self, right: Ints) -> Ints:
        """What the elimination makes of right sides (rows, g)."""
        for i, row in enumerate(self.rows.tolist()):
            if right[row].any():
                right = (right - self.lower[i][:, None] * right[row]) % self.modulus
        return right

    def _back_substitute(self, x: Ints) -> Ints:
        """Solutions x (columns, g), from the last pivot up, changed in place: to what stands there the others' share is
        added."""
        for i in range(len(self.rows) - 1, -1, -1):
            column, row = self.columns[i], self.upper[i]
            others = np.flatnonzero(row)
            x[column] = (x[column] - row[others].astype(np.int64) @ x[others]) % self.modulus
        return x

    def _weights(self, rows: Ints, factors: Ints | int) -> Ints:
        """So many times the rows as the elimination left them, as a sum of the rows of the matrix: (rows,)."""
        weights = np.zeros(self.lower.shape[1], np.int64)
        weights[rows] = factors
        for i in range(len(self.rows) - 1, -1, -1):
            share = self.lower[i].astype(np.int64) @ weights
            weights[self.rows[i]] = (weights[self.rows[i]] - share) % self.modulus
        return weights


def echelon(matrix: Ints, prime: int, exponent: int, exchange: bool = False) -> ModularEchelon:
    """Of a matrix of whole numbers, shape (rows, columns), modulo prime^exponent.

    The pivot is the first unit in the first column that has one. exchange: rows and columns change places with the
    pivot's, and pivot rows are scaled modulo q, as in a textbook; else the others keep their order, and pivot rows are
    scaled modulo p^(e-v). Both are right; which of several solutions is given depends on it. Raises ValueError for a
    modulus beyond MOST_MODULUS."""
    q = prime**exponent
    if q > MOST_MODULUS:
        raise ValueError(f"expected a modulus of at most {MOST_MODULUS:,}, found {prime}^{exponent}")
    height, width = matrix.shape
    lower, upper = (np.zeros((min(matrix.shape), length), np.int32) for length in matrix.shape)
    pivots = _Pivots(prime, q, exchange, [], [], [], [], lower, upper)
    rest = _ActiveSubmatrix((matrix % q).astype(np.float64), np.arange(height), np.arange(width))
    for valuation in range(exponent):
        rest = _eliminate_units(rest, valuation, pivots)
        rest = _ActiveSubmatrix(rest.matrix / prime, rest.rows, rest.columns)
    rows, columns, valuations, inverses = (
        np.array(each, np.int64) for each in (pivots.rows, pivots.columns, pivots.valuations, pivots.unit_inverses)
    )
    rank = len(rows)
    return ModularEchelon(
        prime, exponent, rows, columns, valuations, lower[:rank], upper[:rank], inverses, rest.columns, rest.rows
    )


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
    """Those found so far, as in `ModularEchelon`; lower and upper have room for all there can be."""

    prime: int
    modulus: int
    exchange: bool
    rows: list[int]
    columns: list[int]
    valuations: list[int]
    unit_inverses: list[int]
    lower: SmallInts
    upper: SmallInts

    def add(self, row: int, column: int, valuation: int, inverse: int) -> int:
        """The number of one more pivot. inverse: of its unit."""
        self.rows.append(row)
        self.columns.append(column)
        self.valuations.append(valuation)
        self.unit_inverses.append(inverse)
        return len(self.rows) - 1

    def without(self, order: Ints, at: int) -> Ints:
        """An order of rows or columns without the one at this place, which is a pivot's; changes the array."""
        if self.exchange:
            order[at] = order[0]
        else:
            order[1 : at + 1] = order[:at]
        return order[1:]


def _eliminate_units(rest: _ActiveSubmatrix, valuation: int, pivots: _Pivots) -> _ActiveSubmatrix:
    """Eliminates with all units there are: what is left, whose numbers are then all divisible by p.

    rest: divided by p^valuation, modulo p^(e-valuation). A column without a unit gets none later: what is subtracted
    from it is divisible by p as well."""
    modulus = pivots.modulus // pivots.prime**valuation
    scale = pivots.modulus if pivots.exchange else modulus  # pivot rows are multiples of p^valuation: both will do
    place = 0  # the columns before it have no unit
    while place < len(rest.columns) and len(rest.rows):
        rows, columns = np.arange(len(rest.rows)), np.arange(len(rest.columns))
        lower, upper, count = np.zeros((BLOCK, len(rows))), np.zeros((BLOCK, len(columns))), 0
        while place < len(columns) and count < BLOCK and len(rows):
            at = columns[place]
            column = _reduce_modulo(rest.matrix[:, at] - upper[:count, at] @ lower[:count], modulus)
            residues = column[rows] if modulus == pivots.prime else _reduce_modulo(column[rows], pivots.prime)
            first = int(residues.astype(np.bool_).argmax())
            if not residues[first]:
                place += 1
                continue
            pivot = rows[first]
            row = _reduce_modulo(rest.matrix[pivot] - lower[:count, pivot] @ upper[:count], modulus)
            inverse = pow(int(row[at]), -1, scale)
            number = pivots.add(int(rest.rows[pivot]), int(rest.columns[at]), valuation, inverse)
            rows, columns = pivots.without(rows, first), pivots.without(columns, place)
            lower[count, rows] = _reduce_modulo(column[rows] * inverse, modulus)
            upper[count, columns] = row[columns]
            pivots.lower[number, rest.rows] = lower[count]
            pivots.upper[number, rest.columns] = _reduce_modulo(upper[count] * inverse, scale)
            count += 1
        rest = _schur_complement(rest, rows, columns, lower[:count], upper[:count], modulus)
    return rest


def _schur_complement(
    rest: _ActiveSubmatrix, rows: Ints, columns: Ints, lower: Floats, upper: Floats, modulus: int
) -> _ActiveSubmatrix:
    """These rows and columns, less the pivot rows; some rows at a time, which stay in the cache."""
    matrix, pivot_rows = np.empty((len(rows), len(columns))), upper[:, columns]
    for start in range(0, len(rows), BLOCK):
        some = rows[start : start + BLOCK]
        matrix[start : start + BLOCK] = _reduce_modulo(
            rest.matrix[np.ix_(some, columns)] - lower[:, some].T @ pivot_rows, modulus
        )
    return _ActiveSubmatrix(matrix, rest.rows[rows], rest.columns[columns])


def _reduce_modulo(numbers: Floats, modulus: int) -> Floats:
    """Modulo q. The quotient of whole numbers below 2^53 never rounds up to the next whole number."""
    reduced: Floats = numbers - np.floor(numbers / modulus) * modulus
    return reduced
