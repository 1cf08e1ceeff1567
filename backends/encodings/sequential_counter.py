"""Sequential counter: at least lo and at most hi of n literals, counted along the row.

    s(i, j) = "at least j of the first i literals hold" = s(i-1, j) or (x_i and s(i-1, j-1))

For hi the literals push the counter up (Sinz 2005: x_i and s(i-1, j-1) imply s(i, j), and s(n, hi+1) is false), for lo
they hold it down (s(i, j) implies s(i-1, j) or x_i, and s(i-1, j-1); s(n, lo) is true). Both are written over the same
counter. Cells whose value is fixed are left out: below the diagonal from which hi can no longer be exceeded, above
j = hi, and where s(i, j) must hold because only n - i literals remain.

If a row bounds one side only, or loosely, the counter may run ahead of the literals, so the fresh variables are unique
only for `exactly one`. At most k: k (n - k) - 1 fresh variables and 2 k (n - k) + n - 2 k - 1 clauses; the counter as
published, with all its cells, has k (n - 1) and 2 k n + n - 3 k - 1.
"""

from __future__ import annotations

from backends.encoding_templates.meanings import AtLeast, Fresh
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape, shorter_side, side_literals
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    row, x = shorter_side(shape), side_literals(shape)
    n, lo, hi = row.n, row.lo, row.hi if row.bounds_above else row.n
    cells: dict[tuple[int, int], int] = {}
    prefixes = [tuple((1, literal) for literal in x[:i]) for i in range(n + 1)]

    def s(i: int, j: int) -> int | bool:
        """The literal of a cell, or its value where that is fixed."""
        if j <= max(0, lo - (n - i)):
            return True
        if j > min(i, hi):
            return False
        if i == 1:
            return x[0]
        return cells.get((i, j)) or cells.setdefault((i, j), fresh(AtLeast(prefixes[i], j)))

    for i in range(2, n + 1):
        here = x[i - 1]
        for j in range(1, min(i, row.counts_to) + 1):
            if row.bounds_above and j > hi - (n - i):
                yield from _clause([(s(i - 1, j), False), (s(i, j), True)])
                yield from _clause([(here, False), (s(i - 1, j - 1), False), (s(i, j), True)])
            if lo - (n - i) <= j <= lo:
                yield from _clause([(s(i, j), False), (s(i - 1, j), True), (here, True)])
                yield from _clause([(s(i, j), False), (s(i - 1, j - 1), True)])


def _clause(terms: list[tuple[int | bool, bool]]) -> Clauses:
    """The clause of the terms (a literal or a value, and whether it is to hold), unless it always holds."""
    literals = [term if holds else -term for term, holds in terms if not isinstance(term, bool)]
    if not any(term is holds for term, holds in terms):
        yield literals


def size(shape: Shape) -> EncodingSize:
    """Open cells: n - k in each line j up to k; the two sides share cells."""
    row = shorter_side(shape)
    n, lo, hi = row.n, row.lo, row.hi if row.bounds_above else row.n
    above, below = _size(hi, n - hi, upper=True), _size(lo, n - lo, upper=False)
    cells = hi * (n - hi) + lo * (hi - lo) - 1  # the first is x_1
    return EncodingSize(cells) + row.bounds_above * above + row.bounds_below * below


def _size(k: int, m: int, *, upper: bool) -> EncodingSize:
    """The clauses of one side: k lines of m cells. Two literals in `two` of them, three in the others."""
    two, three = (k * (m - 1) + (m - 1) + m, (k - 1) * m) if upper else (k + (k - 1) + (k - 1) * m, k * (m - 1))
    return EncodingSize(0, two + three, 2 * two + 3 * three)


def cost(shape: Shape) -> int:
    row = shorter_side(shape)
    sides = (row.hi + 1 if row.bounds_above else 0) + row.lo
    return 5 * row.n * sides


ENCODING = Encoding(
    "sequential-counter",
    COUNTING_FORMS,
    COUNTING_FORMS,
    frozenset({Form.EXACTLY_ONE}),
    "Sinz 2005",
    cost,
    clauses,
    size,
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 2, 2))
