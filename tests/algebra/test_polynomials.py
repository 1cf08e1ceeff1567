"""Polynomials over GF(2) against their definitions, coefficient by coefficient."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algebra.modulo2 import polynomials as gf2
from algebra.modulo2.polynomials import (
    degree,
    divide,
    fibonacci,
    from_fibonacci_basis,
    gcd,
    half_extended_gcd,
    product,
    reverse_bits,
    shift_argument,
    square,
    to_fibonacci_basis,
)


@st.composite
def polynomials(draw, most: int = 300):
    return draw(st.integers(0, 2 ** draw(st.integers(0, most)) - 1))


def naive_product(a: int, b: int) -> int:
    total = 0
    for i in range(a.bit_length()):
        if a >> i & 1:
            total ^= b << i
    return total


def naive_fibonacci(n: int) -> int:
    f, following = 0, 1
    for _ in range(n):
        f, following = following, following << 1 ^ f
    return f


def at_x_plus_1(a: int) -> int:
    """Horner with x + 1."""
    total = 0
    for digit in format(a, "b"):
        total = total << 1 ^ total ^ int(digit)
    return total


@given(polynomials(), polynomials(), st.integers(0, 40), st.integers(1, 40))
def test_product_is_the_sum_of_shifts(a, b, short, karatsuba):
    """Whatever way a length takes: bit by bit, by windows, or split (thresholds drawn, so that all are met)."""
    was = gf2.SHORT, gf2.KARATSUBA
    gf2.SHORT, gf2.KARATSUBA = short, karatsuba
    try:
        assert product(a, b) == naive_product(a, b)
    finally:
        gf2.SHORT, gf2.KARATSUBA = was


def test_long_product():
    """Long enough to be split as it comes."""
    a, b = fibonacci(30_001) ^ 1 << 12_345, shift_argument(fibonacci(20_011))
    assert product(a, b) == product(b, a) == naive_product(b, a)


@given(polynomials())
def test_square(a):
    """It is the product with itself."""
    assert square(a) == naive_product(a, a)


@given(polynomials(), polynomials(120))
def test_division(a, b):
    """a = q b + r with deg r < deg b."""
    if b:
        quotient, rest = divide(a, b)
        assert naive_product(quotient, b) ^ rest == a
        assert degree(rest) < degree(b)
    else:
        with pytest.raises(ZeroDivisionError):
            divide(a, b)


@given(polynomials(60), polynomials(60), polynomials(30))
def test_gcd(a, b, common):
    """It divides both, and is itself a combination of both; so it is the greatest."""
    a, b = naive_product(a, common), naive_product(b, common)
    g, factor = half_extended_gcd(a, b)
    assert g == gcd(a, b)
    if not g:
        assert not a
        assert not b
        return
    assert not divide(a, g)[1]
    assert not divide(b, g)[1]
    rest = naive_product(factor, a) ^ g
    assert not (divide(rest, b)[1] if b else rest)


@given(polynomials())
def test_shifted_argument(a):
    """a(x + 1), and back."""
    assert shift_argument(a) == at_x_plus_1(a)
    assert shift_argument(shift_argument(a)) == a


def test_fibonacci_polynomials():
    """By doubling as by the recurrence; powers of two are single powers of x; none below 0."""
    for n in range(300):
        assert fibonacci(n) == naive_fibonacci(n)
    assert [fibonacci(2**k) for k in range(12)] == [1 << 2**k - 1 for k in range(12)]
    with pytest.raises(ValueError, match="n >= 0"):
        fibonacci(-1)


@given(polynomials(200))
def test_fibonacci_basis(v):
    """Sums of Fibonacci polynomials one by one, and the way back."""
    total = 0
    for j in range(v.bit_length()):
        if v >> j & 1:
            total ^= naive_fibonacci(j + 1)
    assert from_fibonacci_basis(v) == total
    assert to_fibonacci_basis(total) == v


@given(polynomials(70), st.integers(0, 80))
def test_mirrored(v, length):
    """Bit i of the lowest goes to length - 1 - i."""
    assert reverse_bits(v, length) == sum(1 << length - 1 - i for i in range(length) if v >> i & 1)
