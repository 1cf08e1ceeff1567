"""All solutions of A x = b modulo k, for any k: one of them, and the kernel; or a proof that there is none.

    A x = b  --chase-->  equations in the guesses  --Chinese remainders-->  modulo p^e, one after the other --> dense
    mod k                mod k                                              p^e the powers of primes in k

Numbers modulo 12 are pairs of numbers modulo 4 and 3, and so are solutions; a solution modulo p^e, times k/p^e, is one
modulo k that is 0 modulo the other powers. So the kernel is the sum of those modulo each p^e, and their numbers
multiply.

No solution: then there are weights y of the equations with y A = 0 and y b != 0 modulo k. Such y exist for every k:
characters of the group (Z/k)^m tell each element outside a subgroup from those inside, and each character is
b -> exp(2 pi i y b / k) for a y. Over a field that is the Fredholm alternative. `contradicts` checks y by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from algebra.modulok.chase import BATCH_NUMBERS, ModularChase, run_chase
from algebra.modulok.dense_elimination import MOST_MODULUS, ModularEchelon, check_size, echelon
from algebra.modulok.rows import Ints, ModularRows, rows_of


@dataclass(frozen=True, slots=True, eq=False)
class ModularSolutions:
    """solution (variables,), 0..k-1: one of them. The others are solution + sum of t_i g_i, g_i the generators and
    0 <= t_i < orders[i], each of them once."""

    chase: ModularChase
    forms: tuple[ModularEchelon, ...]
    solution: Ints

    @property
    def modulus(self) -> int:
        return self.chase.rows.modulus

    @property
    def orders(self) -> list[int]:
        """How many multiples each generator has: divisors of k."""
        return [self.modulus] * len(self.chase.unconstrained) + [order for form in self.forms for order in form.orders]

    @property
    def count(self) -> int:
        """How many solutions there are."""
        return prod(self.orders)

    def generator_batches(self) -> Iterator[Ints]:
        """The generators in the order of `orders`, some at a time: shape (some, variables)."""
        k, chase = self.modulus, self.chase
        batch = max(1, BATCH_NUMBERS // max(chase.rows.columns, 1))
        for first in range(0, len(chase.unconstrained), batch):
            some = chase.unconstrained[first : first + batch]
            values = chase.zeros(len(some))
            values[some, np.arange(len(some))] = 1
            yield values.T.astype(np.int64)  # in no equation, and so nothing follows
        for form in self.forms:
            generators = form.kernel() * (k // form.modulus)
            for first in range(0, generators.shape[1], batch):
                values = chase.zeros(min(batch, generators.shape[1] - first))
                values[chase.guesses] = generators[:, first : first + batch]
                yield chase.complete(values).T.astype(np.int64)

    def generators(self) -> Ints:
        """All of them, shape (generators, variables)."""
        return np.concatenate([np.zeros((0, len(self.solution)), np.int64), *self.generator_batches()])


@dataclass(frozen=True, slots=True, eq=False)
class ModularContradiction:
    """There is no solution: with these weights (equations,), 0..k-1, the equations add up to 0 = something else."""

    weights: Ints


def solve(matrix: ModularRows | ArrayLike, right: ArrayLike, modulus: int) -> ModularSolutions | ModularContradiction:
    """A x = b modulo k. matrix: shape (equations, variables), whole numbers, or `ModularRows`; right: shape
    (equations,).

    Raises ValueError for other shapes and for moduli not within 2..MOST_MODULUS, MemoryError where chasing leaves more
    equations than elimination has room for."""
    if not 2 <= modulus <= MOST_MODULUS:
        raise ValueError(f"expected a modulus 2..{MOST_MODULUS:,}, found {modulus}")
    rows, right_sides = rows_of(matrix, modulus), np.asarray(right, np.int64) % modulus
    if right_sides.shape != (len(rows),):
        raise ValueError(f"expected {len(rows)} right sides, found shape {right_sides.shape}")
    chase = run_chase(rows)
    check_size(len(chase.unused_rows), len(chase.guesses))
    core, core_right = chase.guess_equations(right_sides)
    forms, guessed = [], np.zeros(len(chase.guesses), np.int64)
    for prime, exponent in prime_powers(modulus):
        form = echelon(core, prime, exponent)
        others = modulus // form.modulus
        solution, weights = form.solve(core_right % form.modulus)
        if weights is not None:
            return ModularContradiction(chase.weights(weights * others))
        assert solution is not None, "a solution, or weights"
        guessed += others * pow(others, -1, form.modulus) * solution  # 1 modulo p^e, 0 modulo the other powers
        forms.append(form)
    values = chase.zeros(1)
    values[chase.guesses, 0] = guessed % modulus
    return ModularSolutions(chase, tuple(forms), chase.complete(values, right_sides)[:, 0].astype(np.int64))


def contradicts(matrix: ModularRows | ArrayLike, right: ArrayLike, modulus: int, weights: Ints) -> bool:
    """Do these weights of the equations show that there is no solution? y A = 0 and y b != 0, modulo k."""
    rows, y = rows_of(matrix, modulus), np.asarray(weights, np.int64) % modulus
    if y.shape != (len(rows),):
        return False
    sums = np.zeros(rows.columns, np.int64)
    np.add.at(sums, rows.entries, y[rows.owners] * rows.values)
    value = sum(int(weight) * int(side) for weight, side in zip(y, np.asarray(right), strict=True))
    return not (sums % modulus).any() and value % modulus != 0


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The primes in a number and how often each."""
    powers, prime = [], 2
    while number > 1:
        if prime * prime > number:
            prime = number
        exponent = 0
        while number % prime == 0:
            number, exponent = number // prime, exponent + 1
        if exponent:
            powers.append((prime, exponent))
        prime += 1
    return powers
