"""Binary encoding: at most k of n literals; each true literal writes its number in binary into one of k boxes.

    -x_i or T_1i or ... or T_ki                           literal i chooses a box
    -T_gi or (bit j of box g = bit j of i - 1)            for every bit j: no box holds two numbers

At least k is at most n - k of the negations, at least one simply a clause. ceil(log2 n) + n fresh variables per box,
n clauses of k + 1 literals and k n ceil(log2 n) of two. With two boxes or more, literals may choose boxes in any order,
so the fresh variables are not unique, and full boxes force nothing by unit propagation.   (Frisch & Giannaros 2010)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FULL = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = list(range(1, shape.n + 1))
    if shape.bounds_above:
        yield from at_most(shape.hi, x, fresh)
    if shape.lo == 1:
        yield x
    elif shape.lo > 1:
        yield from at_most(shape.n - shape.lo, [-literal for literal in x], fresh)


def at_most(k: int, x: list[int], fresh: Fresh) -> Clauses:
    """At most k of the literals x."""
    width = (len(x) - 1).bit_length()
    boxes = [[fresh(None) for _ in range(width)] for _ in range(k)]
    for number, literal in enumerate(x):
        chosen = [fresh(None) for _ in boxes]
        yield [-literal, *chosen]
        for choice, box in zip(chosen, boxes, strict=True):
            yield from ([-choice, bit if number >> j & 1 else -bit] for j, bit in enumerate(box))


def size(shape: Shape) -> EncodingSize:
    total = EncodingSize()
    if shape.bounds_above:
        total += _size(shape.n, shape.hi)
    if shape.lo == 1:
        return total + EncodingSize(0, 1, shape.n)
    return total + _size(shape.n, shape.n - shape.lo) if shape.lo else total


def _size(n: int, k: int) -> EncodingSize:
    width = (n - 1).bit_length()
    return EncodingSize(k * (width + n), n * (1 + k * width), n * (k + 1 + 2 * k * width))


def cost(shape: Shape) -> int:
    above = shape.hi if shape.bounds_above else 0
    below = shape.n - shape.lo if shape.lo > 1 else 0
    return sum(shape.n * (k + 1 + 2 * k * (shape.n - 1).bit_length()) for k in (above, below) if k) + shape.n


ENCODING = Encoding(
    "binary", COUNTING_FORMS, FULL, frozenset({Form.EXACTLY_ONE}), "Frisch & Giannaros 2010", cost, clauses, size
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 0, 2))
