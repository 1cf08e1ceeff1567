"""Ladder encoding: at most one of n literals, with variables for "one of the first i literals holds".

    y_i = x_1 or ... or x_i     written as  y_1 = x_1,   y_i = y_{i-1} or x_i
    -x_i or -y_{i-1}            the i-th literal must be the first that holds
    x_n or y_{n-1}              for `exactly one`

Linear in n, n - 2 fresh variables, each determined by the literals.   (Gent & Nightingale 2004; Ansotegui & Manya 2004)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, some_of
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    before = 1  # y_{i-1}
    for x in range(2, shape.n):
        y = fresh(some_of(range(1, x + 1)))
        yield [-x, -before]
        yield [-x, y]
        yield [-before, y]
        yield [-y, before, x]
        before = y
    yield [-shape.n, -before]
    if shape.lo:
        yield [shape.n, before]


def size(shape: Shape) -> EncodingSize:
    steps = shape.n - 2
    return EncodingSize(steps, 4 * steps + 1 + shape.lo, 9 * steps + 2 + 2 * shape.lo)


def cost(shape: Shape) -> int:
    return 9 * shape.n


ENCODING = Encoding("ladder", FORMS, FORMS, FORMS, "Gent & Nightingale 2004", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 1, 1))
