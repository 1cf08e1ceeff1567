"""Blocking clauses, as short as possible: all solutions with a solver that finds one, by forbidding what was found.

    found S on the variables P   ->   at least one variable of P differs from S          (a clause of |P| literals)
    no solution contains another ->   not all of S again                                 (a clause of |S| literals)

The short one forbids everything that contains S as well, so it needs a reason. A variable x of P is *counted* if some
row without a guard says "exactly k of these", all of whose literals are variables of P, with x positive among them, and
every variable that is not counted keeps both of its signs in the clause:

    not all of { x counted, true in S }, or some y of P that is not counted differs from S

Which solutions T does it forbid besides S? Those with T = S on what is not counted, and T >= S on what is. Let x be
counted, true in T and not in S. In the row of x, each literal that holds in S holds in T (positive ones of counted
variables stay true, what is not counted is as it was; no counted variable stands there negated, see below), and x on
top: at least k + 1 literals, but T satisfies the row. So there is no such x, and T = S on P.

A counted variable that stands negated in the row of another would break the argument. Such a row is dropped as a
reason, and this is repeated with the variables still counted, since one that is no longer counted does no harm to
others (negated or not, it is as it was). The proof uses only rows without a guard; clauses added later forbid more and
do not invalidate it. S must be a solution. On 6 x 10 pentominoes the clause has 12 literals instead of 2056.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, SolveFunction, Values
from backends.lowering.clauses import Cnf
from backends.outcomes import Stopwatch, limit_of
from models.neutral import Block, Kind, Model, Rows
from models.neutral.rows import rows_from_lengths

SENTENCE = "not a solution that was found before"


@dataclass(frozen=True, slots=True, eq=False)
class BlockingClauses:
    """How to forbid solutions on the variables `project`. counted: by variable number, whether a variable is in the
    clause only where it is true."""

    project: NDArray[np.int32]
    counted: NDArray[np.bool_]

    def clause(self, holds: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The clause that forbids a solution, given as which variables hold (by number); if it is empty, there is no
        other solution."""
        holds = holds[self.project]
        return np.where(holds, -self.project, self.project)[holds | ~self.counted[self.project]]

    def clauses(self, holds: NDArray[np.bool_]) -> Rows:
        """The clauses that forbid solutions, given as which of `project` hold, shape (solutions, len(project))."""
        included = holds | ~self.counted[self.project]
        return rows_from_lengths(included.sum(axis=1), np.where(holds, -self.project, self.project)[included])

    def with_literals(self, literals: NDArray[np.int32], variables: int) -> BlockingClauses:
        """The same for a lowered model: on these literals; of its `variables` the first are the model's."""
        counted = np.zeros(variables + 1, np.bool_)
        counted[: len(self.counted)] = self.counted[: variables + 1]
        return BlockingClauses(literals, counted)


def blocking_clauses(model: Model, project: NDArray[np.int32]) -> BlockingClauses:
    """How to forbid solutions of the model on `project`; derived from the rows of the model alone."""
    inside = np.zeros(model.variables + 1, np.bool_)
    inside[project] = True
    unguarded = [block for block in model.stated_blocks if block.kind is Kind.CARDINALITY and block.when is None]
    rows = [_exact_rows(block, inside) for block in unguarded]
    counted = _positive_variables(rows, model.variables)
    while True:  # each round has fewer rows or is the last, which it mostly is at once
        rows = [some.take(some.sums((counted[np.abs(some.literals)] & (some.literals < 0)) * 1) == 0) for some in rows]
        still_counted = _positive_variables(rows, model.variables)
        if (still_counted == counted).all():
            return BlockingClauses(np.asarray(project, np.int32), counted)
        counted = still_counted


def _exact_rows(block: Block, inside: NDArray[np.bool_]) -> Rows:
    """The rows `exactly k` whose variables all are in `inside`."""
    outside = block.rows.sums((~inside[np.abs(block.rows.literals)]) * 1)
    return block.rows.take((outside == 0) & (block.lo == block.hi))


def _positive_variables(rows: list[Rows], variables: int) -> NDArray[np.bool_]:
    """By variable number: does it occur in some row without a negation?"""
    positive = np.zeros(variables + 1, np.bool_)
    for some in rows:
        positive[some.literals[some.literals > 0]] = True
    return positive


def list_solutions(
    solve: SolveFunction, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    """Assignments that differ on `project`, until there are no more. Each round hands the solver the whole model again;
    for one that stays there is `list_from_clauses`. Raises LimitReached."""
    watch, shape = Stopwatch(), blocking_clauses(model, project)
    rest = model.copy()
    rest.objective = None
    while True:
        outcome = solve(rest, replace(limits, seconds=watch.seconds_left(limits)), options)
        if outcome.refutes:
            return
        if outcome.values is None:
            raise limit_of(outcome, limits)
        yield outcome.values
        rest = rest.copy()
        rest.any(SENTENCE, [shape.clause(outcome.values == 1)])


def list_from_clauses(
    model: Model,
    project: NDArray[np.int32],
    cnf: Cnf,
    next_solution: Callable[[], NDArray[np.bool_] | None],
    forbid: Callable[[list[int]], object],
) -> Iterator[Values]:
    """Assignments that differ on `project`, from a solver that has the model in clauses and stays. next_solution: which
    variables of the clauses hold, shape (variables + 1,), None if there is no solution; forbid: adds a clause."""
    shape = blocking_clauses(model, project).with_literals(cnf.projection(model, project), cnf.variables)
    while (holds := next_solution()) is not None:
        yield cnf.orders.values(model, holds)
        clause = shape.clause(holds).tolist()
        if not clause:  # there is no other solution, for instance if the projection is empty
            return
        forbid(clause)
