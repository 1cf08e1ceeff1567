"""Variables that are sums of others leave the problem, and the sums take their places.

    kept row    -t + y1 + ... + yk = 0          defines t, which is y1 + ... + yk
    other rows  a t + ... <= b                  become a y1 + ... + a yk + ... <= b
    its own     becomes y1 + ... + yk <= 1      dropped where t is in a row that allows one literal

So a chain of flips need not mend t after every y, and is half as long. On a board of Tents, t is the tent at a cell,
and the ys are the links to the trees beside it. (Aggregation of variables in the presolving of integer programs:
Achterberg, Bixby, Gu, Rothberg & Weninger 2020, Presolve reductions in mixed integer programming.)

No variable is defined whose definition, or another, has it among its ys: one round of substitutions is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LinearRows:
    """Rows  lo <= matrix * values <= hi  over Booleans. matrix: sparse, by rows, shape (rows, variables), no entry 0;
    number: of each row, for its owner's use."""

    matrix: Any
    lo: Column
    hi: Column
    number: Column

    @property
    def owner(self) -> Column:
        """The row of each entry."""
        return np.repeat(np.arange(len(self.lo)), np.diff(self.matrix.indptr))

    def take(self, chosen: Column) -> LinearRows:
        """These rows, by their places."""
        return LinearRows(self.matrix[chosen], self.lo[chosen], self.hi[chosen], self.number[chosen])

    def count(self, chosen: NDArray[np.bool_]) -> Column:
        """How many of the chosen entries each row has, shape (rows,)."""
        return np.bincount(self.owner[chosen], minlength=len(self.lo))


@dataclass(frozen=True, slots=True, eq=False)
class DefinedSums:
    """remaining: the variables that are not defined, ascending; matrix: all variables as sums of these, sparse, shape
    (variables, remaining)."""

    remaining: Column
    matrix: Any

    def lift(self, values: NDArray[np.int32]) -> Column:
        """The values of all variables, from those of the remaining ones."""
        lifted: Column = self.matrix @ values
        return lifted


def substitute_definitions(rows: LinearRows, kept: NDArray[np.bool_]) -> tuple[DefinedSums, LinearRows]:
    """The definitions among the kept rows, and the rows without the variables that they define."""
    from scipy.sparse import csr_array

    matrix, coefs, columns = rows.matrix, rows.matrix.data, rows.matrix.indices
    defining = _defining_entries(rows, kept)
    defined, by, sign = columns[defining], rows.owner[defining], coefs[defining]
    remaining = np.setdiff1d(np.arange(matrix.shape[1]), defined)
    place = np.zeros(matrix.shape[1], np.int64)
    place[remaining] = np.arange(len(remaining))

    definition = np.full(len(rows.lo), -1)  # what a row defines
    definition[by] = defined
    terms = (definition[rows.owner] >= 0) & ~defining
    variables = np.concatenate([remaining, definition[rows.owner[terms]]])
    parts = np.concatenate([np.arange(len(remaining)), place[columns[terms]]])
    shape = matrix.shape[1], len(remaining)
    definitions = DefinedSums(remaining, csr_array((np.ones(len(parts), np.int64), (variables, parts)), shape=shape))

    lo, hi = rows.lo.copy(), rows.hi.copy()  # -t leaves a sum from 0 to 1, t one from -1 to 0
    lo[by], hi[by] = np.where(sign < 0, 0, -1), np.where(sign < 0, 1, 0)
    without = matrix.copy()
    without.data = np.where(defining, 0, coefs)
    substituted = (without @ definitions.matrix).tocsr()
    substituted.eliminate_zeros()
    substituted.sort_indices()
    stays = np.ones(len(lo), np.bool_)
    stays[by[_is_in_at_most_one(rows, kept)[defined]]] = False
    return definitions, replace(rows, matrix=substituted, lo=lo, hi=hi).take(np.flatnonzero(stays))


def _defining_entries(rows: LinearRows, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Entries whose variable their row defines: the only one of its sign in a kept row of sum 0, where all coefficients
    are 1 or -1; a variable that is in two such rows is not defined."""
    coefs, columns, owner = rows.matrix.data, rows.matrix.indices, rows.owner
    negative, positive = rows.count(coefs == -1), rows.count(coefs == 1)
    sign = np.where(negative == 1, -1, np.where(positive == 1, 1, 0))
    balanced = kept & (rows.lo == 0) & (rows.hi == 0) & (np.minimum(negative, positive) > 0) & (sign != 0)
    balanced &= negative + positive == np.diff(rows.matrix.indptr)
    uses = np.bincount(columns[balanced[owner]], minlength=rows.matrix.shape[1])
    defining: NDArray[np.bool_] = balanced[owner] & (coefs == sign[owner]) & (uses[columns] == 1)
    return defining


def _is_in_at_most_one(rows: LinearRows, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which variables are in a kept row that allows one literal, all of them positive, shape (variables,)."""
    at_most_one = kept & (rows.hi == 1) & (rows.count(rows.matrix.data < 0) == 0)
    chosen = rows.matrix.indices[at_most_one[rows.owner]]
    return np.bincount(chosen, minlength=rows.matrix.shape[1]) > 0
