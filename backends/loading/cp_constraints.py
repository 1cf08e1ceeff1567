"""CP-SAT's own constraints about integers, many of one kind, as columns.

    ConstraintProto     13 all_diff      1 exprs
                        14 element       4 linear_index   5 linear_target   6 exprs
                        15 circuit       3 tails   4 heads   5 literals
                        16 table         2 values   3 negated   4 exprs
                        17 automaton     2 starting_state   3 final_states   4 transition_tail   5 transition_head
                                         6 transition_label   8 exprs
                        27 lin_max       1 target   2 exprs
    expression          1 vars   2 coeffs   3 offset      of at most one variable here: `coefficient x + constant`

Each function below makes the constraints of one kind. What they have in common is a list of fields, in the order of
their numbers, each with numbers or expressions for every constraint: `constraint_messages` writes these as bytes,
`add_constraints` fills them into the Python layer.

    circuit   of the arcs whose literal holds, each node has one that enters it and one that leaves it, and they form
              one circuit; a node that is left out has a loop
    element   the expression at that place, counted from 0, equals the target; a place that is none is no solution
    automaton the expressions are a word that leads from the first state to a final one
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.loading.wire import (
    Ints,
    Messages,
    delimited_field,
    joined_column,
    number_field,
    packed_field,
    ragged_column,
)

VARS, COEFFS, OFFSET = 1, 2, 3  # fields of an expression
Column: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Expressions:
    """Numbers that a model knows, `coefs * variables + constants`; all of shape (n,). variables: of the model, 0 where
    there is none (coefs are 0 there)."""

    variables: NDArray[np.int32]
    coefs: Column
    constants: Column

    def __len__(self) -> int:
        return len(self.variables)

    def __neg__(self) -> Expressions:
        return Expressions(self.variables, -self.coefs, -self.constants)

    def take(self, places: Ints) -> Expressions:
        """Those at these places."""
        return Expressions(self.variables[places], self.coefs[places], self.constants[places])


@dataclass(frozen=True, slots=True, eq=False)
class ConstraintField:
    """A field of each of many constraints. starts: constraint i has the entries starts[i]..starts[i + 1] of the
    content, shape (constraints + 1,); None: one each."""

    name: str
    number: int
    content: Expressions | Ints
    starts: Column | None = None


@dataclass(frozen=True, slots=True, eq=False)
class NativeConstraints:
    """So many constraints of one kind. kind, number: the field of a ConstraintProto; fields: in ascending order of
    their numbers, at least one."""

    kind: str
    number: int
    count: int
    fields: tuple[ConstraintField, ...]

    @property
    def entries(self) -> int:
        """All numbers and expressions."""
        return sum(len(field.content) for field in self.fields)


def affine_expressions(literals: Ints, constants: Ints | int = 0) -> Expressions:
    """Of each literal, or variable of an integer, its value plus a constant; 0: the constant alone. Shape (n,)."""
    negated = literals < 0
    return Expressions(
        np.abs(literals).astype(np.int32), np.sign(literals).astype(np.int64), negated.astype(np.int64) + constants
    )


def constant_expressions(values: Ints) -> Expressions:
    """Of each number itself. Shape (n,)."""
    return affine_expressions(np.zeros(len(values), np.int32), values.astype(np.int64))


def all_different(starts: Column, numbers: Expressions) -> NativeConstraints:
    """Row by row: no two of the numbers are equal."""
    return _constraints("all_diff", 13, starts, ConstraintField("exprs", 1, numbers, starts))


def element(index: Expressions, target: Expressions, starts: Column, numbers: Expressions) -> NativeConstraints:
    """Row by row: the number at that place of the row, counted from 0, equals the target."""
    return _constraints(
        "element",
        14,
        starts,
        ConstraintField("linear_index", 4, index),
        ConstraintField("linear_target", 5, target),
        ConstraintField("exprs", 6, numbers, starts),
    )


def circuit(starts: Column, tails: Ints, heads: Ints, literals: NDArray[np.int32]) -> NativeConstraints:
    """Row by row: the arcs whose literal (of the model) holds form one circuit; nodes from 0."""
    return _constraints(
        "circuit",
        15,
        starts,
        ConstraintField("tails", 3, tails, starts),
        ConstraintField("heads", 4, heads, starts),
        ConstraintField("literals", 5, references(literals), starts),
    )


def table(starts: Column, numbers: Expressions, tuples: Column, allowed: bool) -> NativeConstraints:
    """Row by row: the numbers of the row are one of the tuples, or none of them. tuples: shape (tuples, k), where every
    row has k numbers; the same for all rows."""
    count = len(starts) - 1
    values = np.tile(tuples.ravel(), count)
    return _constraints(
        "table",
        16,
        starts,
        ConstraintField("values", 2, values, np.arange(count + 1) * tuples.size),
        ConstraintField("negated", 3, np.full(count, not allowed)),
        ConstraintField("exprs", 4, numbers, starts),
    )


def automaton(
    starts: Column, numbers: Expressions, first: int, final: Ints, tails: Ints, labels: Ints, heads: Ints
) -> NativeConstraints:
    """Row by row: the numbers of the row lead from the first state to a final one. A transition leads from its tail, by
    its label, to its head; shapes (transitions,), the same for all rows. No two have the same tail and label."""
    count = len(starts) - 1

    def of_all(name: str, number: int, values: Ints) -> ConstraintField:
        return ConstraintField(name, number, np.tile(values, count), np.arange(count + 1) * len(values))

    return _constraints(
        "automaton",
        17,
        starts,
        ConstraintField("starting_state", 2, np.full(count, first)),
        of_all("final_states", 3, final),
        of_all("transition_tail", 4, tails),
        of_all("transition_head", 5, heads),
        of_all("transition_label", 6, labels),
        ConstraintField("exprs", 8, numbers, starts),
    )


def maximum(target: Expressions, starts: Column, numbers: Expressions) -> NativeConstraints:
    """Row by row: the target is the largest of the numbers."""
    return _constraints(
        "lin_max",
        27,
        starts,
        ConstraintField("target", 1, target),
        ConstraintField("exprs", 2, numbers, starts),
    )


def minimum(target: Expressions, starts: Column, numbers: Expressions) -> NativeConstraints:
    """Row by row: the target is the least of the numbers, and its negative the largest of theirs."""
    return maximum(-target, starts, -numbers)


def _constraints(kind: str, number: int, starts: Column, *fields: ConstraintField) -> NativeConstraints:
    return NativeConstraints(kind, number, len(starts) - 1, fields)


def references(literals: NDArray[np.int32]) -> NDArray[np.int32]:
    """CP-SAT's numbers for literals: variable x is x - 1, its negation the bitwise complement of that."""
    return np.asarray(literals - (literals > 0), np.int32)


# ---- as bytes ----------------------------------------------------------------------------------------------------


def constraint_messages(constraints: NativeConstraints) -> Messages:
    """The content of each constraint, fields of CP-SAT's message."""
    columns = [column for field in constraints.fields for column in _field_messages(field)]
    return delimited_field(constraints.number, *columns)


def _field_messages(field: ConstraintField) -> Messages:
    if isinstance(field.content, Expressions):
        each = delimited_field(field.number, *_expression_messages(field.content))
        return each if field.starts is None else (joined_column(each, field.starts),)
    if field.starts is None:
        return (number_field(field.number, field.content),)
    return packed_field(field.number, ragged_column(np.diff(field.starts), field.content))


def _expression_messages(expressions: Expressions) -> Messages:
    known = expressions.variables != 0
    lengths = known.astype(np.int64)
    return (
        *packed_field(VARS, ragged_column(lengths, expressions.variables[known] - 1)),
        *packed_field(COEFFS, ragged_column(lengths, expressions.coefs[known])),
        number_field(OFFSET, expressions.constants),
    )


# ---- through the Python layer ------------------------------------------------------------------------------------


def add_constraints(proto: Any, constraints: NativeConstraints) -> None:
    """Add them to a CpModelProto of the Python layer, one by one."""
    rows = [getattr(proto.constraints.add(), constraints.kind) for _ in range(constraints.count)]
    for field in constraints.fields:
        content = field.content
        if isinstance(content, Expressions):
            columns = zip(content.variables.tolist(), content.coefs.tolist(), content.constants.tolist(), strict=True)
            owners = (
                range(len(rows))
                if field.starts is None
                else np.repeat(np.arange(len(rows)), np.diff(field.starts)).tolist()
            )
            for row, column in zip(owners, columns, strict=True):
                place = getattr(rows[row], field.name)
                _fill_expression(place if field.starts is None else place.add(), *column)
        elif field.starts is None:
            for row, number in zip(rows, content.tolist(), strict=True):
                setattr(row, field.name, number)
        else:
            numbers = content.tolist()
            for row, (start, end) in zip(rows, pairwise(field.starts.tolist()), strict=True):
                getattr(row, field.name).extend(numbers[start:end])


def _fill_expression(expression: Any, variable: int, coef: int, constant: int) -> None:
    if variable:
        expression.vars.append(variable - 1)
        expression.coeffs.append(coef)
    expression.offset = constant
