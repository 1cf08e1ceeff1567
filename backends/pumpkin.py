"""Pumpkin: constraint programming with lazy clause generation. Clauses, sums and conditions are its own.

Traps: its numbers have 32 bits and wrap around, so models with larger sums are refused. A rule that cannot hold makes
`add_constraint` raise; the search says nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
    probe_module,
)
from backends.lowering.linear import LinearProgram, to_linear
from backends.lowering.listed_rows import ListedRow, cost_terms, listed_rows
from backends.lowering.sum_reach import refuse_far_sums
from backends.outcomes import Stopwatch, answer_outcome, not_asked_outcome
from backends.passes.blocking import blocking_clauses
from models.neutral import Form, Model
from rosetta.foundation.limits import TimeReached

LARGEST = 2**29


def version() -> str:
    from importlib.metadata import version

    return f"Pumpkin {version('pumpkin-solver')}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    from pumpkin_solver.optimisation import Direction

    watch, program = _lower(model, limits)
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    with watch("load"):
        loaded = _LoadedModel(model, program, limits)
        cost = loaded.add_cost(program) if model.objective is not None and loaded.is_open else None
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))

    def tell_answer(found: Any) -> None:
        tell(answer_outcome(model, loaded.values(found), watch, program.size, is_best=False))

    end = "Unsatisfiable"
    if loaded.is_open:
        with watch("solve"):
            seconds, solver = watch.seconds_left(limits), loaded.solver
            result = (
                solver.satisfy(timeout=seconds)
                if cost is None
                else solver.optimise(cost, direction=Direction.Minimise, timeout=seconds, on_solution=tell_answer)
            )
            end = type(result).__name__
    if end == "Unsatisfiable":
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size)
    if end == "Unknown":
        raise TimeReached(limits.time_limit_note)
    with watch("decode"):
        values = loaded.values(result._0)
    return answer_outcome(model, values, watch, program.size, is_best=end == "Optimal")


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """One solver that stays; each answer is forbidden by a clause."""
    watch, program = _lower(model, limits)
    if program.contradiction:
        return
    loaded, shape = _LoadedModel(model, program, limits), blocking_clauses(model, project)
    while loaded.is_open:
        result = loaded.solver.satisfy(timeout=watch.seconds_left(limits))
        end = type(result).__name__
        if end == "Unknown":
            raise TimeReached(limits.time_limit_note)
        if end == "Unsatisfiable":
            return
        values = loaded.values(result._0)
        yield values
        clause = shape.clause(values == 1)
        if not len(clause):  # there is no other solution
            return
        loaded.add_clause(clause.tolist())


def _lower(model: Model, limits: Limits) -> tuple[Stopwatch, LinearProgram]:
    watch, reason = Stopwatch(), refusal(model)
    if reason is not None:
        raise Unsupported(reason)
    with watch("lower"):
        return watch, to_linear(model, limits, guards="kept")


class _LoadedModel:
    """The rows of a program in Pumpkin. is_open: none of them is known not to hold."""

    def __init__(self, model: Model, program: LinearProgram, limits: Limits) -> None:
        from pumpkin_solver import Model as PumpkinModel

        self.solver = PumpkinModel(seed=limits.seed % 2**31)
        self.is_open = True
        self._booleans: list[Any] = []  # by column, None for an integer
        self._numbers: list[Any] = []
        is_integer = np.ones(len(program.lower), np.bool_)
        is_integer[: model.variables] = model.integer[1:]
        for low, high, whole in zip(program.lower.tolist(), program.upper.tolist(), is_integer.tolist(), strict=True):
            boolean = None if whole else self.solver.new_boolean_variable()
            self._booleans.append(boolean)
            self._numbers.append(
                self.solver.new_integer_variable(low, high) if boolean is None else boolean.as_integer()
            )
        self._variables = model.variables
        for row in listed_rows(program):
            if self.is_open:
                self._add_row(row)

    def add_clause(self, literals: list[int]) -> None:
        self._post([self._clause(literals)], 0)

    def add_cost(self, program: LinearProgram) -> Any:
        """The objective without its constant, as a variable."""
        columns, costs = cost_terms(program)
        ends = [
            (cost * int(program.lower[at]), cost * int(program.upper[at]))
            for at, cost in zip(columns, costs, strict=True)
        ]
        total = self.solver.new_integer_variable(sum(map(min, ends)), sum(map(max, ends)))
        self._post([self._comparison("Equals", [*self._terms(columns, costs), total.scaled(-1)], 0)], 0)
        return total

    def values(self, found: Any) -> Values:
        values = np.zeros(self._variables + 1, np.int64)
        for column in range(self._variables):
            boolean = self._booleans[column]
            number = found.int_value(self._numbers[column]) if boolean is None else found.bool_value(boolean)
            values[column + 1] = number
        return values

    def _add_row(self, row: ListedRow) -> None:
        literals = self._clause_of(row)
        if literals is not None:
            self._post([self._clause(literals)], row.guard)
        elif row.low == row.high and row.low is not None:
            self._post([self._comparison("Equals", self._terms(row.columns, row.coefs), row.low)], row.guard)
        else:
            self._post([self._at_least(row.columns, coefs, least) for coefs, least in row.sides()], row.guard)

    def _clause_of(self, row: ListedRow) -> list[int] | None:
        """The literals of which one must hold, None for a row that is no clause."""
        if row.high is not None or row.low != 1 - row.coefs.count(-1) or any(coef not in (-1, 1) for coef in row.coefs):
            return None
        if any(self._booleans[column] is None for column in row.columns):
            return None
        return [(column + 1) * coef for column, coef in zip(row.columns, row.coefs, strict=True)]

    def _post(self, constraints: list[Any], guard: int) -> None:
        for constraint in constraints:
            try:
                if guard:
                    self.solver.add_implication(constraint, self._literal(guard))
                else:
                    self.solver.add_constraint(constraint)
            except RuntimeError:  # what it raises where this cannot hold
                self.is_open = False
        self.is_open = self.is_open and not self.solver.is_inconsistent()

    def _literal(self, literal: int) -> Any:
        boolean = self._booleans[abs(literal) - 1]
        return boolean if literal > 0 else boolean.negate()

    def _terms(self, columns: list[int], coefs: list[int]) -> list[Any]:
        return [self._numbers[column].scaled(coef) for column, coef in zip(columns, coefs, strict=True)]

    def _clause(self, literals: list[int]) -> Any:
        from pumpkin_solver import constraints

        return constraints.Clause([self._literal(each) for each in literals], self.solver.new_constraint_tag())

    def _at_least(self, columns: list[int], coefs: list[int], least: int) -> Any:
        return self._comparison("LessThanOrEquals", self._terms(columns, [-coef for coef in coefs]), -least)

    def _comparison(self, name: str, terms: list[Any], side: int) -> Any:
        from pumpkin_solver import constraints

        compare: Callable[[list[Any], int, Any], Any] = getattr(constraints, name)
        return compare(terms, side, self.solver.new_constraint_tag())


refusal = partial(refuse_far_sums, largest=LARGEST, solver="Pumpkin")
BACKEND = Backend(
    name="pumpkin",
    kind="cp",
    takes=frozenset(Form),
    probe=partial(probe_module, "pumpkin_solver"),
    version=version,
    library="pumpkin-solver",
    solve=solve,
    solutions=solutions,
    refusal=refusal,
    largest_number=LARGEST,
    interruptible=True,
    single_threaded=True,
)
