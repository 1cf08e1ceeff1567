"""Table rows for rectangular boards, from all on to all off: the number of solutions, and the fewest presses.

    3 x 5     nullity 3: 8 solutions       fewest 6     . x . . .      as even as 15 - 3
                                                        . . . x x
                                                        x . . x x

Every row has its faults, as sentences: methods that disagree, lamps that stay on, a wrong parity. A row is right where
there are none. The methods are those of `methods` (dense, Spanish, polynomial), `nullity` (gcd of Fibonacci
polynomials, and for squares a shorter one) and `minimum`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.minimum.coset import Coset
from models.puzzles.boards import isometries
from models.puzzles.lightsout.theory.bit_rows import bits_from_cells
from models.puzzles.lightsout.theory.methods import METHODS
from models.puzzles.lightsout.theory.minimum import fewest_presses, solutions
from models.puzzles.lightsout.theory.nullity import nullity, nullity_by_gcd
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes

MOST_LISTED = 16  # dimensions up to which solutions are inspected one by one


@dataclass(frozen=True, slots=True)
class SolutionCount:
    """How many solutions a board has: 2 to each of `exponents`, by the names of the methods; symmetric: how many of
    them some rotation or reflection of the board leaves unchanged, None where they are too many to inspect, or
    the board (1 x 1) has no rotation or reflection but the identity."""

    board: GridBoard
    exponents: dict[str, int]
    symmetric: int | None

    @property
    def faults(self) -> tuple[str, ...]:
        """Contradictions between the methods, as sentences."""
        if len(set(self.exponents.values())) == 1:
            return ()
        return ("; ".join(f"{method} says 2^{exponent}" for method, exponent in self.exponents.items()),)


@dataclass(frozen=True, slots=True, eq=False)
class PressMinimum:
    """The fewest presses of a board: shape (rows, columns); the method (note), and contradictions (faults)."""

    board: GridBoard
    presses: NDArray[np.bool_]
    weight: int
    nullity: int
    note: str
    faults: tuple[str, ...]


def count(rows: int, columns: int) -> SolutionCount:
    """The number of solutions by all methods; those that solve the board have to find one."""
    board = GridBoard(rows, columns)
    change = [(1 << columns) - 1] * rows
    exponents = {"gcd": nullity_by_gcd(rows, columns), "gcd exchanged": nullity_by_gcd(columns, rows)}
    if rows == columns:
        exponents["gcd of roots"] = nullity(rows, columns)
    for name, method in METHODS.items():
        method_solutions = method(board, change)
        exponents[name] = (
            method_solutions.nullity if method_solutions.solvable else -1
        )  # Sutner's theorem says there is always one
    few = set(exponents.values()) <= set(range(MOST_LISTED + 1))
    return SolutionCount(board, exponents, count_symmetric(board, solutions(board)) if few else None)


def count_symmetric(board: GridBoard, coset: Coset) -> int | None:
    """How many words of the coset are unchanged by some rotation or reflection that moves a cell; None where no
    rotation or reflection does."""
    cells = np.arange(board.rows * board.columns).reshape(board.rows, board.columns)
    words = coset.word[None, :]
    for vector in coset.basis:
        words = np.concatenate([words, words ^ vector])
    moved = (image.board(cells).ravel() for image in isometries(cells.shape))
    fixed = [(words == words[:, to]).all(axis=1) for to in moved if (to != cells.ravel()).any()]
    return int(np.logical_or.reduce(fixed).sum()) if fixed else None


def press_minimum(rows: int, columns: int) -> PressMinimum:
    """The fewest presses, checked by pressing, and by their parity: that of cells - nullity, as of all solutions."""
    board = GridBoard(rows, columns)
    fewest = fewest_presses(board)
    faults = tuple(_faults(board, fewest.presses, fewest.weight, fewest.nullity))
    return PressMinimum(board, fewest.presses, fewest.weight, fewest.nullity, fewest.note, faults)


def _faults(board: GridBoard, presses: NDArray[np.bool_], weight: int, dimension: int) -> Iterator[str]:
    if list(lamp_changes(board, bits_from_cells(presses))) != [(1 << board.columns) - 1] * board.rows:
        yield "not all lamps change"
    if int(presses.sum()) != weight:
        yield f"{int(presses.sum())} presses, not {weight}"
    if (weight - presses.size + dimension) % 2:
        yield f"{weight} is not congruent to {presses.size} - {dimension} modulo 2"
    for m, n in {(board.rows, board.columns), (board.columns, board.rows)}:
        if (other := nullity_by_gcd(m, n)) != dimension:
            yield f"nullity {dimension}; by polynomials of the {m} x {n} board {other}"
