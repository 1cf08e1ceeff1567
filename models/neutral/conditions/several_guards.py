"""Several guards of a row: it counts only if all of them hold.

    a and b  =>  x or y           the clause   not a or not b or x or y
    a and b  =>  x + y <= 1       x + y <= 1 when both,   both  <=>  a and b

Rows with the same guards share their `both`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, clause_block
from models.neutral.checking import repeated_variables
from models.neutral.conditions.derived_words import does_count
from models.neutral.conditions.reified import DerivingModel, equivalence, part_of
from models.neutral.rows import Rows, segment_indices, union


def join_guards(columns: Sequence[NDArray[np.int32]], height: int) -> Rows:
    """The guards of each row, each once; columns: a guard per row, shape (height,)."""
    joined = Rows(np.zeros(height + 1, np.int64), np.zeros(0, np.int32))
    for column in columns:
        joined = union(joined, column[:, None])
    return joined


def guarded_clauses(block: Block, guards: Rows) -> tuple[Block, NDArray[np.int64]]:
    """The clauses with their guards among the literals, and which rows they are: those are left out that hold in any
    case, as with guards that are never all there."""
    negated = Rows(guards.starts, -guards.literals)
    joined = clause_block("", union(negated, block.rows))
    kept = np.flatnonzero(~_has_both_signs(joined))
    return part_of(block, joined.take(kept), kept), kept


def single_guards(m: DerivingModel, block: Block, guards: Rows) -> tuple[Block, NDArray[np.int64], list[Block]]:
    """The block with one guard per row, which rows of it are kept, and what says that each guard holds if and only if
    all guards of its row do. Rows are left out whose guards are never all there."""
    kept = np.flatnonzero(~_has_both_signs(clause_block("", guards)))
    guards = guards.take(kept)
    when, several = np.zeros(len(kept), np.int32), guards.lengths > 1
    when[~several] = guards.take(~several).literals
    block, stating = block.take(kept), []
    if several.any():
        rows = np.flatnonzero(several)
        distinct, first, which = _distinct_rows(guards.take(rows))
        both = m.derive("both", len(distinct), does_count(block.take(rows[first])))
        when[rows] = both[which]
        clauses, owners = equivalence(-both, Rows(distinct.starts, -distinct.literals))
        stating = [part_of(block, clause_block("", clauses), rows[first[owners]])]
    return replace(block, when=when), kept, stating


def _has_both_signs(block: Block) -> NDArray[np.bool_]:
    """Which rows, whose literals are different, have x and -x, shape (rows,)."""
    return block.rows.sums(repeated_variables(block).astype(np.int64)) > 0


def _distinct_rows(rows: Rows) -> tuple[Rows, NDArray[np.int64], NDArray[np.int64]]:
    """Each row once, the first place of each, and which of them each row is."""
    matrix = np.zeros((len(rows), int(rows.lengths.max())), np.int32)  # 0 where a row is shorter
    matrix[rows.owners, segment_indices(rows.lengths)] = rows.literals
    _, first, which = np.unique(matrix, axis=0, return_index=True, return_inverse=True)
    return rows.take(first), first, which.ravel()
