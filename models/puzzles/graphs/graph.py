"""Graphs as CSR columns: who is a neighbour of whom.

    a - b - c        starts  0   1     3   4       the neighbours of vertex v are heads[starts[v]:starts[v + 1]];
    0   1   2        heads   1 | 0  2 | 1          an edge is two arcs; a repeated head a parallel edge, v itself a loop

A million vertices are a few arrays; a graph of networkx objects of that size would take seconds and a gigabyte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.wording.word_columns import Name as Name  # for the puzzles, with the rest of graphs
from models.puzzles.boards import check_cells
from rosetta.foundation.errors import InputError

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
MOST_ARCS = 25_000_000  # more is taken for an error


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of cells: its kind (a name of the puzzle's), rows and columns. Cell (r, c) is vertex r * cols + c."""

    kind: str
    rows: int
    cols: int


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Vertices 0..n-1 and arcs between them; see `graph` for one from a list of arcs.

    starts (n + 1,), heads (arcs,), ascending within a vertex; directed: arcs need not come in pairs; layout: of a
    board, whose vertices are named (row, column); names: of other vertices, None for their numbers; positions: of the
    vertices in a picture (n, 2), x to the right and y down, None where nobody said them. Positions do not belong to
    the graph: graphs that differ in nothing else are equal.
    """

    starts: Ints
    heads: Ints
    directed: bool = False
    layout: Layout | None = None
    names: tuple[Name, ...] | None = None
    positions: Floats | None = None

    def __post_init__(self) -> None:
        if self.positions is not None and self.positions.shape != (len(self), 2):
            raise InputError(f"graph: expected a position (x, y) for each of {len(self)} vertices")
        for column in (self.starts, self.heads, self.positions):
            if column is not None:
                column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def tails(self) -> Ints:
        """The other end of each arc, shape (arcs,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def vertex(self, number: int) -> Name:
        """The name of the vertex: (row, column), or its name, or its number."""
        if self.layout is not None:
            return divmod(number, self.layout.cols)
        return number if self.names is None else self.names[number]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Graph)
            and (self.directed, self.layout, self.names) == (other.directed, other.layout, other.names)
            and np.array_equal(self.starts, other.starts)
            and np.array_equal(self.heads, other.heads)
        )

    def __hash__(self) -> int:
        return hash((self.starts.tobytes(), self.heads.tobytes()))


def graph(
    n: int,
    tails: ArrayLike,
    heads: ArrayLike,
    *,
    directed: bool = False,
    layout: Layout | None = None,
    names: Sequence[Name] | None = None,
    positions: Floats | None = None,
) -> Graph:
    """The graph with these arcs or, unless it is directed, these edges, each given once. positions: (n, 2), y down.
    Raises InputError."""
    tail, head = np.asarray(tails, np.int64).ravel(), np.asarray(heads, np.int64).ravel()
    check_size(n, len(tail))
    if len(tail) != len(head) or (
        len(tail) and not 0 <= min(tail.min(), head.min()) <= max(tail.max(), head.max()) < n
    ):
        raise InputError(f"graph: expected edges between the vertices 0..{n - 1}")
    if names is not None and (len(names) != n or len(set(names)) != n):
        raise InputError(f"graph: expected {n} different names, found {len(set(names))}")
    if not directed:
        back = tail != head  # a loop is one arc, not two
        tail, head = np.concatenate([tail, head[back]]), np.concatenate([head, tail[back]])
    starts, arcs = csr_columns(n, np.sort(tail * n + head))
    return Graph(starts, arcs, directed, layout, None if names is None else tuple(names), positions)


def as_undirected(g: Graph) -> Graph:
    """The graph with an edge for each arc; two arcs, one each way, are one edge. Of several arcs between two vertices,
    each way has its own, and there are as many edges as the way with more of them has arcs."""
    if not g.directed:
        return g
    n = max(len(g), 1)
    low, high = np.minimum(g.tails, g.heads), np.maximum(g.tails, g.heads)
    forth = g.tails <= g.heads
    keys = low * n + high
    pairs, forward = np.unique(keys[forth], return_counts=True)
    others, backward = np.unique(keys[~forth], return_counts=True)
    every = np.union1d(pairs, others)
    count = np.zeros(len(every), np.int64)
    count[np.searchsorted(every, pairs)] = forward
    where = np.searchsorted(every, others)
    count[where] = np.maximum(count[where], backward)
    edges = np.repeat(every, count)
    return graph(len(g), edges // n, edges % n, layout=g.layout, names=g.names, positions=g.positions)


def has_paired_arcs(g: Graph) -> bool:
    """Does some arc have one back? (A loop has not.)"""
    keys, back = g.tails * len(g) + g.heads, g.heads * len(g) + g.tails
    return bool(np.isin(keys[g.tails < g.heads], back[g.tails > g.heads]).any())


def check_size(n: int, edges: int) -> None:
    """Raises InputError for a graph without vertices, or one that is too large."""
    check_cells("graph", n, f"{n:,}", "vertices")
    if edges > MOST_ARCS // 2:
        raise InputError(f"graph: expected at most {MOST_ARCS // 2:,} edges, found {edges:,}")


def count_parallel_edges(g: Graph) -> int:
    """How many edges (arcs of a directed graph) join two vertices that another joins already, the same way round."""
    keys = g.tails * len(g) + g.heads
    repeated = keys[1:][keys[1:] == keys[:-1]]
    loops = int((repeated // len(g) == repeated % len(g)).sum())
    return len(repeated) if g.directed else (len(repeated) - loops) // 2 + loops


def loops(g: Graph) -> Ints:
    """The vertices with a loop, ascending."""
    return np.unique(g.heads[g.tails == g.heads])


def csr_columns(n: int, keys: Ints) -> tuple[Ints, Ints]:
    """Starts and heads of ascending numbers tail * n + head."""
    starts = np.searchsorted(keys, np.arange(n + 1) * n)
    return starts, keys % n
