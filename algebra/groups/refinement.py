"""Colour refinement: the coarsest partition of a graph's vertices in which those of a cell see every cell alike.

    cells    [ corners | sides | middle ]    the vertices of a cell have equally many arcs of each label to each cell,
                                             and from each

The cells are in an order that depends on the graph and not on the numbers of its vertices: an automorphism that maps
one vertex to another one maps the cells, refined after the one was set apart, to those refined after the other was.
What was counted on the way is the *trace*; where two traces differ, there is no such automorphism.

Reference: B. McKay and A. Piperno, "Practical graph isomorphism, II" (Journal of Symbolic Computation 60, 2014); which
fragments wait: J. Hopcroft, "An n log n algorithm for minimizing states in a finite automaton" (1971).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.limits import LimitReached

Trace: TypeAlias = list[tuple[int, ...]]
Arcs: TypeAlias = tuple[dict[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class ColouredGraph:
    """A directed graph, whose vertices have colours and whose arcs have labels; each arc is there once.

    neighbours: per direction (one, if each arc has its reverse) and vertex, the heads of its arcs with their labels,
    as powers of a number above all degrees, so that sums of labels tell how often each occurs."""

    colours: tuple[int, ...]
    neighbours: tuple[Arcs, ...]

    def __len__(self) -> int:
        return len(self.colours)


def coloured_graph(
    colours: NDArray[np.int64], tails: NDArray[np.int64], heads: NDArray[np.int64], labels: NDArray[np.int64]
) -> ColouredGraph:
    """The graph with these colours (n,) and arcs (arcs,)."""
    n = len(colours)
    _, places = np.unique(labels, return_inverse=True)
    weights = [(n + 1) ** place for place in places.tolist()]
    arcs = list(zip(tails.tolist(), heads.tolist(), weights, strict=True))
    there: Arcs = tuple({} for _ in range(n))
    back: Arcs = tuple({} for _ in range(n))
    for tail, head, weight in arcs:
        there[tail][head] = weight
        back[head][tail] = weight
    return ColouredGraph(tuple(colours.tolist()), (there,) if there == back else (there, back))


@dataclass(slots=True)
class Work:
    """Steps that are left. Raises LimitReached where there are none."""

    left: int

    def take(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise LimitReached("the search for automorphisms of the graph did not end within its limit of steps")


@dataclass(slots=True)
class Partition:
    """Vertices in cells, which have an order. order: the vertices cell by cell; place: of each vertex in it; cell: of
    each vertex, the place where its cell begins; size: of the cell that begins at a place."""

    order: list[int]
    place: list[int]
    cell: list[int]
    size: dict[int, int]

    def copy(self) -> Partition:
        return Partition(self.order[:], self.place[:], self.cell[:], self.size.copy())

    def members(self, cell: int) -> list[int]:
        """The vertices of a cell."""
        return self.order[cell : cell + self.size[cell]]

    def split(self, cell: int, parts: Iterable[list[int]]) -> list[int]:
        """Replace a cell by these parts of it, in this order. Returns where they begin."""
        at, cells = cell, []
        for part in parts:
            cells.append(at)
            self.size[at] = len(part)
            for i, vertex in enumerate(part, at):
                self.order[i], self.place[vertex], self.cell[vertex] = vertex, i, at
            at += len(part)
        return cells

    def choose_cell(self) -> int | None:
        """The first of the smallest cells of several vertices; None if every vertex is alone."""
        several = [(size, cell) for cell, size in self.size.items() if size > 1]
        return min(several)[1] if several else None


def partition_by_colours(graph: ColouredGraph) -> Partition:
    """A cell for each colour, in ascending order."""
    n = len(graph)
    partition = Partition(list(range(n)), list(range(n)), [0] * n, {0: n} if n else {})
    by_colour: dict[int, list[int]] = {}
    for vertex, colour in enumerate(graph.colours):
        by_colour.setdefault(colour, []).append(vertex)
    partition.split(0, [by_colour[colour] for colour in sorted(by_colour)])
    return partition


def set_apart(partition: Partition, vertex: int) -> int:
    """Make the vertex the first part of its cell, alone. Returns its cell."""
    cell = partition.cell[vertex]
    partition.split(cell, ([vertex], [other for other in partition.members(cell) if other != vertex]))
    return cell


def refine(
    graph: ColouredGraph, partition: Partition, cells: Iterable[int], work: Work, expected: Trace | None = None
) -> Trace | None:
    """Split cells until those of a cell see every cell alike; those given are looked at first. Returns the trace, None
    as soon as it is not the expected one."""
    waiting, queued, trace = deque(cells), set(cells), Trace()
    while waiting:
        splitter = waiting.popleft()
        queued.discard(splitter)
        members = partition.members(splitter)
        for direction, neighbours in enumerate(graph.neighbours):
            for cell, seen in _count_arcs(partition, neighbours, members, work):
                fragments = _sort_by_count(partition, cell, seen)
                trace.append((splitter, direction, cell, *(x for count, part in fragments for x in (count, len(part)))))
                if expected is not None and (len(trace) > len(expected) or expected[len(trace) - 1] != trace[-1]):
                    return None
                if len(fragments) > 1:
                    work.take(partition.size[cell])
                    for fragment in _choose_waiting(partition, cell, fragments, cell in queued):
                        if fragment not in queued:
                            queued.add(fragment)
                            waiting.append(fragment)
    return trace if expected is None or len(trace) == len(expected) else None


def _count_arcs(
    partition: Partition, neighbours: Arcs, members: list[int], work: Work
) -> list[tuple[int, dict[int, int]]]:
    """What vertices see of these members, by the cell of the vertex: sums of labels, in the order of the cells."""
    sums: dict[int, dict[int, int]] = {}
    cell_of = partition.cell
    for member in members:
        arcs = neighbours[member]
        work.take(len(arcs) + 1)
        for vertex, weight in arcs.items():
            seen = sums.setdefault(cell_of[vertex], {})
            seen[vertex] = seen.get(vertex, 0) + weight
    return sorted(sums.items())


def _sort_by_count(partition: Partition, cell: int, seen: dict[int, int]) -> list[tuple[int, list[int]]]:
    """The vertices of the cell by what they see, in ascending order of that; first those that see nothing."""
    by_count: dict[int, list[int]] = {}
    for vertex, count in seen.items():
        by_count.setdefault(count, []).append(vertex)
    if len(seen) < partition.size[cell]:
        by_count[0] = [vertex for vertex in partition.members(cell) if vertex not in seen]
    return sorted(by_count.items())


def _choose_waiting(
    partition: Partition, cell: int, fragments: list[tuple[int, list[int]]], is_waiting: bool
) -> list[int]:
    """Split the cell; the fragments that have to be looked at: all but the largest, if the whole cell was before."""
    parts = [part for _, part in fragments]
    cells = partition.split(cell, parts)
    if is_waiting:
        return cells
    largest = max(range(len(parts)), key=lambda i: (len(parts[i]), -i))
    return cells[:largest] + cells[largest + 1 :]
