"""Lights Out on a rectangle, solved by arithmetic with polynomials instead of elimination.

Presses are rows r_0 .. r_{m-1} of n bits (bit j = column j), b_k the lights of row k that have to change, and
T = B or B + 1 the effect of a row on itself: B moves a press to its two neighbours, the + 1 (closed rule) is the button
itself. Row k of lights is right when r_{k-1} + T r_k + r_{k+1} = b_k. So every row follows from the one above it:

    r_0 = x   |  .  x  .  .     chasing the lights: r_{k+1} = T r_k + r_{k-1} + b_k, r_{-1} = 0
    r_1       |  x  x  x  .
    ...       |                 and it is a solution if the row below the board is zero:
    r_m = 0   |  .  .  .  .     r_m = f_{m+1}(T) x + c,  c that row for x = 0

That is the n x n system p(B) x = c of the "Spanish method" (Losada). Row e_0 is cyclic under B, e_j = f_{j+1}(B) e_0,
and f_{n+1} is B's characteristic polynomial: identify a row with a polynomial modulo f_{n+1} by e_j = f_{j+1}(y), and
the system is one equation there (Fibonacci polynomials f, see `algebra/modulo2/polynomials.py`),

    p x = c  mod f_{n+1},    p = f_{m+1}(y + 1), or f_{m+1}(y) with the open rule.

With g = gcd(p, f_{n+1}) and u p = g mod f_{n+1} (half-extended Euclid) the nullity is deg g (Goldwasser, Klostermeyer,
Ware 2002), there is a solution iff g divides c, and x = u c/g is one; the rows (f_{n+1}/g) y^k, k < deg g, begin the
quiet patterns, the presses that change nothing. Reduction modulo f_{n+1} folds a row: f_{n+1+i} = f_{n+1-i}.

If there is no solution, some quiet pattern z has an odd number of presses among the lights that have to change. Every
press set A t has z.(A t) = (A z).t = 0, as A is symmetric; so z is a certificate. The sum z.b is the top row of z times
the row e that chasing from the bottom leaves above the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from algebra.modulo2.polynomials import (
    degree,
    divide,
    fibonacci,
    from_fibonacci_basis,
    half_extended_gcd,
    product,
    reverse_bits,
    shift_argument,
    to_fibonacci_basis,
)


@dataclass(frozen=True, slots=True)
class GridBoard:
    """m rows of n columns; closed: a button changes its own light too. Raises ValueError if a side is below 1."""

    rows: int
    columns: int
    closed: bool = True

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise ValueError(f"a board has at least 1 row and 1 column, found {self.rows} x {self.columns}")


@dataclass(frozen=True, slots=True)
class TopRowSolutions:
    """All solutions of a board: top rows of presses, from which `chase` gives the rows below.

    top: of one solution, None where there is none; quiet: the tops of a basis of the quiet patterns; witness: where
    there is no solution, the top row of a quiet pattern with an odd number of presses among the lights that have to
    change, else None.
    """

    top: int | None
    quiet: QuietTops
    witness: int | None

    @property
    def nullity(self) -> int:
        return len(self.quiet)


@dataclass(frozen=True, slots=True)
class QuietTops:
    """(f_{n+1}/g) y^k, k = 0 .. number - 1, as rows of n bits: computed on iteration, as there may be n of them."""

    first: int
    number: int
    columns: int

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[int]:
        row, window = self.first, (1 << self.columns) - 1
        for _ in range(self.number):
            yield row
            row = row << 1 & window ^ row >> 1


def solve(board: GridBoard, change: Sequence[int]) -> TopRowSolutions:
    """change: the lights that have to change, start XOR target, a row as an int. Raises ValueError on other shapes."""
    _check_change(board, change)
    divisor, inverse, quiet = _setup(board)
    right_side = from_fibonacci_basis(residue(board, change))
    if degree(divisor):
        right_side, rest = divide(right_side, divisor)
        if rest:
            return TopRowSolutions(None, quiet, _witness(board, change, quiet))
    return TopRowSolutions(row_of(product(inverse, right_side), board.columns), quiet, None)


def _setup(board: GridBoard) -> tuple[int, int, QuietTops]:
    """(g, u, quiet tops): what depends on the board alone."""
    n = board.columns
    modulus, p = fibonacci(n + 1), fibonacci(board.rows + 1)
    if board.closed:
        p = shift_argument(p)
    p = from_fibonacci_basis(row_of(p, n))
    divisor, inverse = half_extended_gcd(p, modulus)
    first = row_of(divide(modulus, divisor)[0], n) if degree(divisor) else 0
    return divisor, inverse, QuietTops(first, degree(divisor), n)


def row_of(polynomial: int, n: int) -> int:
    """The row of n bits that a polynomial stands for: f_{n+1} = 0, hence f_{n+1+i} = f_{n+1-i} and period 2 (n + 1)."""
    row, period = to_fibonacci_basis(polynomial), 2 * (n + 1)
    while row >> period:
        row = row & (1 << period) - 1 ^ row >> period
    return (row ^ reverse_bits(row >> n + 1, n)) & (1 << n) - 1


def residue(board: GridBoard, change: Sequence[int]) -> int:
    """The row c that is left below the board when no button of the top row is pressed."""
    if board.rows > 1 and change.count(change[0]) == board.rows:
        return _residue_of_equal_rows(board, change[0])
    above, here, window = 0, 0, (1 << board.columns) - 1
    for row in change:
        sides = (here << 1 & window) ^ here >> 1 ^ above ^ row
        above, here = here, sides ^ here if board.closed else sides
    return here


def _residue_of_equal_rows(board: GridBoard, row: int) -> int:
    """The same without chasing: c = (f_1 + ... + f_m)(T) b, and y (f_1 + ... + f_m) = f_{m+1} + f_m + 1."""
    total = (fibonacci(board.rows + 1) ^ fibonacci(board.rows) ^ 1) >> 1
    if board.closed:
        total = shift_argument(total)
    total = from_fibonacci_basis(row_of(total, board.columns))
    return row_of(product(total, from_fibonacci_basis(row)), board.columns)


def _witness(board: GridBoard, change: Sequence[int], quiet: Iterable[int]) -> int:
    """The first quiet top row with an odd number of presses in common with the row that is left above the board."""
    above = residue(board, change[::-1])
    return next(top for top in quiet if (top & above).bit_count() & 1)


def chase(board: GridBoard, top: int, change: Iterable[int]) -> Iterator[int]:
    """The rows of presses below a top row, one after the other, `change` being read once; one solution, if the top row
    is that of one. Raises ValueError at the end where a light of the last row stays wrong. Changes of zero
    (`quiet_rows`) give a quiet pattern. Memory: three rows."""
    above, here, window = 0, top, (1 << board.columns) - 1
    for row in change:
        yield here
        sides = (here << 1 & window) ^ here >> 1 ^ above ^ row
        above, here = here, sides ^ here if board.closed else sides
    if here:
        raise ValueError(f"no solution begins with this row: {here.bit_count()} lights of the last row stay wrong")


def quiet_rows(board: GridBoard, top: int) -> Iterator[int]:
    """The quiet pattern below a top row."""
    return chase(board, top, repeat(0, board.rows))


def lamp_changes(board: GridBoard, presses: Iterable[int]) -> Iterator[int]:
    """The lights that change, row by row, when these buttons are pressed: the check of any answer."""
    window = (1 << board.columns) - 1
    above, here = 0, None
    for below in chain(presses, (0,)):
        if here is not None:
            yield (here << 1 & window) ^ here >> 1 ^ (here if board.closed else 0) ^ above ^ below
            above = here
        here = below


def _check_change(board: GridBoard, change: Sequence[int]) -> None:
    if len(change) != board.rows:
        raise ValueError(f"expected {board.rows} rows of lights, found {len(change)}")
    for number, row in enumerate(change):
        if row >> board.columns:
            raise ValueError(f"expected rows of {board.columns} lights (bits), found more in row {number}")
