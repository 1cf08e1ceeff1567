"""Native rows: unguarded rows that a SAT solver takes as they are, so that no clauses are written for them.

lo <= row <= hi    at-most rows, for MiniCard: at most hi of the literals; at most n - lo of their negations
parity             exclusive-or rows, for CryptoMiniSat: an odd (or even) number of the literals
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Rows
from models.neutral.rows import rows_from_lengths

NO_NUMBERS = np.zeros(0, np.int64)
NO_ROWS = rows_from_lengths(NO_NUMBERS, np.zeros(0, np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class NativeRows:
    """At most `most[r]` literals of row r of `at_most` hold; of row r of `parity` an odd number if `odd[r]` is 1,
    else an even one. Shapes: most and odd have one number per row."""

    at_most: Rows
    most: NDArray[np.int64]
    parity: Rows
    odd: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.at_most) + len(self.parity)

    @property
    def literals(self) -> int:
        return len(self.at_most.literals) + len(self.parity.literals)


def native_rows(block: Block) -> NativeRows:
    """The rows of a block of cardinalities or parities, without guards. Raises ValueError for other kinds."""
    match block.kind:
        case Kind.PARITY:
            return NativeRows(NO_ROWS, NO_NUMBERS, block.rows, block.lo)
        case Kind.CARDINALITY:
            return _at_most_rows(block)
        case Kind.CLAUSE | Kind.LINEAR:
            raise ValueError(f"native rows are cardinalities and parities, found a block of kind {block.kind.value}")
        case _:
            assert_never(block.kind)


def _at_most_rows(block: Block) -> NativeRows:
    # both sides of a row are neighbours, the upper one first
    sides = np.column_stack([block.hi < block.rows.lengths, block.lo > 0])
    row, side = np.nonzero(sides)
    rows = block.rows.take(row)
    signs = np.repeat(np.where(side == 0, 1, -1), rows.lengths).astype(np.int32)
    bounds = np.where(side == 0, block.hi[row], block.rows.lengths[row] - block.lo[row])
    return NativeRows(Rows(rows.starts, rows.literals * signs), bounds, NO_ROWS, NO_NUMBERS)


def join_native(parts: Sequence[NativeRows]) -> NativeRows:
    """The rows of all parts, in that order."""
    parts = [NativeRows(NO_ROWS, NO_NUMBERS, NO_ROWS, NO_NUMBERS), *parts]
    return NativeRows(
        _join_rows([part.at_most for part in parts]),
        np.concatenate([part.most for part in parts]),
        _join_rows([part.parity for part in parts]),
        np.concatenate([part.odd for part in parts]),
    )


def _join_rows(tables: list[Rows]) -> Rows:
    lengths = np.concatenate([table.lengths for table in tables])
    return rows_from_lengths(lengths, np.concatenate([table.literals for table in tables]))
