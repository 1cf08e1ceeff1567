"""A row for solvers that take constraints: those of CP-SAT, the rows of an integer program, native counts and parities.
All are read off what the backends' own code makes of a model of that one row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from math import isfinite
from typing import Any

import numpy as np

from backends.contract import Limits, Options, probe_module
from backends.cryptominisat import exclusive_ors
from backends.loading.cp_proto import proto_bytes
from backends.lowering.clauses import COUNTING_FORMS, to_clauses
from backends.lowering.linear import LinearProgram, to_linear
from backends.passes.canonical import CanonicalRules, canonical_rules
from models.neutral import Form, Model
from models.neutral.forms import row_forms
from report.formulas.records import (
    Call,
    Cardinality,
    Cost,
    Formula,
    LinearSum,
    Literal,
    Lowering,
    Parity,
    Symbol,
    Term,
    VariableName,
)
from rosetta.studies.formulas.row_formulas import literal, literals_of

LIMITS = Limits(literals=2_000_000)  # for one row; a larger lowering is refused with its size
HOLDS_ANYWAY = "nothing: the row always holds"


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
    return Lowering(
        target,
        first,
        rows - len(first),
        rows=rows,
        literals=literals,
        variables=variables,
        new=new,
        note=note,
        **fields,
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


def _reference(number: int) -> Literal:
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
        terms = tuple(Term(coef, Literal(_column(model, column))) for coef, column in held)
        yield LinearSum(terms, _side(lo[row]), _side(hi[row]))


def _side(bound: float) -> int | None:
    return int(bound) if isfinite(bound) else None


def _column(model: Model, column: int) -> Symbol:
    return Symbol("x", column + 1) if column < model.variables else Symbol("z", column - model.variables + 1)


# ---- rows as they are ------------------------------------------------------------------------------------------------


def native_lowerings(model: Model, simple: CanonicalRules, most: int) -> list[Lowering]:
    """The row for solvers that take counts (MiniCard) or parities (CryptoMiniSat) without clauses."""
    lowerings = []
    counted = (
        to_clauses(model, LIMITS, Options(), native=frozenset(COUNTING_FORMS)).native if _is_countable(simple) else None
    )
    if counted is not None and len(counted.at_most):
        rows = (
            Cardinality(literals_of(counted.at_most[i]), None, int(counted.most[i]))
            for i in range(len(counted.at_most))
        )
        lowerings.append(build_lowering("minicard", rows, len(counted.at_most), counted.literals, most, simple))
    if Form.PARITY in canonical_forms(simple):
        odd = to_clauses(model, LIMITS, Options(), native=frozenset({Form.PARITY})).native
        xors = (Parity(tuple(map(literal, variables)), is_odd) for variables, is_odd in exclusive_ors(odd))
        if len(odd.parity):
            lowerings.append(build_lowering("cryptominisat", xors, len(odd.parity), odd.literals, most, simple))
    return lowerings


def _is_countable(simple: CanonicalRules) -> bool:
    return any(form in COUNTING_FORMS for form in canonical_forms(simple))
