"""The parity of n literals, cut into pieces: each piece hands its parity on to the next.

    x_1 xor x_2 xor x_3 xor t_1 = 0,   t_1 xor x_4 xor x_5 xor t_2 = 0,   ...,   t_m xor x_{n-1} xor x_n = odd

Pieces of `CUT` literals, about n / (CUT - 2) fresh variables, each fixed by the literals.
(Soos, Nohl & Castelluccia 2009)
"""

from __future__ import annotations

from backends.encodings.parity_direct import FORMS, parity_clauses
from backends.encodings.shape import Shape, parity
from backends.encodings.template import Clauses, Encoding, Fresh, show

CUT = 4


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return chained(list(range(1, shape.n + 1)), shape.lo, fresh, CUT)


def chained(x: list[int], odd: int, fresh: Fresh, cut: int) -> Clauses:
    """The clauses of x_1 xor ... xor x_n = odd in pieces of at most `cut` (3 or more) literals."""
    start, carried = 0, list[int]()
    while len(x) - start + len(carried) > cut:
        stop = start + cut - 1 - len(carried)
        parity_so_far = fresh()
        yield from parity_clauses([*carried, *x[start:stop], parity_so_far], 0)
        start, carried = stop, [parity_so_far]
    yield from parity_clauses([*carried, *x[start:]], odd)


def cost(shape: Shape) -> int:
    pieces = 1 + max(0, -(-(shape.n - CUT) // (CUT - 2)))
    return pieces * (CUT << (CUT - 1))


ENCODING = Encoding("parity-chain", FORMS, FORMS, FORMS, "Soos, Nohl & Castelluccia 2009", cost, clauses)

if __name__ == "__main__":
    show(ENCODING, parity(6, 1))
