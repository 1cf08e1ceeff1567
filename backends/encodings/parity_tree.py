"""The parity of n literals as a tree: groups of literals have a parity each, groups of those again, and so on.

    t_1 = x_1 xor x_2 xor x_3      t_2 = x_4 xor x_5 xor x_6      t_3 = x_7 xor x_8       -> t_1 xor t_2 xor t_3 = odd

Pieces of c literals as in the chain, 4 unless a cut is asked for (`parity-tree:3`), and as many of them, but a literal
is log n pieces away from any other, not n. The fresh variables are fixed by the literals.
(Gates with a variable each: Tseitin 1968; trees against chains: Gwynne & Kullmann 2014)
"""

from __future__ import annotations

from backends.encodings.parity_direct import parity_clauses, parity_size
from backends.templates.parity_cuts import CUT, encoding_by_cut
from backends.templates.shape import Shape, parity_shape
from backends.templates.template import Clauses, EncodingSize, Fresh, print_clauses


def clauses(shape: Shape, fresh: Fresh, cut: int) -> Clauses:
    x = list(range(1, shape.n + 1))
    while len(x) > cut:
        above = list[int]()
        for group in (x[start : start + cut - 1] for start in range(0, len(x), cut - 1)):
            if len(group) == 1:  # is its own parity
                above += group
                continue
            above.append(fresh())
            yield from parity_clauses([*group, above[-1]], 0)
        x = above
    yield from parity_clauses(x, shape.lo)


def size(shape: Shape, cut: int) -> EncodingSize:
    made, n = EncodingSize(), shape.n
    while n > cut:
        full, rest = divmod(n, cut - 1)
        made += full * (EncodingSize(1) + parity_size(cut))
        if rest > 1:
            made += EncodingSize(1) + parity_size(rest + 1)
        n = full + (rest > 0)
    return made + parity_size(n)


def cost(shape: Shape, cut: int) -> int:
    return size(shape, cut).literals


cut_at = encoding_by_cut("parity-tree", "Gwynne & Kullmann 2014", cost, clauses, size)
ENCODING = cut_at(CUT)

if __name__ == "__main__":
    print_clauses(ENCODING, parity_shape(8, 1))
