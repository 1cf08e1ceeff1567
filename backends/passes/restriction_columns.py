"""The restriction of rows with numpy, where numba is missing: the same results as `restriction_kernel`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.neutral.rows import rows_from_lengths

if TYPE_CHECKING:
    from backends.passes.restriction_kernel import Column, RestrictedRows, Restriction, RowColumns


def restrict_by_columns(rules: RowColumns, rows: Column, restriction: Restriction) -> RestrictedRows:
    """As `restrict_rows`, with numpy."""
    from backends.passes.restriction_kernel import CLAUSE, PARITY

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
