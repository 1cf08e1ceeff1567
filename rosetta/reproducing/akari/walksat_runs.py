"""WalkSAT executions behind the tables: every form, heuristic and noise, a number of executions each.

One execution at the largest limit serves every smaller limit: the flips are the same, only fewer. Execution e of every
setting starts with the same random numbers, so settings are compared on the same draws. The loops are compiled and
release the interpreter lock, so settings run in parallel threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Event

import numpy as np

from backends.lowering.three_sat import three_sat
from backends.running.cores import usable_cores
from backends.walking.formula import Formula, formula
from backends.walking.walk import Walk, prepare
from models.puzzles.akari.instance import Akari
from rosetta.foundation.progress import Progress
from rosetta.reproducing.akari.cnf import clauses, flatten_clauses
from rosetta.reproducing.intervals import NOT_FOUND, Flips

NOISES = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
LIMITS = (100, 1_000, 10_000, 100_000)
HEURISTICS = ("jw", "moms", "score", "least-modified")
PLAIN, THREE = "plain", "3-SAT"
THREADS = 2


@dataclass(frozen=True, slots=True)
class WalkSetting:
    """What is run: a form of a board's clauses, a heuristic, a noise. board: the board's number."""

    board: int
    form: str
    heuristic: str
    noise: float


Runs = Mapping[WalkSetting, Flips]


def formulas(p: Akari) -> dict[str, Formula]:
    """The report's clauses of a board, plain and with exactly three literals each ("they are all of size 3")."""
    plain = flatten_clauses(clauses(p))
    three = three_sat(plain, p.cells.size, exactly=True)
    return {PLAIN: formula(plain, p.cells.size), THREE: formula(three.clauses, three.variables)}


def settings(boards: int) -> Iterator[WalkSetting]:
    """The settings of the report, board by board."""
    for board in range(boards):
        for form in (PLAIN, THREE):
            for heuristic in HEURISTICS:
                for noise in NOISES:
                    yield WalkSetting(board, form, heuristic, noise)


class ExecutionsCancelled(Exception):
    """The executions were cancelled: another thread was interrupted or failed."""


def execute(
    setting: WalkSetting,
    formula: Formula,
    executions: int,
    seed: int,
    limit: int = LIMITS[-1],
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Flips:
    """Flips of each execution, NOT_FOUND where it did not find a model within the limit. is_cancelled: asked before
    each execution, which takes a few hundredths of a second. Raises ExecutionsCancelled."""
    walk, flips = Walk(formula, setting.heuristic, setting.noise), np.full(executions, NOT_FOUND, np.int64)
    for number in range(executions):
        if is_cancelled():
            raise ExecutionsCancelled
        walk.begin(seed, number)
        if walk.run(limit):
            flips[number] = walk.flips
    return flips


def run_all(chosen: list[WalkSetting], boards: list[Akari], executions: int, seed: int, progress: Progress) -> Runs:
    """Runs every setting. When it returns the work is done, when it raises it is cancelled; no thread remains."""
    prepare()  # compile before threads start
    forms = [formulas(p) for p in boards]
    threads = min(THREADS, len(usable_cores()) or os.cpu_count() or 1)
    stop = Event()  # a thread cannot be killed, and one setting takes up to minutes
    with ThreadPoolExecutor(threads) as pool:
        runs: dict[WalkSetting, Flips] = {}
        try:
            futures = {
                pool.submit(
                    execute, setting, forms[setting.board][setting.form], executions, seed, is_cancelled=stop.is_set
                ): setting
                for setting in chosen
            }
            for future in as_completed(futures):
                runs[futures[future]] = future.result()
                progress(f"{executions} executions of each setting: {len(runs)} of {len(chosen)} done")
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return runs
