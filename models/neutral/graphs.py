"""Graph rules: "the chosen vertices are connected" and "the chosen edges form one cycle", which are no rows.

    on      a literal per vertex: it is in the graph if the literal holds; 0: it always is
    edges   pairs of vertices, counted from 0
    links   a literal per edge: it is in the graph if both of its ends are, and the literal holds; 0: it need not hold

        1 --- 2 --- 3        connected, if 1 and 2 hold and 3 does not;
              |     |        not connected, if 1 and 3 hold and 2 and 4 do not
              4 --- 5

A formulation (`connectivity`) states a graph rule as rows over more variables. The rule itself stays in the model, so
that answers are judged on the graph, and not by what was made of it. A rule that is left open has no rows: it is kept
by cuts that are added while solving (`backends.connectivity.lazy_cuts`), or by a solver that knows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, freeze, integers, per_row
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import RuleFault
from models.neutral.rows import Rows, concatenated_ranges, group, prepend
from models.neutral.wording.phrases import Each

LAZY, CIRCUIT = "lazy", "circuit"
OPEN = (LAZY, CIRCUIT)  # formulations that state no rows


@dataclass(frozen=True, slots=True, eq=False)
class GraphRule:
    """A rule about a graph with n vertices and m edges.

    on: shape (n,); edges: shape (m, 2); links: shape (m,); roots: which vertices are roots, shape (n,), or None.
    cycle: the edges that are there form one cycle, through all vertices that are there; else all vertices that are
    there are connected: with roots, each with some root, otherwise with each other. by: the formulation. within: as the
    rest of the model implies, no vertex that is there is more than so many steps away from a root, shape (n,). blocks:
    the first block of the model that states it, and the one after the last; arrays: the names of the variables that
    were declared for it; of: what its vertices are called, None where nothing is said.
    """

    sentence: str
    on: NDArray[np.int32]
    edges: NDArray[np.int64]
    links: NDArray[np.int32]
    roots: NDArray[np.bool_] | None
    cycle: bool
    by: str
    within: NDArray[np.int64]
    blocks: tuple[int, int] = (0, 0)
    arrays: tuple[str, ...] = ()
    of: Each | None = None

    @property
    def kind(self) -> str:
        """The verb that states such rules."""
        return "single_cycle" if self.cycle else "connected"

    @property
    def blocks_before(self) -> int:
        """How many blocks say a part of the rule before its formulation: of a cycle, that a vertex has two edges or
        none, and which vertices are there (`Model.single_cycle`)."""
        return 4 if self.cycle else 0

    @property
    def is_open(self) -> bool:
        """Whether no rows of the model state it."""
        return self.by in OPEN

    @property
    def rows(self) -> int:
        """It is one."""
        return 1

    @property
    def named(self) -> NDArray[np.int32]:
        """All literals that stand in it."""
        return np.concatenate([self.on[self.on != 0], self.links[self.links != 0]])

    @property
    def extent(self) -> str:
        """How large it is, in words."""
        return f"a graph with {len(self.on)} vertices and {len(self.edges)} edges"

    @property
    def remedy(self) -> str:
        """The argument by which rows state it."""
        return "by='elimination'"

    def placed(self, by: str, blocks: tuple[int, int], arrays: tuple[str, ...]) -> Self:
        """The same rule, stated by that formulation, in these blocks, with these variables."""
        return replace(self, by=by, blocks=blocks, arrays=arrays)

    def opened(self) -> Self:
        """The same rule without rows that state it."""
        return replace(self, by=LAZY, blocks=(0, 0))

    def renumbered(self, new: NDArray[np.int32]) -> Self:
        """The same rule where variable x is called new[x], a literal."""
        on, links = (np.sign(old) * new[np.abs(old)] for old in (self.on, self.links))
        return replace(self, on=freeze(on.astype(np.int32)), links=freeze(links.astype(np.int32)))

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: what an assignment, by variable number, breaks."""
        if (fault := self.complaint(values)) is not None:
            yield RuleFault(0, *fault)

    def graph(self, values: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The vertices and the edges that are there under an assignment, shapes (n,) and (m,)."""
        vertices, links = literals_hold(values, self.on), literals_hold(values, self.links)
        return vertices, links & vertices[self.edges].all(axis=1)

    def components(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of each vertex the least one that it is connected with, -1 where it is not there, shape (n,)."""
        vertices, present = self.graph(values)
        return np.where(vertices, least_connected(len(vertices), self.edges[present]), -1)

    def stray_components(self, components: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of what `components` returns those, by their least vertices, that the rule does not allow: without a root; or
        all of them, if there are several."""
        found = np.flatnonzero(components == np.arange(len(components)))
        if self.roots is not None:
            return np.setdiff1d(found, components[self.roots])
        return found if len(found) > 1 else found[:0]

    def complaint(self, values: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """What is counted, the number expected, and the number found, where an assignment breaks the rule."""
        if self.cycle:
            vertices, present = self.graph(values)
            degrees = np.bincount(self.edges[present].ravel(), minlength=len(self.on))
            if (odd := int(((degrees != 2) & vertices).sum())) > 0:
                return "vertices without two edges", 0, odd
            if not vertices.any():
                return "cycle", 1, 0
        stray = len(self.stray_components(self.components(values)))
        if stray and self.roots is not None:
            return "components without a root", 0, stray
        return ("cycle" if self.cycle else "component", 1, stray) if stray else None


def graph_rule(
    sentence: str,
    on: Any,
    edges: Any,
    links: Any,
    roots: Any,
    by: str,
    cycle: bool = False,
    within: Any = None,
) -> GraphRule:
    """The rule, its arguments checked; whether its literals are known is checked elsewhere. Raises ModelError."""
    vertices = as_literals(on, "on").ravel()
    pairs = integers(edges, "edges").astype(np.int64)
    pairs = pairs.reshape(0, 2) if pairs.size == 0 else pairs
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ModelError(f"edges: expected pairs of vertices, shape (edges, 2), found shape {pairs.shape}")
    outside = (pairs < 0) | (pairs >= len(vertices))
    if outside.any():
        raise ModelError(f"edges: expected vertices from 0 to {len(vertices) - 1}, found {pairs[outside][0]}")
    if (pairs[:, 0] == pairs[:, 1]).any():
        raise ModelError(f"edges: vertex {pairs[pairs[:, 0] == pairs[:, 1]][0, 0]} is joined to itself")
    literals = np.zeros(len(pairs), np.int32) if links is None else as_literals(links, "links").ravel()
    if len(literals) != len(pairs):
        raise ModelError(f"links: expected a literal for each of {len(pairs)} edges, found {len(literals)}")
    marks = None if roots is None else _root_mask(roots, len(vertices))
    most = max(len(vertices) - 1, 0)
    if within is not None and np.min(within, initial=0) < 0:
        raise ModelError(f"within: expected at least 0 steps, found {np.min(within)}")
    steps = np.minimum(per_row(most if within is None else within, len(vertices), "within"), most)
    return GraphRule(sentence, freeze(vertices), freeze(pairs), freeze(literals), marks, cycle, by, freeze(steps))


def _root_mask(roots: Any, vertices: int) -> NDArray[np.bool_]:
    """A mask of the vertices, from one or from their numbers."""
    array = np.asarray(roots)
    if array.dtype == np.bool_:
        if array.size != vertices:
            raise ModelError(f"roots: expected {vertices} truth values, or numbers of vertices, found {array.size}")
        return freeze(array.ravel().copy())
    numbers = integers(roots, "roots").ravel()
    if numbers.size and not 0 <= int(numbers.min()) <= int(numbers.max()) < vertices:
        raise ModelError(f"roots: expected vertices from 0 to {vertices - 1}, found {numbers.min()}..{numbers.max()}")
    mask = np.zeros(vertices, np.bool_)
    mask[numbers.astype(np.int64)] = True
    return freeze(mask)


def literals_hold(values: NDArray[np.int64], literals: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which literals hold under an assignment; 0 always does."""
    return np.where(literals == 0, True, (values[np.abs(literals)] == 1) == (literals > 0))


def least_connected(vertices: int, edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each vertex the least one that it is connected with, shape (vertices,).

    Every vertex points to a smaller one or to itself. Along each edge, the larger of the two that its ends point to is
    made to point to the smaller one; then pointers are followed to their ends (Shiloach and Vishkin, 1982, simplified).
    """
    least = np.arange(vertices)
    while True:
        ends = np.sort(least[edges], axis=1)
        apart = ends[:, 0] < ends[:, 1]
        if not apart.any():
            return least
        np.minimum.at(least, ends[apart, 1], ends[apart, 0])
        while ((further := least[least]) != least).any():
            least = further


def steps_from(start: NDArray[np.bool_], edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many steps each vertex is away from the nearest of some, n where no way leads to it, shape (n,)."""
    n = len(start)
    steps, front = np.where(start, 0, n), start
    for step in range(1, n):
        touched = np.zeros(n, np.bool_)
        for near, far in ((0, 1), (1, 0)):
            touched[edges[front[edges[:, near]], far]] = True
        front = touched & (steps == n)
        if not front.any():
            break
        steps[front] = step
    return steps


def incident_edges(rule: GraphRule) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each edge once for each of its ends: the vertex and the number of the edge, sorted by vertex; shapes (2 m,)."""
    vertex = rule.edges.T.ravel()
    order = np.argsort(vertex, kind="stable")
    return vertex[order], np.tile(np.arange(len(rule.edges)), 2)[order]


def edges_at_vertices(rule: GraphRule) -> Rows:
    """A row for each vertex: the literals of its edges."""
    return group(np.tile(rule.links, 2), by=rule.edges.T.ravel(), n=len(rule.on))


def edges_beside_edges(rule: GraphRule) -> Rows:
    """For each edge and each of its ends, a row: not the edge, or another edge at that end."""
    vertex, edge = incident_edges(rule)
    degrees = np.bincount(vertex, minlength=len(rule.on))
    owners = np.repeat(np.arange(len(edge)), degrees[vertex])  # a pair for each end and each end at the same vertex
    others = concatenated_ranges((np.cumsum(degrees) - degrees)[vertex], degrees[vertex])
    different = owners != others
    beside = group(rule.links[edge[others[different]]], by=owners[different], n=len(edge))
    return prepend(-rule.links[edge], beside)
