"""sparse6: a sparse graph as one line of printable characters (B. McKay, nauty's formats.txt). It keeps loops.

    :Fa@x^          `:`, N(n) as in graph6, then pairs (b, x) of one bit and as many as n - 1 needs, for a current
                    vertex v, at first 0:        v <- v + b;  if x > v then v <- x, else there is an edge x - v

The current vertex after each pair is max(v + b, x). With B the running sum of b, v - B is a running maximum of x - B:
so the whole line is read with two scans over columns, not pair by pair. `>>sparse6<<` may stand before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instances.formats.graphs.frame import GraphBuilder, edges, graph_format
from instances.formats.graphs.graph6 import check_line, format_order, parse_order, unpack_bits
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import check_size, graph
from rosetta.foundation.errors import InputError

NAME = "sparse6"
HEADER = ">>sparse6<<"


def recognises(text: str) -> bool:
    """It begins with the header or with a colon, and has no blanks."""
    line = text.strip()
    return line.startswith(HEADER) or (line.startswith(":") and len(line.split()) == 1)


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a line."""
    line = check_line(NAME, text.strip().removeprefix(HEADER))
    if not line.startswith(":"):
        raise InputError(f"{NAME}: expected `:` and a graph, found {line[:20]!r}")
    n, rest = parse_order(NAME, line[1:])
    check_size(n, 0)
    width = (n - 1).bit_length()
    bits = unpack_bits(rest)
    pairs = bits[: len(bits) // (width + 1) * (width + 1)].reshape(-1, width + 1).astype(np.int64)
    step, x = pairs[:, 0], pairs[:, 1:] @ (1 << np.arange(width - 1, -1, -1))
    total = np.cumsum(step)
    after = total + np.maximum.accumulate(np.maximum(x - total, 0)) if len(x) else total
    before = np.append(0, after[:-1]) + step if len(x) else total
    joined = (x <= before) & (before < n)  # v only grows: beyond n - 1 there is padding
    end = (int(joined.nonzero()[0][-1]) + 1) * (width + 1) if joined.any() else 0
    # a zero is needed where more than `width` bits are missing; networkx writes it where so many are missing, too
    _check_padding(bits[end:], may_begin_with_zero=n == 1 << width and len(bits) - end >= width)
    return StatedGraph(graph(n, x[joined], before[joined]))


def _check_padding(bits: NDArray[np.uint8], may_begin_with_zero: bool) -> None:
    """Raises InputError unless these bits, behind the last edge, only fill the last character: with ones, behind a zero
    where a one would be read as an edge. Others, or more, began an edge whose end is missing."""
    if len(bits) > 5 or not bits[may_begin_with_zero:].all():
        raise InputError(f"{NAME}: expected edges up to the end, found {len(bits)} bits behind the last one")


def write(stated: StatedGraph) -> str:
    """The graph as one line, loops and parallel edges included; the vertices lose their names."""
    g = stated.graph
    if g.directed or g.names is not None:
        raise InputError(f"{NAME}: cannot say {'arcs' if g.directed else 'names of vertices'}")
    n, (tails, heads), v = len(g), edges(g), 0
    width, bits = (n - 1).bit_length(), []
    for w, x in sorted(zip(heads, tails, strict=True)):
        if w > v + 1:
            bits.append(f"1{w:0{width}b}")
            bits.append(f"0{x:0{width}b}")
        else:
            bits.append(f"{w - v}{x:0{width}b}" if width else str(w - v))
        v = w
    digits = "".join(bits)
    missing = -len(digits) % 6
    # where ones would be read as one more loop, a zero comes first
    zero = n == 1 << width and v == n - 2 and missing > width
    digits += ("0" if zero else "") + "1" * (missing - zero)
    letters = (chr(int(digits[i : i + 6], 2) + 63) for i in range(0, len(digits), 6))
    return ":" + format_order(n) + "".join(letters) + "\n"


FORMAT = graph_format("sparse6", NAME, ":I`ES@obGkqegW~", (".s6", ".sparse6"), recognises, read, write, states=False)
