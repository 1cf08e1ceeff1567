"""The nullity of boards without a board, against elimination, against the polynomial route, against the literature."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algebra.modulo2.polynomials import degree, fibonacci, gcd, product, shift_argument
from models.puzzles.lightsout.theory.nullity import nullities, nullity, torus_nullity, w_coefficients
from models.puzzles.lightsout.theory.polynomial import GridBoard, solve


def by_elimination(m: int, n: int, torus: bool = False) -> int:
    """m n minus the rank of the matrix of who changes whom (on a torus, twice is not at all)."""
    pivots: dict[int, int] = {}
    for i in range(m):
        for j in range(n):
            vector = 1 << i * n + j
            for row, column in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                if torus:
                    vector ^= 1 << row % m * n + column % n
                elif 0 <= row < m and 0 <= column < n:
                    vector |= 1 << row * n + column
            while vector and (low := vector & -vector) in pivots:
                vector ^= pivots[low]
            if vector:
                pivots[vector & -vector] = vector
    return m * n - len(pivots)


def test_published_terms():
    """n = 1..20 of the source (A159257)."""
    assert nullities(20) == [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]


def test_all_small_boards_by_elimination():
    """Every m, n up to 14."""
    for m in range(1, 15):
        for n in range(1, 15):
            assert nullity(m, n) == by_elimination(m, n)


def test_half_degrees_against_whole_ones():
    """The squares to 400 three ways: all at once, one by one, and as deg gcd of the whole polynomials."""
    whole = [degree(gcd(shift_argument(fibonacci(n + 1)), fibonacci(n + 1))) for n in range(1, 401)]
    assert nullities(400) == whole == [nullity(n, n) for n in range(1, 401)]
    for n in (4, 19, 95, 119, 123, 191, 254):
        assert solve(GridBoard(n, n), [0] * n).nullity == whole[n - 1]


def test_torus():
    """n = 3..16 by elimination."""
    for n in range(3, 17):
        assert torus_nullity(n) == by_elimination(n, n, torus=True)
        assert torus_nullity(n, nullity(n - 1, n - 1)) == torus_nullity(n)


@given(st.integers(0, 2**150 - 1))
def test_powers_of_w(a):
    """a(x) = A(w) + x B(w), w = x^2 + x, put together again."""
    plain, times_x = w_coefficients(a)
    total, power = 0, 1
    for i in range(max(plain.bit_length(), times_x.bit_length())):
        total ^= power * (plain >> i & 1) ^ (power << 1) * (times_x >> i & 1)
        power = product(power, 0b110)
    assert total == a


def test_sizes_below_one_are_refused():
    """With the size in the message."""
    with pytest.raises(ValueError, match="found 0 x 3"):
        nullity(0, 3)
    with pytest.raises(ValueError, match="at least 3 rows and columns, found 2"):
        torus_nullity(2)
