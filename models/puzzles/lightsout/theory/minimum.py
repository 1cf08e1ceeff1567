"""The fewest presses on a rectangular board (k = 2), and which: from all off to all on or any other change; exact.

The solutions are the coset x + K, K the quiet patterns, 2^nullity of them; the lightest has the fewest presses. Up to
DIRECT free bits all are weighed (`coset`). Beyond that the parities of the cells help: the Fibonacci polynomials have
f_{2m} = x f_m^2 and f_{2m+1} = (f_m + f_{m+1})^2, so that on the four classes of cells (i mod 2, j mod 2) a quiet
pattern shows only about half of its bits,

    0 1 0 1 0      class (0, 0)   (0, 1)   (1, 0)   (1, 1)        n = 79: 32 of 64 bits on each
    2 3 2 3 2
    0 1 0 1 0

and two classes together determine all of them (`split`, which checks that for the given board: with the closed rule it
held on all boards up to 59 x 59 with 1 to 40 free bits; with the open rule it often does not, and beyond DIRECT such a
board is refused).

The parity of the number of presses: every solution x of A x = diag(A) (A symmetric over GF(2), here with all loops) has
|x| = rank(A) mod 2. Proof: A is not alternating, so A = P^T P with P of r = rank(A) rows, independent ones (Albert
1938). The diagonal of P^T P is the sum of P's rows as P^T 1, since v.v = v.1 over GF(2). So P^T (P x + 1) = 0, and P^T
has independent columns: P x = 1, x.A x = (P x).(P x) = r. But A x = 1 means x.A x = x.1 = |x|, all modulo 2.
So the fewest presses from all off to all on have the parity of (cells - nullity), which is a free check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.minimum.coset import Coset, lightest_word
from algebra.modulo2.minimum.split import MOST_BITS, SplitError, lightest_by_split
from models.puzzles.lightsout.theory.bit_rows import cells_from_bits
from models.puzzles.lightsout.theory.polynomial import GridBoard, chase, quiet_rows, solve

DIRECT = 26  # free bits up to which all solutions are weighed


@dataclass(frozen=True, slots=True)
class FewestPresses:
    """presses: shape (rows, columns); weight: how many; note: the method, for people."""

    presses: NDArray[np.bool_]
    weight: int
    nullity: int
    note: str


def fewest_presses(board: GridBoard, change: Sequence[int] | None = None, *, direct: int = DIRECT) -> FewestPresses:
    """Exact. change: the lights that have to change, as rows of bits; default: all.

    Raises ValueError where there is no solution, SplitError or MemoryError where there are too many.
    """
    coset = solutions(board, change)
    if coset.dimension <= direct:
        weight, number = lightest_word(coset)
        note = f"all 2^{coset.dimension} solutions weighed"
    else:
        lightest = lightest_by_split(coset, parity_classes(board))
        weight, number = lightest.weight, lightest.number
        note = f"split {lightest.ranks}, floor {lightest.floor}, {lightest.pairs} pairs"
    chosen = np.array([number >> k & 1 for k in range(coset.dimension)], np.bool_)
    presses = coset.word ^ np.bitwise_xor.reduce(coset.basis[chosen], axis=0, initial=False)
    return FewestPresses(presses.reshape(board.rows, board.columns), weight, coset.dimension, note)


def solutions(board: GridBoard, change: Sequence[int] | None = None) -> Coset:
    """All solutions, a coset over the cells, row by row. With the closed rule all lights can be changed (Sutner 1989).

    Raises ValueError where there is no solution, SplitError where there are more than can be split: the latter before
    any quiet pattern is computed.
    """
    rows = [(1 << board.columns) - 1] * board.rows if change is None else change
    solved = solve(board, rows)
    if solved.top is None:
        raise ValueError(f"no presses make this change on the {board.rows} x {board.columns} board")
    if solved.nullity > 2 * MOST_BITS:
        raise SplitError(f"{solved.nullity} free bits, more than two classes of at most {MOST_BITS} can show")
    word = cells_from_bits(chase(board, solved.top, rows), board.columns).ravel()
    quiet = np.empty((solved.nullity, word.size), np.bool_)
    for pattern, top in zip(quiet, solved.quiet, strict=True):
        pattern[:] = cells_from_bits(quiet_rows(board, top), board.columns).ravel()
    return Coset(word, quiet)


def parity_classes(board: GridBoard) -> list[NDArray[np.intp]]:
    """The cells, numbered row by row, by the parities of row and column."""
    number = np.arange(board.rows * board.columns).reshape(board.rows, board.columns)
    return [number[i::2, j::2].ravel() for i in (0, 1) for j in (0, 1)]
