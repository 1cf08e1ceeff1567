"""The rows of a model as they were stated, over variables that are 0 or 1: sums with two bounds, and parities.

    2 x - 3 (not y) <= 4                      2 x + 3 y <= 7
    4 <= 2 x + 6 z <= 9                       2 <= x + 3 z <= 4          divided by the greatest common divisor
    z - x >= 2, z an integer from 1 to 3      z_1 + z_2 - x >= 1         z_j: "z is at least 1 + j"
    x + (not y) is odd                        x + y is even

Part of what a proof rests on; so it is written to be read, and reads nothing but the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model
from models.neutral.rows import concatenated_ranges

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StatedRows:
    """Row r: lo[r] <= sum of coefs * variables <= hi[r], or, where parity[r], the sum is lo[r] modulo 2; only if the
    literal guard[r] holds, 0 where there is none. Its terms are those from starts[r] to starts[r + 1]. Rows are those
    of block 0, then block 1, ..; those of block b begin at row first[b]. Row r was divided by divisor[r]."""

    starts: Column
    variables: Column
    coefs: Column
    lo: Column
    hi: Column
    parity: NDArray[np.bool_]
    guard: Column
    first: Column
    divisor: Column

    def __len__(self) -> int:
        return len(self.lo)


@dataclass(frozen=True, slots=True, eq=False)
class IntegerParts:
    """Where the parts z_1, z_2, .. of the integers are, by variable number: the first of them, and how many."""

    first: Column
    width: Column


def integer_parts(model: Model) -> IntegerParts:
    """The parts, numbered after the variables of the model, one integer after the other."""
    width = np.where(model.integer, model.upper - model.lower, 0)
    return IntegerParts(model.variables + 1 + np.cumsum(width) - width, width)


def stated_rows(model: Model) -> StatedRows:
    """All rows of the model. The language keeps what a row can come to below 2^53, so nothing overflows here."""
    parts = integer_parts(model)
    tables = [_block_rows(block, model, parts) for block in model.blocks]
    lengths = [np.diff(table.starts) for table in tables]
    return StatedRows(
        starts=np.concatenate([[0], np.cumsum(np.concatenate([np.zeros(0, np.int64), *lengths]))]).astype(np.int64),
        variables=_joined([table.variables for table in tables]),
        coefs=_joined([table.coefs for table in tables]),
        lo=_joined([table.lo for table in tables]),
        hi=_joined([table.hi for table in tables]),
        parity=_joined([table.parity for table in tables]).astype(np.bool_),
        guard=_joined([table.guard for table in tables]),
        first=np.concatenate([[0], np.cumsum([len(table) for table in tables])]).astype(np.int64),
        divisor=_joined([table.divisor for table in tables]),
    )


def _joined(columns: list[NDArray[np.int64]] | list[NDArray[np.bool_]]) -> Column:
    return np.concatenate([np.zeros(0, np.int64), *columns])


def _block_rows(block: Block, model: Model, parts: IntegerParts) -> StatedRows:
    coefs, lo, hi, divisor, is_parity = _stated_sums(block)
    literals = block.rows.literals.astype(np.int64)
    at, negated = np.abs(literals), literals < 0
    # c (1 - x) is c - c x, and an integer is its least value and its parts: constants go to the bounds
    constant = np.where(negated, coefs, np.where(model.integer[at], coefs * model.lower[at], 0))
    shift = block.rows.sums(constant)
    width = np.where(model.integer[at], parts.width[at], 1)
    first = np.where(model.integer[at], parts.first[at], at)
    return StatedRows(
        starts=np.concatenate([[0], np.cumsum(block.rows.sums(width))]).astype(np.int64),
        variables=concatenated_ranges(first, width),
        coefs=np.repeat(np.where(negated, -coefs, coefs), width),
        lo=(lo - shift) % 2 if is_parity else lo - shift,
        hi=(hi - shift) % 2 if is_parity else hi - shift,
        parity=np.full(len(block), is_parity),
        guard=np.zeros(len(block), np.int64) if block.when is None else block.when.astype(np.int64),
        first=np.zeros(0, np.int64),
        divisor=divisor,
    )


def _stated_sums(block: Block) -> tuple[Column, Column, Column, Column, bool]:
    """Coefficients of all literals; what each row comes to at least, and at most; by what it was divided; is that
    modulo 2?"""
    ones, undivided = np.ones(len(block.rows.literals), np.int64), np.ones(len(block), np.int64)
    match block.kind:
        case Kind.CLAUSE:
            return ones, undivided, block.rows.lengths, undivided, False
        case Kind.CARDINALITY:
            return ones, block.lo, block.hi, undivided, False
        case Kind.PARITY:
            return ones, block.lo, block.hi, undivided, True
        case Kind.LINEAR:
            coefs = ones if block.coefs is None else block.coefs
            spans = pairwise(block.rows.starts.tolist())
            divisors = np.array([max(int(np.gcd.reduce(coefs[a:b])), 1) for a, b in spans], np.int64)
            return (
                coefs // np.repeat(divisors, block.rows.lengths),
                -(-block.lo // divisors),
                block.hi // divisors,
                divisors,
                False,
            )
        case _:
            assert_never(block.kind)
