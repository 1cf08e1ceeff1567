"""Rows of the neutral language as formulas: as stated, and in canonical form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model, ObjectiveSense
from report.formulas.records import Cardinality, Clause, Cost, Formula, LinearSum, Parity, ShownLiteral, Symbol, Term


def literal(x: int) -> ShownLiteral:
    """ShownLiteral x or -x of the row's own variables."""
    return ShownLiteral(Symbol("x", abs(x)), x > 0)


def literals_of(row: NDArray[np.int32]) -> tuple[ShownLiteral, ...]:
    return tuple(literal(x) for x in row.tolist())


def terms_of(literals: NDArray[np.int32], coefs: NDArray[np.int64]) -> tuple[Term, ...]:
    return tuple(Term(coef, literal(x)) for coef, x in zip(coefs.tolist(), literals.tolist(), strict=True))


def formulas_of(model: Model, blocks: Iterable[Block]) -> tuple[Formula, ...]:
    """Every row of the blocks as a formula. A bound that excludes nothing is left out."""
    return tuple(_row(model, block, row) for block in blocks for row in range(len(block)))


def _row(model: Model, block: Block, row: int) -> Formula:
    held = block.rows[row]
    when = None if block.when is None else literal(int(block.when[row]))
    match block.kind:
        case Kind.PARITY:
            return Parity(literals_of(held), bool(block.lo[row] == 1), when)
        case Kind.CLAUSE:
            return Clause(literals_of(held)) if when is None else Cardinality(literals_of(held), 1, None, when)
        case Kind.CARDINALITY:
            return Cardinality(literals_of(held), *_binding_sides(model, block, row), when)
        case Kind.LINEAR:
            assert block.coefs is not None
            coefs = block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]
            return LinearSum(terms_of(held, coefs), *_binding_sides(model, block, row), when=when)
        case _:
            assert_never(block.kind)


def _binding_sides(model: Model, block: Block, row: int) -> tuple[int | None, int | None]:
    """The bounds of the row, None for a side that excludes nothing; both if neither does."""
    least, most = (int(side[row]) for side in model.reach(block))
    lo, hi = int(block.lo[row]), int(block.hi[row])
    sides = lo if lo > least or lo == hi else None, hi if hi < most or lo == hi else None
    return (lo, hi) if sides == (None, None) else sides


def objective_of(model: Model) -> Sequence[Formula]:
    """The objective, as its author stated it."""
    goal = model.objective
    if goal is None:
        return ()
    sense = goal.sense
    terms = terms_of(goal.literals, goal.coefs)
    if sense != ObjectiveSense():
        own = replace(sense, constant=Fraction(0))
        weights = [own.own_value(coef) for coef in goal.coefs.tolist()]
        terms = tuple(Term(weight, term.literal) for weight, term in zip(weights, terms, strict=True))
    return (Cost(terms, sense.own_value(0), sense.sign < 0),)
