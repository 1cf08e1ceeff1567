"""Values of auxiliary variables that follow from those of the others, row by row: of a product, a constant, a guard.

known values --a row in which one variable is unknown--> its value, known from now on --> the next row
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind
from models.neutral.evaluate import row_sums
from models.neutral.rows import literal_values


def complete_values(blocks: Sequence[Block], values: NDArray[np.int64], known: NDArray[np.bool_]) -> None:
    """Set the values that follow, in place. values, known: by variable number, shape (variables + 1,), entry 0 known;
    what does not follow stays as it is."""
    while sum(_follow_rows(block, values, known) for block in blocks):
        pass


def _follow_rows(block: Block, values: NDArray[np.int64], known: NDArray[np.bool_]) -> bool:
    """Set the variables that the block alone determines: by rows that would be broken if their guard held, and by
    clauses, counts and parity rows with one unknown variable. Are there any?"""
    rows = block.rows
    owner = np.repeat(np.arange(len(rows)), rows.lengths)
    is_open = ~known[np.abs(rows.literals)]
    unknown = np.bincount(owner[is_open], minlength=len(rows))
    if block.when is not None:
        sums = row_sums(block, values)
        breaks = (unknown == 0) & ~known[np.abs(block.when)] & ((sums < block.lo) | (sums > block.hi))
        return _set_literals(-block.when[breaks], values, known)
    match block.kind:
        case Kind.CLAUSE:
            holds = ~is_open & (literal_values(values, rows.literals) == 1)
            lonely = (unknown == 1) & (np.bincount(owner[holds], minlength=len(rows)) == 0)
            return _set_literals(rows.literals[is_open & lonely[owner]], values, known)
        case Kind.PARITY:
            literals = rows.literals[is_open & (unknown == 1)[owner]]
            rest = np.bincount(owner[~is_open], literal_values(values, rows.literals)[~is_open], minlength=len(rows))
            is_true = (rest.astype(np.int64) + block.lo)[unknown == 1] % 2 == 1
            return _set_literals(np.where(is_true, literals, -literals), values, known)
        case Kind.CARDINALITY:
            last = is_open & (unknown == 1)[owner]
            counted = np.bincount(owner[~is_open], literal_values(values, rows.literals)[~is_open], minlength=len(rows))
            needed, excluded = (counted < block.lo)[owner], (counted >= block.hi)[owner]
            literals = np.where(needed, rows.literals, -rows.literals)[last & (needed | excluded)]
            return _set_literals(literals, values, known)
        case Kind.LINEAR:
            return False
        case _:
            assert_never(block.kind)


def _set_literals(literals: NDArray[np.int32], values: NDArray[np.int64], known: NDArray[np.bool_]) -> bool:
    """These literals hold, as is known from now on. Are there any?"""
    values[np.abs(literals)], known[np.abs(literals)] = literals > 0, True
    return bool(len(literals))
