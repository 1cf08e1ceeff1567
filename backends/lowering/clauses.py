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
from backends.encoding_templates.template import stamp, table_places
from backends.lowering.clause_plan import ClausePlan, EncodedRows, plan_clauses
from backends.lowering.native_rows import NativeRows, join_native
from models.neutral import Block, Form, Model, Rows
from models.neutral.rows import row_pieces

Literals = NDArray[np.int32]
PIECE = 1 << 16  # literals written at a time
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
    """What was planned, written into one array."""
    flat, end = np.empty(plan.literals + plan.clauses, np.int32), 0
    for piece in clause_pieces(plan):
        flat[end : end + len(piece)] = piece
        end += len(piece)
    return Cnf(
        clauses=flat,
        rows=plan.clauses,
        variables=plan.variables,
        orders=plan.orders,
        native=join_native(plan.native),
        encodings=plan.encodings,
        contradiction=plan.contradiction,
        sections=tuple(plan.sections),
    )


def clause_pieces(plan: ClausePlan) -> Iterator[Literals]:
    """The planned clauses in order, a 0 after each, in pieces of about PIECE literals: they stay in the processor's
    cache until they are used, and need no memory of their own. No piece spans two rules, none is empty."""
    for at in range(0, len(plan.chains), PIECE):
        yield plan.chains[at : at + PIECE]
    fresh = plan.first_fresh
    for step in plan.steps:
        if isinstance(step, Block):
            yield from _plain_pieces(step)
        else:
            yield from _stamped_pieces(step, fresh)
            fresh += step.fresh


def _plain_pieces(block: Block) -> Iterator[Literals]:
    starts, when = block.rows.starts, block.when
    if len(block) > 0 and len(block.rows.literals) + len(block) <= PIECE:  # as in most models
        yield clause_array(block.rows, when)
        return
    for first, last in row_pieces(starts + np.arange(len(starts)), PIECE):
        rows = Rows(starts[first : last + 1] - starts[first], block.rows.literals[starts[first] : starts[last]])
        if len(rows):
            yield clause_array(rows, None if when is None else when[first:last])


def _stamped_pieces(step: EncodedRows, fresh: int) -> Iterator[Literals]:
    group = step.group
    places = table_places(step.template, guarded=group.when is not None)
    at_once = max(1, PIECE // max(len(places), 1))
    for first in range(0, len(group.rows) if len(places) else 0, at_once):
        some = slice(first, first + at_once)
        when = None if group.when is None else group.when[some]
        yield stamp(step.template, group.literals[some], fresh + first * step.template.fresh, when, places)


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
