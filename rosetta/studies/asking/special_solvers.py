"""A puzzle's own solvers as backends, so that they are run, killed, judged and shown like all others.

`Puzzle.solvers` lists them (polynomials for Lights Out boards). They answer with an assignment of the model. Reports
mark them as special-purpose: a reference for the other backends, not a measure of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Certificate,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.outcomes import Stopwatch
from models.neutral import Form, Model, objective_value
from models.puzzles.contract import Instance, Puzzle
from models.puzzles.special_solver import SpecialResult, SpecialSolver
from rosetta.foundation.jit import probe_compilation

KIND = "special-purpose"


@dataclass(frozen=True, slots=True)
class _Task:
    """A solver and what it works on."""

    solver: SpecialSolver
    instance: Instance
    rules: Mapping[str, str]


def special_backend(solver: SpecialSolver, instance: Instance, rules: Mapping[str, str]) -> Backend:
    """The backend for one instance: the solver reads the instance, not the model."""
    task = _Task(solver, instance, rules)
    return Backend(
        name=solver.name,
        kind=KIND,
        takes=frozenset(Form),
        probe=lambda: None if solver.prepare is None else probe_compilation(solver.prepare),
        version=lambda: "",
        solve=partial(solve, task),
        solutions=refuse_listing,
        count=None if solver.count is None else partial(count, task),
        refusal=lambda model: solver.unfit_reason(instance, **rules),
    )


def solve(task: _Task, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch, last = Stopwatch(), Outcome(Status.UNKNOWN)
    _refuse_unfit(task)
    answers = task.solver.solve(task.instance, model, **task.rules)
    while True:
        with watch("solve"):
            result = next(answers, None)
        if result is None:
            return last
        last = _outcome(task.solver, result, model, watch)
        tell(last)


def refuse_listing(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    raise Unsupported("finds one answer and does not list them")


def count(
    task: _Task,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    tell: Tell = ignore_outcome,
) -> int:
    """How many answers the instance has. It reads the instance, not the model: that these are the assignments which
    differ on `project` is so where that is the puzzle's answer, which is what studies ask for."""
    assert task.solver.count is not None
    watch = Stopwatch()
    _refuse_unfit(task)

    def report(_: str, share: float = 0.0, *amount: object) -> None:
        watch.seconds_left(limits)  # raises at the limit, which ends the count
        tell(Outcome(Status.UNKNOWN, note=f"{share:.0%} done", stats={"done": share}))

    most = {"megabytes": limits.memory, "threads": limits.threads}
    return int(task.solver.count(task.instance, progress=report, **most, **task.rules))


def _refuse_unfit(task: _Task) -> None:
    unfit = task.solver.unfit_reason(task.instance, **task.rules)
    if unfit is not None:
        raise Unsupported(unfit)


def _outcome(solver: SpecialSolver, result: SpecialResult, model: Model, watch: Stopwatch) -> Outcome:
    """The solver's result as an `Outcome`."""
    certificate = None
    if result.rows is not None:
        nothing = np.zeros(len(result.rows), np.int64)
        certificate = Certificate(nothing, result.rows, nothing.astype(np.int32))
    cost = None if result.values is None else objective_value(model, result.values)
    status = Status(result.status)
    bound = None if cost is None or status is not Status.OPTIMAL else float(cost)
    note = f"special-purpose, {solver.method}; {result.note}"
    return Outcome(status, result.values, cost, bound, dict(watch.seconds), note=note, certificate=certificate)


def find_special_solver(puzzle: Puzzle, name: str) -> SpecialSolver | None:
    """The puzzle's own solver of that name."""
    return next((solver for solver in puzzle.extras.solvers if solver.name == name), None)
