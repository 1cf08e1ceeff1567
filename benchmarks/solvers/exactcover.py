"""Benchmark of listing all tilings of two boards: `python -m benchmarks.solvers.exactcover [ROUNDS [SECONDS [BOARD]]]`.

    6x10          the twelve pentominoes, 9356 tilings
    8x8           with a square of four cells, 16146 tilings, the P in only 42 of its 336 places (no symmetries)

    ours          backends.exactcover: `count`, and `solutions`, which gives every tiling as an assignment
    xcover        the package xcover==0.2.6 (dancing cells, compiled by numba), as a generator of all covers
    exact-cover   the package exact-cover==1.5.0 (dancing links in C), its list of all covers and its count
    dancing links ours too: Knuth's program of 2000, compiled; shares nothing (backends.covering.dancing)
    SOLVER        our backend `cnf` with that solver of python-sat: called again with each tiling forbidden, for SECONDS
    CP-SAT        our backend: its own enumeration, up to SECONDS (10)

The packages get the same options and items as a matrix, made beforehand; solvers of this project get the same model,
and their lowering counts (a few milliseconds). Printed are medians over the ROUNDS (3) of the process's own CPU
seconds, since load stretches wall time, and the ratio of tilings per second, ours to theirs, with the goal. Each engine
solves a small board first. Engines that do not finish are compared by their rate. The two packages are not dependencies
of this project: put them on PYTHONPATH (`pip install --no-deps --target FOLDER ...`); without them it says so and runs
the others. At the end, two threads against one: wall time, and the CPU of the busier thread, which is what the wall
time would be on an idle machine. A round takes some minutes; to run one board alone, name it last: `python -m
benchmarks.solvers.exactcover 3 10 6x10`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends import cnf, cpsat, exactcover
from backends.contract import Backend, Limits, Options
from backends.covering.cover import cover
from backends.covering.dancing import run_dancing_links
from backends.covering.node_search import problem, root_node
from backends.covering.search_threads import SearchThreads, split_search
from benchmarks.timing import take_turns, time_call
from models.neutral import Model, group
from rosetta.foundation.limits import LimitReached
from tests.support.cover_models import chessboard, pentominoes

Run = Callable[[Model, float], int]
BOARDS: dict[str, tuple[Callable[[], Model], int]] = {
    "6x10": (lambda: pentominoes(6, 10), 9356),
    "8x8": (chessboard, 16146),
}
GOALS = {
    "6x10": {"xcover": 6},
    "8x8": {
        "xcover": 4,
        "exact-cover, listed": 18,
        "CP-SAT": 100,
        "cadical195": 400,
        "glucose4": 400,
        "minisat22": 400,
    },
}


def count_ours(model: Model, seconds: float) -> int:
    return exactcover.count(model, model.boolean_variables, Limits(seconds=600), Options())


def listing_run(backend: Backend, **options: Any) -> Run:
    """All solutions of one of our backends, as many as it finds in time."""

    def run(model: Model, seconds: float) -> int:
        count = 0
        limits = Limits(seconds=600 if backend is exactcover.BACKEND else seconds)
        try:
            for _ in backend.solutions(model, model.boolean_variables, limits, Options(**options)):
                count += 1
        except LimitReached:
            pass
        return count

    return run


def cover_matrix(model: Model) -> NDArray[np.bool_]:
    """The exact cover matrix, options by items."""
    lowered = cover(model, 8000)
    options, items = lowered.pairs()
    covers = np.zeros((len(lowered.literals), lowered.items), np.bool_)
    covers[options, np.unique(items, return_inverse=True)[1]] = True
    return covers


def xcover(model: Model, seconds: float) -> int:
    return sum(1 for _ in import_module("xcover").covers_bool(cover_matrix(model)))


def exact_cover(model: Model, seconds: float) -> int:
    return len(import_module("exact_cover").get_all_solutions(cover_matrix(model)))


def exact_cover_count(model: Model, seconds: float) -> int:
    return int(import_module("exact_cover").get_solution_count(cover_matrix(model)))


def dancing_links(model: Model, seconds: float) -> int:
    """The count by dancing links. Every item of these models must be covered, so none is optional."""
    masks = cover_matrix(model)
    options, items = np.nonzero(masks)
    return run_dancing_links(group(items.astype(np.int32), by=options, n=len(masks)), masks.shape[1]).number


RUNS: dict[str, Run] = {
    "ours, counted": count_ours,
    "ours, listed": listing_run(exactcover.BACKEND),
    "dancing links": dancing_links,
    "xcover": xcover,
    "exact-cover, counted": exact_cover_count,
    "exact-cover, listed": exact_cover,
    "cadical195": listing_run(cnf.BACKEND, solver="cadical195"),
    "glucose4": listing_run(cnf.BACKEND, solver="glucose4"),
    "minisat22": listing_run(cnf.BACKEND, solver="minisat22"),
    "CP-SAT": listing_run(cpsat.BACKEND),
}


def main(rounds: int = 3, seconds: float = 10.0, board: str = "") -> None:
    exactcover.BACKEND.probe()
    runs, small = {}, pentominoes(3, 20)
    for name, run in RUNS.items():
        try:
            assert run(small, seconds) in range(9)
            runs[name] = run
        except ImportError as reason:
            print(f"{name}: {reason}")
    for name in [board] if board else BOARDS:
        make, tilings = BOARDS[name]
        _compare_runs(name, make(), tilings, runs, rounds, seconds)
        _compare_threads(make(), tilings, rounds)


def _compare_runs(board: str, model: Model, tilings: int, runs: dict[str, Run], rounds: int, seconds: float) -> None:
    timed = take_turns({name: partial(time_call, partial(run, model, seconds)) for name, run in runs.items()}, rounds)
    middle = {name: median(spent for spent, _ in results) for name, results in timed.items()}
    our_rate = tilings / middle["ours, listed"]
    print(f"{board}, {tilings:,} tilings")
    for name, results in timed.items():
        count, spent = results[-1][1], middle[name]
        rate, ended = count / spent, "all" if count == tilings else "not all"
        print(f"  {name:20} {count:6,} ({ended}) {spent:7.2f} s {rate:10,.1f} a second", end="")
        goal = f" (goal {GOALS[board][name]})" if name in GOALS[board] else ""
        print(f"  ours {our_rate / rate:,.2f} times as many{goal}" if rate else "  none in time")


def _compare_threads(model: Model, tilings: int, rounds: int) -> None:
    """Counting by one and by two threads; the splitting into parts is measured, too."""
    lowered = cover(model, 8000)
    columns, root = problem(lowered), root_node(lowered)
    walls: dict[int, list[float]] = {1: [], 2: []}
    busiest: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(max(rounds, 3)):
        for threads in walls:
            wall, own = time.perf_counter(), time.thread_time()
            crew = SearchThreads(columns, split_search(columns, root, lambda: None), threads)
            assert crew.count(lambda: None) == tilings
            walls[threads].append(time.perf_counter() - wall)
            busiest[threads].append(max(crew.cpu_seconds) + time.thread_time() - own)
    for what, times in (("wall", walls), ("CPU of the busier thread and of dividing", busiest)):
        single, double = median(times[1]), median(times[2])
        print(f"  two threads, {what}: {single:.2f} s, {double:.2f} s, {single / double:.2f} times as fast (goal 1.8)")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float, str), sys.argv[1:], strict=False)))
