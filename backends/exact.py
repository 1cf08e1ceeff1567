"""Exact: pseudo-Boolean solving by cutting planes, in whole numbers of any size. It has integers, and rows that hold
under a condition. Its licence is the AGPL, so nothing here asks for it: it is used where it is installed.

Traps: it looks at its clock rarely (18 s late on 90,000 variables), so it is killed at the limit. It is asked in turns
of TURN seconds, after each of which the best answer so far is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Values,
    ignore_outcome,
    probe_module,
)
from backends.lowering.linear import LinearProgram, to_linear
from backends.lowering.listed_rows import cost_terms, listed_rows
from backends.outcomes import Stopwatch, answer_outcome, not_asked_outcome
from backends.passes.blocking import blocking_clauses
from models.neutral import Form, Model
from rosetta.foundation.limits import TimeReached

if TYPE_CHECKING:
    from exact import Exact

TURN = 0.5
COUNTS = ("conflicts", "decisions", "propagations", "restarts")


def version() -> str:
    from importlib.metadata import version

    return f"Exact {version('exact')}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        program = to_linear(model, limits, guards="kept")
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    with watch("load"):
        solver = _load(program, limits)
        if model.objective is not None:
            columns, costs = cost_terms(program)
            solver.setObjective(_terms(columns, costs), True, program.constant)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))
    best: Outcome | None = None
    while True:
        seconds = _seconds_left(watch, limits, best)
        if seconds is None:
            assert best is not None
            return best
        with watch("solve"):
            state = solver.runFull(model.objective is not None, min(seconds, TURN))
        if solver.hasSolution():
            with watch("decode"):
                values = _values(solver, model)
            ended = state != "TIMEOUT"
            bound = None if model.objective is None else float(solver.getDualBound())
            best = answer_outcome(model, values, watch, program.size, is_best=ended, bound=bound, stats=_stats(solver))
        if state != "TIMEOUT":
            return best or Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, stats=_stats(solver))
        if best is not None:
            tell(best)


def _seconds_left(watch: Stopwatch, limits: Limits, best: Outcome | None) -> float | None:
    """None where time is over and there is an answer. Raises TimeReached where there is none."""
    try:
        return watch.seconds_left(limits)
    except TimeReached:
        if best is None:
            raise
        return None


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """One solver that stays; each answer is forbidden by a clause."""
    watch, program = Stopwatch(), to_linear(model, limits, guards="kept")
    if program.contradiction:
        return
    solver, shape = _load(program, limits), blocking_clauses(model, project)
    while True:
        state = solver.runFull(False, watch.seconds_left(limits))
        if state == "TIMEOUT":
            raise TimeReached(limits.time_limit_note)
        if state != "SAT":
            return
        values = _values(solver, model)
        yield values
        clause = shape.clause(values == 1)
        if not len(clause):  # there is no other solution
            return
        signs = np.where(clause < 0, -1, 1)
        terms = _terms((np.abs(clause) - 1).tolist(), signs.tolist())
        solver.addConstraint(terms, True, 1 - int((signs < 0).sum()))


def _load(program: LinearProgram, limits: Limits) -> Exact:
    from exact import Exact

    solver = Exact([("seed", str(limits.seed % 2**31 or 1)), ("verbosity", "0")])
    for column, (low, high) in enumerate(zip(program.lower.tolist(), program.upper.tolist(), strict=True)):
        solver.addVariable(f"x{column}", low, high)
    for row in listed_rows(program):
        if row.guard:
            head, sign = f"x{abs(row.guard) - 1}", row.guard > 0
            for coefs, least in row.sides():
                solver.addRightReification(head, sign, _terms(row.columns, coefs), least)
        else:
            terms = _terms(row.columns, row.coefs)
            solver.addConstraint(terms, row.low is not None, row.low or 0, row.high is not None, row.high or 0)
    return solver


def _terms(columns: list[int], coefs: list[int]) -> list[tuple[int, str]]:
    return [(coef, f"x{column}") for column, coef in zip(columns, coefs, strict=True)]


def _values(solver: Exact, model: Model) -> Values:
    names = [f"x{column}" for column in range(model.variables)]
    found = solver.getLastSolutionFor(names) if names else []
    return np.array([0, *found], np.int64)


def _stats(solver: Exact) -> dict[str, float]:
    return {name: float(value) for name, value in solver.getStats() if name in COUNTS}


BACKEND = Backend(
    name="exact",
    kind="pb",
    takes=frozenset(Form),
    probe=partial(probe_module, "exact"),
    version=version,
    library="exact",
    solve=solve,
    solutions=solutions,
    single_threaded=True,
)
