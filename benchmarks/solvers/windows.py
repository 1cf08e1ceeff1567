"""Benchmark of Akari by windows: `python -m benchmarks.solvers.windows [BACKEND ...]` (default: windows).

Boards from 200x200 to 2000x2000; the cost of a cell should not depend on the board. Two densities, each in the
formulation that suits it:

    d    10 % bare and 10 % numbered walls: short runs
    s    2 % and 2 %: long runs

Printed per board: seconds to state the model (not counted), to lower, load and solve, microseconds per cell for these
three, windows and steps back, peak memory of the solving process (which inherits board and model). Other backends
beside `windows` run on the boards up to 500x500, for the ratio. Every answer is checked against the rows.
"""

from __future__ import annotations

import resource
import sys
import time

from backends.contract import Limits, Outcome
from backends.registry import backend_named
from backends.running import supervisor
from benchmarks.timing import peak_megabytes
from models.neutral import Model, evaluate
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import advice, generate

SIDES = (200, 300, 500, 1000, 1500, 2000)
DENSITIES = {"d": 10, "s": 2}
LIMIT = Limits(seconds=120.0, memory=16_000, literals=200_000_000)


def solve_checked(name: str, model: Model) -> Outcome:
    """The outcome from a child process, with its answer checked."""
    outcome = supervisor.solve(name, model, LIMIT)
    assert outcome.values is None or evaluate(model, outcome.values) == []
    return outcome


def print_board(density: str, side: int, backends: list[str]) -> None:
    """One board, by every backend."""
    walls = DENSITIES[density]
    board, _ = generate((side, side), seed=0, bare=walls, numbered=walls)
    formulation = advice(board).formulation or "default"
    start = time.perf_counter()
    model = PUZZLE.formulations[formulation](board)
    model_seconds = time.perf_counter() - start
    for name in backends if side <= 500 else backends[:1]:
        outcome = solve_checked(name, model)
        steps = [outcome.seconds.get(step, 0.0) for step in ("lower", "load", "solve")]
        peak = peak_megabytes(resource.RUSAGE_CHILDREN)
        print(
            f"{density}{side:<5} {formulation:<8} {name:<18} {outcome.status.value:<12} {model_seconds:6.2f}"
            + "".join(f"{s:7.2f}" for s in steps)
            + f"{sum(steps):8.2f} {1e6 * sum(steps) / side**2:8.2f} {peak:8.0f}  {outcome.note}",
            flush=True,
        )


def main(backends: list[str]) -> None:
    for name in backends:
        backend_named(name)
    print(
        "board  model    backend            status        state  lower   load  solve   total  us/cell  peak MB   note"
    )
    for density in DENSITIES:
        for side in SIDES:
            print_board(density, side, backends)


if __name__ == "__main__":
    main(sys.argv[1:] or ["windows"])
