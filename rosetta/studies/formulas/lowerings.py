"""The lowerings of one row: what it becomes for each kind of solver, read off what the real lowering returns.

    row --canonical--> canonical form -+--> the message that CP-SAT gets          backends.loading.cp_proto
                                       +--> rows of an integer program            backends.lowering.linear
                                       +--> clauses, by each encoding             backends.lowering.clauses
                                       +--> rows taken as they are                backends.lowering.native_rows

Nothing is lowered here: each function calls the code of the backends on a model of the one row, and puts the result
into symbols: x for the row's variables, y for auxiliary variables of an encoding, z for new integers, `x3 >= 2` for
the Booleans of an integer in order encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from math import isfinite
from typing import Any

import numpy as np

from backends.contract import Limits, Options, probe_module
from backends.cryptominisat import exclusive_ors
from backends.encoding_choice.auto import choose_encoding
from backends.encoding_choice.catalogue import encoding_by_name, encoding_names
from backends.encoding_templates.grouping import groups
from backends.encoding_templates.order_variables import order_variables
from backends.loading.cp_proto import proto_bytes
from backends.lowering.canonical import CanonicalRules, canonical_rules
from backends.lowering.clauses import COUNTING_FORMS, Cnf, to_clauses
from backends.lowering.linear import LinearProgram, to_linear
from backends.lowering.soft_clauses import soft_literals
from backends.passes.solution_improving import with_cost_below
from models.neutral import Form, Kind, Model
from models.neutral.blocks import new_block
from models.neutral.forms import row_forms
from models.neutral.rows import rows_from_lengths
from report.formulas.records import (
    Call,
    Cardinality,
    Clause,
    Cost,
    Formula,
    LinearSum,
    Lowering,
    Parity,
    ShownLiteral,
    Symbol,
    Term,
    VariableName,
)
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import TooLarge
from rosetta.studies.formulas.one_row import OneRow
from rosetta.studies.formulas.row_formulas import literal, literals_of

LIMITS = Limits(literals=2_000_000)  # for one row; a larger lowering is refused with its size
HOLDS_ANYWAY = "nothing: the row always holds"


def lowerings(row: OneRow, encodings: Mapping[Form, str], most: int) -> tuple[Lowering, ...]:
    """Every lowering of a row, with up to `most` formulas each. encodings: the only encoding to show for a form."""
    simple = canonical_rules(row.model)
    always = (cpsat_lowering(row.model, simple, most), linear_lowering(row.model, most))
    if row.model.objective is not None:
        return (*always, *objective_lowerings(row, encodings, most))
    clauses = clause_lowerings(row, simple, encodings, most)
    return (*always, *clauses, *native_lowerings(row.model, simple, most))


def canonical_forms(simple: CanonicalRules) -> tuple[Form, ...]:
    """The forms of the canonical rows, with which every lowering begins."""
    return tuple(dict.fromkeys(form for block in simple.blocks for form in row_forms(block)))


def build_lowering(
    target: str,
    formulas: Iterator[Formula],
    rows: int,
    literals: int,
    most: int,
    simple: CanonicalRules | None,
    variables: int = 0,
    new: tuple[VariableName, ...] = (),
    note: str = "",
    **fields: Any,
) -> Lowering:
    """A lowering with its first `most` formulas, and how many there are."""
    first = tuple(islice(formulas, most))
    if simple is not None and not simple.blocks:
        note = HOLDS_ANYWAY
    elif simple is not None and simple.contradiction:
        note = f"cannot be kept, so no solver is asked: {simple.contradiction}"
    hidden = rows - len(first)
    return Lowering(
        target, first, hidden, rows=rows, literals=literals, variables=variables, new=new, note=note, **fields
    )


# ---- CP-SAT ----------------------------------------------------------------------------------------------------------


def cpsat_lowering(model: Model, simple: CanonicalRules, most: int) -> Lowering:
    """The constraints in the message that CP-SAT is given."""
    reason = probe_module("ortools.sat.cp_model_pb2")
    if reason is not None:
        return Lowering("cpsat", (), refused=True, note=reason)
    from ortools.sat import cp_model_pb2

    proto = cp_model_pb2.CpModelProto.FromString(bytes(proto_bytes(model, simple.blocks)))
    if model.objective is not None:
        objective = proto.objective
        terms = tuple(map(_term, objective.coeffs, objective.vars))
        return Lowering("cpsat", (Cost(terms, round(objective.offset)),), rows=1, literals=len(terms))
    literals = sum(len(block.rows.literals) for block in simple.blocks)
    return build_lowering("cpsat", map(_constraint, proto.constraints), len(proto.constraints), literals, most, simple)


def _constraint(constraint: Any) -> Formula:
    """One constraint of the message, in symbols."""
    kind = constraint.WhichOneof("constraint")
    when = _reference(constraint.enforcement_literal[0]) if constraint.enforcement_literal else None
    if kind == "linear":
        row = constraint.linear
        return LinearSum(tuple(map(_term, row.coeffs, row.vars)), row.domain[0], row.domain[1], "linear", when)
    return Call(kind, tuple(map(_reference, getattr(constraint, kind).literals)), when)


def _reference(number: int) -> ShownLiteral:
    """CP-SAT writes variable x as x - 1, its negation as -x."""
    return literal(number + 1 if number >= 0 else number)


def _term(coef: int, column: int) -> Term:
    return Term(coef, literal(column + 1))


# ---- integer rows ----------------------------------------------------------------------------------------------------


def linear_lowering(model: Model, most: int) -> Lowering:
    """The rows of the integer program."""
    program = to_linear(model, LIMITS)
    if model.objective is not None:
        columns = np.flatnonzero(program.cost)
        cost = Cost(tuple(_term(int(program.cost[c]), int(c)) for c in columns), program.constant)
        return Lowering("linear", (cost,), rows=1, literals=len(columns))
    slacks = range(model.variables, len(program.lower))
    new = tuple(VariableName(_column(model, c), "", (int(program.lower[c]), int(program.upper[c]))) for c in slacks)
    rows = len(program.table.lo)
    return build_lowering(
        "linear", _rows(model, program), rows, program.size.literals, most, canonical_rules(model), len(slacks), new
    )


def _rows(model: Model, program: LinearProgram) -> Iterator[Formula]:
    table, (lo, hi), starts = program.table, program.bounds, program.starts.tolist()
    for row, (start, end) in enumerate(pairwise(starts)):
        held = zip(table.coefs[start:end].tolist(), table.columns[start:end].tolist(), strict=True)
        terms = tuple(Term(coef, ShownLiteral(_column(model, column))) for coef, column in held)
        yield LinearSum(terms, _side(lo[row]), _side(hi[row]))


def _side(bound: float) -> int | None:
    return int(bound) if isfinite(bound) else None


def _column(model: Model, column: int) -> Symbol:
    return Symbol("x", column + 1) if column < model.variables else Symbol("z", column - model.variables + 1)


# ---- rows as they are ------------------------------------------------------------------------------------------------


def native_lowerings(model: Model, simple: CanonicalRules, most: int) -> list[Lowering]:
    """The row for solvers that take counts (MiniCard) or parities (CryptoMiniSat) without clauses."""
    lowerings = []
    if any(form in COUNTING_FORMS for form in canonical_forms(simple)):
        counted = to_clauses(model, LIMITS, Options(), native=frozenset(COUNTING_FORMS)).native
        n = len(counted.at_most)
        rows = (Cardinality(literals_of(counted.at_most[i]), None, int(counted.most[i])) for i in range(n))
        lowerings += [build_lowering("minicard", rows, n, counted.literals, most, simple)] if n else []
    if Form.PARITY in canonical_forms(simple):
        odd = to_clauses(model, LIMITS, Options(), native=frozenset({Form.PARITY})).native
        xors = (Parity(tuple(map(literal, variables)), is_odd) for variables, is_odd in exclusive_ors(odd))
        if len(odd.parity):
            lowerings.append(build_lowering("cryptominisat", xors, len(odd.parity), odd.literals, most, simple))
    return lowerings


# ---- clauses ---------------------------------------------------------------------------------------------------------


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
    except ModuleNotFoundError as error:  # python-sat, whose encodings are among ours
        return Lowering("cnf", (), refused=True, note=describe_absence(error) or str(error), **fields)
    clauses = (Clause(cnf_literals(model, cnf, clause)) for clause in cnf.clause_lists())
    fresh = cnf.variables - model.variables
    note = ""
    if cnf.orders.variables:
        whose = "the integers' own, in order encoding, for all rows alike"
        note = f"new variables that are {whose}: {cnf.orders.variables}"
    if fresh == cnf.orders.variables and "unique" in fields:
        fields["unique"] = True  # there are no auxiliary variables
    return build_lowering("cnf", clauses, cnf.rows, cnf.literals, most, simple, fresh, note=note, **fields)


def cnf_literals(model: Model, cnf: Cnf, clause: Sequence[int]) -> tuple[ShownLiteral, ...]:
    return tuple(ShownLiteral(_cnf_symbol(model, cnf, abs(x)), x > 0) for x in clause)


def _cnf_symbol(model: Model, cnf: Cnf, number: int) -> Symbol:
    """A variable of the row, or `x3 >= 2`, or an auxiliary one."""
    if number <= model.variables:
        return Symbol("x", number)
    place = number - model.variables
    if place > cnf.orders.variables:
        return Symbol("y", place - cnf.orders.variables)
    x = int(np.flatnonzero((cnf.orders.first <= number) & (number < cnf.orders.first + cnf.orders.width))[0])
    return Symbol("x", x, int(model.lower[x] + 1 + number - cnf.orders.first[x]))


# ---- objectives of SAT solvers ---------------------------------------------------------------------------------------


def objective_lowerings(row: OneRow, encodings: Mapping[Form, str], most: int) -> list[Lowering]:
    """An objective for SAT solvers: soft clauses, or one more row, `cost <= c - 1`, after each solution of cost c."""
    model = row.model
    cnf = to_clauses(model, LIMITS, Options())
    literals, weights, constant = soft_literals(model, cnf.orders)
    weighted = zip(literals.tolist(), weights.tolist(), strict=True)
    soft = (Clause(cnf_literals(model, cnf, [x]), weight) for x, weight in weighted)
    paid = f"{constant} is paid in any case" if constant else ""
    lowerings = [build_lowering("maxsat", soft, len(literals), len(literals), most, None, note=paid)]
    c, less = improvement_row(model)
    bound_note = f"after a solution of cost c = {c}, the row: cost <= {c - 1}"
    for lowering in clause_lowerings(replace(row, model=less), canonical_rules(less), encodings, most):
        notes = (bound_note, lowering.note)[lowering.refused :]
        lowerings.append(replace(lowering, note="; ".join(filter(None, notes))))
    return lowerings


def improvement_row(model: Model) -> tuple[int, Model]:
    """A cost in the middle of the possible range, and a model of the single row that asks for less."""
    goal = model.objective
    assert goal is not None
    terms = new_block(
        Kind.LINEAR, "", rows_from_lengths(np.array([len(goal.literals)]), goal.literals), 0, 0, goal.coefs
    )
    least, most = (int(side[0]) for side in model.reach(terms))
    rowless = model.copy()
    rowless.objective = None
    c = (least + most + 1) // 2
    return c, with_cost_below(rowless, goal, c)
