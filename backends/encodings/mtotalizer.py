"""Modulo totalizer, as python-sat writes it: at least lo and at most hi of n literals.

A totalizer whose nodes count in two digits, quotient and remainder by a modulus near the square root of n, so that a
node of m literals needs about 2 sqrt(m) fresh variables instead of m. The clauses are python-sat's, built
once per shape. `lo` and `hi` are two counters. `kmtotalizer` counts only as far as k and is preferable. As there, unit
propagation is complete only for at most one and exactly one.
(Ogawa, Liu, Hasegawa, Koshimura & Fujita 2013)
"""

from __future__ import annotations

from math import isqrt

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.python_sat import python_sat_clauses
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, print_clauses
from backends.encodings.kmtotalizer import ONE
from models.neutral import Form


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return python_sat_clauses("mtotalizer", shape, fresh)


def cost(shape: Shape) -> int:
    """Fitted to what python-sat writes for n up to 5000: an upper bound on all of it."""
    return (shape.bounds_above + shape.bounds_below) * shape.n * (20 + 6 * isqrt(shape.n))


ENCODING = Encoding(
    "mtotalizer", COUNTING_FORMS, ONE, frozenset({Form.EXACTLY_ONE}), "Ogawa et al. 2013", cost, clauses
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(5, 0, 2))
