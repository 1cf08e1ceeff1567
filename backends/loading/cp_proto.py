"""A model as the bytes of a CpModelProto, CP-SAT's own format (ortools/sat/cp_model.proto), from the columns.

    CpModelProto    2 variables   3 constraints   4 objective
    variable        2 domain      [lower, upper]
    constraint      2 enforcement_literal, and one of 3 bool_or, 26 at_most_one, 29 exactly_one, 5 bool_xor, each with
                    1 literals; or 12 linear with 1 vars, 2 coeffs, 3 domain [lo, hi]
    objective       1 vars   2 offset   4 coeffs

CP-SAT writes literal x as x - 1 and -x as -x (the bitwise complement of x - 1). A linear row knows no literals: -x is
1 - x there, and the ones move to the bounds. `constraint_of` chooses the kind of constraint for a row; `cp_rows` builds
the same model through the Python layer, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.loading.cp_constraints import NativeConstraints, constraint_messages, references
from backends.loading.wire import (
    Messages,
    WireColumn,
    delimited_field,
    double_field,
    fixed_column,
    join_messages,
    packed_field,
    ragged_column,
    sizes_of,
)
from models.neutral import Block, Form, Model, Rows
from models.neutral.blocks import Objective
from models.neutral.forms import row_forms
from rosetta.foundation.limits import TooLarge

Counts: TypeAlias = NDArray[np.int64]
VARIABLES, CONSTRAINTS, OBJECTIVE = 2, 3, 4  # fields of the model
DOMAIN, ENFORCEMENT, LITERALS = 2, 2, 1
FIELDS = {"bool_or": 3, "at_most_one": 26, "exactly_one": 29, "bool_xor": 5, "linear": 12}  # of a constraint
VARS, COEFFS, BOUNDS, OFFSET, OBJECTIVE_COEFFS = 1, 2, 3, 2, 4
LARGEST = 2**31 - 1  # bytes of a message: a limit of protocol buffers
CHUNK = 2**17  # literals encoded at a time, so that intermediate arrays stay in the cache


def constraint_of(form: Form, guarded: bool) -> str:
    """The kind of constraint for rows of that form: only clauses, sums and parities can have an enforcement literal.
    Raises ValueError for a form that rows do not have."""
    match form:
        case Form.CLAUSE:
            return "bool_or"
        case Form.AT_MOST_ONE:
            return "linear" if guarded else "at_most_one"
        case Form.EXACTLY_ONE:
            return "linear" if guarded else "exactly_one"
        case Form.CARDINALITY | Form.LINEAR:
            return "linear"
        case Form.PARITY:
            return "bool_xor"
        case Form.GUARDED | Form.INTEGER | Form.OBJECTIVE:
            raise ValueError(f"no row has the form {form.value}")
        case _:
            assert_never(form)


def proto_bytes(model: Model, blocks: Sequence[Block], constraints: Sequence[NativeConstraints] = ()) -> bytearray:
    """The model with these rows (in canonical form) and constraints as a serialized CpModelProto.

    Raises TooLarge, with the size, when it would be longer than a message may be.
    """
    proto, size = bytearray(), 0
    for messages in _parts(model, blocks, constraints):
        size += int(sizes_of(messages).sum())
        if size <= LARGEST:
            proto += join_messages(messages).data
    objective = b"" if model.objective is None else _objective(model.objective)
    if size + len(objective) > LARGEST:
        raise TooLarge(f"cpsat: a model of {size + len(objective):,} bytes, its messages hold at most {LARGEST:,}")
    proto += objective
    return proto


def _parts(model: Model, blocks: Sequence[Block], constraints: Sequence[NativeConstraints]) -> Iterator[Messages]:
    """Variables, then constraints, in parts of about CHUNK numbers."""
    for start in range(1, model.variables + 1, CHUNK):
        chunk = slice(start, start + CHUNK)
        yield delimited_field(VARIABLES, *packed_field(DOMAIN, fixed_column(model.lower[chunk], model.upper[chunk])))
    for block in blocks:
        for form, mask in row_forms(block).items():
            for part in _chunks(block if mask.all() else block.take(mask)):
                yield delimited_field(CONSTRAINTS, *_constraints(constraint_of(form, part.when is not None), part))
    for group in constraints:
        yield delimited_field(CONSTRAINTS, *constraint_messages(group))


def _chunks(block: Block) -> Iterator[Block]:
    """The block in slices of whole rows, each of about CHUNK literals."""
    if len(block.rows.literals) <= CHUNK:
        yield block
        return
    marks = np.arange(0, len(block.rows.literals), CHUNK)
    cuts = np.unique([*np.searchsorted(block.rows.starts[:-1], marks), len(block)])
    for first, last in pairwise(cuts.tolist()):
        yield _slice(block, first, last)


def _slice(block: Block, first: int, last: int) -> Block:
    """Rows first .. last - 1, as `take` gives them, but without going through their literals."""
    here, starts = slice(first, last), block.rows.starts[first : last + 1]
    entries = slice(starts[0], starts[-1])
    return replace(
        block,
        rows=Rows(starts - starts[0], block.rows.literals[entries]),
        lo=block.lo[here],
        hi=block.hi[here],
        number=block.number[here],
        coefs=None if block.coefs is None else block.coefs[entries],
        when=None if block.when is None else block.when[here],
    )


def _constraints(kind: str, block: Block) -> Messages:
    """The content of one constraint per row."""
    guard = () if block.when is None else packed_field(ENFORCEMENT, fixed_column(references(block.when)))
    if kind == "linear":
        return *guard, *delimited_field(FIELDS[kind], *_linear(block))
    literals = references(block.rows.literals)
    if kind == "bool_xor":  # true for an odd number; for an even one, negate the first literal
        first = block.rows.starts[:-1][block.lo == 0]
        literals[first] = ~literals[first]
    return *guard, *delimited_field(FIELDS[kind], *packed_field(LITERALS, ragged_column(block.rows.lengths, literals)))


def _linear(block: Block) -> Messages:
    literals, lengths = block.rows.literals, block.rows.lengths
    columns, signed, constants = terms(literals, coefficients(block))
    constant = block.rows.sums(constants)
    return (
        *packed_field(VARS, ragged_column(lengths, columns)),
        *packed_field(COEFFS, ragged_column(lengths, signed)),
        *packed_field(BOUNDS, fixed_column(block.lo - constant, block.hi - constant)),
    )


def _objective(objective: Objective) -> bytes:
    """The whole field; written separately because its offset is a float."""
    columns, signed, constants = terms(objective.literals, objective.coefs)
    length = np.array([len(columns)])
    content = (
        join_messages(packed_field(VARS, ragged_column(length, columns))).tobytes()
        + double_field(OFFSET, float(constants.sum()))
        + join_messages(packed_field(OBJECTIVE_COEFFS, ragged_column(length, signed))).tobytes()
    )
    whole = WireColumn(np.array([len(content)]), np.frombuffer(content, np.uint8))
    return join_messages(delimited_field(OBJECTIVE, whole)).tobytes()


def coefficients(block: Block) -> Counts:
    """One per literal; 1 where the block has none."""
    return np.ones(len(block.rows.literals), np.int64) if block.coefs is None else block.coefs


def terms(literals: NDArray[np.int32], coefs: Counts) -> tuple[NDArray[np.int32], Counts, Counts]:
    """Columns and coefficients of a sum of literals, -x being 1 - x, and the constant that each term leaves."""
    negated = literals < 0
    return np.abs(literals) - 1, np.where(negated, -coefs, coefs), np.where(negated, coefs, 0)
