"""Parity cut into a chain: n literals in pieces, each of which hands its parity on to the next.

    x_1 xor x_2 xor x_3 xor t_1 = 0,   t_1 xor x_4 xor x_5 xor t_2 = 0,   ...,   t_m xor x_{n-1} xor x_n = odd

Pieces of c literals, 4 unless the name says otherwise (`parity-chain:5`). m = ceil((n - c) / (c - 2)) fresh variables,
each determined by the literals, and m + 1 pieces, all but the last of 2^(c-1) clauses.
(Soos, Nohl & Castelluccia 2009)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, IsOdd
from backends.encoding_templates.parity_cuts import CUT, encoding_by_cut
from backends.encoding_templates.shape import Shape, parity_shape
from backends.encoding_templates.template import Clauses, EncodingSize, print_clauses
from backends.encodings.parity_direct import parity_clauses, parity_size


def clauses(shape: Shape, fresh: Fresh, cut: int) -> Clauses:
    return chain_clauses(list(range(1, shape.n + 1)), shape.lo, fresh, cut)


def chain_clauses(x: list[int], odd: int, fresh: Fresh, cut: int) -> Clauses:
    """The clauses of x_1 xor ... xor x_n = odd in pieces of at most `cut` (3 or more) literals."""
    start, carried = 0, list[int]()
    while len(x) - start + len(carried) > cut:
        stop = start + cut - 1 - len(carried)
        piece = [*carried, *x[start:stop]]
        parity_so_far = fresh(IsOdd(tuple(piece)))
        yield from parity_clauses([*piece, parity_so_far], 0)
        start, carried = stop, [parity_so_far]
    yield from parity_clauses([*carried, *x[start:]], odd)


def size(shape: Shape, cut: int) -> EncodingSize:
    fresh = max(0, -(-(shape.n - cut) // (cut - 2)))
    piece, last = parity_size(cut), parity_size(shape.n - fresh * (cut - 2))
    return fresh * (EncodingSize(1) + piece) + last


def cost(shape: Shape, cut: int) -> int:
    pieces = 1 + max(0, -(-(shape.n - cut) // (cut - 2)))
    return pieces * (cut << (cut - 1))


cut_at = encoding_by_cut("parity-chain", "Soos, Nohl & Castelluccia 2009", cost, clauses, size)
ENCODING = cut_at(CUT)

if __name__ == "__main__":
    print_clauses(ENCODING, parity_shape(6, 1))
