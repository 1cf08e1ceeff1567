"""Cardinality network: at least lo and at most hi of n literals, sorted only as far as the bounds need.

    x_1 .. x_n  --sort, keeping k = hi + 1 (or lo)-->  y_1 >= ... >= y_k         -y_{hi+1},   y_lo

Halves are sorted and merged as in `backends.encoding_templates.odd_even_merge`, and none keeps more than k outputs:
O(n log^2 k) clauses, where a sorting network has O(n log^2 n). For at most one (k = 2), the merge of two pairs takes
three comparisons, one of them with both outputs.
(Asin, Nieuwenhuis, Oliveras & Rodriguez-Carbonell 2011; any length and any k: Abio, Nieuwenhuis, Oliveras &
Rodriguez-Carbonell 2013)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.odd_even_merge import network_clauses, network_size
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape, shorter_side
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return network_clauses(shape, fresh, shorter_side(shape).counts_to)


def size(shape: Shape) -> EncodingSize:
    return network_size(shape, shorter_side(shape).counts_to)


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding(
    "cardinality-network",
    COUNTING_FORMS,
    COUNTING_FORMS,
    frozenset({Form.EXACTLY_ONE}),
    "Asin et al. 2011",
    cost,
    clauses,
    size,
)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(8, 0, 2))
