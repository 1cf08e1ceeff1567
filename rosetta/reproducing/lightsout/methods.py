"""Investigating the game of lights (Hebrew, 2021): its two linear systems, n^2 unknowns and n, solve the same problem.

    dense      n^2 equations in n^2 unknowns: n^4 entries
    Spanish    the top row as unknowns: n equations in n unknowns, n^2 entries (R. Losada, SUMA)

Both give one solution and a basis of the quiet patterns. The solution sets are equal if the bases span the same space
and the two solutions differ by a quiet pattern. Checked for all on and for random changes, also on boards that are not
square. Times are taken in turn, the least of three.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from models.puzzles.lightsout.theory.methods import BoardSolutions, solve_dense, solve_polynomial, solve_spanish
from models.puzzles.lightsout.theory.polynomial import GridBoard
from models.puzzles.randomness import Stream
from report.reproduction.records import CONTRADICTORY, OPEN, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.records import Item

METHODS: dict[str, Callable[[GridBoard, list[int]], BoardSolutions]] = {
    "dense": solve_dense, "Spanish": solve_spanish, "polynomial": solve_polynomial,
}  # fmt: skip
BOARDS = 8  # all m x n up to this side are compared
QUICK, FULL = (5, 10, 16), (5, 10, 16, 20, 25, 30)
ROUNDS = 3


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    progress("solutions by both methods")
    most = 12 if full else BOARDS
    compared_on = [(m, n, drawn) for m in range(1, most + 1) for n in range(1, most + 1) for drawn in range(3)]
    differ = [
        (m, n) for m, n, drawn in compared_on if not have_same_solutions(GridBoard(m, n), changes(m, n, drawn, seed))
    ]
    yield Line(
        "the Spanish method has the solutions of the dense system", "the same",
        f"on {len(compared_on) - len(differ)} of {len(compared_on)}", CONTRADICTORY if differ else REPRODUCED,
        f"All boards up to {most} x {most}, all on and two random changes each, those without a solution too. "
        "The polynomial route has the same.",
    )  # fmt: skip
    sides = FULL if full else QUICK
    spent = {n: {name: seconds(method, n, progress) for name, method in METHODS.items()} for n in sides}
    yield Table(
        "Milliseconds, all on",
        ("n", "naive sets", "entries n^4", "n^2", *METHODS, "dense / Spanish"),
        [(n, f"2^{n * n}", n**4, n**2, *(round(1000 * s, 3) for s in spent[n].values()),
          round(spent[n]["dense"] / spent[n]["Spanish"], 1)) for n in sides],
        "CPU time with Python integers as rows, least of three in turn; the whole board each.",
    )  # fmt: skip
    yield speed_line(spent)


def changes(m: int, n: int, number: int, seed: int) -> list[int]:
    """The lamps that have to change, by row: all, or drawn at random."""
    if not number:
        return [(1 << n) - 1] * m
    words = Stream("reproduce", "changes", f"{m}x{n}-{number}", seed).words(m)
    return [int(word) & (1 << n) - 1 for word in words]


def have_same_solutions(board: GridBoard, change: list[int]) -> bool:
    """Do all methods have the same solutions?"""
    first, *others = (method(board, change) for method in METHODS.values())
    return all(
        first.solvable == other.solvable
        and span_basis(first.quiet) == span_basis(other.quiet)
        and (
            first.solution is None
            or other.solution is None
            or reduce_word(first.solution ^ other.solution, span_basis(first.quiet)) == 0
        )
        for other in others
    )


def span_basis(words: tuple[int, ...]) -> tuple[int, ...]:
    """The reduced basis of the span of these words modulo 2: equal if and only if the spaces are equal."""
    basis: list[int] = []
    for word in words:
        if word := reduce_word(word, tuple(basis)):
            first = word.bit_length() - 1
            basis = [*(vector ^ word if vector >> first & 1 else vector for vector in basis), word]
    return tuple(sorted(basis, reverse=True))


def reduce_word(word: int, basis: tuple[int, ...]) -> int:
    """The remainder of a word modulo the basis, whose leading bits are distinct."""
    for vector in sorted(basis, reverse=True):
        word = min(word, word ^ vector)
    return word


def seconds(method: Callable[[GridBoard, list[int]], BoardSolutions], n: int, progress: Progress) -> float:
    """CPU seconds of the n x n board, the least of ROUNDS."""
    progress(f"{n} x {n}")
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        method(GridBoard(n, n), [(1 << n) - 1] * n)
        least = min(least, time.process_time() - start)
    return least


def speed_line(spent: dict[int, dict[str, float]]) -> Line:
    """Is the Spanish method quicker on the largest board?"""
    largest = max(spent)
    times = spent[largest]["dense"] / spent[largest]["Spanish"]
    verdict = REPRODUCED if times > 1.5 else REFUTED if times < 1 / 1.5 else OPEN
    return Line("the Spanish method is an optimisation: n^2 entries for n^4", "quicker",
                f"{times:.3g} times as quick at n = {largest}", verdict)  # fmt: skip


ITEM = Item(
    name="lightsout-methods",
    title="Lights Out: the dense system and the Spanish method",
    source="Investigating the game of lights (project report in Hebrew, 2021); R. Losada, SUMA",
    shows="That both methods have the same solutions, and how long they take.",
    run=run,
)
