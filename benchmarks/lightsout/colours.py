"""Benchmark of Lights Out with k colours: `python -m benchmarks.lightsout.colours [ROUNDS [SIDE ...]]`.

    any       `solve`: light chasing modulo k, elimination modulo the prime powers in k, one solution, checked
    fewest    `best_presses`: fewest presses where there are at most MOST_WEIGHED solutions, else any solution (`*`)
    cpsat     CP-SAT on the puzzle's model, one thread, up to SECONDS: for any solution on sides up to 8, for the fewest
              presses on sides up to 4; `>`: it did not finish in every round. Building the model is counted

The start comes from random presses, so that there is a solution. The ways take turns. Printed are medians over the
rounds in milliseconds, and the ratio to the algebra for the same question. `verify` checks all presses one by one,
outside of the times. OMP_NUM_THREADS=1 keeps matrix products to one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

import numpy as np

from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from benchmarks.timing import peak_megabytes, take_turns
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.rules import generate, model
from models.puzzles.lightsout.theory.modular import best_presses, solve

SIDES = (4, 8, 20, 50, 100)
COLOURS = (2, 3, 4, 5, 6, 12)
SECONDS = 10.0
CPSAT = {"any": 8, "fewest": 4}  # largest side, by question

Run = tuple[str, float]
"""A mark for the table ("" where the question was answered), and the seconds."""


def algebra_runs(p: LightsOut) -> dict[str, Callable[[], Run]]:
    return {"any": lambda: _run_algebra(p, "any"), "fewest": lambda: _run_algebra(p, "fewest")}


def _run_algebra(p: LightsOut, question: str) -> Run:
    start = time.perf_counter()
    status, presses = ("satisfied", solve(p)) if question == "any" else best_presses(p)[:2]
    spent = time.perf_counter() - start
    assert isinstance(presses, np.ndarray), "boards that were pressed have a solution"
    pressed = np.flatnonzero(presses).tolist()
    answer = [p.vertex(v) if p.colours == 2 else (p.vertex(v), int(presses[v])) for v in pressed]
    check(p, tuple(answer))
    return "" if question == "any" or status == "optimal" else "*", spent


def run_cpsat(p: LightsOut, question: str) -> Run:
    start = time.perf_counter()
    lights_model = model(p, "yes" if question == "any" else "no")
    outcome = backend_named("cpsat").solve(lights_model, Limits(seconds=SECONDS, threads=1), Options())
    spent = time.perf_counter() - start
    if outcome.values is not None:
        check(p, PUZZLE.decode(p, lights_model, outcome.values))
    ended = outcome.status is (Status.SATISFIED if question == "any" else Status.OPTIMAL)
    return "" if ended else ">", spent


def check(p: LightsOut, answer: tuple[object, ...]) -> None:
    if PUZZLE.verify(p, answer):
        raise SystemExit(f"{p.flags}: a wrong answer")


def measure_ways(p: LightsOut, side: int, rounds: int) -> dict[str, Run]:
    """For each way its worst mark and the median."""
    ways: dict[str, Callable[[], Run]] = algebra_runs(p)
    for question, largest in CPSAT.items():
        if side <= largest:
            ways[f"cpsat {question}"] = partial(run_cpsat, p, question)
    runs = take_turns(ways, rounds).items()
    return {way: (max(mark for mark, _ in results), median(spent for _, spent in results)) for way, results in runs}


def main() -> None:
    rounds, *sides = [int(word) for word in sys.argv[1:]] or [3]
    columns = ("any", "fewest", "cpsat any", "cpsat fewest")
    backend_named("cpsat").probe()
    print("side  colours" + "".join(f"{column:>26}" for column in columns))
    for side in sides or SIDES:
        for k in COLOURS:
            p, _ = generate((side, side), seed=1, lit="random", colours=k)
            runs = measure_ways(p, side, rounds)
            cells = []
            for way in columns:
                mark, spent = runs.get(way, ("", 0.0))
                ratio = spent / runs[way.removeprefix("cpsat ")][1]
                ratio_text = f" ({ratio:.0f}x)" if way.startswith("cpsat") else ""
                cells.append(f"{mark}{1000 * spent:.2f} ms{ratio_text}" if way in runs else "-")
            print(f"{side:<6}{k:<7}" + "".join(f"{cell:>26}" for cell in cells), flush=True)
    print(f"at most {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main()
