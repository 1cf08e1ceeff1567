"""The nullity of a Lights Out board, which has 2^nullity solutions, from its size alone (closed rule, k = 2).

    n         1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
    nullity   0 0 0 4 2 0 0 0 8  0  6  0  0  4  0  8  2  0 16  0

An m x n board: deg gcd(f_{m+1}(x + 1), f_{n+1}(x)), f the Fibonacci polynomials (Goldwasser, Klostermeyer, Ware 2002).

Squares: let n + 1 = 2^k b, b odd, and N = 2^k. As f_{2m} = x f_m^2 and f_b = g_b^2 for odd b,
f_{n+1} = x^{N-1} g_b^{2N}. The factor x and the factor x + 1 are coprime; g_b(0) = 1; and g_b(1) = 0 iff 3 | b, since
f_b(1) is the b-th Fibonacci number; the root is simple (Hunziker, Machiavelo, Park 2004). So the nullity is
2N deg gcd(g_b(x), g_b(x + 1)), and twice min(N - 1, 2N) = N - 1 more if 3 | b.

Half the degree again: write g_b(x) = A(w) + x B(w) with w = x^2 + x, which x -> x + 1 leaves alone. Then
g_b(x + 1) = g_b(x) + B(w), and both generate the ideal of A(w) and B(w): deg gcd = 2 deg gcd_w(A, B), polynomials of a
quarter of the board's side. g_b follows from g_{b+2} = x g_b + g_{b-2}, g_{-1} = g_1 = 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from algebra.modulo2.polynomials import degree, fibonacci, gcd, lower_half_mask, shift_argument


def nullity(m: int, n: int) -> int:
    """The nullity of the m x n board. Raises ValueError below 1 x 1."""
    if m < 1 or n < 1:
        raise ValueError(f"a board has at least 1 row and 1 column, found {m} x {n}")
    if m == n:
        return _odd_part_nullity(_root(_odd_part(n + 1)), _odd_part(n + 1), (n + 1) // _odd_part(n + 1))
    return nullity_by_gcd(m, n)


def nullity_by_gcd(m: int, n: int) -> int:
    """The nullity of any board, m, n >= 1, by the first formula: an independent check of squares, and with m and n
    exchanged of the others."""
    return degree(gcd(shift_argument(fibonacci(m + 1)), fibonacci(n + 1)))


def nullities(most: int) -> list[int]:
    """The nullities of the n x n boards, n = 1..most: one gcd for each odd b <= most + 1 serves all n + 1 = 2^k b."""
    table = [0] * (most + 1)
    for b, root in zip(range(1, most + 2, 2), _roots(), strict=False):
        shared = _shared_degree(root)
        size = b
        while size <= most + 1:
            table[size - 1] = _nullity(shared, b, size // b)
            size *= 2
    return table[1:]


def torus_nullity(n: int, of_smaller_square: int | None = None) -> int:
    """Of the n x n torus, n >= 3: 2 a(n - 1) + 4 [3 | n], a the nullity of squares (which may be passed in)."""
    if n < 3:
        raise ValueError(f"a torus has at least 3 rows and columns, found {n}")
    smaller = nullity(n - 1, n - 1) if of_smaller_square is None else of_smaller_square
    return 2 * smaller + 4 * (n % 3 == 0)


def _nullity(shared: int, b: int, power: int) -> int:
    return 2 * power * shared + 2 * (power - 1) * (b % 3 == 0)


def _odd_part_nullity(root: int, b: int, power: int) -> int:
    return _nullity(_shared_degree(root), b, power)


def _shared_degree(root: int) -> int:
    """deg gcd(g(x), g(x + 1))."""
    plain, times_x = w_coefficients(root)
    return 2 * degree(gcd(plain, times_x))


def w_coefficients(a: int) -> tuple[int, int]:
    """(A, B) with a(x) = A(w) + x B(w), w = x^2 + x.

    Divide by w^h = x^{2h} + x^h for h = a power of two, then quotient and remainder by w^{h/2}, and so on, all blocks
    at once: in a block of quarters (L0, L1, H0, H1) the quotient is (H0 + H1, H1), the rest (L0, L1 + H0 + H1).
    """
    length = a.bit_length()
    h = 1 << max(length - 1, 0).bit_length() >> 2  # a block of 4h holds all of a
    while h:
        low_quarters = lower_half_mask(h, length)  # L0 and H0
        low_halves = lower_half_mask(2 * h, length)  # L0 and L1
        a ^= a >> h & low_quarters & ~low_halves  # H0 += H1
        a ^= a >> h & low_halves & ~low_quarters  # L1 += H0
        h //= 2
    digits = format(a, "b")[::-1]
    return int(digits[::2][::-1], 2), int(digits[1::2][::-1] or "0", 2)


def _odd_part(size: int) -> int:
    return size // (size & -size)


def _root(b: int) -> int:
    """g_b = f_m + f_{m+1}, m = (b - 1)/2, since f_{2m+1} = (f_m + f_{m+1})^2."""
    return fibonacci(b // 2) ^ fibonacci(b // 2 + 1)


def _roots() -> Iterator[int]:
    """g_1, g_3, g_5, ..."""
    before, root = 1, 1
    while True:
        yield root
        before, root = root, root << 1 ^ before
