"""Benchmark of many small cells, through the real command: `python -m benchmarks.campaigns.many_cells [--cells N]`.

    bench run    a campaign on 8x8 boards of tents, akari and lightsout, on quick backends, in warm parents
    in turn      some cells of it, one after the other, each with a child that imports its solver (the way of `compare`)

They take turns: the campaign in four parts (a budget cuts it), and between them cells in turn. Printed are milliseconds
a cell by the wall clock and by the kernel's account of CPU, and the overhead: what is beyond the steps of a solve, from
building to verifying. Times mean something only on a quiet machine; the load is printed. CPU is less disturbed: for the
campaign it is that of all its processes, from the start of the command to its end.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean, median

from rosetta.campaigns.executors.attempt_row import attempt_row
from rosetta.campaigns.store.store import open_store

CAMPAIGN = """[limits]
seconds = 5.0
[[instances]]
puzzle = "tents"
what = ["8"]
seeds = {boards}
[[instances]]
puzzle = "akari"
what = ["8"]
seeds = {boards}
[[instances]]
puzzle = "lightsout"
what = ["8"]
seeds = {boards}
[solvers]
backends = ["cpsat", "cnf", "minicard", "highs"]
profile = "default"
"""
PER_BOARD = 12  # cells: three puzzles, four backends
TURNS = 15  # cells in turn after each part


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_command(arguments: list[str]) -> tuple[float, float, int]:
    """Seconds, CPU seconds with all descendants, and the exit code of `bench run`."""
    start, before = time.monotonic(), children_cpu()
    code = subprocess.run([sys.executable, "-m", "models.bench", "run", *arguments], check=False).returncode
    return time.monotonic() - start, children_cpu() - before, code


def run_in_turn(store: Path, number: int) -> list[tuple[float, float]]:
    """Seconds of cells, and of their steps, each run with a child that imports its solver."""
    with open_store(store, read_only=True) as opened:
        cells = opened.pending_cells(keep_contended=True)[:number]
    measured = []
    for cell in cells:
        start = time.monotonic()
        row = attempt_row(cell, 1, "", "")
        measured.append((time.monotonic() - start, row["total_s"] or 0.0))
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=10_000)
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--parts", type=int, default=4)
    arguments = parser.parse_args()
    boards = max(arguments.cells // PER_BOARD, 1)
    with tempfile.TemporaryDirectory() as folder:
        file, store = Path(folder, "many.toml"), Path(folder, "many.db")
        file.write_text(CAMPAIGN.format(boards=list(range(boards))))
        command = [str(file), "--store", str(store), "--jobs", arguments.jobs, "--keep-contended"]
        wall, cpu, code = run_command([*command, "--budget", "0.001"])
        print(f"planning alone: {wall:.2f} s, CPU {cpu:.2f} s", flush=True)
        spent, used, cold = 0.0, 0.0, list[tuple[float, float]]()
        share = boards * PER_BOARD * 0.02 / arguments.parts
        for part in range(arguments.parts):
            last = part == arguments.parts - 1
            if not last:
                cold += run_in_turn(store, TURNS)
            wall, cpu, code = run_command(command if last else [*command, "--budget", f"{share:g}"])
            spent, used = spent + wall, used + cpu
            print(f"part {part + 1}: {wall:.1f} s, exit {code}, load {os.getloadavg()[0]:.1f}", flush=True)
        with open_store(store, read_only=True) as opened:
            rows = list(opened.rows())
    report(rows, spent, used, cold)


def report(rows: list[dict[str, object]], spent: float, used: float, cold: list[tuple[float, float]]) -> None:
    """Print what was measured. spent, used: seconds and CPU seconds of the commands; cold: of the cells in turn."""
    number = len(rows)
    columns = {name: [float(row[name] or 0.0) for row in rows] for name in ("total_s", "wall_s", "cpu_s")}  # type: ignore[arg-type]
    steps = sum(columns["total_s"])
    print(f"{number} cells: {1e3 * spent / number:.1f} ms a cell, of which steps {1e3 * steps / number:.1f} ms")
    print(f"  overhead {1e3 * (spent - steps) / number:.1f} ms a cell, with planning and starting the command")
    within = [wall - total for wall, total in zip(columns["wall_s"], columns["total_s"], strict=True)]
    print(f"  overhead within the worker: median {1e3 * median(within):.1f} ms, least {1e3 * min(within):.1f} ms")
    print(f"  CPU {1e3 * used / number:.1f} ms a cell, of which solvers {1e3 * fmean(columns['cpu_s']):.1f} ms")
    if cold:
        print(f"in turn, {len(cold)} cells: median {1e3 * median(wall for wall, _ in cold):.1f} ms a cell, "
              f"overhead {1e3 * median(wall - total for wall, total in cold):.1f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
