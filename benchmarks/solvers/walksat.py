"""Local search timed against plain Python: `python -m benchmarks.solvers.walksat [ROUNDS]`.

Flips per second on random 3-SAT of 10,000 variables at 4.0 and 4.2 clauses a variable. In each round every engine runs
on the same formula, one after the other. Printed are medians over the ROUNDS (3) of flips per second of the process's
own CPU time, and the ratio of ours to

    incremental   the same algorithm (SKC, with true-literal counts and cached breaks) in Python lists, written below as
                  one would without a compiler; it takes the same flips as ours, which is checked
    rescanning    a program that rescans every clause after every flip (`tests/support/rescanning_walk.py`), 20 flips
    C             the same algorithm and the same flips in C (`walksat.c`, `cc -O3`), where there is a compiler

Preparing a formula and compiling are not counted. Neither Debian nor PyPI has a program to compare with (walksat,
probSAT, yalsat).
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from backends.walking.formula import Formula, formula
from backends.walking.heuristics import HEURISTICS, noise_threshold
from backends.walking.walk import Walk, prepare, random_state
from benchmarks.timing import time_call
from tests.support import rescanning_walk

VARIABLES, RATIOS, NOISE = 10_000, (4.0, 4.2), 0.567
OURS, INCREMENTAL, RESCANNING = 2_000_000, 60_000, 20  # flips


def random_3sat(variables: int, clauses: int, seed: int) -> NDArray[np.int32]:
    """Three different variables in each clause, a 0 after each."""
    rng = np.random.Generator(np.random.PCG64(seed))
    matrix = np.zeros((clauses, 4), np.int32)
    while not matrix[:, :3].all():
        redo = np.flatnonzero(matrix[:, 0] == 0)
        draws = rng.integers(1, variables + 1, (len(redo), 3))
        different = (draws[:, 0] != draws[:, 1]) & (draws[:, 0] != draws[:, 2]) & (draws[:, 1] != draws[:, 2])
        matrix[redo[different], :3] = draws[different]
    matrix[:, :3] *= rng.choice(np.array([-1, 1], np.int32), (clauses, 3))
    return matrix.ravel()


class IncrementalWalk:
    """SKC in plain Python."""

    def __init__(self, clauses: list[list[int]], variables: int, noise: float, seed: int) -> None:
        self.words = rescanning_walk.words(seed, 0)
        self.threshold, self.clauses = noise * 2**32, clauses
        value = self.value = [False] + [bool(next(self.words) >> 31) for _ in range(variables)]
        self.of: dict[int, list[int]] = {s * v: [] for v in range(1, variables + 1) for s in (1, -1)}
        self.true = [0] * len(clauses)
        self.critical = [0] * len(clauses)
        self.breaks = [0] * (variables + 1)
        self.unsatisfied: list[int] = []
        self.place = [0] * len(clauses)
        for c, clause in enumerate(clauses):
            for x in clause:
                self.of[x].append(c)
                if value[abs(x)] == (x > 0):
                    self.true[c] += 1
                    self.critical[c] ^= abs(x)
            if self.true[c] == 0:
                self.place[c] = len(self.unsatisfied)
                self.unsatisfied.append(c)
            elif self.true[c] == 1:
                self.breaks[self.critical[c]] += 1

    def go(self, flips: int) -> list[int]:
        """The variables flipped."""
        words, breaks, flipped = self.words, self.breaks, []
        for _ in range(flips):
            if not self.unsatisfied:
                break
            clause = self.clauses[self.unsatisfied[next(words) * len(self.unsatisfied) >> 32]]
            least = min(breaks[abs(x)] for x in clause)
            if least and next(words) < self.threshold:
                v = abs(clause[next(words) * len(clause) >> 32])
            else:
                equals = [abs(x) for x in clause if breaks[abs(x)] == least]
                v = equals[next(words) * len(equals) >> 32] if len(equals) > 1 else equals[0]
            self.flip(v)
            flipped.append(v)
        return flipped

    def flip(self, v: int) -> None:
        true, critical, breaks, unsatisfied, place = (
            self.true, self.critical, self.breaks, self.unsatisfied, self.place,
        )  # fmt: skip
        falls = v if self.value[v] else -v
        self.value[v] = not self.value[v]
        for c in self.of[-falls]:
            if true[c] == 0:
                last = unsatisfied.pop()
                if last != c:
                    unsatisfied[place[c]] = last
                    place[last] = place[c]
                breaks[v] += 1
            elif true[c] == 1:
                breaks[critical[c]] -= 1
            true[c] += 1
            critical[c] ^= v
        for c in self.of[falls]:
            true[c] -= 1
            critical[c] ^= v
            if true[c] == 0:
                place[c] = len(unsatisfied)
                unsatisfied.append(c)
                breaks[v] -= 1
            elif true[c] == 1:
                breaks[critical[c]] += 1


@cache
def compiled_walk() -> ctypes.CDLL | None:
    """The walk in C, None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "walksat.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.walk.restype = ctypes.c_int64
    return loaded


def walk_in_c(library: ctypes.CDLL, p: Formula, seed: int, flips: int) -> tuple[int, NDArray[np.uint8]]:
    """How many flips it took, and which literals hold then."""
    holds = np.zeros(2 * p.variables + 2, np.uint8)
    words = np.array(random_state(seed, 0), np.int64)
    columns = [np.ascontiguousarray(each) for each in (p.starts, p.literals, p.occurrence_starts, p.clauses, words)]
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (*columns, holds)]
    noise, most = ctypes.c_uint32(noise_threshold(NOISE)), ctypes.c_int64(flips)
    return library.walk(p.variables, len(p), *pointers[:5], noise, most, pointers[5]), holds


def rate(run: Callable[[], int]) -> float:
    """Flips per second of CPU time."""
    seconds, flips = time_call(run)
    return flips / seconds


def run_round(ratio: float, seed: int) -> dict[str, float]:
    """Flips per second by engine, on one formula."""
    flat = random_3sat(VARIABLES, int(ratio * VARIABLES), seed)
    prepared, clauses = formula(flat, VARIABLES), flat.reshape(-1, 4)[:, :3].tolist()
    rates = {}
    for heuristic in HEURISTICS:
        walk = Walk(prepared, heuristic, NOISE if heuristic == "skc" else 0.1)
        walk.begin(seed, 0)
        rates[f"ours, {heuristic}"] = rate(lambda walk=walk: walk.run(OURS) * 0 + walk.flips)  # type: ignore[misc]
    if (library := compiled_walk()) is not None:
        rates["C, skc"] = rate(lambda: walk_in_c(library, prepared, seed, OURS)[0])
        ours = Walk(prepared, "skc", NOISE)
        ours.begin(seed, 0)
        ours.run(OURS)
        taken, holds = walk_in_c(library, prepared, seed, OURS)
        assert (taken, holds[::2].tolist()) == (ours.flips, ours.assignment.astype(int).tolist())
    plain = IncrementalWalk(clauses, VARIABLES, NOISE, seed)
    rates["incremental, skc"] = rate(lambda: len(plain.go(INCREMENTAL)))
    ours = Walk(prepared, "skc", NOISE)
    ours.begin(seed, 0)
    ours.run(INCREMENTAL)
    assert ours.assignment[1:].tolist() == plain.value[1:], "the two do not take the same flips"
    rates["rescanning, score"] = rate(
        lambda: len(rescanning_walk.walk(clauses, VARIABLES, "score", 0.1, seed, 0, RESCANNING)[0])
    )
    return rates


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    prepare()
    for ratio in RATIOS:
        results = [run_round(ratio, seed) for seed in range(rounds)]
        print(f"random 3-SAT, {VARIABLES:,} variables, {ratio} clauses each, {rounds} rounds")
        for engine in results[0]:
            rates = median(result[engine] for result in results)
            ratios = median(result["ours, skc"] / result[engine] for result in results)
            print(f"  {engine:22} {rates:12,.0f} flips/s   skc of ours is {ratios:8,.2f} times as fast")


if __name__ == "__main__":
    main()
