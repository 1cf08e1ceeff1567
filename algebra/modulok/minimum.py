"""The least sum of values 0..k-1 among the solutions of a system modulo k: all solutions are weighed at once.

    w(t) = sum over variables v of  f(x_v + sum_i g_iv t_i mod k),    f(y) = y,  0 <= t_i < order o_i of generator g_i

f is a sum of characters, f(y) = sum_j F_j e(j y / k) with e(u) = exp(2 pi i u), and g_iv = (k/o_i) s_iv with whole
s_iv, since o_i g_i = 0. So every variable and every j adds one number, F_j e(j x_v / k), at one place of an array of
the shape (o_1, o_2, ...), the place (j s_1v, j s_2v, ...), and w is the array's Fourier transform over the group
Z/o_1 x Z/o_2 x ... : as many steps as there are solutions times their logarithm, plus k per variable, where weighing
one by one takes a step for each variable of each solution. For k = 2 it is the Walsh-Hadamard transform, as
in `algebra.modulo2.minimum.coset`.

Floats come in, but sums are whole numbers: how far any of them is from one is looked at, and the winner's is added up
again in whole numbers.
"""

from __future__ import annotations

from math import prod

import numpy as np

from algebra.modulok.rows import Ints

MOST_WEIGHED = 2**20  # solutions: a second, 80 MB


def lightest_solution(solution: Ints, generators: Ints, orders: list[int], modulus: int) -> tuple[Ints, int]:
    """(solution (variables,), its sum): the least of solution + sum of t_i generators[i], 0 <= t_i < orders[i].

    generators: shape (generators, variables). Raises MemoryError beyond MOST_WEIGHED, ArithmeticError if floats were
    not exact enough."""
    if prod(orders) > MOST_WEIGHED:
        raise MemoryError(f"expected at most {MOST_WEIGHED:,} solutions to weigh, found {prod(orders):,}")
    weights = all_weights(solution, generators, orders, modulus)
    best = np.unravel_index(int(weights.argmin()), weights.shape)
    lightest = (solution + np.array(best, np.int64) @ generators) % modulus
    if lightest.sum() != weights[best]:
        raise ArithmeticError(f"expected a sum of {weights[best]}, found {lightest.sum()}")
    return lightest, int(weights[best])


def all_weights(solution: Ints, generators: Ints, orders: list[int], modulus: int) -> Ints:
    """The sums of all solutions, in an array of the shape `orders`. Raises ArithmeticError as above."""
    k, numbers = modulus, np.arange(modulus)
    characters = np.exp(2j * np.pi * numbers / k)
    shares = np.fft.fft(numbers) / k
    shape = np.array(orders, np.int64)
    places = generators // (k // shape)[:, None]
    strides = np.append(np.cumprod(shape[:0:-1])[::-1], 1)[: len(shape)]
    array = np.zeros(prod(orders), np.complex128)
    for j in range(k):
        at = strides @ (j * places % shape[:, None]) if len(shape) else np.zeros(len(solution), np.int64)
        values = shares[j] * characters[j * solution % k]
        array.real += np.bincount(at, values.real, len(array))
        array.imag += np.bincount(at, values.imag, len(array))
    weights = array.reshape(orders)
    for axis in range(len(orders)):
        weights = np.fft.ifft(weights, axis=axis, norm="forward")  # the sum itself, with e(+ ...)
    whole = np.rint(weights.real)
    if abs(weights - whole).max() > 0.1:
        raise ArithmeticError(f"sums are up to {abs(weights - whole).max():.2f} from whole numbers")
    return whole.astype(np.int64)
