"""A block: one rule of a puzzle, as a sentence and a table of rows.

    kind          row r says
    CLAUSE        at least one literal holds
    CARDINALITY   lo[r] <= number of literals that hold <= hi[r]
    LINEAR        lo[r] <= sum of coefs * values        <= hi[r]
    PARITY        number of literals that hold = lo[r] (= hi[r]) modulo 2

With a guard `when[r]`, row r counts only if that literal holds. All columns are read-only numpy arrays.
Every bound is finite: a side that was left open carries the most (or the least) the row can reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import Rows


class Kind(Enum):
    """What the rows of a block say; the table is in the file's docstring."""

    CLAUSE = "clause"
    CARDINALITY = "cardinality"
    LINEAR = "linear"
    PARITY = "parity"


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One rule. Shapes: lo, hi, when, number (rows,); coefs (number of literals,), only for LINEAR.

    `number` says which row of the author's table a row is: rows left out by `where=` keep their neighbours'
    numbers as they were, so that "row 7" is the seventh row of the board whatever was left out.
    """

    kind: Kind
    sentence: str
    rows: Rows
    lo: NDArray[np.int64]
    hi: NDArray[np.int64]
    number: NDArray[np.int64]
    coefs: NDArray[np.int64] | None = None
    when: NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        for column in (self.lo, self.hi, self.number, self.coefs, self.when):
            if column is not None:
                column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, chosen: NDArray[np.int64] | NDArray[np.bool_]) -> Block:
        """The block with only the chosen rows (numbers or a mask)."""
        picks = np.arange(len(self))[chosen]
        return Block(
            self.kind,
            self.sentence,
            self.rows.take(picks),
            self.lo[picks],
            self.hi[picks],
            self.number[picks],
            None if self.coefs is None else self.coefs[self.rows.positions(picks)],
            None if self.when is None else self.when[picks],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """Minimise the sum of coefs * values of the literals; both have shape (terms,)."""

    sentence: str
    literals: NDArray[np.int32]
    coefs: NDArray[np.int64]
