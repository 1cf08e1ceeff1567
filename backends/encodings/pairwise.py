"""Pairwise encoding: at most one of n literals; of every two, one is false.

    -x_i or -x_j        for i < j;   with `exactly one` also   x_1 or ... or x_n

No fresh variables, n (n - 1) / 2 clauses. The folklore encoding, under this name in Prestwich 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = range(1, shape.n + 1)
    if shape.lo:
        yield list(x)
    yield from at_most_one_of(x)


def at_most_one_of(x: Sequence[int]) -> Clauses:
    """At most one of the literals x."""
    return ([-a, -b] for a, b in combinations(x, 2))


def size(shape: Shape) -> EncodingSize:
    pairs = shape.n * (shape.n - 1) // 2
    return EncodingSize(0, pairs + shape.lo, 2 * pairs + shape.lo * shape.n)


def cost(shape: Shape) -> int:
    return shape.n * (shape.n - 1) + shape.n


ENCODING = Encoding("pairwise", FORMS, FORMS, FORMS, "Prestwich 2009", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 1, 1))
