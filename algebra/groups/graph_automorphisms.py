"""Generators of the automorphism group of a graph, by refinement and by setting vertices apart.

    first path    refine, set a vertex b1 apart, refine, set b2 apart, .. until every vertex is alone
    level i       for each vertex v of the cell of b_i: is there an automorphism that fixes b_1 .. b_(i-1) and maps b_i
                  to v? Where v is known to be in the orbit of b_i, or in that of one for which there is none, it is
                  not asked. Else paths that set v apart, then any vertices, are compared with the first path.

From the deepest level up, what was found generates all automorphisms that fix b_1 .. b_(i-1), and the order of that
group is the product of the orbits of b_i, b_(i+1), .. (orbit-stabiliser). So there are fewer generators than vertices,
however large the group is. Each is checked, arc by arc. Where the search does not end within its steps there is none:
a part of the generators would be another group.

References: B. McKay, "Practical graph isomorphism" (Congressus Numerantium 30, 1981); B. McKay and A. Piperno,
"Practical graph isomorphism, II" (Journal of Symbolic Computation 60, 2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from algebra.groups.refinement import (
    ColouredGraph,
    Partition,
    Trace,
    Work,
    partition_by_colours,
    refine,
    set_apart,
)

Moves: TypeAlias = dict[int, int]
"""A permutation: where the points go that do not stay."""


@dataclass(frozen=True, slots=True)
class AutomorphismGroup:
    """generators: permutations of the vertices; order: how many automorphisms there are."""

    generators: tuple[Moves, ...]
    order: int


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A step of the first path. vertex: which is set apart next; trace: of the refinement after that."""

    partition: Partition
    cell: int
    vertex: int
    trace: Trace


@dataclass(slots=True)
class _Orbits:
    """Which vertices are known to be in one orbit. parent: of each vertex, itself at a root."""

    parent: list[int]

    def find(self, vertex: int) -> int:
        while self.parent[vertex] != vertex:
            self.parent[vertex] = self.parent[self.parent[vertex]]
            vertex = self.parent[vertex]
        return vertex

    def join(self, moves: Moves) -> None:
        for one, other in moves.items():
            self.parent[self.find(one)] = self.find(other)


@dataclass(slots=True)
class _Search:
    graph: ColouredGraph
    work: Work
    path: list[_Node] = field(default_factory=list)
    leaf: Partition | None = None

    def walk_first_path(self) -> None:
        """Set vertices apart until all are alone."""
        partition = partition_by_colours(self.graph)
        refine(self.graph, partition, list(partition.size), self.work)
        while (cell := partition.choose_cell()) is not None:
            self.work.take(len(self.graph))
            vertex, following = partition.order[cell], partition.copy()
            trace = refine(self.graph, following, [set_apart(following, vertex)], self.work)
            assert trace is not None  # none was expected
            self.path.append(_Node(partition, cell, vertex, trace))
            partition = following
        self.leaf = partition

    def reference(self, level: int) -> Partition:
        """The partition of the first path at that level."""
        assert self.leaf is not None
        return self.path[level].partition if level < len(self.path) else self.leaf

    def find_image(self, level: int, vertex: int) -> Moves | None:
        """An automorphism that fixes the vertices set apart before that level, and maps its vertex to this one."""
        waiting: list[Iterator[Partition]] = [self._steps(level, self.path[level].partition, [vertex])]
        while waiting:
            partition = next(waiting[-1], None)
            if partition is None:
                waiting.pop()
                continue
            depth = level + len(waiting)
            moves = self._compare(self.reference(depth), partition)
            if moves is not None and _is_automorphism(self.graph, moves):
                return moves
            if depth < len(self.path):
                node = self.path[depth]
                members = sorted(partition.members(node.cell), key=node.vertex.__ne__)  # its own vertex first
                waiting.append(self._steps(depth, partition, members))
        return None

    def _steps(self, depth: int, partition: Partition, vertices: list[int]) -> Iterator[Partition]:
        """The partition with each of these vertices set apart and refined, if that goes as on the first path."""
        for vertex in vertices:
            self.work.take(len(self.graph))
            following = partition.copy()
            cells = [set_apart(following, vertex)]
            if refine(self.graph, following, cells, self.work, self.path[depth].trace) is not None:
                yield following

    def _compare(self, reference: Partition, partition: Partition) -> Moves | None:
        """The permutation that maps the cells of one vertex in their order, and leaves all other vertices as they are;
        None if another cell has other vertices."""
        self.work.take(len(self.graph))
        moves = {}
        for one, other in zip(reference.order, partition.order, strict=True):
            cell = reference.cell[one]
            if reference.size[cell] > 1:
                if partition.cell[one] != cell:
                    return None
            elif one != other:
                moves[one] = other
        return moves


def find_automorphisms(graph: ColouredGraph, steps: int) -> AutomorphismGroup:
    """All automorphisms that keep the colours of vertices and the labels of arcs. Raises LimitReached where that takes
    more steps: arcs that are looked at, and vertices for each partition."""
    search = _Search(graph, Work(steps))
    search.walk_first_path()
    orbits, generators, order = _Orbits(list(range(len(graph)))), list[Moves](), 1
    for level in reversed(range(len(search.path))):
        node = search.path[level]
        members, impossible = node.partition.members(node.cell), list[int]()
        for vertex in members:
            root = orbits.find(vertex)
            if root == orbits.find(node.vertex) or root in map(orbits.find, impossible):
                continue
            moves = search.find_image(level, vertex)
            if moves is None:
                impossible.append(vertex)
            else:
                generators.append(moves)
                orbits.join(moves)
        order *= sum(orbits.find(vertex) == orbits.find(node.vertex) for vertex in members)
    return AutomorphismGroup(tuple(generators), order)


def _is_automorphism(graph: ColouredGraph, moves: Moves) -> bool:
    """Is it a permutation that keeps colours and arcs? Arcs between vertices that stay do so, too."""
    if moves.keys() != set(moves.values()) or any(graph.colours[v] != graph.colours[w] for v, w in moves.items()):
        return False
    return all(
        {moves.get(head, head): weight for head, weight in neighbours[vertex].items()} == neighbours[image]
        for neighbours in graph.neighbours
        for vertex, image in moves.items()
    )
