"""Sorting network: at least lo and at most hi of n literals; they are sorted, and two outputs are asserted.

    x_1 .. x_n  --odd-even merge sort-->  y_1 >= ... >= y_n         -y_{hi+1},   y_lo

For n = 2^p there are (p^2 - p + 4) 2^(p-2) - 1 comparisons of 3 clauses for each bound, with two fresh variables each.
The network itself is in `backends.encoding_templates.odd_even_merge`.   (Batcher 1968; Een & Sorensson 2006)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.odd_even_merge import network_clauses, network_size
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return network_clauses(shape, fresh, shape.n)


def size(shape: Shape) -> EncodingSize:
    return network_size(shape, shape.n)


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding(
    "sorting-network",
    COUNTING_FORMS,
    COUNTING_FORMS,
    frozenset({Form.EXACTLY_ONE}),
    "Een & Sorensson 2006",
    cost,
    clauses,
    size,
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(4, 0, 2))
