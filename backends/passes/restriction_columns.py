"""What a restriction takes and gives, in columns; and the restriction of rows with numpy, where numba is missing: the
same results as `restriction_kernel`."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]
RestrictedRows: TypeAlias = tuple[Column, Numbers, Column, Column, Column, Column]
"""starts, literals, coefficients (none if all are 1), the remaining rows, their lo and hi"""

COUNT, CLAUSE, PARITY = range(3)


class RowColumns(NamedTuple):
    """The rows of a block as the loop reads them.

    code      what kind they are of: COUNT, CLAUSE or PARITY
    starts    row r has the entries starts[r]..starts[r + 1]
    literals  of the entries
    coefs     of the entries, empty if all are 1
    lo, hi    the bounds of each row
    """

    code: int
    starts: Column
    literals: Numbers
    coefs: Column
    lo: Column
    hi: Column


class Restriction(NamedTuple):
    """Which variables are kept. All columns are by variable, shape (variables + 1,).

    lower, upper  the bounds
    number        the new number of a variable that is kept, 0 for the others
    """

    lower: Column
    upper: Column
    number: Numbers

    def renumber(self, literals: Numbers) -> Numbers:
        """Literals of kept variables in the new numbers."""
        renumbered: Numbers = np.sign(literals) * self.number[np.abs(literals)]
        return renumbered


def kind_code(kind: Kind) -> int:
    """The kind as the loop knows it."""
    match kind:
        case Kind.CARDINALITY | Kind.LINEAR:
            return COUNT
        case Kind.CLAUSE:
            return CLAUSE
        case Kind.PARITY:
            return PARITY
        case _:
            assert_never(kind)


def restrict_by_columns(rules: RowColumns, rows: Column, restriction: Restriction) -> RestrictedRows:
    """Those of the rules' rows without the variables that have no new number (see `restriction`), except those that
    always hold."""
    code, starts, literals, coefs, lo, hi = rules
    lower, upper, number = restriction
    lengths = starts[rows + 1] - starts[rows]
    table = rows_from_lengths(lengths, np.arange(int(lengths.sum()), dtype=np.int32))
    at = np.repeat(starts[rows] - table.starts[:-1], lengths) + table.literals
    term = literals[at]
    x = np.abs(term)
    stays, a = number[x] != 0, coefs[at] if len(coefs) else np.ones(len(at), np.int64)
    at_lower, at_upper = np.where(term > 0, lower[x], 1 - lower[x]) * a, np.where(term > 0, upper[x], 1 - upper[x]) * a
    least, most = np.minimum(at_lower, at_upper), np.maximum(at_lower, at_upper)
    gone_least, gone_most = table.sums(np.where(stays, 0, least)), table.sums(np.where(stays, 0, most))
    new_lengths = table.sums(stays.astype(np.int64))
    if code == CLAUSE:
        low, high = np.ones(len(rows), np.int64), np.maximum(new_lengths, 1)
        holds = gone_most >= 1
    elif code == PARITY:
        low = high = (lo[rows] - gone_least) % 2
        holds = (gone_least < gone_most) | ((new_lengths == 0) & (low == 0))
    else:
        low, high = lo[rows] - gone_most, hi[rows] - gone_least
        holds = (low <= table.sums(np.where(stays, least, 0))) & (high >= table.sums(np.where(stays, most, 0)))
    stays &= np.repeat(~holds, lengths)
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(new_lengths[~holds])])
    terms = (np.sign(term) * number[x])[stays].astype(np.int32)
    return ends, terms, coefs[at][stays] if len(coefs) else coefs, rows[~holds], low[~holds], high[~holds]
