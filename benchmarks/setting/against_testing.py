"""Setting boards with one solution, against generate-and-test: how often, how long, in the same run.

    python -m benchmarks.setting.against_testing [--boards N]        (default 5 of each size; medians of CPU seconds)

`set` is a board of `rosetta.studies.setting`, without the confirmation by a second engine; `test` is a board of the
puzzle's plain generator, asked in the same way (a standing solver) whether its planted solution is the only one. What
generate-and-test would cost per unique board is the time of a test divided by the share of boards that are unique;
where none was, it is told as more than the time of all tests. Rounds of both are interleaved.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import numpy as np

from backends.reasons.incremental import IncrementalSolver
from backends.registry import backend_named
from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import PlantedBoard, Targets
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.setting.setters import begin_attempt, setter_of

SIZES = (("tents", 10), ("tents", 20), ("tents", 30), ("tents", 40), ("akari", 10), ("akari", 20), ("akari", 50))


def set_up(name: str, size: int, seed: int, attempt: int) -> PlantedBoard | None:
    """The board of this attempt at one solution."""
    record, wish = puzzle(name), Targets(unique=True)
    return setter_of(record).set_up(begin_attempt(record, str(size), seed, attempt, wish, ignore_progress))


def is_unique(name: str, size: int, seed: int) -> bool:
    """Is the planted solution of the plain board of this seed its only one?"""
    record = puzzle(name)
    instance, answer = record.generate((size, size), seed)
    model = record.formulations["default"](instance)
    chosen, solver = record.project(instance, model), IncrementalSolver(model)
    board = np.zeros((size, size), np.bool_)
    board[tuple(np.array(answer, np.int64).reshape(-1, 2).T)] = True
    on = board.ravel() if name == "tents" else board[instance.white]
    solver.prefer(np.where(on, chosen, -chosen))
    solver.add((-chosen[on]).tolist())
    return solver.ask() is None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=5)
    boards = parser.parse_args().boards
    for backend in ("cnf", "minicard"):
        backend_named(backend).probe()
    set_up("akari", 5, 0, 0)  # compilation and imports at first use
    print(f"{'puzzle':8}{'size':>5}{'set':>9}{'worst':>9}{'at once':>9}{'test':>9}{'unique':>8}{'test/set':>12}")
    for name, size in SIZES:
        spent: list[float] = []
        tested, unique, first = 0.0, 0, 0
        for seed in range(boards):
            start = time.process_time()
            attempt = 0
            while set_up(name, size, seed, attempt) is None:
                attempt += 1
            spent.append(time.process_time() - start)
            first += attempt == 0
            start = time.process_time()
            unique += is_unique(name, size, seed)
            tested += time.process_time() - start
        cost = tested / max(unique, 1) / median(spent)
        ratio = f"{'> ' * (unique == 0)}{cost:.1f}"
        print(
            f"{name:8}{size:>5}{median(spent):>9.3f}{max(spent):>9.3f}{first:>6}/{boards:<2}{tested / boards:>9.3f}"
            f"{unique:>5}/{boards:<2}{ratio:>12}",
            flush=True,
        )


if __name__ == "__main__":
    main()
