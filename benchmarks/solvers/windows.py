"""Benchmark of Akari by windows: `python -m benchmarks.solvers.windows [ROUNDS [SIDE ...]]` (default: 3, 200 .. 2000).

The cost of a cell should not depend on the board. Two densities, each in the formulation that suits it:

    d    10 % bare and 10 % numbered walls: short runs
    s    2 % and 2 %: long runs

Every round runs every board once, every second one in the reverse order; each run is a process of its own, without its
imports. Printed are medians of processor seconds: to state the model, for the windows (lowering, loading, solving), to
check the answer against the rows, to decode it and to check it against the puzzle's rules; of the windows, microseconds
per cell, and the median of their ratio to those of the first board of the round; the most memory of the process.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from functools import partial
from statistics import median

from backends.contract import Limits, Options
from backends.registry import backend_named
from benchmarks.timing import alternate, median_ratio, peak_megabytes, time_call
from models.neutral import evaluate
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import advice, generate, verify
from models.puzzles.parts.answers import CellPieces

SIDES = (200, 500, 1000, 2000)
DENSITIES = {"d": 10, "s": 2}
LIMIT = Limits(seconds=600.0, memory=16_000, literals=200_000_000)
LAMPS = CellPieces("lamp")
STEPS = ("state", "windows", "rows", "decode", "rules")


def measure_board(density: str, side: int) -> dict[str, float]:
    """Processor seconds of each step, and the most memory, of one board in this process."""
    assert backend_named("windows").probe() is None
    time_steps(density, 60)  # what is imported and compiled at first use
    return {**time_steps(density, side), "MB": peak_megabytes(resource.RUSAGE_SELF)}


def time_steps(density: str, side: int) -> dict[str, float]:
    """Processor seconds of each step."""
    walls, backend = DENSITIES[density], backend_named("windows")
    board, _ = generate((side, side), seed=0, bare=walls, numbered=walls)
    state = PUZZLE.formulations[advice(board).formulation or "default"]
    stating, model = time_call(lambda: state(board))
    solving, outcome = time_call(lambda: backend.solve(model, LIMIT, Options()))
    values = outcome.values
    assert values is not None, outcome.note
    evaluating, broken = time_call(lambda: evaluate(model, values))
    decoding, answer = time_call(lambda: LAMPS.decode(model, values))
    verifying, wrong = time_call(lambda: verify(board, answer))
    assert not broken
    assert not wrong
    return dict(zip(STEPS, (stating, solving, evaluating, decoding, verifying), strict=True))


def run_in_child(density: str, side: int) -> dict[str, float]:
    """One run in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.solvers.windows", "child", density, str(side)]
    result: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def main(rounds: int, sides: tuple[int, ...]) -> None:
    print(f"{rounds} rounds\nboard" + "".join(f"{step:>9}" for step in STEPS) + "  us/cell    ratio  peak MB")
    for density in DENSITIES:
        boards = {side: partial(run_in_child, density, side) for side in sides}
        runs = alternate(boards, rounds)
        per_cell = {side: [1e6 * run["windows"] / side**2 for run in runs[side]] for side in sides}
        for side in sides:
            steps = "".join(f"{median(run[step] for run in runs[side]):9.3f}" for step in STEPS)
            ratio = median_ratio(per_cell[side], per_cell[sides[0]])
            peak = max(run["MB"] for run in runs[side])
            print(f"{density}{side:<4}{steps} {median(per_cell[side]):8.2f} {ratio:8.2f} {peak:8.0f}", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["child", density, side]:
            print(json.dumps(measure_board(density, int(side))))
        case [*words]:
            main(int(words[0]) if words else 3, tuple(map(int, words[1:])) or SIDES)
