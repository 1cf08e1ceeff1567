"""Parity cut into a tree: groups of n literals have a parity each, groups of these parities again, and so on.

    t_1 = x_1 xor x_2 xor x_3      t_2 = x_4 xor x_5 xor x_6      t_3 = x_7 xor x_8       -> t_1 xor t_2 xor t_3 = odd

Pieces of c literals as in the chain, 4 unless the name says otherwise (`parity-tree:3`), and as many of them, but two
literals are at most O(log n) pieces apart, not O(n). The literals determine the fresh variables.
(Gates with a variable each: Tseitin 1968; trees against chains: Gwynne & Kullmann 2014)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, IsOdd
from backends.encoding_templates.parity_cuts import CUT, encoding_by_cut
from backends.encoding_templates.shape import Shape, parity_shape
from backends.encoding_templates.template import Clauses, EncodingSize, print_clauses
from backends.encodings.parity_direct import parity_clauses, parity_size


def clauses(shape: Shape, fresh: Fresh, cut: int) -> Clauses:
    x = list(range(1, shape.n + 1))
    while len(x) > cut:
        above = list[int]()
        for group in (x[start : start + cut - 1] for start in range(0, len(x), cut - 1)):
            if len(group) == 1:  # is its own parity
                above += group
                continue
            above.append(fresh(IsOdd(tuple(group))))
            yield from parity_clauses([*group, above[-1]], 0)
        x = above
    yield from parity_clauses(x, shape.lo)


def size(shape: Shape, cut: int) -> EncodingSize:
    total, n = EncodingSize(), shape.n
    while n > cut:
        full, rest = divmod(n, cut - 1)
        total += full * (EncodingSize(1) + parity_size(cut))
        if rest > 1:
            total += EncodingSize(1) + parity_size(rest + 1)
        n = full + (rest > 0)
    return total + parity_size(n)


def cost(shape: Shape, cut: int) -> int:
    return size(shape, cut).literals


cut_at = encoding_by_cut("parity-tree", "Gwynne & Kullmann 2014", cost, clauses, size)
ENCODING = cut_at(CUT)

if __name__ == "__main__":
    print_clauses(ENCODING, parity_shape(8, 1))
