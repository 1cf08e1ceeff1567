"""Bimander encoding: at most one of n literals, in groups of `GROUP`; a true literal gives its group number in binary.

    -x or -y                                              for x, y of a group
    -x or (bit j of the number = bit j of x's group)      for every bit j;   with `exactly one` also the clause

Between pairwise (one group) and bitwise (groups of one): with m = ceil(n / 2) groups ceil(log2 m) fresh variables,
n ceil(log2 m) + floor(n / 2) clauses. If no literal holds, the number is arbitrary.
(Hoelldobler & Nguyen 2013; groups of two are what they found best)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, some_of
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from backends.encodings.pairwise import at_most_one_of
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})
GROUP = 2


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = list(range(1, shape.n + 1))
    if shape.lo:
        yield x
    bits = [fresh(some_of(y for y in x if (y - 1) // GROUP >> j & 1)) for j in range(_bits(shape.n))]
    for number, start in enumerate(range(0, shape.n, GROUP)):
        group = x[start : start + GROUP]
        yield from at_most_one_of(group)
        for literal in group:
            yield from ([-literal, bit if number >> j & 1 else -bit] for j, bit in enumerate(bits))


def _bits(n: int) -> int:
    groups = -(-n // GROUP)
    return (groups - 1).bit_length()


def size(shape: Shape) -> EncodingSize:
    full, rest = divmod(shape.n, GROUP)
    pairs = full * (GROUP * (GROUP - 1) // 2) + rest * (rest - 1) // 2
    two = shape.n * _bits(shape.n) + pairs
    return EncodingSize(_bits(shape.n), two + shape.lo, 2 * two + shape.lo * shape.n)


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding(
    "bimander", FORMS, FORMS, frozenset({Form.EXACTLY_ONE}), "Hoelldobler & Nguyen 2013", cost, clauses, size
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(6, 0, 1))
