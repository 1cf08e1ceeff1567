"""Steps where all rows are equations modulo 2: sums of rows that leave one press unknown.

    press the lamp of (0,0)                 a + b + d      = 1
    press the lamp of (0,1)                 a + b + c + e  = 1     with the facts a = 1, e = 0
    added up                                c + d          = ..

Elimination keeps, for each equation, which rows it is the sum of. A variable that has an equation of its own is
determined; the rows of that sum are a reason. If the rows are independent it is the only one; else what adds up to
nothing by itself is taken out of it, so that no row can be left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from backends.reasons.row_table import ODD, RowTable, Values


def has_only_parities(rows: RowTable) -> bool:
    """Is every row an equation modulo 2?"""
    return all(kind == ODD for kind in rows.kinds)


def determined_variables(rows: RowTable, values: Values, only: Iterable[int]) -> dict[int, tuple[int, int]]:
    """For each open variable that these rows determine: its value, and the mask of rows that add up to it."""
    pivots: dict[int, tuple[int, int]] = {}  # the top bit of each equation: (equation, rows); bit 0: right-hand side
    for r in only:
        equation, of = rows.lo[r] & 1, 1 << r
        for x in rows.literals[r]:
            if values[x]:
                equation ^= values[x] > 0
            else:
                equation ^= 1 << abs(x)
                equation ^= x < 0
        equation, of = _reduce_equation(pivots, equation, of)
        if equation > 1:
            top = equation.bit_length() - 1
            for other, (earlier, rest) in list(pivots.items()):
                if earlier >> top & 1:
                    pivots[other] = earlier ^ equation, rest ^ of
            pivots[top] = equation, of
    return {x: (equation & 1, of) for x, (equation, of) in pivots.items() if equation & ~1 == 1 << x}


def _reduce_equation(pivots: dict[int, tuple[int, int]], equation: int, of: int) -> tuple[int, int]:
    rest = equation & ~1
    while rest:
        top = rest.bit_length() - 1
        if top in pivots:
            earlier, more = pivots[top]
            equation, of = equation ^ earlier, of ^ more
        rest = (equation & ~1) & ((1 << top) - 1)
    return equation, of


def minimal_rows(rows: RowTable, values: Values, x: int, chosen: list[int]) -> list[int]:
    """Rows among these that still determine variable x, none of which can be left out."""
    remaining = list(chosen)
    for r in chosen:
        if r in remaining and x in (
            determined := determined_variables(rows, values, [other for other in remaining if other != r])
        ):
            mask = determined[x][1]
            remaining = [other for other in remaining if mask >> other & 1]
    return remaining
