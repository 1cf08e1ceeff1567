"""Binomial encoding: at least lo and at most hi of n literals; every subset that is too large is forbidden.

    of any hi + 1 literals one fails;   of any n - lo + 1 literals one holds

No fresh variables, C(n, hi + 1) + C(n, lo - 1) clauses: for short rows, such as the four neighbours of a clue.
It is pairwise for hi = 1.   (Frisch & Giannaros 2010)
"""

from __future__ import annotations

from itertools import combinations
from math import comb, lgamma

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.CARDINALITY})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = range(1, shape.n + 1)
    if shape.bounds_above:
        yield from ([-a for a in chosen] for chosen in combinations(x, shape.hi + 1))
    if shape.bounds_below:
        yield from (list(chosen) for chosen in combinations(x, shape.n - shape.lo + 1))


def size(shape: Shape) -> EncodingSize:
    above = comb(shape.n, shape.hi + 1) if shape.bounds_above else 0
    below = comb(shape.n, shape.lo - 1) if shape.bounds_below else 0
    return EncodingSize(0, above + below, above * (shape.hi + 1) + below * (shape.n - shape.lo + 1))


def cost(shape: Shape) -> int:
    above = _subsets(shape.n, shape.hi + 1) if shape.bounds_above else 0
    return above + (_subsets(shape.n, shape.n - shape.lo + 1) if shape.bounds_below else 0)


def _subsets(n: int, size: int) -> int:
    """The literals of all subsets of that size; 10^26 where they are more than e^60."""
    if lgamma(n + 1) - lgamma(size + 1) - lgamma(n - size + 1) > 60:
        return 10**26
    return comb(n, size) * size


ENCODING = Encoding("binomial", FORMS, FORMS, FORMS, "Frisch & Giannaros 2010", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 2, 2))
