"""Benchmark of the time limit: `python -m benchmarks.solvers.limits [REPEATS [A,B]]` shows how far backends overrun it.

Every backend that is installed gets models that it does not finish, under limits of LIMITS seconds; A,B: only these.

    pigeons      one pigeon more than holes: long for clauses                   split    a market split: long for sums
    dominoes     a chessboard without two opposite corners: long for covers     cover    a set cover of least cost
    parities     random parities with a cost: long for elimination modulo 2     large    Akari, 700 x 700: the limit
                                                                                         falls into lowering or loading
`answer`: seconds over the limit that the outcome shows; `end`: until the child and all it had started were dead and
their files gone, the import of the solver not counted. Of both the largest over all repeats and limits. `answers`: how
often there was one, a best one so far included. `longest`: the steps that took longest.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from backends.calling.programs import installed_programs
from backends.contract import Limits, Options, Outcome, Status
from backends.registry import split_name
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.akari import rules
from models.puzzles.akari.instance import BARE, WHITE, Akari

LIMITS = (0.5, 1.0, 2.0, 5.0)
PROMISE = 0.3  # seconds over the limit
ENDLESS = {"flips": str(10**15)}


def pigeons() -> Model:
    model = Model("pigeons")
    sits = model.bools("sits", (15, 14))
    model.any("every pigeon sits", sits)
    model.at_most(1, "a hole takes one pigeon", sits.T)
    return model


def market_split() -> Model:
    """Five sums of 40 numbers below 100, each to be half of all (Cornuejols & Dawande 1998)."""
    return _split(40, 5)


def small_split() -> Model:
    """As many assignments as brute force takes, and sums that keep it busy."""
    return _split(22, 30)


def _split(variables: int, rows: int) -> Model:
    model, rng = Model("split"), np.random.default_rng(1)
    x = model.bools("x", variables)
    for row in rng.integers(0, 100, (rows, variables)):
        model.linear(int(row.sum()) // 2, int(row.sum()) // 2, "half of the market", [x], row)
    return model


def dominoes() -> Model:
    """12 x 12 squares without two corners of one colour."""
    model, side = Model("dominoes"), 12
    squares = {(r, c) for r in range(side) for c in range(side)} - {(0, 0), (side - 1, side - 1)}
    places = [(a, b) for a in sorted(squares) for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in squares]
    lies = model.bools("lies", len(places))
    for square in sorted(squares):
        model.exactly(1, "covered once", [lies[at] for at, place in enumerate(places) if square in place])
    return model


def set_cover() -> Model:
    model, rng = Model("cover"), np.random.default_rng(2)
    x = model.bools("x", 400)
    model.any("covered", [x[rng.choice(400, 20, replace=False)] for _ in range(1500)])
    model.minimize("cost", x, rng.integers(1, 100, 400))
    return model


def parities() -> Model:
    model, rng = Model("parities"), np.random.default_rng(3)
    x = model.bools("x", 100)
    model.parity(0, "even", [x[rng.choice(100, 50, replace=False)] for _ in range(50)])
    model.minimize("cost", x, rng.integers(-100, 100, 100))
    return model


def large_board() -> Model:
    cells = np.where(np.random.default_rng(4).random((700, 700)) < 0.1, BARE, WHITE)
    return rules.model(Akari(cells))


MODELS: dict[str, Callable[[], Model]] = {
    "pigeons": pigeons,
    "split": market_split,
    "small": small_split,
    "dominoes": dominoes,
    "cover": set_cover,
    "parities": parities,
    "large": large_board,
}
CLAUSES = ("cnf", "minicard", "maxsat", "cryptominisat", "hybrid", "windows", "walksat")
PROGRAMS = tuple(f"external:{program}" for program in installed_programs())
FAMILIES = ("cnf:glucose42", "cnf:lingeling", "cnf:minisat22", "cnf:kissat404", "minicard:gluecard4", "hybrid:cpsat")
GETS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*CLAUSES, *PROGRAMS, *FAMILIES), ("pigeons", "split", "large")),
    **dict.fromkeys(("cnf", "maxsat", "clingo", "z3", "external:clasp"), ("pigeons", "split", "cover", "large")),
    **dict.fromkeys(("cpsat", "highs", "scip", "cbc", "cbc:ortools", "hybrid:cpsat"), ("split", "cover", "large")),
    "exactcover": ("dominoes",),
    "gf2": ("parities",),
    "oracle": ("small",),
    "propagate": ("large",),
}


@dataclass(slots=True)
class Overrun:
    """The largest over all runs of a backend on a model."""

    answer: float = -np.inf
    end: float = -np.inf
    answers: int = 0
    runs: int = 0
    steps: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome, limit: float, wall: float) -> None:
        self.runs += 1
        self.answers += outcome.values is not None
        if wall - outcome.loading < 0.9 * limit:
            return  # it was done before the limit
        self.answer = max(self.answer, outcome.total - limit)
        self.end = max(self.end, wall - outcome.loading - limit)
        self.steps[max(outcome.seconds, key=lambda step: outcome.seconds[step])] += 1


def measure(name: str, model: Model, repeats: int) -> Overrun:
    overrun = Overrun()
    backend, options = split_name(name, Options(parameters=ENDLESS if name == "walksat" else {}))
    for limit in LIMITS:
        for _ in range(repeats):
            start = time.perf_counter()
            outcome = supervisor.solve(backend, model, Limits(seconds=limit), options)
            overrun.add(outcome, limit, time.perf_counter() - start)
            if outcome.status in (Status.UNSUPPORTED, Status.ERROR):
                print(f"{name}: {outcome.status}: {outcome.note}")
                return overrun
    return overrun


def main(repeats: int = 2, names: str = "") -> None:
    models = {name: build() for name, build in MODELS.items()}
    worst = 0.0
    print(f"{'backend':<26}{'model':<10}{'answer':>8}{'end':>8}  answers  longest step")
    for backend in names.split(",") if names else GETS:
        for model in GETS.get(backend, tuple(MODELS)):
            over = measure(backend, models[model], repeats)
            answer, end = (f"{s:+.3f}" if s > -np.inf else "-" for s in (over.answer, over.end))
            steps = ", ".join(f"{step} {count}" for step, count in over.steps.most_common())
            print(f"{backend:<26}{model:<10}{answer:>8}{end:>8}  {over.answers}/{over.runs:<6}  {steps}", flush=True)
            worst = max(worst, over.answer)
    print(f"largest overrun {worst:.3f} s, promised: {PROMISE} s")


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((int, str), sys.argv[1:], strict=False)))
