"""Direct parity: n literals without fresh variables; every assignment of the wrong parity is forbidden.

    x xor y xor z = 1:    x y z    x -y -z    -x y -z    -x -y z

2^(n-1) clauses of n literals: for rows of up to about five literals.   (Tseitin 1968)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, parity_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.PARITY})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return parity_clauses(range(1, shape.n + 1), shape.lo)


def parity_clauses(x: Sequence[int], odd: int) -> Clauses:
    """The clauses of x_1 xor ... xor x_n = odd."""
    for signs in product((1, -1), repeat=len(x)):
        # The clause forbids the assignment that makes all its literals false, with one x true per negation.
        if (prod(signs) == 1) == bool(odd):
            yield [sign * literal for sign, literal in zip(signs, x, strict=True)]


def size(shape: Shape) -> EncodingSize:
    return parity_size(shape.n)


def parity_size(n: int) -> EncodingSize:
    """Of every two assignments of n literals one is forbidden."""
    return EncodingSize(0, 1 << n - 1, n << n - 1)


def cost(shape: Shape) -> int:
    return shape.n << min(shape.n - 1, 80)  # numbers beyond are cut off: nothing depends on them


ENCODING = Encoding("parity-direct", FORMS, FORMS, FORMS, "Tseitin 1968", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, parity_shape(3, 1))
