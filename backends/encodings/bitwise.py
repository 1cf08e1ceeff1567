"""Bitwise encoding: at most one of n literals; the true literal implies its number in binary.

    -x_i or (bit j of the number = bit j of i - 1)       for every bit j;   with `exactly one` also the clause

ceil(log2 n) fresh variables, n ceil(log2 n) clauses of two literals. If no literal holds, the number is
arbitrary.   (Frisch, Peugniez, Doggett & Nightingale 2001; "bitwise" in Prestwich 2009)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, some_of
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = range(1, shape.n + 1)
    if shape.lo:
        yield list(x)
    bits = [fresh(some_of(y for y in x if y - 1 >> j & 1)) for j in range((shape.n - 1).bit_length())]
    for number, literal in enumerate(x):
        yield from ([-literal, bit if number >> j & 1 else -bit] for j, bit in enumerate(bits))


def size(shape: Shape) -> EncodingSize:
    bits = (shape.n - 1).bit_length()
    return EncodingSize(bits, shape.n * bits + shape.lo, shape.n * (2 * bits + shape.lo))


def cost(shape: Shape) -> int:
    return shape.n * (2 * (shape.n - 1).bit_length() + 1)


ENCODING = Encoding("bitwise", FORMS, FORMS, frozenset({Form.EXACTLY_ONE}), "Prestwich 2009", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 0, 1))
