"""The executions behind the tables of WalkSAT: every form, heuristic and noise, so many times each.

One execution at the largest limit is also one at every smaller limit: the flips are the same, there are only fewer of
them. Execution e of every setting begins with the same random numbers, so settings are compared on the same draws.
The loops are compiled and let go of the interpreter, so settings run side by side in threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Event

import numpy as np

from backends.passes.three_sat import three_sat
from backends.walking.formula import Formula, formula
from backends.walking.walk import Walk, prepare
from models.puzzles.akari.instance import Akari
from rosetta.studies.reproducing.akari.cnf import clauses, flatten_clauses
from rosetta.studies.reproducing.intervals import NOT_FOUND, Flips

NOISES = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
LIMITS = (100, 1_000, 10_000, 100_000)
HEURISTICS = ("jw", "moms", "score", "least-modified")
PLAIN, THREE = "plain", "3-SAT"
THREADS = 2


@dataclass(frozen=True, slots=True)
class WalkSetting:
    """What is run: a form of a board's clauses, a heuristic, a noise. board: its number."""

    board: int
    form: str
    heuristic: str
    noise: float


Runs = Mapping[WalkSetting, Flips]


def formulas(p: Akari) -> dict[str, Formula]:
    """The report's clauses of a board, and these with exactly three literals each ("they are all of size 3")."""
    plain = flatten_clauses(clauses(p))
    three = three_sat(plain, p.cells.size, exactly=True)
    return {PLAIN: formula(plain, p.cells.size), THREE: formula(three.clauses, three.variables)}


def settings(boards: int, forms: tuple[str, ...] = (PLAIN, THREE)) -> Iterator[WalkSetting]:
    """Those of the report, board by board."""
    for board in range(boards):
        for form in forms:
            for heuristic in HEURISTICS:
                for noise in NOISES:
                    yield WalkSetting(board, form, heuristic, noise)


class ExecutionsCancelled(Exception):
    """Nobody wants the executions any more."""


def execute(
    setting: WalkSetting,
    formula: Formula,
    executions: int,
    seed: int,
    limit: int = LIMITS[-1],
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Flips:
    """Flips of each execution, NOT_FOUND where it did not find a model within the limit. abandoned: looked at before
    each, which takes a few hundredths of a second. Raises Abandoned."""
    walk, found = Walk(formula, setting.heuristic, setting.noise), np.full(executions, NOT_FOUND, np.int64)
    for number in range(executions):
        if is_cancelled():
            raise ExecutionsCancelled
        walk.begin(seed, number)
        if walk.run(limit):
            found[number] = walk.flips
    return found


def run_all(
    wanted: list[WalkSetting], boards: list[Akari], executions: int, seed: int, watch: Callable[[str], None]
) -> Runs:
    """Every setting; the work is done when it returns, or given up when it raises, and no thread is left."""
    prepare()  # before there are threads
    forms = [formulas(p) for p in boards]
    threads = min(THREADS, len(os.sched_getaffinity(0)))
    stop = Event()  # a thread cannot be killed, and one setting takes up to minutes
    with ThreadPoolExecutor(threads) as pool:
        begun = {
            pool.submit(execute, one, forms[one.board][one.form], executions, seed, is_cancelled=stop.is_set): one
            for one in wanted
        }
        found: dict[WalkSetting, Flips] = {}
        try:
            for done in as_completed(begun):
                found[begun[done]] = done.result()
                watch(f"{executions} executions of each setting: {len(found)} of {len(wanted)} done")
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return found
