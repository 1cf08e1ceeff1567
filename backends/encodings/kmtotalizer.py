"""k-modulo totalizer, as python-sat writes it: at least lo and at most hi of n literals.

A totalizer whose nodes count in two digits, quotient and remainder by a modulus near the square root of k, so that a
node of m literals needs about 2 sqrt(k) fresh variables instead of k. The clauses are python-sat's, built
once per shape. `lo` and `hi` are two counters. From k = 2 on, unit propagation misses forced literals: a bound on a sum
in two digits implies nothing for either digit.   (Morgado, Ignatiev & Marques-Silva 2015)
"""

from __future__ import annotations

from math import isqrt

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.python_sat import python_sat_clauses
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, print_clauses
from models.neutral import Form

ONE = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return python_sat_clauses("kmtotalizer", shape, fresh)


def cost(shape: Shape) -> int:
    """Fitted to what python-sat writes for n up to 5000: an upper bound on all of it."""
    bounds = [shape.hi] * shape.bounds_above + [shape.n - shape.lo] * shape.bounds_below
    return sum(shape.n * (20 + 8 * isqrt(at_most)) for at_most in bounds)


ENCODING = Encoding(
    "kmtotalizer",
    COUNTING_FORMS,
    ONE,
    frozenset({Form.EXACTLY_ONE}),
    "Morgado, Ignatiev & Marques-Silva 2015",
    cost,
    clauses,
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(5, 0, 2))
