"""Timing of Light Up solvers against each other: the same boards in turn, with a limit for each run.

Seconds are wall clock of lowering, loading and solving. A run that hit its limit is `LATE`. A solver that was late on a
board is not run on larger ones of the same density (None): so it is late at most once for each density, and the whole
takes minutes, not hours. Solvers are compared in pairs, board by board, never by means over different boards. A pair
with one late run says which solver is quicker, and gives only a bound on the ratio.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from statistics import fmean
from typing import TypeAlias

from backends.contract import Limits
from models.puzzles.akari import rules
from models.puzzles.akari.instance import Answer
from models.puzzles.akari.record import PUZZLE
from rosetta.foundation.progress import Progress
from rosetta.reproducing.records import solver_progress
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, attempt

LATE = inf
NAIVE = "propagate"  # it always terminates, with or without an answer
Seconds: TypeAlias = "float | None"
Density: TypeAlias = tuple[int, int]  # percent of bare and of numbered walls


@dataclass(frozen=True, slots=True)
class SolverTimes:
    """Times on boards of one size. seconds: by solver, for each board; LATE, or None where it was not run; densities:
    of each board; shares: of the lamps that the naive solver finds on each; broken: rules that an answer breaks."""

    size: int
    seconds: Mapping[str, tuple[Seconds, ...]]
    densities: tuple[Density, ...]
    shares: tuple[float, ...]
    broken: tuple[str, ...] = ()

    def finished_seconds(self, name: str) -> list[float]:
        """The seconds of the runs that finished."""
        return [seconds for seconds in self.seconds[name] if seconds is not None and isfinite(seconds)]

    def pairs(self, first: str, second: str) -> list[tuple[float, float]]:
        """Seconds of two solvers on the boards that both were run on and at least one finished."""
        both = zip(self.seconds[first], self.seconds[second], strict=True)
        return [(a, b) for a, b in both if a is not None and b is not None and isfinite(min(a, b))]

    def pairs_by_density(self, first: str, second: str) -> list[list[tuple[float, float]]]:
        """Seconds on the boards that both finished: a list for each density that has any."""
        of: dict[Density, list[tuple[float, float]]] = {}
        for density, a, b in zip(self.densities, self.seconds[first], self.seconds[second], strict=True):
            if a is not None and b is not None and isfinite(a) and isfinite(b):
                of.setdefault(density, []).append((a, b))
        return list(of.values())

    def mean_text(self, name: str) -> str:
        """Mean seconds of the runs that finished, and how many these are if not all."""
        ended, of = self.finished_seconds(name), sum(seconds is not None for seconds in self.seconds[name])
        middle, boards = f"{fmean(ended):.3g}" if ended else "-", len(self.densities)
        return middle if len(ended) == of == boards else f"{middle} ({len(ended)} of {boards})"

    def late_densities(self, name: str) -> list[Density]:
        """Densities of the boards on which it hit the limit."""
        return [density for density, s in zip(self.densities, self.seconds[name], strict=True) if s == LATE]


def time_solvers(
    size: int, names: Mapping[str, int], densities: tuple[Density, ...], seeds: range, limits: Limits,
    late: Mapping[str, set[Density]], progress: Progress,
) -> SolverTimes:  # fmt: skip
    """Times on boards of each of these densities, one per seed. names: solvers, the naive one among them, and on how
    many boards of each density they run; late: densities on which a solver is not run."""
    boards = [(density, seed) for seed in seeds for density in densities]
    seconds: dict[str, list[Seconds]] = {name: [] for name in names}
    passed = {name: set(late.get(name, ())) for name in names}
    shares, broken = [], []
    for density, seed in boards:
        bare, numbered = density
        what = f"{size} x {size}, {bare} % bare, {numbered} % numbered, board {seed}"
        progress(what)
        p, planted = rules.generate((size, size), seed, bare=bare, numbered=numbered)
        question = Question(PUZZLE, p)
        for name, most in names.items():
            if density in passed[name] or seed - seeds.start >= most:
                seconds[name].append(None)
                continue
            entrant = resolve_entrant(question, name, "default")
            run = attempt(question, entrant, limits, progress=solver_progress(what, progress))
            ended = bool(run.answers) or name == NAIVE
            seconds[name].append(run.outcome.total if ended else LATE)
            passed[name] |= set() if ended else {density}
            broken += [f"{name}: {rule}" for answer in run.answers for rule in answer.broken[:1]]
            if name == NAIVE:
                shares.append(derived_share(run, planted))
    of = {name: tuple(some) for name, some in seconds.items()}
    return SolverTimes(size, of, tuple(density for density, _ in boards), tuple(shares), tuple(broken))


def derived_share(run: Attempt, planted: Answer | None) -> float:
    """The share of the planted lamps that propagation derives, from 0 to 1."""
    lamps = PUZZLE.extras.pieces(planted or ())
    return len((run.derived_pieces or frozenset()) & lamps) / len(lamps)
