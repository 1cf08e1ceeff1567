"""At most one of n literals: of every two, one fails.

    -x_i or -x_j        for i < j;   with `exactly one` also   x_1 or ... or x_n

No fresh variables, n (n - 1) / 2 clauses. The folklore encoding, under this name in Prestwich 2009.
"""

from __future__ import annotations

from itertools import combinations

from backends.encodings.shape import Shape, counting
from backends.encodings.template import Clauses, Encoding, Fresh, show
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = range(1, shape.n + 1)
    if shape.lo:
        yield list(x)
    yield from ([-a, -b] for a, b in combinations(x, 2))


def cost(shape: Shape) -> int:
    return shape.n * (shape.n - 1) + shape.n


ENCODING = Encoding("pairwise", FORMS, FORMS, FORMS, "Prestwich 2009", cost, clauses)

if __name__ == "__main__":
    show(ENCODING, counting(4, 1, 1))
