"""Lowering to clauses (CNF).

    model --canonical--> rows in their simplest kind --by form and shape--> templates --stamp--> one array of clauses

    CLAUSE                                as it is
    AT_MOST_ONE, EXACTLY_ONE,             the encoding in `Options.encodings`, else `auto`
      CARDINALITY, LINEAR, PARITY
    guarded rows                          the negated guard at the end of every clause
    integers                              order encoding (`encodings.order`), or with a variable per value

Variables 1..v are those of the model (an integer's own number is not used), then come the integers' Booleans, then
the encodings' own. Sizes are added up before anything is written, and refused above `Limits.literals`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Size, Values
from backends.encoding_templates.order_variables import OrderVariables
from backends.encoding_templates.template import stamp
from backends.lowering.clause_plan import ClausePlan, plan_clauses
from backends.lowering.native_rows import NativeRows, join_native
from models.neutral import Block, Form, Model, Rows

Literals = NDArray[np.int32]
COUNTING_FORMS = (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY)


@dataclass(frozen=True, slots=True, eq=False)
class Cnf:
    """A model in clauses.

    clauses: all literals in one array, a 0 after each clause; rows: the number of clauses
    native: rows left as they are, for a solver that takes them
    encodings: those in use, `exactly-one=pairwise cardinality=totalizer`
    contradiction: a rule that cannot hold, if the lowering found one; an empty clause is then among the clauses
    sections: where each rule's clauses begin, and its sentence; before the first are those of the order encoding
    """

    clauses: Literals
    rows: int
    variables: int
    orders: OrderVariables
    native: NativeRows
    encodings: str
    contradiction: str | None
    sections: tuple[tuple[int, str], ...] = ()

    @property
    def literals(self) -> int:
        return len(self.clauses) - self.rows

    @property
    def size(self) -> Size:
        """Clauses and native rows together."""
        return Size(self.variables, self.rows + len(self.native), self.literals + self.native.literals)

    def clause_lists(self, at_once: int = 10_000) -> Iterator[list[int]]:
        """The clauses as lists, for solvers that take lists; only `at_once` of them exist at a time."""
        ends = np.flatnonzero(self.clauses == 0)
        start = 0
        for first in range(0, len(ends), at_once):
            stops = ends[first : first + at_once] - start
            part = self.clauses[start : start + stops[-1]].tolist()
            yield from (part[a:b] for a, b in zip([0, *(stops[:-1] + 1).tolist()], stops.tolist(), strict=True))
            start += int(stops[-1]) + 1

    def values(self, model: Model, true_literals: NDArray[np.int64] | list[int]) -> Values:
        """The assignment in which the positive ones of these literals hold and every other CNF variable is false."""
        return self.orders.values(model, self.true_variables(true_literals))

    def true_variables(self, true_literals: NDArray[np.int64] | list[int]) -> NDArray[np.bool_]:
        """Which CNF variables hold, shape (variables + 1,): those that are positive among these literals."""
        literals = np.asarray(true_literals, np.int64)
        holds = np.zeros(self.variables + 1, np.bool_)
        holds[literals[literals > 0]] = True
        return holds

    def projection(self, model: Model, project: Literals) -> Literals:
        """The CNF variables that determine the variables `project`: themselves, or an integer's Booleans."""
        own = [np.unique(project[~model.integer[project]])]
        return np.concatenate(
            own + [self.orders.literals(x) for x in map(int, np.unique(project[model.integer[project]]))]
        )


def to_clauses(model: Model, limits: Limits, options: Options, native: frozenset[Form] = frozenset()) -> Cnf:
    """The model in clauses. native: forms (COUNTING_FORMS, PARITY) whose unguarded rows stay as they are.

    Raises TooLarge, naming the rule, before anything of that size is built.
    """
    return write_clauses(plan_clauses(model, limits, options, native))


def write_clauses(plan: ClausePlan) -> Cnf:
    """What was planned, written."""
    return Cnf(
        clauses=_write_steps(plan),
        rows=plan.clauses,
        variables=plan.first_fresh - 1 + plan.fresh,
        orders=plan.orders,
        native=join_native(plan.native),
        encodings=" ".join(f"{form.value}={'+'.join(sorted(names))}" for form, names in plan.encodings_used.items()),
        contradiction=plan.contradiction,
        sections=tuple(plan.sections),
    )


def _write_steps(plan: ClausePlan) -> Literals:
    """Everything planned, in one array."""
    flat = np.empty(plan.literals + plan.clauses, np.int32)
    flat[: len(plan.chains)] = plan.chains
    end, first = len(plan.chains), plan.first_fresh
    for step in plan.steps:
        if isinstance(step, Block):
            part = clause_array(step.rows, step.when)
            flat[end : end + len(part)] = part
            end += len(part)
        else:
            size = step.template.size(len(step.group.rows), guarded=step.group.when is not None)
            stamp(step.template, step.group.literals, first, step.group.when, out=flat[end : end + size])
            first += step.fresh
            end += size
    return flat


def clause_array(rows: Rows, when: Literals | None) -> Literals:
    """The rows as clauses in one array, a 0 after each, with the negated guard before it."""
    extra = 1 if when is None else 2
    ends = rows.starts[1:] + extra * np.arange(1, len(rows) + 1) - 1
    flat = np.empty(len(rows.literals) + extra * len(rows), np.int32)
    body = np.ones(len(flat), np.bool_)
    body[ends] = False
    flat[ends] = 0
    if when is not None:
        body[ends - 1] = False
        flat[ends - 1] = -when
    flat[body] = rows.literals
    return flat
