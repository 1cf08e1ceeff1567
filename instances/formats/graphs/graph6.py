"""graph6 and digraph6: a graph as one line of printable characters, six bits in each (B. McKay, nauty's formats.txt).

    IheA@GUAo       N(n), then the upper triangle of the adjacency matrix column by column: x01, x02, x12, x03, ...
    &DI?AO?         digraph6: the whole matrix row by row

    N(n)            one character n + 63 for n <= 62; `~` and three characters, 18 bits, up to 258047; `~~` and six

`>>graph6<<` or `>>digraph6<<` may stand before it. graph6 knows no loops, no parallel edges, no names and no states:
the vertices are 0..n-1, and --lit says which lamps are on (all by default).
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from instances.formats.graphs.frame import GraphBuilder, edges, graph_format
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import MOST_ARCS, graph
from rosetta.foundation.errors import InputError

NAME = "graph6"
HEADER = re.compile(r">>(di)?graph6<<")
MOST = 20_000  # vertices: there is a bit for each pair of them


def recognises(text: str) -> bool:
    """A header, or a line that is as long as its first character says."""
    line = text.strip()
    if HEADER.match(line):
        return True
    if not re.fullmatch(r"&?[?-~]+", line):
        return False
    try:
        n, rest = parse_order(NAME, line.removeprefix("&"))
    except InputError:
        return False
    return len(rest) == _count_characters(n, line.startswith("&"))


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a line."""
    line = check_line(NAME, HEADER.sub("", text.strip(), count=1))
    directed = line.startswith("&")
    n, rest = parse_order(NAME, line.removeprefix("&"))
    if n > MOST:
        raise InputError(f"{NAME}: expected at most {MOST:,} vertices, found {n:,}")
    if len(rest) != _count_characters(n, directed):
        raise InputError(
            f"{NAME}: expected {_count_characters(n, directed):,} characters after N({n}), found {len(rest):,}"
        )
    joined = unpack_bits(rest)
    count = n * n if directed else n * (n - 1) // 2
    if joined[count:].any():
        raise InputError(f"{NAME}: expected zeros after {count:,} bits, found {rest[-1]!r} at the end")
    if joined.sum() > MOST_ARCS // 2:
        raise InputError(f"{NAME}: expected at most {MOST_ARCS // 2:,} edges, found {joined.sum():,}")
    positions = np.flatnonzero(joined)
    if directed:
        return StatedGraph(graph(n, positions // max(n, 1), positions % max(n, 1), directed=True))
    ends = np.arange(n) * (np.arange(n) - 1) // 2  # where the column of each vertex begins
    column = np.searchsorted(ends, positions, side="right") - 1
    return StatedGraph(graph(n, positions - ends[column], column))


def check_line(where: str, text: str) -> str:
    """The one line of a text. Raises InputError if there are several graphs or other characters."""
    if re.search(r"\s", text):
        raise InputError(f"{where}: expected one graph on one line, found {len(text.split())} lines or words")
    bad = re.search(r"[^?-~]", text.lstrip("&:"))
    if bad or not text:
        raise InputError(f"{where}: expected characters from `?` to `~`, found {bad[0] if bad else 'nothing'!r}")
    return text


def parse_order(where: str, line: str) -> tuple[int, str]:
    """The number of vertices, and the rest of the line."""
    begins, digits = (2, 6) if line.startswith("~~") else (1, 3) if line.startswith("~") else (0, 1)
    letters = line[begins : begins + digits]
    if len(letters) < digits:
        raise InputError(f"{where}: expected a number of vertices, found {line[:10]!r}")
    n = 0
    for letter in letters:
        n = n * 64 + ord(letter) - 63
    return n, line[begins + digits :]


def format_order(n: int) -> str:
    """N(n)."""
    if n <= 62:
        return chr(n + 63)
    digits = 3 if n <= 258047 else 6
    return "~" * (digits // 3) + "".join(chr((n >> 6 * i & 63) + 63) for i in reversed(range(digits)))


def unpack_bits(line: str) -> NDArray[np.uint8]:
    """Six bits per character, the most significant first."""
    values = np.frombuffer(line.encode("ascii"), np.uint8) - np.uint8(63)
    return (values[:, None] >> np.arange(5, -1, -1, dtype=np.uint8) & np.uint8(1)).ravel()


def _count_characters(n: int, directed: bool) -> int:
    return -(-(n * n if directed else n * (n - 1) // 2) // 6)


def write(stated: StatedGraph) -> str:
    """The graph as one line; the vertices lose their names."""
    g = stated.graph
    n, (tails, heads) = len(g), edges(g)
    if n > MOST or g.names is not None:
        raise InputError(f"{NAME}: cannot say {f'more than {MOST:,} vertices' if n > MOST else 'names of vertices'}")
    if len({*zip(tails, heads, strict=True)}) < len(tails) or (not g.directed and any(map(int.__eq__, tails, heads))):
        raise InputError(f"{NAME}: cannot say loops or parallel edges; sparse6 can")
    rows, columns = np.array(tails, np.int64), np.array(heads, np.int64)
    bits = np.zeros(6 * _count_characters(n, g.directed), np.int64)
    bits[rows * n + columns if g.directed else columns * (columns - 1) // 2 + rows] = 1
    letters = bits.reshape(-1, 6) @ (1 << np.arange(5, -1, -1)) + 63
    return "&" * g.directed + format_order(n) + letters.astype(np.uint8).tobytes().decode("ascii") + "\n"


ENDINGS = (".g6", ".d6", ".graph6", ".digraph6")
FORMAT = graph_format("graph6", NAME, "IheA@GUAo", ENDINGS, recognises, read, write, states=False)
