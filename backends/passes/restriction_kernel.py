"""The restriction loop, compiled by numba; without numba, `restriction_columns` does the same with numpy.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import is_compiled, jit

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


@jit
def restrict_rows(rules: RowColumns, rows: Column, restriction: Restriction) -> RestrictedRows:
    """Those of the rules' rows without the variables that have no new number (see `restriction`), except those that
    always hold."""
    code, starts, literals, coefs, lo, hi = rules
    lower, upper, number = restriction
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
