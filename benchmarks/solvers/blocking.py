"""All solutions by forbidding what was found: the clause of what holds against the clause of every variable.

    python -m benchmarks.solvers.blocking                        6x10, four SAT solvers, 4 rounds of 20 s
    python -m benchmarks.solvers.blocking 5x12 --seconds 60 --rounds 5 --backends cnf:cadical153,cnf:minisat22,cpsat

Each round runs every backend twice, with the short clause and with the long one, in turn, each in a process of its own;
what is told is solutions per second of CPU time, the median over the rounds and the ratio short / long of each round.
    python -m benchmarks.solvers.blocking --encoding pairwise

The first solutions of a hard board come by luck, so single rounds differ by a factor of three: take many.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from statistics import median
from typing import Any

import numpy as np

from algebra.limits import LimitReached
from backends import cnf, cpsat, cryptominisat
from backends.contract import Limits, Options
from backends.passes import blocking
from backends.registry import backend_named, split_name
from instances.resolve import resolve
from models.neutral import Form
from models.puzzles.registry import puzzle

SOLVERS = "cnf:cadical153,cnf:cadical195,cnf:minisat22,cnf:glucose42"


def rate(send: Any, what: str, full: str, seconds: float, short: bool, seed: int, encoding: str) -> None:
    """Solutions per second of CPU time, into the pipe."""
    if not short:
        for module in (blocking, cnf, cpsat, cryptominisat):
            module.blocking = full_blocking  # type: ignore[attr-defined]
    record = puzzle("tiling")
    p = resolve("tiling", what, 0, options={}).instance
    model = record.formulations["cells"](p)
    chosen = {Form.EXACTLY_ONE: encoding} if encoding else {}
    name, options = split_name(full, Options(encodings=chosen))
    backend, found = backend_named(name), 0
    backend.probe()
    start = time.process_time()
    try:
        for _ in backend.solutions(model, record.project(p, model), Limits(seconds, seed=seed), options):
            found += 1
    except LimitReached:
        pass
    send.send((found, found / (time.process_time() - start)))


SHORT = blocking.blocking_clauses


def full_blocking(model: Any, project: Any) -> blocking.BlockingClauses:
    """As if nothing were known of the model."""
    return blocking.BlockingClauses(SHORT(model, project).project, np.zeros(model.variables + 1, np.bool_))


def measure_rate(*asked: Any) -> tuple[int, float]:
    """The same from a process of its own, which is ended if it does not end itself."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=rate, args=(theirs, *asked))
    child.start()
    told = ours.recv() if ours.poll(10 * asked[2] + 60) else (0, float("nan"))
    child.kill()
    child.join()
    return told


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
        found = " ".join(f"{pair[True][0]}/{pair[False][0]}" for pair in rounds)
        print(f"{full:<18}{quick:>10.2f}{slow:>10.2f}{quick / max(slow, 1e-9):>8.2f}   {found}", flush=True)


if __name__ == "__main__":
    main()
