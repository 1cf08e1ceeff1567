"""What a lowering to clauses will write: which rows by which templates, in which order, and how much of it there is.

    model --canonical--> rows in their simplest kind --by form and shape--> steps: plain clauses, or rows by a template

`clauses` writes it. Who wants to know which row a clause comes from follows the same steps (`justifying.origins`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Size
from backends.encoding_choice.auto import choose_encoding
from backends.encoding_choice.catalogue import encoding_by_name
from backends.encoding_templates.grouping import RowGroup, groups, integer_groups
from backends.encoding_templates.order_variables import OrderVariables, order_variables
from backends.encoding_templates.template import Encoding, Template, estimate_literals, template
from backends.lowering.canonical import canonical_rules
from backends.lowering.native_rows import NativeRows, native_rows
from models.neutral import Block, Form, Model
from models.neutral.forms import row_forms
from rosetta.foundation.limits import TooLarge


@dataclass(frozen=True, slots=True, eq=False)
class EncodedRows:
    """Rows of one shape by one template. block: in which the rows of the group are; None for those of integers."""

    template: Template
    group: RowGroup
    block: Block | None

    @property
    def fresh(self) -> int:
        """How many fresh variables all rows take; each row has its own, one row after the other."""
        return len(self.group.rows) * self.template.fresh


@dataclass(slots=True)
class ClausePlan:
    """What will be written, in order, and how much of it there is. chains: the clauses of the order encoding, written
    first; steps: clauses as they are, or rows by a template; sections: see `Cnf`; fresh: variables of encodings, from
    `first_fresh` on; native_literals: of native rows; rows: of each form in the whole model."""

    budget: int
    orders: OrderVariables
    first_fresh: int
    contradiction: str | None
    chains: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    steps: list[EncodedRows | Block] = field(default_factory=list)
    sections: list[tuple[int, str]] = field(default_factory=list)
    literals: int = 0
    clauses: int = 0
    fresh: int = 0
    native: list[NativeRows] = field(default_factory=list)
    native_literals: int = 0
    encodings_used: dict[Form, set[str]] = field(default_factory=dict)
    rows: Counter[Form] = field(default_factory=Counter)

    @property
    def variables(self) -> int:
        """Those of the clauses: the model's, the integers' Booleans, the encodings' own."""
        return self.first_fresh - 1 + self.fresh

    @property
    def size(self) -> Size:
        """Clauses and native rows together."""
        rows = self.clauses + sum(map(len, self.native))
        return Size(self.variables, rows, self.literals + self.native_literals)

    @property
    def encodings(self) -> str:
        """Those in use, by form: see `Cnf`."""
        return " ".join(f"{form.value}={'+'.join(sorted(names))}" for form, names in self.encodings_used.items())

    def check_budget(self, what: str, literals: int) -> None:
        """Raise TooLarge where these literals would exceed the budget."""
        before = self.literals + self.native_literals
        if before + literals > self.budget:
            on_top = f" on top of {before:,}" if before else ""
            raise TooLarge(f"{what} needs about {literals:,} literals{on_top}, the budget is {self.budget:,}")


def plan_clauses(model: Model, limits: Limits, options: Options, native: frozenset[Form] = frozenset()) -> ClausePlan:
    """The plan for a model. native: forms whose unguarded rows stay as they are.

    Raises TooLarge, naming the rule, before anything of that size is built.
    """
    for form, name in options.encodings.items():
        if name != "auto":
            encoding_by_name(name, form)  # a wrong name is an error even if no row would use it
    simple, orders = canonical_rules(model), order_variables(model)
    plan = ClausePlan(limits.literals, orders, model.variables + orders.variables + 1, simple.contradiction)
    _plan_integers(plan, options.encodings.get(Form.INTEGER, "auto"))
    for block in simple.blocks:
        plan.rows.update({form: int(mask.sum()) for form, mask in row_forms(block).items()})
    for block in simple.blocks:
        plan.sections.append((plan.literals + plan.clauses, block.sentence))
        for form, mask in row_forms(block).items():
            rows = block if mask.all() else block.take(mask)
            _plan_form(plan, rows, form, model, options, native)
    return plan


def _plan_form(
    plan: ClausePlan, block: Block, form: Form, model: Model, options: Options, native: frozenset[Form]
) -> None:
    """Add the rows of one form to the plan."""
    if form is Form.CLAUSE:
        _plan_plain_clauses(plan, block)
    elif form in native and block.when is None:
        rows = native_rows(block)
        plan.check_budget(f"rule '{block.sentence}'", rows.literals)
        plan.native_literals += rows.literals
        plan.native.append(rows)
        plan.encodings_used.setdefault(form, set()).add("native")
    else:
        for group in groups(block, form, model, plan.orders):
            _plan_rows(plan, _encoding(group, options, plan), group, block, f"rule '{block.sentence}'")


def _plan_integers(plan: ClausePlan, name: str) -> None:
    """The clauses of the integers: those of the order encoding at once, those of another one as rows."""
    integers = plan.orders
    plan.check_budget("the order encoding of the integers", 2 * integers.variables)
    if name in ("auto", "order"):
        if name == "order" and integers.variables:
            plan.encodings_used[Form.INTEGER] = {name}
        plan.chains = integers.clauses()
        plan.literals, plan.clauses = len(plan.chains) // 3 * 2, len(plan.chains) // 3
        return
    encoding = encoding_by_name(name, Form.INTEGER)
    for group in integer_groups(integers):
        _plan_rows(plan, encoding, group, None, "integers")


def _plan_plain_clauses(plan: ClausePlan, block: Block) -> None:
    guards = 0 if block.when is None else len(block)
    plan.check_budget(f"rule '{block.sentence}'", len(block.rows.literals) + guards)
    plan.steps.append(block)
    plan.literals += len(block.rows.literals) + guards
    plan.clauses += len(block)


def _plan_rows(plan: ClausePlan, encoding: Encoding, group: RowGroup, block: Block | None, of: str) -> None:
    rows = len(group.rows)
    plan.check_budget(f"encoding {encoding.name}: {of}", rows * estimate_literals(encoding, group.shape))
    clause_template = template(encoding, group.shape)
    guards = 0 if group.when is None else rows * clause_template.clauses
    plan.steps.append(EncodedRows(clause_template, group, block))
    plan.literals += rows * clause_template.literals + guards
    plan.clauses += rows * clause_template.clauses
    plan.fresh += rows * clause_template.fresh
    plan.encodings_used.setdefault(group.shape.form, set()).add(encoding.name)


def _encoding(group: RowGroup, options: Options, plan: ClausePlan) -> Encoding:
    """The encoding named in the options, or the automatic choice for all rows of the form, loading included."""
    form = group.shape.form
    name = options.encodings.get(form, "auto")
    if name != "auto":
        return encoding_by_name(name, form)
    return choose_encoding(group.shape, max(plan.rows[form], len(group.rows)), plan.budget - plan.literals)
