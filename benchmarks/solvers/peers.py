"""Benchmark from a puzzle to a loaded solver, ours against CPMpy: `python -m benchmarks.solvers.peers [ROUNDS [SIDE]]`.

Akari boards of SIDE x SIDE cells, 10 % bare and 10 % numbered walls, to python-sat's cadical195 and to CP-SAT. Measured
is everything from the board to a solver that has the model: stating, lowering, loading; not solving, and not the import
of libraries. Times are processor seconds of the process; both sides take turns, first one and then the other in front,
and ratios are those within a round, of which the median is printed.

    ours     models.puzzles.akari.rules.model, then lowering and loading as the backend does it. CP-SAT gets the bytes
             of a model in the call that solves it, so that call is counted, with a limit at which it stops at once;
             that it copies and checks the model is counted too, of our side only
    CPMpy    the same rules in its vectorised form, then its solver interface: SolverLookup.get("pysat:cadical195") and
             ("ortools"), which translate the model and pass it on

CPMpy is not a dependency of this project: install it (cpmpy==1.1.1) into an environment with this project's own
dependencies at the pinned versions. Without it the script says so and runs our side alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from backends import cnf
from backends.contract import Limits, Options
from backends.loading import cp_library
from backends.loading.python_sat import loads_in_bulk
from backends.loading.sat_solver import load_solver
from backends.lowering.canonical import canonical_rules
from backends.lowering.clauses import to_clauses
from benchmarks.timing import alternate, median_ratio, time_call
from models.puzzles.akari import rules
from models.puzzles.akari.instance import BARE, WHITE, Akari

MOMENT = 1e-9  # seconds


def ours_pysat(board: Akari) -> float:
    """Seconds until cadical195 has the clauses."""
    limits = Limits(seconds=600)

    def load() -> Any:
        clauses = to_clauses(rules.model(board), limits, Options())
        return load_solver(cnf.DEFAULT, clauses, limits, loads_in_bulk(cnf.DEFAULT, clauses.literals))

    seconds, solver = time_call(load)
    solver.delete()
    return seconds


def ours_cpsat(board: Akari) -> float:
    """Seconds until CP-SAT has the model, and has stopped."""

    def load() -> Any:
        model = rules.model(board)
        loaded = cp_library.load(model, canonical_rules(model).blocks)
        loaded.parameters.max_time_in_seconds, loaded.parameters.num_workers = MOMENT, 1
        return loaded.solve()

    return time_call(load)[0]


def cpmpy_model(board: Akari) -> Any:
    """The rules in CPMpy's vectors: a matrix of Booleans, a slice of it per run of white cells."""
    import cpmpy as cp

    cells = board.cells
    lamp = cp.boolvar(shape=cells.shape, name="lamp")
    model = cp.Model()
    run_of = {}  # the run through each white cell, across and down
    for turned, grid, lamps in ((False, cells, lamp), (True, cells.T, lamp.T)):
        for r, line in enumerate(grid):
            walls = np.flatnonzero(line != WHITE)
            for start, stop in zip([0, *(walls + 1)], [*walls, len(line)], strict=True):
                if start < stop:
                    run = lamps[r, start:stop]
                    if stop - start > 1:
                        model += cp.sum(run) <= 1
                    for c in range(start, stop):
                        run_of[turned, r, c] = run
    for r, c in np.argwhere(cells == WHITE).tolist():
        model += cp.any(cp.cpm_array([*run_of[False, r, c], *run_of[True, c, r]]))
    height, width = cells.shape
    for r, c in np.argwhere((cells >= 0) & (cells < BARE)).tolist():
        near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        beside = [lamp[a, b] for a, b in near if 0 <= a < height and 0 <= b < width and cells[a, b] == WHITE]
        model += cp.sum(beside) == int(cells[r, c])
    return model


def cpmpy_ready(board: Akari, solver: str) -> float:
    """Seconds until a solver of CPMpy has the model."""
    import cpmpy as cp

    return time_call(lambda: cp.SolverLookup.get(solver, cpmpy_model(board)))[0]


def main(rounds: int, sides: list[int]) -> None:
    try:
        import cpmpy

        print(f"CPMpy {cpmpy.__version__}; {rounds} rounds, medians of processor seconds and of ratios")
    except ImportError:
        cpmpy = None
        print("CPMpy is not installed here: pip install cpmpy==1.1.1; our side alone")
    warm = rules.generate((60, 60), 1)[0]
    for board in [warm, *(rules.generate((side, side), 1)[0] for side in sides)]:
        for ours, peer in ((ours_pysat, "pysat:cadical195"), (ours_cpsat, "ortools")):
            ways: dict[str, Callable[[], float]] = {"mine": partial(ours, board)}
            if cpmpy is not None:
                ways["theirs"] = partial(cpmpy_ready, board, peer)
            seconds = alternate(ways, 1 if board is warm else rounds)
            mine, theirs = seconds["mine"], seconds.get("theirs", [])
            if board is not warm:
                there = f"CPMpy {median(theirs):8.3f}  ratio {median_ratio(theirs, mine):6.1f}" if theirs else ""
                print(f"{len(board.cells):>5}  {peer:<18} ours {median(mine):8.3f}  {there}", flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(numbers[0] if numbers else 3, numbers[1:] or [200, 300])
