"""All solutions by forbidding what was found: the clause of what holds against the clause of every variable.

    python -m benchmarks.solvers.blocking                        6x10, four SAT solvers, 4 rounds of 20 s
    python -m benchmarks.solvers.blocking 5x12 --seconds 60 --rounds 5 --backends cnf:cadical153,cnf:minisat22,cpsat
    python -m benchmarks.solvers.blocking --encoding pairwise    another encoding of the exactly-one rows

Each round runs every backend twice, with the short clause and with the long one, in turn, each in a child process.
Printed are solutions per second of CPU time, medians over the rounds, the ratio short / long, and the solutions found
in each round. The first solutions of a hard board depend on luck, so single rounds differ by a factor of three: take
many.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from statistics import median
from typing import Any

import numpy as np

from backends import cnf, cpsat, cryptominisat
from backends.contract import Limits, Options
from backends.passes import blocking
from backends.registry import backend_named, split_name
from instances.resolve import resolve
from models.neutral import Form
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import LimitReached

SOLVERS = "cnf:cadical153,cnf:cadical195,cnf:minisat22,cnf:glucose42"


def rate(send: Any, what: str, full: str, seconds: float, short: bool, seed: int, encoding: str) -> None:
    """Send the number of solutions, and solutions per second of CPU time, into the pipe."""
    if not short:
        for module in (blocking, cnf, cpsat, cryptominisat):
            module.blocking = full_blocking  # type: ignore[attr-defined]
    record = puzzle("tiling")
    p = resolve("tiling", what, 0, options={}).instance
    model = record.formulations["cells"](p)
    chosen = {Form.EXACTLY_ONE: encoding} if encoding else {}
    name, options = split_name(full, Options(encodings=chosen))
    backend, count = backend_named(name), 0
    backend.probe()
    start = time.process_time()
    try:
        for _ in backend.solutions(model, record.project(p, model), Limits(seconds, seed=seed), options):
            count += 1
    except LimitReached:
        pass
    send.send((count, count / (time.process_time() - start)))


SHORT = blocking.blocking_clauses


def full_blocking(model: Any, project: Any) -> blocking.BlockingClauses:
    """The blocking clauses as if no structure of the model were known."""
    return blocking.BlockingClauses(SHORT(model, project).project, np.zeros(model.variables + 1, np.bool_))


def measure_rate(*arguments: Any) -> tuple[int, float]:
    """The result of `rate` in a child process, which is killed if it does not end by itself."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=rate, args=(theirs, *arguments))
    child.start()
    measured = ours.recv() if ours.poll(10 * arguments[2] + 60) else (0, float("nan"))
    child.kill()
    child.join()
    return measured


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("what", nargs="?", default="6x10")
    p.add_argument("--seconds", type=float, default=20.0)
    p.add_argument("--rounds", type=int, default=4)
    p.add_argument("--backends", default=SOLVERS)
    p.add_argument("--encoding", default="", help="of the exactly-one rows")
    arguments = p.parse_args()
    print(f"{'backend':<18}{'short':>10}{'long':>10}{'ratio':>8}   solutions per CPU second; found short/long by round")
    for full in arguments.backends.split(","):
        rounds = []
        for turn in range(arguments.rounds):
            pair: dict[bool, tuple[int, float]] = {}  # by whether the clauses are short
            for short in (True, False) if turn % 2 else (False, True):
                pair[short] = measure_rate(arguments.what, full, arguments.seconds, short, turn, arguments.encoding)
            rounds.append(pair)
        quick, slow = (median(pair[way][1] for pair in rounds) for way in (True, False))
        counts = " ".join(f"{pair[True][0]}/{pair[False][0]}" for pair in rounds)
        print(f"{full:<18}{quick:>10.2f}{slow:>10.2f}{quick / max(slow, 1e-9):>8.2f}   {counts}", flush=True)


if __name__ == "__main__":
    main()
