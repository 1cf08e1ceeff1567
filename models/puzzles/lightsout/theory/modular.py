"""Lights Out with any number k of colours, by linear algebra modulo k: prime, a power of a prime, or composite.

    A x = target - start modulo k,   A the toggle matrix, x how often each button is pressed, 0..k-1

On any graph, directed or not: `algebra/modulok/solve.py` chases the lights and determines the guesses by elimination
modulo the prime powers in k. If there is no solution, weights of the lamps are the certificate: every press changes the
weighted sum of the lamps by a multiple of k, and the change that is needed does not.

    1 1    two lamps side by side, closed rule: each press advances both, so that their difference stays. To advance one
    1 1    of them alone is impossible: weights (1, k - 1), sum 1.

Sutner's theorem holds for k = 2 only: the lamps of the 2 x 2 board with three colours cannot all be advanced by one,
since each press advances three of them, and weights of 1 show it. The fewest presses are found where the solutions are
few enough to weigh all of them; otherwise any solution is given.
(Kreh, "Lights Out and variants", American Mathematical Monthly 124, 2017.)
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from algebra.modulok.minimum import MOST_WEIGHED, lightest_solution
from algebra.modulok.rows import ModularRows
from algebra.modulok.solve import ModularContradiction, ModularSolutions, contradicts, prime_powers
from algebra.modulok.solve import solve as solve_system
from models.puzzles.graphs.graph import Ints
from models.puzzles.lightsout.instance import LightsOut
from rosetta.foundation.vocabulary import Status


def equations(p: LightsOut) -> tuple[ModularRows, Ints]:
    """One for each lamp, and by how much it has to advance, shape (n,)."""
    return ModularRows(*p.lamp_columns(), len(p), p.colours), (p.target - p.start) % p.colours


def solutions(p: LightsOut) -> ModularSolutions | ModularContradiction:
    """All of them, or weights (n,) of the lamps that prove that there is none; either is checked.

    Raises MemoryError where chasing the lights leaves more guesses than elimination has memory for."""
    rows, change = equations(p)
    outcome = solve_system(rows, change, p.colours)
    if isinstance(outcome, ModularContradiction):
        if not contradicts(rows, change, p.colours, outcome.weights):
            raise ArithmeticError("the weights of the lamps do not show that there is no solution")
    else:
        _check(p, outcome.solution)
    return outcome


def solve(p: LightsOut) -> Ints | ModularContradiction:
    """How often to press each vertex, (n,) of 0..k-1: any solution; or why there is none. Raises as `solutions`."""
    outcome = solutions(p)
    return outcome if isinstance(outcome, ModularContradiction) else outcome.solution


def best_presses(p: LightsOut) -> tuple[Status, Ints | None, str]:
    """(OPTIMAL, SATISFIED or UNSATISFIABLE, presses (n,) or None, a note). Raises as `solutions`."""
    outcome = solutions(p)
    if isinstance(outcome, ModularContradiction):
        weighed = int(np.count_nonzero(outcome.weights))
        return (
            Status.UNSATISFIABLE,
            None,
            f"modulo {p.colours} a sum of {weighed:,} weighted lamps never changes as it should",
        )
    eliminated = f"{len(outcome.chase.guesses):,} of {len(p):,} presses found by elimination"
    if outcome.count == 1:
        return Status.OPTIMAL, outcome.solution, f"the only solution modulo {p.colours}, {eliminated}"
    if outcome.count > MOST_WEIGHED:
        return (
            Status.SATISFIED,
            outcome.solution,
            f"one of {number_in_words(outcome)} solutions modulo {p.colours}, {eliminated}",
        )
    presses, total = lightest_solution(outcome.solution, outcome.generators(), outcome.orders, p.colours)
    _check(p, presses)
    note = f"{total:,} presses, the fewest of all {number_in_words(outcome)} solutions modulo {p.colours}, {eliminated}"
    return Status.OPTIMAL, presses, note


def number_in_words(space: ModularSolutions) -> str:
    """`6 561`, `2^64`, `2^3 3^17`: how many solutions."""
    if space.count < 10**6:
        return f"{space.count:,}"
    powers: Counter[int] = Counter()
    for order in space.orders:
        powers.update(dict(prime_powers(order)))
    return " ".join(f"{prime}^{exponent}" for prime, exponent in sorted(powers.items()))


def _check(p: LightsOut, presses: Ints) -> None:
    """Raises ArithmeticError unless these presses are a solution."""
    if not np.array_equal((p.start + p.lamp_changes(presses)) % p.colours, p.target):
        raise ArithmeticError("the presses that were found do not solve the board")


if __name__ == "__main__":
    from models.puzzles.lightsout.boards import board

    for k in (2, 3, 4, 5, 6, 12):
        p = LightsOut(board("grid", 9, 9), "closed", k, np.ones(81, np.int64), np.zeros(81, np.int64))
        print(k, *best_presses(p)[::2], sep="  ")
