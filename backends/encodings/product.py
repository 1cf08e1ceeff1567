"""Product encoding: at most one of n literals, placed in a rectangle with at most one row and one column in use.

              v_1   v_2   v_3
        u_1   x_1   x_2   x_3        -x or its row,   -x or its column        for every x
        u_2   x_4   x_5   x_6        at most one row, at most one column      recursively, down to four literals
        u_3   x_7   x_8              with `exactly one` also                  x_1 or ... or x_n

P(n) = 2 n + P(p) + P(q) clauses, p = ceil(sqrt n) and q = ceil(n / p), pairwise from four literals down: that is
2 n + 4 sqrt(n) + O(n^(1/4)). About 2 sqrt(n) fresh variables. If no literal holds, a row variable may still be true.
(Chen 2010)
"""

from __future__ import annotations

from math import isqrt

from backends.encoding_templates.meanings import Fresh, some_of
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from backends.encodings.pairwise import at_most_one_of
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})
PAIRWISE = 4  # of so many literals or fewer


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = list(range(1, shape.n + 1))
    if shape.lo:
        yield x
    yield from at_most_one(x, fresh)


def at_most_one(x: list[int], fresh: Fresh) -> Clauses:
    """At most one of the literals x."""
    if len(x) <= PAIRWISE:
        yield from at_most_one_of(x)
        return
    height, width = sides(len(x))
    row = [fresh(some_of(x[i * width : (i + 1) * width])) for i in range(height)]
    column = [fresh(some_of(x[j::width])) for j in range(width)]
    for place, literal in enumerate(x):
        yield [-literal, row[place // width]]
        yield [-literal, column[place % width]]
    yield from at_most_one(row, fresh)
    yield from at_most_one(column, fresh)


def sides(n: int) -> tuple[int, int]:
    """Rows and columns of the smallest near-square with n places."""
    height = isqrt(n - 1) + 1
    return height, -(-n // height)


def size(shape: Shape) -> EncodingSize:
    return _size(shape.n) + EncodingSize(0, shape.lo, shape.lo * shape.n)


def _size(n: int) -> EncodingSize:
    if n <= PAIRWISE:
        pairs = n * (n - 1) // 2
        return EncodingSize(0, pairs, 2 * pairs)
    height, width = sides(n)
    return EncodingSize(height + width, 2 * n, 4 * n) + _size(height) + _size(width)


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding("product", FORMS, FORMS, frozenset({Form.EXACTLY_ONE}), "Chen 2010", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(9, 0, 1))
