"""All tilings of 6x10 by the twelve pentominoes, engines in turn: `python -m benchmarks.exactcover [ROUNDS [SECONDS]]`.

    ours          backends.exactcover: `count`, and `solutions`, which gives every tiling as an assignment
    xcover        the package xcover==0.2.6 (dancing cells, compiled by numba), as a generator of all covers
    exact-cover   the package exact-cover==1.5.0 (dancing links in C), its list of all covers and its count
    dancing links ours too: Knuth's program of 2000, compiled; shares nothing (backends.covering.dancing)
    cadical195    our backend of that name: the solver is asked again with each tiling forbidden, up to SECONDS (10)
    CP-SAT        our backend: its own enumeration, up to SECONDS

The packages get the same options and items as a matrix, made beforehand; solvers of this project the same model, and
their lowering counts (it is a few milliseconds). Printed are medians over the ROUNDS (3) of the process's own CPU
seconds, since a busy machine stretches wall time, and how many times more tilings a second ours lists. Each engine has
had a small board before. Engines that do not finish are compared by the rate they had. The two packages are not
dependencies of this project: put them on PYTHONPATH (`pip install --no-deps --target FOLDER ...`); without them it says
so and runs the others.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends import cnf, cpsat, exactcover
from backends.contract import Backend, LimitReached, Limits, Options
from backends.covering.cover import cover
from backends.covering.dancing import danced
from models.neutral import Model, group
from tests.cover_models import pentominoes

Run = Callable[[Model, float], int]
ALL = 9356


def counting(model: Model, seconds: float) -> int:
    return exactcover.BACKEND.count(model, model.decisions, Limits(seconds=600), Options())


def listing(backend: Backend, **options: Any) -> Run:
    """All solutions of one of our backends, as many as it finds in time."""

    def run(model: Model, seconds: float) -> int:
        found = 0
        limits = Limits(seconds=600 if backend is exactcover.BACKEND else seconds)
        try:
            for _ in backend.solutions(model, model.decisions, limits, Options(**options)):
                found += 1
        except LimitReached:
            pass
        return found

    return run


def matrix(model: Model) -> NDArray[np.bool_]:
    """Options by items."""
    lowered = cover(model, 8000)
    options, items = lowered.pairs()
    covers = np.zeros((len(lowered.literals), lowered.items), np.bool_)
    covers[options, np.unique(items, return_inverse=True)[1]] = True
    return covers


def xcover(model: Model, seconds: float) -> int:
    return sum(1 for _ in import_module("xcover").covers_bool(matrix(model)))


def exact_cover(model: Model, seconds: float) -> int:
    return len(import_module("exact_cover").get_all_solutions(matrix(model)))


def exact_cover_count(model: Model, seconds: float) -> int:
    return int(import_module("exact_cover").get_solution_count(matrix(model)))


def dancing_links(model: Model, seconds: float) -> int:
    """Every item of these models must be covered, so there are no optional ones."""
    masks = matrix(model)
    options, items = np.nonzero(masks)
    return danced(group(items.astype(np.int32), by=options, n=len(masks)), masks.shape[1]).number


RUNS: dict[str, Run] = {
    "ours, counted": counting,
    "ours, listed": listing(exactcover.BACKEND),
    "dancing links": dancing_links,
    "xcover": xcover,
    "exact-cover, counted": exact_cover_count,
    "exact-cover, listed": exact_cover,
    "cadical195": listing(cnf.BACKEND, solver="cadical195"),
    "CP-SAT": listing(cpsat.BACKEND),
}


def main(rounds: int = 3, seconds: float = 10.0) -> None:
    exactcover.BACKEND.probe()
    small, model = pentominoes(3, 20), pentominoes(6, 10)
    runs = {}
    for name, run in RUNS.items():
        try:
            assert run(small, seconds) in range(9)
            runs[name] = run
        except ImportError as reason:
            print(f"{name}: {reason}")
    found: dict[str, int] = {}
    spent: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.process_time()
            found[name] = run(model, seconds)
            spent[name].append(time.process_time() - start)
    listed = ALL / median(spent["ours, listed"])
    for name, all_seconds in spent.items():
        rate = found[name] / median(all_seconds)
        ended = "all" if found[name] == ALL else "not all"
        print(
            f"{name:22} {found[name]:6,} tilings ({ended}) {median(all_seconds):7.2f} s {rate:10,.1f} a second ", end=""
        )
        print(f"ours {listed / rate:,.2f} times as many" if rate else "")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
