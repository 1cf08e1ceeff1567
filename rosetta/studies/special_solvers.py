"""A puzzle's own solvers as backends, so that they are run, killed, judged and shown like all others.

`Puzzle.solvers` lists them (polynomials for Lights Out boards). They answer with an assignment of the model. Reports
mark them as special-purpose: a reference for the other backends, not a measure of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from algebra.jit import probe_compilation
from backends.contract import (
    Backend,
    Certificate,
    Limits,
    Options,
    Outcome,
    Status,
    Stopwatch,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.registry import backend_named, split_name
from models.neutral import Form, Model, objective_value
from models.puzzles.contract import Instance, Puzzle
from models.puzzles.special_solver import SpecialResult, SpecialSolver

if TYPE_CHECKING:
    from rosetta.studies.question import Question

KIND = "special-purpose"


class SpecialBackend:
    """See `backends.contract.Backend`. Made for one instance: the solver reads the instance, not the model."""

    kind = KIND
    takes = frozenset(Form)
    encodes = False
    families = False
    complete = True

    def __init__(self, solver: SpecialSolver, instance: Instance, rules: Mapping[str, str]) -> None:
        self.name, self._solver, self._instance, self._rules = solver.name, solver, instance, rules
        if solver.count is not None:
            self.count = self._count

    def engine_of(self, options: Options) -> str:
        return self.name

    def probe(self) -> str | None:
        return None if self._solver.prepare is None else probe_compilation(self._solver.prepare)

    def version(self) -> str:
        return ""

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        watch, last = Stopwatch(), Outcome(Status.UNKNOWN)
        self._refuse_unfit()
        answers = self._solver.solve(self._instance, model, **self._rules)
        while True:
            with watch("solve"):
                result = next(answers, None)
            if result is None:
                return last
            last = self._outcome(result, model, watch)
            tell(last)

    def _refuse_unfit(self) -> None:
        unfit = self._solver.unfit_reason(self._instance, **self._rules)
        if unfit is not None:
            raise Unsupported(unfit)

    def _count(
        self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
    ) -> int:
        """How many answers the instance has. It reads the instance, not the model: that these are the assignments
        which differ on `project` is so where that is the puzzle's answer, which is what studies ask for."""
        assert self._solver.count is not None
        watch = Stopwatch()
        self._refuse_unfit()

        def on(share: float) -> None:
            tell(Outcome(Status.UNKNOWN, note=f"{share:.0%} done", stats={"done": share}))

        counted = self._solver.count(
            self._instance,
            between=partial(watch.seconds_left, limits),
            megabytes=limits.memory,
            tell=on,
            **self._rules,
        )
        return int(counted)

    def _outcome(self, result: SpecialResult, model: Model, watch: Stopwatch) -> Outcome:
        """The solver's result as an `Outcome`."""
        certificate = None
        if result.rows is not None:
            nothing = np.zeros(len(result.rows), np.int64)
            certificate = Certificate(nothing, result.rows, nothing.astype(np.int32))
        cost = None if result.values is None else objective_value(model, result.values)
        status = Status(result.status)
        bound = None if cost is None or status is not Status.OPTIMAL else float(cost)
        note = f"special-purpose, {self._solver.method}; {result.note}"
        return Outcome(status, result.values, cost, bound, dict(watch.seconds), note=note, certificate=certificate)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        raise Unsupported("finds one answer and does not list them")


def find_special_solver(puzzle: Puzzle, name: str) -> SpecialSolver | None:
    """The puzzle's own solver of that name."""
    return next((solver for solver in puzzle.extras.solvers if solver.name == name), None)


def resolve_backend(question: Question, full: str, options: Options) -> tuple[Backend, Options]:
    """The backend by its full name, a puzzle's own or a registered one, and the options with its solver.
    Raises UnknownBackend."""
    own = find_special_solver(question.puzzle, full)
    if own is not None:
        return SpecialBackend(own, question.instance, question.rules), replace(options, presolve=None)  # rows as stated
    name, options = split_name(full, options)
    return backend_named(name), options
