"""A row as clauses, by each encoding for its form: what `backends.lowering.clauses` writes for a model of the one row.

x are the row's variables, y the auxiliary ones of the encoding, `x3 >= 2` the Booleans of an integer in order encoding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from algebra.limits import TooLarge
from backends.contract import Limits, Options
from backends.encoding_templates.auto import choose_encoding
from backends.encoding_templates.catalogue import encoding_by_name, encoding_names
from backends.encoding_templates.grouping import groups
from backends.encoding_templates.order_variables import order_variables
from backends.lowering.clauses import Cnf, to_clauses
from backends.passes.canonical import CanonicalRules
from models.neutral import Form, Model
from models.neutral.forms import row_forms
from report.formulas.records import Clause, Literal, Lowering, Symbol
from rosetta.studies.formulas.constraint_lowerings import LIMITS, build_lowering, canonical_forms
from rosetta.studies.formulas.one_row import OneRow


def clause_lowerings(row: OneRow, simple: CanonicalRules, encodings: Mapping[Form, str], most: int) -> list[Lowering]:
    """The row as clauses: by each encoding for its form, or as it is if it needs none."""
    lowerings: list[Lowering] = []
    integers: dict[Form, str] = {form: name for form, name in encodings.items() if form is Form.INTEGER}
    guarded = any(block.when is not None for block in simple.blocks)
    for form in canonical_forms(simple) or (Form.CLAUSE,):
        if form is Form.CLAUSE:
            lowerings.append(_cnf(row.model, simple, Options(), most))
            continue
        auto = automatic_encoding(row, simple, form)
        requested = encodings.get(form, "all")
        for name in encoding_names(form) if requested == "all" else [auto if requested == "auto" else requested]:
            encoding = encoding_by_name(name, form)
            lowerings.append(
                _cnf(
                    row.model,
                    simple,
                    Options(encodings={form: name, **integers}),
                    most,
                    encoding=name,
                    automatic=name == auto,
                    reference=encoding.reference,
                    propagates=form in encoding.propagates,
                    unique=form in encoding.unique
                    and not guarded,  # if the guard is false, auxiliary variables may have any value
                )
            )
    return lowerings


def automatic_encoding(row: OneRow, simple: CanonicalRules, form: Form) -> str:
    """The encoding that the row gets in the whole model where none is named."""
    if form in row.encodings:
        return row.encodings[form]
    block = next(block for block in simple.blocks if form in row_forms(block))
    block = block.take(row_forms(block)[form])
    shape = next(groups(block, form, row.model, order_variables(row.model))).shape
    return choose_encoding(shape, max(row.counts[form], 1), Limits().literals).name


def _cnf(model: Model, simple: CanonicalRules, options: Options, most: int, **fields: Any) -> Lowering:
    try:
        cnf = to_clauses(model, LIMITS, options)
    except TooLarge as reason:
        return Lowering("cnf", (), refused=True, note=f"too large to be shown: {reason}", **fields)
    clauses = (Clause(cnf_literals(model, cnf, clause)) for clause in cnf.clause_lists())
    fresh = cnf.variables - model.variables
    note = ""
    if cnf.orders.variables:
        note = (
            f"new variables that are the integers' own, in order encoding, for all rows alike: {cnf.orders.variables}"
        )
    if fresh == cnf.orders.variables and "unique" in fields:
        fields["unique"] = True  # there are no auxiliary variables
    return build_lowering("cnf", clauses, cnf.rows, cnf.literals, most, simple, fresh, note=note, **fields)


def cnf_literals(model: Model, cnf: Cnf, clause: Sequence[int]) -> tuple[Literal, ...]:
    return tuple(Literal(_cnf_symbol(model, cnf, abs(x)), x > 0) for x in clause)


def _cnf_symbol(model: Model, cnf: Cnf, number: int) -> Symbol:
    """A variable of the row, or `x3 >= 2`, or an auxiliary one."""
    if number <= model.variables:
        return Symbol("x", number)
    place = number - model.variables
    if place > cnf.orders.variables:
        return Symbol("y", place - cnf.orders.variables)
    x = int(np.flatnonzero((cnf.orders.first <= number) & (number < cnf.orders.first + cnf.orders.width))[0])
    return Symbol("x", x, int(model.lower[x] + 1 + number - cnf.orders.first[x]))
