"""Polynomials over GF(2) as Python integers: bit i is the coefficient of x^i.

    x^3 + x + 1  =  0b1011          sum: ^          times x^k: << k          degree: bit_length() - 1

Python's integers add (XOR) and shift many bits per machine step. What they lack is a product without carries and what
rests on one. Three things cost next to nothing in characteristic 2, as a few shifts of the whole polynomial:

    square         x -> x^2 spreads the bits apart: reading the binary digits in base 4
    x -> x + 1     (x + 1)^h = x^h + 1 for h a power of two: one shift for every such h
    f_n -> x^j     the same for Fibonacci polynomials: f_{h+i} = f_{h-i} + x^h f_i for h a power of two

Fibonacci polynomials: f_0 = 0, f_1 = 1, f_{k+1} = x f_k + f_{k-1}; f_{2m} = x f_m^2, f_{2m+1} = (f_m + f_{m+1})^2.
With x = t + 1/t they are f_n = (t^n + t^-n)/(t + 1/t), whence f_{h+i} + f_{h-i} = x f_h f_i; and x f_h = x^h when h
is a power of two.    (Goldwasser, Klostermeyer, Ware 2002; Karatsuba, Ofman 1962)
"""

from __future__ import annotations

from functools import lru_cache

KARATSUBA = 6000  # bits above which a product is split (measured: windows win below)
SHORT = 48  # bits up to which a product goes bit by bit


def degree(a: int) -> int:
    """The degree; -1 of the zero polynomial."""
    return a.bit_length() - 1


def product(a: int, b: int) -> int:
    """The product without carries."""
    if a.bit_length() > b.bit_length():
        a, b = b, a
    size = a.bit_length()
    if size <= SHORT:
        return _product_by_bits(a, b)
    if size <= KARATSUBA:
        return _product_by_windows(a, b)
    half = (b.bit_length() + 1) // 2
    b1, b0 = b >> half, b & ((1 << half) - 1)
    if size <= half:
        return product(a, b1) << half ^ product(a, b0)
    a1, a0 = a >> half, a & ((1 << half) - 1)
    high, low = product(a1, b1), product(a0, b0)
    middle = product(a1 ^ a0, b1 ^ b0) ^ high ^ low
    return high << 2 * half ^ middle << half ^ low


def _product_by_bits(a: int, b: int) -> int:
    total = 0
    while a:
        lowest = a & -a
        total ^= b << lowest.bit_length() - 1
        a ^= lowest
    return total


def _product_by_windows(a: int, b: int) -> int:
    """Horner over the hexadecimal digits of a, with all sixteen multiples of b at hand."""
    multiples = [0, b]
    for half in range(1, 8):
        multiples += [multiples[half] << 1, multiples[half] << 1 ^ b]
    total = 0
    for digit in format(a, "x"):
        total = total << 4 ^ multiples[int(digit, 16)]
    return total


def square(a: int) -> int:
    """a^2: the coefficients at twice their places."""
    return int(format(a, "b"), 4)


def divide(a: int, b: int) -> tuple[int, int]:
    """(quotient, remainder). Raises ZeroDivisionError for b = 0."""
    if not b:
        raise ZeroDivisionError("division of a polynomial by zero")
    size, quotient = b.bit_length(), 0
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
        quotient |= 1 << shift
    return quotient, a


def gcd(a: int, b: int) -> int:
    """The greatest common divisor; gcd(0, 0) = 0."""
    while b:
        size = b.bit_length()
        while (shift := a.bit_length() - size) >= 0:
            a ^= b << shift
        a, b = b, a
    return a


def half_extended_gcd(a: int, modulus: int) -> tuple[int, int]:
    """(g, u) with u a = g modulo `modulus`, g the greatest common divisor of both."""
    old, new, old_factor, factor = modulus, a, 0, 1
    while new:
        size = new.bit_length()
        while (shift := old.bit_length() - size) >= 0:
            old ^= new << shift
            old_factor ^= factor << shift
        old, new, old_factor, factor = new, old, factor, old_factor
    return old, old_factor


def lower_half_mask(half: int, length: int) -> int:
    """Mask of the lower half of every block of 2 * half bits, over at least `length` bits."""
    return _lower_half_mask(half, length.bit_length())


@lru_cache(maxsize=512)
def _lower_half_mask(half: int, length_bits: int) -> int:
    mask, width, length = (1 << half) - 1, 2 * half, 1 << length_bits
    while width < length:
        mask |= mask << width
        width *= 2
    return mask


def _powers_of_two_below(length: int) -> list[int]:
    return [1 << k for k in range((length - 1).bit_length())] if length > 1 else []


def shift_argument(a: int) -> int:
    """a(x + 1): in every block low + x^h high becomes (low + high) + x^h high."""
    for h in _powers_of_two_below(a.bit_length()):
        a ^= a >> h & lower_half_mask(h, a.bit_length())
    return a


def fibonacci(n: int) -> int:
    """The Fibonacci polynomial f_n, of degree n - 1; the binary digits of n from the top. Raises ValueError: n < 0."""
    if n < 0:
        raise ValueError(f"fibonacci: expected n >= 0, found {n}")
    f, following = 0, 1  # f_m and f_{m+1}
    for digit in format(n, "b"):
        odd = square(f ^ following)
        f, following = (odd, square(following) << 1) if digit == "1" else (square(f) << 1, odd)
    return f


def from_fibonacci_basis(v: int) -> int:
    """sum of f_{j+1} over the bits j of v, as a polynomial.

    f_{h+i} = f_{h-i} + x^h f_i, i = 1..h: the upper half of a block of 2h, mirrored, is added to the lower one, and
    then stands for x^h times its own block. Quasi-linear, and all blocks at once.
    """
    for h in reversed(_powers_of_two_below(v.bit_length())):
        v ^= _mirror_upper_halves(v, h)
    return v


def to_fibonacci_basis(a: int) -> int:
    """The bits j of the f_{j+1} whose sum is the polynomial a: the same steps in the other order."""
    for h in _powers_of_two_below(a.bit_length()):
        a ^= _mirror_upper_halves(a, h)
    return a


def _mirror_upper_halves(v: int, h: int) -> int:
    """In every block of 2h, bit h + u moved to h - 2 - u (u = 0..h-2), bit 2h - 1 to nowhere."""
    upper = v >> h & lower_half_mask(h, v.bit_length())
    return _reverse_blocks(upper, h) >> 1 & lower_half_mask(h, v.bit_length()) if h > 1 else 0


def _reverse_blocks(v: int, h: int) -> int:
    """The bits of every block of h reversed, h a power of two: neighbours change places, then pairs, then fours."""
    length, step = v.bit_length() + h, 1
    while step < h:
        mask = lower_half_mask(step, length)
        v = (v & mask) << step | v >> step & mask
        step *= 2
    return v


def reverse_bits(v: int, length: int) -> int:
    """The lowest `length` bits in reverse order."""
    return int(format(v & (1 << length) - 1, f"0{length}b")[::-1], 2) if length else 0
