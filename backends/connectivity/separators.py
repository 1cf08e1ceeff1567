"""Separators: what of a graph rule leads out of a component, towards a vertex outside.

    o---o---o   .    o  the component          An edge that leaves the component counts only if it leads to the part of
    |       |                                  the rest of the graph in which b lies: so not to x, which the component
    o   x   o   .    b  the vertex outside     surrounds.
    |       |
    o---o---o   b

The parts of the rest are searched from all ends of leaving edges at once, a step for each in turn. Searches that meet
become one; one that comes to its end was in a part of its own. The last that is left need not be finished. So the
effort is that of the small parts, however large the graph is (Even and Shiloach, 1981, delete edges in this way).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.graphs import incident_edges, least_connected


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """The neighbours of each vertex: of vertex v those from starts[v] to starts[v + 1], with the numbers of the edges
    to them. whole: of each vertex the least that it is connected with if everything is there."""

    starts: list[int]
    ends: list[int]
    edges: list[int]
    whole: NDArray[np.int64]

    def beside(self, vertex: int) -> list[int]:
        """The vertices beside one."""
        return self.ends[self.starts[vertex] : self.starts[vertex + 1]]


@lru_cache(maxsize=8)  # asked for each component of each assignment
def find_neighbours(rule: GraphRule) -> Neighbours:
    """The neighbours of all vertices of a rule."""
    vertex, edge = incident_edges(rule.edges)
    starts = np.searchsorted(vertex, np.arange(len(rule.on) + 1))
    ends = rule.edges[edge].sum(axis=1) - vertex
    whole = least_connected(len(rule.on), rule.edges)
    return Neighbours(starts.tolist(), ends.tolist(), edge.tolist(), whole)


def separating_literals(
    rule: GraphRule, component: NDArray[np.int64], other: int | None, is_cut: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """The literals of which one must hold if some vertex of the component is to be connected with the other vertex
    (with anything, if that is None). component: its vertices; is_cut: which edges, if they leave the component, are cut
    themselves, all with literals, shape (edges,); of the others the outer end is taken out of the graph."""
    near, members = find_neighbours(rule), component.tolist()
    inside = set(members)
    places = [i for v in members for i in range(near.starts[v], near.starts[v + 1]) if near.ends[i] not in inside]
    edges, outer = np.array([near.edges[i] for i in places], np.int64), [near.ends[i] for i in places]
    cut = is_cut[edges]
    literals = np.where(cut, rule.links[edges], rule.on[outer] if outer else 0)
    if other is not None:
        taken = {end for end, is_link in zip(outer, cut.tolist(), strict=True) if not is_link}
        reaching = _reach(near, inside, taken, outer, other)
        literals = literals[[end in reaching for end in outer]]
    return np.unique(literals.astype(np.int32))


def _reach(near: Neighbours, inside: set[int], taken: set[int], outer: list[int], other: int) -> set[int]:
    """Of the vertices outer, from which edges lead into the component, those that are in the part of the other vertex,
    or, if they are taken out of the graph, beside it."""
    if near.whole[other] != near.whole[next(iter(inside))]:
        return set()
    removed = inside | taken
    ways = {end: [v for v in (near.beside(end) if end in taken else [end]) if v not in removed] for end in set(outer)}
    part_of = _search_parts(near, removed, {v for seeds in ways.values() for v in seeds}, other)
    return {end for end, seeds in ways.items() if any(part_of[v] == part_of[other] for v in seeds)}


def _search_parts(near: Neighbours, removed: set[int], seeds: set[int], other: int) -> dict[int, int]:
    """The part of each seed, as a number, and that of the other vertex, which is in the part of some seed."""
    owner = {seed: number for number, seed in enumerate(sorted(seeds))}
    joined, fronts = list(range(len(owner))), [deque([seed]) for seed in owner]

    def part(vertex: int) -> int:
        number = owner[vertex]
        while joined[number] != number:
            number = joined[number]
        return number

    turns, searches = deque(joined), len(owner)
    while searches > 1:
        number = turns.popleft()
        if joined[number] != number:  # it met another one
            continue
        if not fronts[number]:  # a part of its own
            searches -= 1
            continue
        for end in near.beside(fronts[number].popleft()):
            if end in removed:
                continue
            if end not in owner:
                owner[end] = number
                fronts[number].append(end)
            elif (met := part(end)) != number:
                joined[met] = number
                fronts[number] += fronts[met]
                searches -= 1
        turns.append(number)
    if other not in owner:  # so it lies where the search was not finished
        owner[other] = next(number for number in turns if joined[number] == number)
    return {vertex: part(vertex) for vertex in (*seeds, other)}
