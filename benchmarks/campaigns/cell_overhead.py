"""Benchmark of what a cell costs beyond its own work: `python -m benchmarks.campaigns.cell_overhead [--cells N] ...`.

    cold    `run_cell` in this process: each solve is a fork that imports its solver
    warm    `run_cell` in a warm parent, one per family of libraries, on one core each

Cells are boards of 8x8 (tents, akari, lightsout) on the quick backends. A cell's overhead is its wall time less the
seconds of the six steps: forking, importing, folder, pipes, accounts, killing. Cold cells are fewer (one for each
`--per-cold` warm ones), spread evenly over the run, so that other load on the machine hits both alike. Printed are the
median and the 95th percentile in milliseconds by backend, the ratio of the medians, and how often a cell was
contended; then the memory of each warm parent before and after, and the load.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from statistics import median, quantiles
from typing import Any

from backends.running.cores import core_slots
from backends.running.preloading import family_of
from backends.running.warm import WarmParent
from backends.running.warm_process import WarmReply
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.run_cell import run_cell
from rosetta.campaigns.planning.cells import Cell, cell_instance
from rosetta.campaigns.planning.engines import probe_engines
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.formulations import choose_formulation
from rosetta.studies.asking.posing import pose_question

BACKENDS = "cpsat,cnf,minicard,cryptominisat,maxsat,gf2,exactcover,hybrid,highs,cbc,propagate,walksat"
PUZZLES = ("tents", "akari", "lightsout")
BOARDS = 10  # of each puzzle
STEP_SUM, WALL = "total_s", "wall_s"
Rows = dict[str, list[dict[str, Any]]]  # by backend


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", type=int, default=10_000, help="warm ones")
    parser.add_argument("--per-cold", type=int, default=20, help="warm cells for each cold one")
    parser.add_argument("--jobs", type=int, default=1, help="cores that run warm cells at once")
    parser.add_argument("--backends", default=BACKENDS)
    arguments = parser.parse_args(words)
    load, start = os.getloadavg()[0], time.monotonic()
    cells = all_cells(arguments.backends.split(","))
    cold: Rows = defaultdict(list)
    warm: Rows = defaultdict(list)
    slots = core_slots()[: arguments.jobs]
    # the cells of a family one after the other, as many of each backend; a cold cell after some of them
    for family, own in by_family(cells).items():
        number = arguments.cells * len({cell.backend for cell in own}) // len({cell.backend for cell in cells})
        before, after = run_family(own, number, arguments.per_cold, slots, cold, warm)
        print(f"warm parent {family}: {before:.0f} MB before its cells, {after:.0f} MB after", flush=True)
    print_table(cold, warm)
    count = sum(map(len, warm.values()))
    seconds = time.monotonic() - start
    print(
        f"{count} warm cells, {sum(map(len, cold.values()))} cold ones, {seconds:.0f} s, {len(slots)} at once; ", end=""
    )
    print(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after")


def all_cells(names: Sequence[str]) -> list[Cell]:
    """The cells of all boards on those of the backends that can be used here, in a random order."""
    versions = probe_engines(dict.fromkeys(names, False), ignore_progress).versions
    cells = []
    for name, seed in product(PUZZLES, range(BOARDS)):
        resolved, question = pose_question(puzzle(name), "8", seed, {})
        instance = cell_instance(question, resolved, {}, name)
        formulation = choose_formulation(question.puzzle, question.instance, None)
        cells += [Cell(instance, backend, version, formulation) for backend, version in versions.items()]
    random.Random(0).shuffle(cells)
    return cells


def by_family(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    families: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        families[family_of(cell.backend)].append(cell)
    return families


def run_family(
    cells: Sequence[Cell], number: int, per_cold: int, slots: Sequence[tuple[int, ...]], cold: Rows, warm: Rows
) -> tuple[float, float]:
    """Run so many cells in a warm parent per slot, and now and then a cold one. Returns the resident MB of a warm
    parent after its first cells, and at the end."""
    names = tuple({cell.backend for cell in cells})
    parents = [WarmParent(run_cell, slot, names) for slot in slots]
    try:
        first = list(answers(parents, islice(cycle(cells), 2 * len(cells))))  # what is imported or grows at first
        before = resident_megabytes(first[-1].pid)
        pending, chill = deque(islice(cycle(cells), number)), cycle(cells)
        while pending:
            batch = [pending.popleft() for _ in range(min(per_cold, len(pending)))]
            for reply in answers(parents, iter(batch)):
                warm[reply.result["backend"]].append(reply.result)
            cell = next(chill)
            cold[cell.backend].append(run_cell(cell))
        return before, resident_megabytes(first[-1].pid)
    finally:
        for parent in parents:
            parent.kill()


def answers(parents: Sequence[WarmParent], cells: Iterator[Cell]) -> Iterator[WarmReply]:
    """The replies with the rows of the cells, as many at once as there are parents."""
    free, busy = list(parents), list[WarmParent]()
    while True:
        while free and (cell := next(cells, None)) is not None:
            free[-1].submit(cell)
            busy.append(free.pop())
        if not busy:
            return
        for parent in select.select(busy, [], [])[0]:
            reply = parent.receive(0.0)
            if reply is not None:
                busy.remove(parent)
                free.append(parent)
                if reply.fault:
                    sys.exit(reply.fault)
                assert reply.threads == 1
                yield reply


def resident_megabytes(pid: int) -> float:
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def print_table(cold: Rows, warm: Rows) -> None:
    print(f"{'':14} {'warm ms':>8} {'p95':>6} {'cold ms':>8} {'ratio':>6} {'contended':>9} {'steps ms':>9}  (of warm)")
    for name, rows in warm.items():
        ours, theirs = ([1e3 * (row[WALL] - row[STEP_SUM]) for row in each] for each in (rows, cold[name]))
        contended = sum(row["contended"] for row in rows) / len(rows)
        steps = 1e3 * median(row[STEP_SUM] for row in rows)
        end = quantiles(ours, n=20)[-1] if len(ours) > 1 else ours[0]
        other = median(theirs) if theirs else float("nan")
        ratio = other / median(ours)
        print(f"{name:14} {median(ours):8.1f} {end:6.1f} {other:8.1f} {ratio:6.1f} {contended:9.0%} {steps:9.1f}")


if __name__ == "__main__":
    main()
