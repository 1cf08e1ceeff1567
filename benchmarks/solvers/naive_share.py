"""Lamps that follow without search: `python -m benchmarks.solvers.naive_share [SIDE] [SEEDS]` (60, 10).

The Light Up solver of Ben-Gurion University reports that its naive solver finds 81 % of the lamps on average, at every
size, on boards of "varied" densities. The share depends on the densities: it is measured here for pairs of them, on
planted boards of several seeds, once for the naive solver of the tests (`tests.support.naive_akari`, with and without
the bookkeeping of walls that have all their lamps) and once for `propagate`.

Printed: mean, least and largest share in percent of the planted lamps, the same mean of propagation, the mean of the
two rules alone, the time of one board; `before`: figures measured earlier by a program outside this project. Derived
lamps are in every solution, so the planted solution stands for all; it is checked that both find the same lamps.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from backends.passes.propagation import prepare, propagate_bounds
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import model
from tests.support.naive_akari import Naive

EARLIER_SHARES = {  # percent of bare and of numbered walls: percent of the lamps found, one measurement at 60x60
    (10, 10): 9.0, (10, 20): 61.0, (20, 20): 65.0, (40, 20): 80.0, (10, 30): 90.0,
    (20, 30): 92.0, (30, 30): 94.0, (0, 40): 98.0, (2, 2): 0.5, (50, 0): 17.0,
}  # fmt: skip


def shares(side: int, seed: int, bare: int, numbered: int) -> tuple[list[float], list[float]]:
    """On one board: the share of lamps found by the naive solver, by its two rules alone, by propagation; and the
    seconds of the first and the last."""
    p, planted = PUZZLE.generate((side, side), seed=seed, bare=bare, numbered=numbered)
    assert planted is not None
    board, m, start = p.cells.tolist(), model(p), time.perf_counter()
    naive = Naive(board).solve()
    naive_seconds, start = time.perf_counter() - start, time.perf_counter()
    propagated = propagate_bounds(m)
    seconds = [naive_seconds, time.perf_counter() - start]
    lamps = PUZZLE.decode(p, m, propagated.lower)
    assert set(lamps) == naive.lamps <= set(planted), "the naive solver and propagation differ"
    rules = Naive(board, satisfied_walls=False).solve()
    return [100 * len(each) / len(planted) for each in (naive.lamps, rules.lamps, lamps)], seconds


def main(side: int = 60, seeds: int = 10) -> None:
    prepare()
    print(f"share of the lamps in percent, planted boards of {side}x{side}, seeds 0..{seeds - 1}")
    print(
        " bare  numbered   naive  least  most  deviation   propagate   two rules alone   before   ms: naive  propagate"
    )
    for (bare, numbered), before in EARLIER_SHARES.items():
        samples = [shares(side, seed, bare, numbered) for seed in range(seeds)]
        naive, rules, derived = np.array([board_shares for board_shares, _ in samples]).T
        ms = 1e3 * np.median([seconds for _, seconds in samples], axis=0)
        print(
            f"{bare:4} % {numbered:6} % {naive.mean():8.1f} {naive.min():6.1f} {naive.max():5.1f}"
            f" {naive.std(ddof=1) if seeds > 1 else 0:9.1f} {derived.mean():12.1f} {rules.mean():15.1f}"
            f" {before:11.1f} {ms[0]:11.0f} {ms[1]:10.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
