"""The fewest presses that turn a rectangular board from all off to all on (k = 2), with proof, and the board.

The solutions are x + K, K the quiet patterns, 2^nullity of them; asked for is the lightest. Up to DIRECT free bits all
are weighed (`gf2_coset`). Beyond that it is the cells' parities that help: the Fibonacci polynomials satisfy
f_{2m} = x f_m^2 and f_{2m+1} = (f_m + f_{m+1})^2, so that on the four classes of cells (i mod 2, j mod 2) a quiet
pattern shows only about half of its bits,

    0 1 0 1 0      class (0, 0)   (0, 1)   (1, 0)   (1, 1)        n = 79: 32 of 64 bits on each
    2 3 2 3 2
    0 1 0 1 0

and two classes together show all (`gf2_split`, which checks that on the board at hand).

How many presses are odd? Every solution x of A x = diag(A) (A symmetric over GF(2), here with all loops) has
|x| = rank(A) mod 2. Proof: A is not alternating, so A = P^T P with P of r = rank(A) rows, independent ones (Albert
1938). The diagonal of P^T P is the sum of P's rows as P^T 1, since v.v = v.1 over GF(2). So P^T (P x + 1) = 0, and P^T
has independent columns: P x = 1, x.A x = (P x).(P x) = r. But A x = 1 means x.A x = x.1 = |x|, all modulo 2.
So the fewest presses have the parity of (cells - nullity): a check of every value that costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.puzzles.gf2_coset import Coset, lightest
from models.puzzles.gf2_split import lightest_by_split
from models.puzzles.lightsout_polynomial import Board, chase, quiet_rows, solve
from models.puzzles.lightsout_rows import cells_of

DIRECT = 26  # free bits up to which all solutions are weighed


@dataclass(frozen=True, slots=True)
class Fewest:
    """presses: shape (rows, columns), of the fewest; weight: how many; note: how they were found."""

    presses: NDArray[np.bool_]
    weight: int
    nullity: int
    note: str


def all_ones(board: Board) -> Coset:
    """The solutions of all off to all on: a coset over the cells, row by row. There is one (Sutner 1989), closed rule.

    Raises ValueError where there is none (open rule).
    """
    change = [(1 << board.columns) - 1] * board.rows
    solved = solve(board, change)
    if solved.top is None:
        raise ValueError(f"no presses turn all lights of the {board.rows} x {board.columns} board on")
    word = cells_of(chase(board, solved.top, change), board.columns).ravel()
    quiet = [cells_of(quiet_rows(board, top), board.columns).ravel() for top in solved.quiet]
    return Coset(word, np.array(quiet, np.bool_).reshape(-1, word.size))


def fewest_presses(board: Board, direct: int = DIRECT) -> Fewest:
    """Exact. Raises DoesNotSplit or MemoryError where the solutions are too many, ValueError where there are none."""
    coset = all_ones(board)
    if coset.dimension <= direct:
        weight, number = lightest(coset)
        note = f"all 2^{coset.dimension} solutions weighed"
    else:
        found = lightest_by_split(coset, parity_classes(board))
        weight, number = found.weight, found.number
        note = f"split {found.ranks}, floor {found.floor}, {found.pairs} pairs"
    chosen = np.array([number >> k & 1 for k in range(coset.dimension)], np.bool_)
    presses = coset.word ^ np.bitwise_xor.reduce(coset.basis[chosen], axis=0, initial=False)
    return Fewest(presses.reshape(board.rows, board.columns), weight, coset.dimension, note)


def parity_classes(board: Board) -> list[NDArray[np.intp]]:
    """The cells, numbered row by row, by the parities of row and column."""
    number = np.arange(board.rows * board.columns).reshape(board.rows, board.columns)
    return [number[i::2, j::2].ravel() for i in (0, 1) for j in (0, 1)]
