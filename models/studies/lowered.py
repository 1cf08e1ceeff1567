"""What one row becomes on the way to each kind of solver, read off from what the lowering really made of it.

    row --canonical--> simplest form --+--> the message that CP-SAT gets          backends.loading.cp_proto
                                       +--> rows of an integer program            backends.linear
                                       +--> clauses, by each encoding             backends.clauses
                                       +--> rows taken as they are                backends.native

Nothing is lowered here: each function calls the code of the backends on a model of the one row, and puts what it
returns into symbols: x for the row's variables, y for new ones of an encoding, z for new integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from math import isfinite
from typing import Any

import numpy as np

from backends.clauses import COUNTED, Cnf, to_clauses
from backends.contract import Limits, Options, TooLarge, missing
from backends.cryptominisat import exclusive_ors
from backends.encodings.auto import choose
from backends.encodings.catalogue import named, serving
from backends.encodings.grouping import groups
from backends.encodings.order import orders
from backends.linear import LinearProgram, to_linear
from backends.loading.cp_proto import proto_bytes
from backends.maxsat import soft_literals
from backends.passes.canonical import Canonical, canonical
from backends.passes.descend import costing_less
from models.neutral import Form, Kind, Model
from models.neutral.blocks import stated
from models.neutral.forms import row_forms
from models.neutral.rows import from_lengths
from models.studies.one_row import OneRow
from models.studies.row_formulas import literal, literals_of
from report.lowerings import Call, Clause, Cost, Count, Formula, Literal, Lowering, Name, Parity, Sum, Symbol, Term

LIMITS = Limits(literals=2_000_000)  # of one row; what is larger is refused with its size
HOLDS_ANYWAY = "nothing: the row always holds"


def lowerings(row: OneRow, wishes: Mapping[Form, str], most: int) -> tuple[Lowering, ...]:
    """Every lowering of a row, with up to so many formulas each. wishes: the only encoding to show for a form."""
    simple = canonical(row.model)
    if row.model.objective is not None:
        return (cpsat(row.model, simple, most), linear(row.model, most), *costs(row, wishes, most))
    return (
        cpsat(row.model, simple, most),
        linear(row.model, most),
        *clauses(row, simple, wishes, most),
        *native(row.model, simple, most),
    )


def simplest(simple: Canonical) -> tuple[Form, ...]:
    """The forms of the rows that lowering begins with."""
    return tuple(dict.fromkeys(form for block in simple.blocks for form in row_forms(block)))


# ---- CP-SAT ----------------------------------------------------------------------------------------------------------


def cpsat(model: Model, simple: Canonical, most: int) -> Lowering:
    """The constraints in the message that CP-SAT is given."""
    reason = missing("ortools.sat.cp_model_pb2")
    if reason is not None:
        return Lowering("cpsat", (), refused=True, note=reason)
    from ortools.sat import cp_model_pb2

    proto = cp_model_pb2.CpModelProto.FromString(bytes(proto_bytes(model, simple.blocks)))
    if model.objective is not None:
        objective = proto.objective
        terms = tuple(map(_term, objective.coeffs, objective.vars))
        return Lowering("cpsat", (Cost(terms, round(objective.offset)),), rows=1, literals=len(terms))
    literals = sum(len(block.rows.literals) for block in simple.blocks)
    return _kept("cpsat", map(_constraint, proto.constraints), len(proto.constraints), literals, most, simple)


def _constraint(constraint: Any) -> Formula:
    """One constraint of the message, in symbols."""
    kind = constraint.WhichOneof("constraint")
    when = _reference(constraint.enforcement_literal[0]) if constraint.enforcement_literal else None
    if kind == "linear":
        row = constraint.linear
        return Sum(tuple(map(_term, row.coeffs, row.vars)), row.domain[0], row.domain[1], "linear", when)
    return Call(kind, tuple(map(_reference, getattr(constraint, kind).literals)), when)


def _reference(number: int) -> Literal:
    """CP-SAT writes variable x as x - 1, its negation as -x."""
    return literal(number + 1 if number >= 0 else number)


def _term(coef: int, column: int) -> Term:
    return Term(coef, literal(column + 1))


# ---- integer rows ----------------------------------------------------------------------------------------------------


def linear(model: Model, most: int) -> Lowering:
    """The rows of the integer program."""
    program = to_linear(model, LIMITS)
    if model.objective is not None:
        columns = np.flatnonzero(program.cost)
        cost = Cost(tuple(_term(int(program.cost[c]), int(c)) for c in columns), program.constant)
        return Lowering("linear", (cost,), rows=1, literals=len(columns))
    slacks = range(model.variables, len(program.lower))
    new = tuple(Name(_column(model, c), "", (int(program.lower[c]), int(program.upper[c]))) for c in slacks)
    rows = len(program.table.lo)
    return _kept("linear", _rows(model, program), rows, program.size.literals, most, canonical(model), len(slacks), new)


def _rows(model: Model, program: LinearProgram) -> Iterator[Formula]:
    table, (lo, hi), starts = program.table, program.bounds, program.starts.tolist()
    for row, (start, end) in enumerate(pairwise(starts)):
        held = zip(table.coefs[start:end].tolist(), table.columns[start:end].tolist(), strict=True)
        terms = tuple(Term(coef, Literal(_column(model, column))) for coef, column in held)
        yield Sum(terms, _side(lo[row]), _side(hi[row]))


def _side(bound: float) -> int | None:
    return int(bound) if isfinite(bound) else None


def _column(model: Model, column: int) -> Symbol:
    return Symbol("x", column + 1) if column < model.variables else Symbol("z", column - model.variables + 1)


# ---- clauses ---------------------------------------------------------------------------------------------------------


def clauses(row: OneRow, simple: Canonical, wishes: Mapping[Form, str], most: int) -> list[Lowering]:
    """The row in clauses: by each encoding that serves its form, or as it is if it needs none."""
    found: list[Lowering] = []
    integers = {form: name for form, name in wishes.items() if form is Form.INTEGER}
    guarded = any(block.when is not None for block in simple.blocks)
    for form in simplest(simple) or (Form.CLAUSE,):
        if form is Form.CLAUSE:
            found.append(_cnf(row.model, simple, Options(), most))
            continue
        auto = automatic(row, simple, form)
        wish = wishes.get(form, "all")
        for name in serving(form) if wish == "all" else [auto if wish == "auto" else wish]:
            encoding, chosen = named(name, form), {form: name, **integers}
            found.append(
                _cnf(
                    row.model,
                    simple,
                    Options(encodings=chosen),
                    most,
                    encoding=name,
                    automatic=name == auto,
                    reference=encoding.reference,
                    propagates=form in encoding.propagates,
                    unique=form in encoding.unique and not guarded,  # without their guard they may have any value
                )
            )
    return found


def automatic(row: OneRow, simple: Canonical, form: Form) -> str:
    """The encoding that the row gets where none is named, in the whole model."""
    if form in row.asked:
        return row.asked[form]
    block = next(block for block in simple.blocks if form in row_forms(block))
    block = block.take(row_forms(block)[form])
    shape = next(groups(block, form, row.model, orders(row.model))).shape
    return choose(shape, max(row.counts[form], 1), Limits().literals).name


def _cnf(model: Model, simple: Canonical, options: Options, most: int, **told: Any) -> Lowering:
    try:
        cnf = to_clauses(model, LIMITS, options)
    except TooLarge as reason:
        return Lowering("cnf", (), refused=True, note=f"too large to be shown: {reason}", **told)
    made = (Clause(_cnf_literals(model, cnf, clause)) for clause in cnf.lists())
    fresh = cnf.variables - model.variables
    note = ""
    if cnf.orders.variables:
        note = (
            f"new variables that are the integers' own, in order encoding, for all rows alike: {cnf.orders.variables}"
        )
    if fresh == cnf.orders.variables and "unique" in told:
        told["unique"] = True  # there are none to choose
    return _kept("cnf", made, cnf.rows, cnf.literals, most, simple, fresh, note=note, **told)


def _cnf_literals(model: Model, cnf: Cnf, clause: Sequence[int]) -> tuple[Literal, ...]:
    return tuple(Literal(_cnf_symbol(model, cnf, abs(x)), x > 0) for x in clause)


def _cnf_symbol(model: Model, cnf: Cnf, number: int) -> Symbol:
    """The row's own, or `x3 >= 2`, or one of the encoding's."""
    if number <= model.variables:
        return Symbol("x", number)
    place = number - model.variables
    if place > cnf.orders.variables:
        return Symbol("y", place - cnf.orders.variables)
    x = int(np.flatnonzero((cnf.orders.first <= number) & (number < cnf.orders.first + cnf.orders.width))[0])
    return Symbol("x", x, int(model.lower[x] + 1 + number - cnf.orders.first[x]))


# ---- rows as they are ------------------------------------------------------------------------------------------------


def native(model: Model, simple: Canonical, most: int) -> list[Lowering]:
    """What solvers get that take counts, or parities, without clauses."""
    found = []
    counted = to_clauses(model, LIMITS, Options(), native=frozenset(COUNTED)).native if _countable(simple) else None
    if counted is not None and len(counted.at_most):
        rows = (Count(literals_of(counted.at_most[i]), None, int(counted.most[i])) for i in range(len(counted.at_most)))
        found.append(_kept("minicard", rows, len(counted.at_most), counted.literals, most, simple))
    if Form.PARITY in simplest(simple):
        odd = to_clauses(model, LIMITS, Options(), native=frozenset({Form.PARITY})).native
        xors = (Parity(tuple(map(literal, variables)), one) for variables, one in exclusive_ors(odd))
        if len(odd.parity):
            found.append(_kept("cryptominisat", xors, len(odd.parity), odd.literals, most, simple))
    return found


def _countable(simple: Canonical) -> bool:
    return any(form in COUNTED for form in simplest(simple))


# ---- objectives ------------------------------------------------------------------------------------------------------


def costs(row: OneRow, wishes: Mapping[Form, str], most: int) -> list[Lowering]:
    """An objective for solvers of clauses: soft clauses, or one more row, `less than c`, after each solution."""
    model = row.model
    cnf = to_clauses(model, LIMITS, Options())
    literals, weights, constant = soft_literals(model, cnf)
    soft = (
        Clause(_cnf_literals(model, cnf, [x]), weight)
        for x, weight in zip(literals.tolist(), weights.tolist(), strict=True)
    )
    paid = f"{constant} is paid in any case" if constant else ""
    found = [_kept("maxsat", soft, len(literals), len(literals), most, None, note=paid)]
    c, less = asked_for_less(model)
    told = f"after a solution of cost c = {c}, the row: cost <= {c - 1}"
    for lowering in clauses(replace(row, model=less), canonical(less), wishes, most):
        notes = (told, lowering.note)[lowering.refused :]
        found.append(replace(lowering, note="; ".join(filter(None, notes))))
    return found


def asked_for_less(model: Model) -> tuple[int, Model]:
    """A cost in the middle of what is possible, and the row alone that asks for less."""
    goal = model.objective
    assert goal is not None
    terms = stated(Kind.LINEAR, "", from_lengths(np.array([len(goal.literals)]), goal.literals), 0, 0, goal.coefs)
    least, most = (int(side[0]) for side in model.reach(terms))
    rowless = model.copy()
    rowless.objective = None
    c = (least + most + 1) // 2
    return c, costing_less(rowless, goal, c)


# ---- what is kept ----------------------------------------------------------------------------------------------------


def _kept(
    target: str,
    formulas: Iterator[Formula],
    rows: int,
    literals: int,
    most: int,
    simple: Canonical | None,
    variables: int = 0,
    new: tuple[Name, ...] = (),
    note: str = "",
    **told: Any,
) -> Lowering:
    """The first formulas and how many there are."""
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
        **told,
    )
