"""A matrix modulo the power of a prime, made diagonal: U A V = D, with U and V invertible.

    A            D             Of all entries left, one with the fewest factors p divides the others: it clears its row
    1 2 0        1 . .         and its column. Units come first, then what is p times a unit, ..; what is 0 stays.
    2 1 2   ->   . 1 .
    0 2 0        . . 2         modulo 4

From it can be read off, for each unknown v, the combination of rows y A = c e_v with the strongest c: with w = y U^-1
that is w D = c e_v V, one equation for each entry of the diagonal. (Smith normal form, over a principal ideal ring: W.
C. Brown, Matrices over commutative rings, 1993.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SmithForm:
    """left U (rows, rows), right V (columns, columns); powers: by place on the diagonal, how many factors p it has,
    fewer than exponent; what lies beyond is 0."""

    prime: int
    exponent: int
    row_transform: Ints
    column_transform: Ints
    powers: tuple[int, ...]

    @property
    def modulus(self) -> int:
        return int(self.prime**self.exponent)

    @property
    def has_independent_rows(self) -> bool:
        """Is y A = 0 for y = 0 alone?"""
        return len(self.powers) == len(self.row_transform) and not any(self.powers)

    @property
    def left_kernel(self) -> Ints:
        """All y with y A = 0 are sums of multiples of these rows."""
        powers = [*self.powers, *[self.exponent] * (len(self.row_transform) - len(self.powers))]
        generators = [
            row * self.prime ** (self.exponent - n) for row, n in zip(self.row_transform, powers, strict=True) if n
        ]
        return np.array(generators, np.int64).reshape(-1, len(self.row_transform)) % self.modulus

    def combination(self, v: int) -> tuple[Ints, int] | None:
        """Weights y of the rows and c != 0, a power of p as small as it can be, with y A = c e_v; None if there are
        none."""
        row = self.column_transform[v]
        wanted = 0
        for i, x in enumerate(row.tolist()):
            power = self.powers[i] if i < len(self.powers) else self.exponent
            wanted = max(wanted, power - self._valuation(x))
        if wanted >= self.exponent:
            return None
        c = self.prime**wanted
        weights = np.zeros(len(self.row_transform), np.int64)
        for i, power in enumerate(self.powers):
            weights[i] = c * int(row[i]) // self.prime**power
        return weights % self.modulus @ self.row_transform % self.modulus, c

    def _valuation(self, x: int) -> int:
        """How many factors p it has; `exponent` for 0."""
        count = 0
        while count < self.exponent and x % self.prime ** (count + 1) == 0:
            count += 1
        return count

    def solve(self, right_side: Ints) -> tuple[Ints | None, Ints | None]:
        """A solution of A x = b, or weights y with y A = 0 and y b != 0: one of the two."""
        moved = self.row_transform @ right_side % self.modulus
        x = np.zeros(len(self.column_transform), np.int64)
        for i, entry in enumerate(moved.tolist()):
            power = self.powers[i] if i < len(self.powers) else self.exponent
            if self._valuation(entry) < power:
                return None, self.row_transform[i] * self.prime ** (self.exponent - power) % self.modulus
            if power < self.exponent:
                x += self.column_transform[:, i] * (entry // self.prime**power)
        return x % self.modulus, None

    def kernel_vector(self) -> Ints | None:
        """One z != 0 with A z = 0; None if there is none."""
        for i in range(len(self.column_transform)):
            power = self.powers[i] if i < len(self.powers) else self.exponent
            if power:
                found: Ints = self.column_transform[:, i] * self.prime ** (self.exponent - power) % self.modulus
                return found
        return None


def smith_form(matrix: Ints, prime: int, exponent: int) -> SmithForm:
    """The form of a matrix (rows, columns) modulo prime^exponent, which is below 2^15."""
    modulus = prime**exponent
    a = matrix % modulus
    rows, columns = a.shape
    left, right = np.eye(rows, dtype=np.int64), np.eye(columns, dtype=np.int64)
    powers: list[int] = []
    power = 0
    for at in range(min(rows, columns)):
        while power < exponent:
            places = np.argwhere(a[at:, at:] % prime ** (power + 1))
            if len(places):
                break
            power += 1
        else:
            break
        r, c = places[0] + at
        for of in (a, left):
            of[[at, r]] = of[[r, at]]
        for of in (a, right):
            of[:, [at, c]] = of[:, [c, at]]
        unit = pow(int(a[at, at]) // prime**power, -1, modulus)
        a[at], left[at] = a[at] * unit % modulus, left[at] * unit % modulus
        down = a[:, at] // prime**power
        down[: at + 1] = 0
        a, left = (a - np.outer(down, a[at])) % modulus, (left - np.outer(down, left[at])) % modulus
        across = a[at] // prime**power
        across[: at + 1] = 0
        right = (right - np.outer(right[:, at], across)) % modulus
        a[at, at + 1 :] = 0
        powers.append(power)
    return SmithForm(prime, exponent, left, right, tuple(powers))


def prime_powers(k: int) -> list[tuple[int, int]]:
    """The primes of k, each with its exponent."""
    found, p = [], 2
    while k > 1:
        exponent = 0
        while k % p == 0:
            k, exponent = k // p, exponent + 1
        found += [(p, exponent)] if exponent else []
        p += 1
    return found
