"""Lights Out with any number k of colours, by linear algebra modulo k: prime, a power of a prime, or composite.

    A x = target - start modulo k,   A the matrix of who moves whom on, x how often each button is pressed, 0..k-1

On any graph, directed or not: `modular` chases the lights and settles what was guessed by elimination modulo the powers
of primes in k. If there is no solution, weights of the lamps show it: every press changes the weighted sum of the lamps
by a multiple of k, and what is asked for does not.

    1 1    two lamps side by side, closed rule: each press moves both on, so that their difference stays. To move one of
    1 1    them on alone is impossible: weights (1, k - 1), sum 1.

Sutner's theorem is about k = 2 alone: the lamps of the 2 x 2 board with three colours cannot all be moved on by one,
since each press moves on three of them, and weights of 1 show it. The
fewest presses are known where the solutions are few enough to weigh all of them; otherwise any solution is given.
(Kreh, "Lights Out and variants", American Mathematical Monthly 124, 2017.)
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from algebra.modulok.minimum import MOST_WEIGHED, lightest_solution
from algebra.modulok.rows import ModularRows
from algebra.modulok.solve import ModularContradiction, ModularSolutions, contradicts, prime_powers
from algebra.modulok.solve import solve as solve_system
from models.puzzles.lightsout.graph import Ints
from models.puzzles.lightsout.instance import LightsOut


def equations(p: LightsOut) -> tuple[ModularRows, Ints]:
    """One for each lamp, and how far it has to move on, shape (n,)."""
    return ModularRows(*p.lamp_columns(), len(p), p.colours), (p.target - p.start) % p.colours


def solutions(p: LightsOut) -> ModularSolutions | ModularContradiction:
    """All of them, or weights (n,) of the lamps that show that there is none; either is checked.

    Raises MemoryError where chasing the lights leaves more guesses than elimination has room for."""
    rows, change = equations(p)
    found = solve_system(rows, change, p.colours)
    if isinstance(found, ModularContradiction):
        if not contradicts(rows, change, p.colours, found.weights):
            raise ArithmeticError("the weights of the lamps do not show that there is no solution")
    else:
        _check(p, found.solution)
    return found


def solve(p: LightsOut) -> Ints | ModularContradiction:
    """How often to press each vertex, (n,) of 0..k-1: any solution; or why there is none. Raises as `solutions`."""
    found = solutions(p)
    return found if isinstance(found, ModularContradiction) else found.solution


def count(p: LightsOut) -> int:
    """How many solutions there are. Raises as `solutions`."""
    found = solutions(p)
    return 0 if isinstance(found, ModularContradiction) else found.count


def best_presses(p: LightsOut) -> tuple[str, Ints | None, str]:
    """(`optimal`, `satisfied` or `unsatisfiable`, presses (n,) or None, a note). Raises as `solutions`."""
    found = solutions(p)
    if isinstance(found, ModularContradiction):
        weighed = int(np.count_nonzero(found.weights))
        return (
            "unsatisfiable",
            None,
            f"modulo {p.colours} a sum of {weighed:,} weighted lamps never changes as it should",
        )
    guessed = f"{len(found.chase.guesses):,} of {len(p):,} presses guessed"
    if found.count == 1:
        return "optimal", found.solution, f"the only solution modulo {p.colours}, {guessed}"
    if found.count > MOST_WEIGHED:
        return "satisfied", found.solution, f"one of {number_in_words(found)} solutions modulo {p.colours}, {guessed}"
    presses, total = lightest_solution(found.solution, found.generators(), found.orders, p.colours)
    _check(p, presses)
    note = f"{total:,} presses, the fewest of all {number_in_words(found)} solutions modulo {p.colours}, {guessed}"
    return "optimal", presses, note


def number_in_words(found: ModularSolutions) -> str:
    """`6 561`, `2^64`, `2^3 3^17`: how many solutions."""
    if found.count < 10**6:
        return f"{found.count:,}"
    powers: Counter[int] = Counter()
    for order in found.orders:
        powers.update(dict(prime_powers(order)))
    return " ".join(f"{prime}^{exponent}" for prime, exponent in sorted(powers.items()))


def _check(p: LightsOut, presses: Ints) -> None:
    """Raises ArithmeticError unless these presses do it."""
    if not np.array_equal((p.start + p.lamp_changes(presses)) % p.colours, p.target):
        raise ArithmeticError("the presses that were found do not solve the board")


if __name__ == "__main__":
    from models.puzzles.lightsout.boards import board

    for k in (2, 3, 4, 5, 6, 12):
        p = LightsOut(board("grid", 9, 9), "closed", k, np.ones(81, np.int64), np.zeros(81, np.int64))
        print(k, *best_presses(p)[::2], sep="  ")
