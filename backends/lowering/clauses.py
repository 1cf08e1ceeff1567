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

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from algebra.limits import TooLarge
from backends.contract import Limits, Options, Size, Values
from backends.encoding_templates.auto import choose_encoding
from backends.encoding_templates.catalogue import encoding_by_name
from backends.encoding_templates.grouping import RowGroup, groups, integer_groups
from backends.encoding_templates.order_variables import OrderVariables, order_variables
from backends.encoding_templates.template import Encoding, Template, estimate_literals, stamp, template
from backends.lowering.native_rows import NativeRows, join_native, native_rows
from backends.passes.canonical import canonical_rules
from models.neutral import Block, Form, Model, Rows
from models.neutral.forms import row_forms

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


@dataclass(slots=True)
class _Plan:
    """What will be written, in order, and how much of it there is."""

    budget: int
    steps: list[tuple[Template, RowGroup] | Block] = field(default_factory=list)
    sections: list[tuple[int, str]] = field(default_factory=list)
    literals: int = 0
    clauses: int = 0
    fresh: int = 0
    native: list[NativeRows] = field(default_factory=list)
    native_literals: int = 0  # literals of native rows
    encodings_used: dict[Form, set[str]] = field(default_factory=dict)
    rows: Counter[Form] = field(default_factory=Counter)  # of each form in the whole model

    def check_budget(self, what: str, literals: int) -> None:
        """Raise TooLarge where these literals would exceed the budget."""
        before = self.literals + self.native_literals
        if before + literals > self.budget:
            on_top = f" on top of {before:,}" if before else ""
            raise TooLarge(f"{what} needs about {literals:,} literals{on_top}, the budget is {self.budget:,}")


def to_clauses(model: Model, limits: Limits, options: Options, native: frozenset[Form] = frozenset()) -> Cnf:
    """The model in clauses. native: forms (COUNTING_FORMS, PARITY) whose unguarded rows stay as they are.

    Raises TooLarge, naming the rule, before anything of that size is built.
    """
    for form, name in options.encodings.items():
        if name != "auto":
            encoding_by_name(name, form)  # a wrong name is an error even if no row would use it
    simple, plan = canonical_rules(model), _Plan(limits.literals)
    integers = order_variables(model)
    chains = _plan_integers(plan, integers, options.encodings.get(Form.INTEGER, "auto"))
    for block in simple.blocks:
        plan.rows.update({form: int(mask.sum()) for form, mask in row_forms(block).items()})
    for block in simple.blocks:
        plan.sections.append((plan.literals + plan.clauses, block.sentence))
        for form, mask in row_forms(block).items():
            rows = block if mask.all() else block.take(mask)
            _plan_form(plan, rows, form, model, integers, options, native)
    first = model.variables + integers.variables + 1
    return Cnf(
        clauses=_write(plan, chains, first),
        rows=plan.clauses,
        variables=first - 1 + plan.fresh,
        orders=integers,
        native=join_native(plan.native),
        encodings=" ".join(f"{form.value}={'+'.join(sorted(names))}" for form, names in plan.encodings_used.items()),
        contradiction=simple.contradiction,
        sections=tuple(plan.sections),
    )


# ---- what will be written --------------------------------------------------------------------------------------


def _plan_form(
    plan: _Plan,
    block: Block,
    form: Form,
    model: Model,
    integers: OrderVariables,
    options: Options,
    native: frozenset[Form],
) -> None:
    """Add the rows of one form to the plan."""
    if form is Form.CLAUSE:
        _plan_clauses(plan, block)
    elif form in native and block.when is None:
        rows = native_rows(block)
        plan.check_budget(f"rule '{block.sentence}'", rows.literals)
        plan.native_literals += rows.literals
        plan.native.append(rows)
        plan.encodings_used.setdefault(form, set()).add("native")
    else:
        for group in groups(block, form, model, integers):
            _plan_group(plan, block, group, options)


def _plan_integers(plan: _Plan, integers: OrderVariables, name: str) -> Literals:
    """The clauses of the integers: those of the order encoding at once, those of another one as rows in the plan."""
    plan.check_budget("the order encoding of the integers", 2 * integers.variables)
    if name in ("auto", "order"):
        if name == "order" and integers.variables:
            plan.encodings_used[Form.INTEGER] = {name}
        chains = integers.clauses()
        plan.literals, plan.clauses = len(chains) // 3 * 2, len(chains) // 3
        return chains
    encoding = encoding_by_name(name, Form.INTEGER)
    for group in integer_groups(integers):
        _plan_rows(plan, encoding, group, "integers")
    return np.zeros(0, np.int32)


def _plan_clauses(plan: _Plan, block: Block) -> None:
    guards = 0 if block.when is None else len(block)
    plan.check_budget(f"rule '{block.sentence}'", len(block.rows.literals) + guards)
    plan.steps.append(block)
    plan.literals += len(block.rows.literals) + guards
    plan.clauses += len(block)


def _plan_group(plan: _Plan, block: Block, group: RowGroup, options: Options) -> None:
    _plan_rows(plan, _encoding(group, options, plan), group, f"rule '{block.sentence}'")


def _plan_rows(plan: _Plan, encoding: Encoding, group: RowGroup, of: str) -> None:
    rows = len(group.rows)
    plan.check_budget(f"encoding {encoding.name}: {of}", rows * estimate_literals(encoding, group.shape))
    clause_template = template(encoding, group.shape)
    guards = 0 if group.when is None else rows * clause_template.clauses
    plan.steps.append((clause_template, group))
    plan.literals += rows * clause_template.literals + guards
    plan.clauses += rows * clause_template.clauses
    plan.fresh += rows * clause_template.fresh
    plan.encodings_used.setdefault(group.shape.form, set()).add(encoding.name)


def _encoding(group: RowGroup, options: Options, plan: _Plan) -> Encoding:
    """The encoding named in the options, or the automatic choice for all rows of the form, loading included."""
    form = group.shape.form
    name = options.encodings.get(form, "auto")
    if name != "auto":
        return encoding_by_name(name, form)
    return choose_encoding(group.shape, max(plan.rows[form], len(group.rows)), plan.budget - plan.literals)


# ---- writing ---------------------------------------------------------------------------------------------------


def _write(plan: _Plan, chains: Literals, first: int) -> Literals:
    """Everything planned, in one array; fresh variables are numbered from `first` on."""
    flat = np.empty(plan.literals + plan.clauses, np.int32)
    flat[: len(chains)] = chains
    end = len(chains)
    for step in plan.steps:
        if isinstance(step, Block):
            part = clause_array(step.rows, step.when)
            flat[end : end + len(part)] = part
            end += len(part)
        else:
            clause_template, group = step
            size = clause_template.size(len(group.rows), guarded=group.when is not None)
            stamp(clause_template, group.literals, first, group.when, out=flat[end : end + size])
            first += len(group.rows) * clause_template.fresh
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
