"""Reification: a literal z that holds if and only if a row does, in rows of the kinds that there are.

    clause            z  <=>  a or b          not z or a or b;  z or not a;  z or not b
    parity            z  <=>  sum = k mod 2   sum + z = k + 1 mod 2
    one-sided sum     z  <=>  sum <= hi       sum <= hi when z;  sum >= hi + 1 when not z
    two-sided sum     z  <=>  lo <= sum <= hi
                                              lo <= sum <= hi when z;  sum <= lo - 1 when below;
                                              sum >= hi + 1 when above;  exactly one of z, below, above
    always, never                             z;  not z

Of z, below and above one holds for each sum, so their values follow from those of the row. A sum that cannot be too
small, or not too large, is one-sided, whatever its other bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind, clause_block, new_block
from models.neutral.conditions.derived_words import too_little, too_much
from models.neutral.rows import Rows, prepend, rows_from_lengths, rows_of
from models.neutral.variables import VariableTable
from models.neutral.wording.phrases import Each


class DerivingModel(VariableTable, Protocol):
    """What reification needs of a model."""

    def derive(self, stem: str, size: int, says: Each) -> NDArray[np.int32]: ...

    def reach(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...


def reified_blocks(m: DerivingModel, block: Block, z: NDArray[np.int32]) -> Iterator[Block]:
    """Blocks that say: z[r] holds if and only if row r of the block does. The block has no guards; z, shape (rows,), is
    in none of its rows. Rows keep their numbers, sentence and words."""
    match block.kind:
        case Kind.CLAUSE:
            clauses, owners = equivalence(z, block.rows)
            yield part_of(block, clause_block("", clauses), owners)
        case Kind.PARITY:
            yield replace(block, rows=prepend(z, block.rows), lo=1 - block.lo, hi=1 - block.hi)
        case Kind.CARDINALITY | Kind.LINEAR:
            yield from _reified_sums(m, block, z)
        case _:
            assert_never(block.kind)


def equivalence(heads: NDArray[np.int32], rows: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """Clauses that say: head i holds if and only if a literal of row i does; and the row that each belongs to. One
    begins with -head i, then there is one per literal of row i."""
    forward, owners = prepend(-heads, rows), rows.owners
    backward = np.stack([heads[owners], -rows.literals], axis=1)
    lengths = np.concatenate([forward.lengths, np.full(len(backward), 2)])
    table = rows_from_lengths(lengths, np.concatenate([forward.literals, backward.ravel()]))
    return table, np.concatenate([np.arange(len(heads)), owners])


def part_of(block: Block, part: Block, owners: NDArray[np.int64]) -> Block:
    """Rows that are a part of what a block says, with its sentence, numbers and words. owners: the row of the block for
    each, shape (rows,)."""
    return replace(
        part,
        sentence=block.sentence,
        number=block.number[owners],
        names=block.names,
        of=block.of,
        is_clue=block.is_clue,
        evident=block.evident,
        graph=block.graph,
    )


def _reified_sums(m: DerivingModel, block: Block, z: NDArray[np.int32]) -> Iterator[Block]:
    """The same of counts and sums."""
    least, most = m.reach(block)
    never = (block.lo > most) | (block.hi < least)
    can_be_less, can_be_more = (block.lo > least) & ~never, (block.hi < most) & ~never
    fixed = np.flatnonzero(~can_be_less & ~can_be_more)
    literals = np.where(never, -z, z)[fixed]
    yield part_of(block, clause_block("", rows_of(literals[:, None])), fixed)
    yield replace(block, when=z).take(can_be_less | can_be_more)
    both = np.flatnonzero(can_be_less & can_be_more)
    below, above = -z, -z  # where only one of them can be
    if len(both):
        rows = block.take(both)
        below[both] = m.derive("below", len(both), too_little(rows))
        above[both] = m.derive("above", len(both), too_much(rows))
        cases = rows_of(np.stack([z[both], below[both], above[both]], axis=1))
        yield part_of(block, new_block(Kind.CARDINALITY, "", cases, 1, 1), both)
    # An open side is closed by what the row can reach, which may lie beyond the other side.
    yield replace(block, lo=np.minimum(least, block.lo - 1), hi=block.lo - 1, when=below).take(can_be_less)
    yield replace(block, lo=block.hi + 1, hi=np.maximum(most, block.hi + 1), when=above).take(can_be_more)
