"""Benchmark of whole commands: `python -m benchmarks.solvers.quick_start PUZZLE=SIZE,SIZE ... [--backends A,B]`.

`rosetta solve PUZZLE SIZE --backend B` in a process of its own, with all that it imports, for seeds 0 and 1: the wall
clock, the processor time of the command and its children, and the seconds of the solve alone. On a busy machine the
processor time is what can be compared. It says which backend `rosetta.studies.solving.solve` should ask first.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

from report.comparison.records import total_seconds

LIMIT = 20  # seconds
SEEDS = (0, 1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", nargs="+", metavar="PUZZLE=SIZE,SIZE")
    parser.add_argument("--backends", default="cnf,cpsat")
    arguments = parser.parse_args()
    print(f"{'board':20} {'seed':>4} {'backend':12} {'wall':>6} {'CPU':>6} {'solve':>6}  status")
    for name, _, sizes in (board.partition("=") for board in arguments.boards):
        for size in sizes.split(","):
            for seed in SEEDS:
                for backend in arguments.backends.split(","):
                    figures = measure(["solve", name, size, "--seed", str(seed), "--backend", backend])
                    print(f"{name + ' ' + size:20} {seed:4} {backend:12} {figures}", flush=True)


def measure(words: list[str]) -> str:
    """Wall clock, processor time and seconds of the solve, and what came of it."""
    before, start = _processor_seconds(), time.monotonic()
    command = [sys.executable, "-m", "rosetta", *words, "--json", "--time-limit", str(LIMIT)]
    run = subprocess.run(command, capture_output=True, text=True)
    wall, used = time.monotonic() - start, _processor_seconds() - before
    if not run.stdout:
        return f"{wall:6.2f} {used:6.2f} {'':6}  {run.stderr.strip()[-60:]}"
    document = json.loads(run.stdout)
    return f"{wall:6.2f} {used:6.2f} {total_seconds(document['seconds']):6.3f}  {document['status']}"


def _processor_seconds() -> float:
    """Of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
