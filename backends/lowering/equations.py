"""Lowering to equations modulo 2: parity rows, and other rows that only fix literals.

    odd number of x, -y, z holds   ->   x + y + z = 1 + 1              (a negated literal flips the right side)
    a clause of one literal        ->   x = 1,  or  x = 0
    an empty clause                ->   0 = 1

Counting and linear rows are taken where `lowering.canonical` turns them into clauses of at most one literal: all must
hold, none may. A model with any other row is refused, with the rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.sparse_matrix import SparseMatrix
from backends.contract import Certificate, Unsupported
from backends.lowering.canonical import canonical_rules
from models.neutral import Block, Kind, Model
from models.neutral.blocks import row_label

Column = NDArray[np.int64]
Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """Equation e: the sum of the variables in row e of `matrix` (variable x is column x - 1) is odd[e], modulo 2.
    blocks, rows: the row of the model that it comes from; literals: 0 for a parity row, else the literal that it
    fixes."""

    matrix: SparseMatrix
    odd: Bits
    blocks: Column
    rows: Column
    literals: NDArray[np.int32]

    def broken_equations(self, solution: Bits) -> Column:
        """The numbers of the equations that an assignment does not satisfy."""
        running = np.zeros(len(self.matrix.entries) + 1, np.int64)
        np.cumsum(solution[self.matrix.entries], out=running[1:])
        sums = running[self.matrix.starts[1:]] - running[self.matrix.starts[:-1]]
        return np.flatnonzero((sums % 2 == 1) != self.odd)

    def certificate(self, chosen: Bits) -> Certificate | None:
        """The chosen equations as rows of the model, if their sum is 0 = 1."""
        counts = np.bincount(self.matrix.entries[chosen[self.matrix.owners]], minlength=1)
        if (counts % 2).any() or not np.count_nonzero(self.odd & chosen) % 2:
            return None
        return Certificate(self.blocks[chosen], self.rows[chosen], self.literals[chosen])


def equations(model: Model) -> Equations:
    """Every row of the model as equations. Raises Unsupported, naming the first rule that is no equation."""
    if model.integer.any():
        raise Unsupported("gf2 takes Boolean variables only; the model has integers")
    parts: list[tuple[Any, ...]] = []
    for number, block in enumerate(model.blocks):
        for simple in [block] if block.kind is Kind.PARITY and block.when is None else _canonical_blocks(block, model):
            if not (accepted := _are_equations(simple)).all():
                raise Unsupported(_refusal(block, simple, int(simple.number[int(accepted.argmin())])))
            parts.append(_equations(simple, number))
    return _join_parts(parts, model)


def parity_rows(model: Model) -> Equations:
    """The parity rows without a guard as equations, whatever other rows the model has."""
    parts = [
        _equations(block, number)
        for number, block in enumerate(model.blocks)
        if block.kind is Kind.PARITY and block.when is None
    ]
    return _join_parts(parts, model)


def _join_parts(parts: list[tuple[Any, ...]], model: Model) -> Equations:
    columns = [np.concatenate(column) for column in zip(_EMPTY_COLUMNS, *parts, strict=True)]
    lengths, entries, odd, blocks, rows, literals = columns
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return Equations(SparseMatrix(starts, entries, model.variables), odd, blocks, rows, literals)


_EMPTY_COLUMNS = tuple(np.zeros(0, kind) for kind in (np.int64, np.int32, np.bool_, np.int64, np.int64, np.int32))


def _canonical_blocks(block: Block, model: Model) -> tuple[Block, ...]:
    """The block's rows in their simplest kinds; `number` says which row of the block each comes from."""
    alone = model.copy()
    alone.blocks = [replace(block, number=np.arange(len(block)))]
    return canonical_rules(alone).blocks


def _equations(block: Block, number: int) -> tuple[Any, ...]:
    """The columns of `Equations` for one block of parity rows, or of clauses of at most one literal."""
    literals, whole = block.rows.literals, block.kind is Kind.PARITY
    negated = block.rows.sums((literals < 0).astype(np.int64))
    rows = np.arange(len(block)) if whole else block.number
    fixed_literals = np.zeros(len(block), np.int32)
    if not whole:
        fixed_literals[block.rows.lengths == 1] = literals
    return (
        block.rows.lengths,
        np.abs(literals) - np.int32(1),
        (block.lo + negated) % 2 == 1,
        np.full(len(block), number),
        rows,
        fixed_literals,
    )


def _are_equations(simple: Block) -> Bits:
    """Which rows of a canonical block are equations: parities, and clauses that fix a literal or are empty."""
    if simple.when is not None:
        return np.zeros(len(simple), np.bool_)
    match simple.kind:
        case Kind.PARITY:
            return np.ones(len(simple), np.bool_)
        case Kind.CLAUSE:
            return simple.rows.lengths <= 1
        case Kind.CARDINALITY | Kind.LINEAR:
            return np.zeros(len(simple), np.bool_)
        case _:
            assert_never(simple.kind)


def _refusal(block: Block, simple: Block, row: int) -> str:
    """That row of the block, which `simple` is a part of, in words."""
    guarded = " with a guard" if simple.when is not None else ""
    kind = f"a {block.kind.value} row{guarded}"
    return f"{row_label(block, row)}: gf2 takes parity constraints and fixed literals only; this is {kind}"
