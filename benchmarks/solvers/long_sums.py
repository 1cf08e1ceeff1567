"""Benchmark of long sums: `python -m benchmarks.solvers.long_sums [SIZES [SEEDS [LIMIT [A,B [FORMULATION]]]]]`.

Tents boards of the source's generator, 70,80,100 cells a side with seeds 0 to 9 by default, for LIMIT seconds of wall
clock each (120), by `recombine` or the backends A,B, all on that formulation (the default one). Prints CPU seconds from
the stated model to the values, once the loops are compiled; every answer is checked by the rules of the puzzle. With
several backends, their time is also given as a share of the last one's, where a board without an answer counts as the
limit. No process is killed here: CaDiCaL, which cannot be interrupted, goes on beyond the limit.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from backends.contract import Limits, Options
from backends.profiles import TUNED, resolve_options
from backends.registry import backend_named
from models.puzzles.tents import rules
from models.puzzles.tents.record import PUZZLE
from rosetta.foundation.limits import LimitReached


def measure(name: str, size: int, seed: int, seconds: float, formulation: str) -> float | None:
    """CPU seconds of a solve, None where it ends without an answer."""
    board, _ = rules.generate((size, size), seed)
    model, backend = PUZZLE.formulations[formulation](board), backend_named(name)
    options = resolve_options(backend, Options(profile=TUNED, cells=size * size), "tents")
    start = time.process_time()
    try:
        outcome = backend.solve(model, Limits(seconds=seconds), options)
    except LimitReached:
        return None
    spent = time.process_time() - start
    if outcome.values is None:
        return None
    broken = rules.verify(board, rules.decode(board, model, outcome.values))
    assert not broken, broken
    return spent


def main(
    sizes: str = "70,80,100",
    seeds: str = "10",
    limit: str = "120",
    names: str = "recombine",
    formulation: str = "default",
) -> None:
    for name in names.split(","):
        backend_named(name).probe()
    for size in map(int, sizes.split(",")):
        totals = {name: measure_boards(name, size, int(seeds), float(limit), formulation) for name in names.split(",")}
        *others, last = totals
        for name in others:
            print(f"{name} / {last}, {size}x{size}: {totals[name] / totals[last]:.3f}", flush=True)


def measure_boards(name: str, size: int, seeds: int, limit: float, formulation: str) -> float:
    """CPU seconds of all boards, the limit for one without an answer."""
    times = []
    for seed in range(seeds):
        times.append(measure(name, size, seed, limit, formulation))
        print(f"{name} {size}x{size} seed {seed}: {_describe(times[-1])}", flush=True)
    solved = [spent for spent in times if spent is not None]
    middle = f"median of these {median(solved):.1f} s, most {max(solved):.1f} s of CPU" if solved else "none"
    print(f"{name} {size}x{size}: {len(solved)} of {len(times)} solved; {middle}", flush=True)
    return sum(limit if spent is None else spent for spent in times)


def _describe(spent: float | None) -> str:
    return "no answer" if spent is None else f"{spent:.1f} s of CPU"


if __name__ == "__main__":
    main(*sys.argv[1:])
