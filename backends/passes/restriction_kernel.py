"""The restriction loop, compiled by numba; without numba, numpy does the same.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from algebra.jit import is_compiled, jit
from models.neutral import Kind
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]
RestrictedRows: TypeAlias = tuple[Column, Numbers, Column, Column, Column, Column]
"""starts, literals, coefficients (none if all are 1), the remaining rows, their lo and hi"""

COUNT, CLAUSE, PARITY = range(3)


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


@jit
def restrict_rows(
    code: int,
    starts: Column,
    literals: Numbers,
    coefs: Column,
    lo: Column,
    hi: Column,
    rows: Column,
    lower: Column,
    upper: Column,
    number: Numbers,
) -> RestrictedRows:
    """The rows without the variables that have no new number (see `restriction`), except those that always hold."""
    room = 0
    for row in rows:
        room += starts[row + 1] - starts[row]
    terms, ends = np.empty(room, np.int32), np.zeros(len(rows) + 1, np.int64)
    weights = np.empty(room if len(coefs) else 0, np.int64)
    remaining, low, high = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
    count = end = 0
    for row in rows:
        begin = end
        gone_least = gone_most = kept_least = kept_most = 0
        for at in range(starts[row], starts[row + 1]):
            literal = literals[at]
            x = abs(literal)
            a = coefs[at] if len(coefs) else 1
            least, most = (lower[x], upper[x]) if literal > 0 else (1 - upper[x], 1 - lower[x])
            if a != 1:
                least, most = (a * least, a * most) if a > 0 else (a * most, a * least)
            if number[x] == 0:
                gone_least += least
                gone_most += most
            else:
                kept_least += least
                kept_most += most
                terms[end] = number[x] if literal > 0 else -number[x]
                if len(coefs):
                    weights[end] = a
                end += 1
        if code == CLAUSE:
            low[count], high[count] = 1, max(end - begin, 1)
            holds = gone_most >= 1
        elif code == PARITY:
            low[count] = high[count] = (lo[row] - gone_least) % 2
            holds = gone_least < gone_most or (end == begin and low[count] == 0)
        else:
            low[count], high[count] = lo[row] - gone_most, hi[row] - gone_least
            holds = low[count] <= kept_least and high[count] >= kept_most
        if holds:
            end = begin
        else:
            remaining[count] = row
            count += 1
            ends[count] = end
    weights = weights[: end if len(coefs) else 0]
    return ends[: count + 1].copy(), terms[:end].copy(), weights.copy(), remaining[:count], low[:count], high[:count]


COMPILED = is_compiled(restrict_rows)


def restrict_by_columns(
    code: int,
    starts: Column,
    literals: Numbers,
    coefs: Column,
    lo: Column,
    hi: Column,
    rows: Column,
    lower: Column,
    upper: Column,
    number: Numbers,
) -> RestrictedRows:
    """As `restrict_rows`, with numpy."""
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
