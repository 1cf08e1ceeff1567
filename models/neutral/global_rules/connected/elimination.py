"""Vertex elimination: parents do not go round in a circle, in clauses alone.

Take the vertices out of the graph one after the other. When v goes, its neighbours become neighbours of each other, and
an arc u -> w stands for the way u -> v -> w:

    arc[u, v] and arc[v, w]  =>  arc[u, w]          for neighbours u and w of v, when v is taken out
    not (arc[u, v] and arc[v, u])

A circle of arcs loses a vertex each time one of its vertices is taken out, until two are left, which the second line
forbids. Without circles, let arc[u, w] hold where a way leads from u to w through vertices that were taken out.
Vertices with few neighbours go first, so that few arcs are new: of a board with n x n cells about n^2 log n arcs and
n^3 clauses are made, where ranks take n^4. From Rankooh and Rintanen, "Propositional encodings of acyclicity and
reachability by using vertex elimination" (AAAI 2022).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected.parents import state_parents
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import Formulation, StatingModel

MOST_VERTICES = 8_000  # the numbers of arcs are a square table, of 256 MB for so many
MOST_CLAUSES = 30_000_000


def state_elimination(m: StatingModel, rule: GraphRule) -> None:
    """State the rule with clauses. Raises ModelTooLarge."""
    check_vertices(n := len(rule.on))
    parents, arcs = state_parents(m, rule), number_edges(n, rule.edges)
    chains = [np.zeros((0, 3), np.int32), *eliminate_vertices(arcs)]
    if sum(map(len, chains)) > MOST_CLAUSES:
        raise ModelTooLarge(f"elimination would need {sum(map(len, chains)):,} clauses, at most {MOST_CLAUSES:,}")
    declared = np.asarray(m.bools(m.fresh_name("arc"), int(arcs.max(initial=0))))
    first = declared[:1].sum() - 1  # the number before the first one
    m.any(rule.sentence, np.stack([-parents.parent, arcs[parents.tail, parents.head] + first], axis=1))
    m.any(rule.sentence, (np.concatenate(chains) + first) * np.array([-1, -1, 1], np.int32))
    tail, head = np.nonzero(np.triu(arcs))
    m.any(rule.sentence, -(np.stack([arcs[tail, head], arcs[head, tail]], axis=1) + first))


def check_vertices(vertices: int) -> None:
    """Raise ModelTooLarge if there are too many."""
    if vertices > MOST_VERTICES:
        raise ModelTooLarge(f"elimination takes graphs of up to {MOST_VERTICES:,} vertices, found {vertices:,}")


def number_edges(n: int, edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """The numbers of the arcs, from 1: two for each edge; 0 where there is none; shape (n, n)."""
    arcs = np.zeros((n, n), np.int32)
    low, high = np.unique(np.sort(edges, axis=1), axis=0).T
    arcs[low, high] = np.arange(len(low)) + 1
    arcs[high, low] = np.arange(len(low)) + len(low) + 1
    return arcs


def eliminate_vertices(arcs: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    """Take out the vertices, those with the fewest neighbours first, and number the arcs that this makes. Yields, for
    each vertex v, the arcs u -> v, v -> w, u -> w for its neighbours u and w, shape (pairs, 3)."""
    left = np.ones(len(arcs), np.bool_)
    degrees = (arcs > 0).sum(axis=1)
    last = int(arcs.max(initial=0))
    for _ in range(len(arcs)):
        v = int(np.where(left, degrees, len(arcs)).argmin())
        left[v] = False
        near = np.flatnonzero((arcs[v] > 0) & left)
        degrees[near] -= 1
        between = arcs[np.ix_(near, near)]
        apart = ~np.eye(len(near), dtype=np.bool_)
        new = (between == 0) & apart
        between[new] = np.arange(last + 1, last + 1 + int(new.sum()))
        last += int(new.sum())
        arcs[np.ix_(near, near)] = between
        degrees[near] += new.sum(axis=1)
        u, w = np.nonzero(apart)
        yield np.stack([arcs[near[u], v], arcs[v, near[w]], between[u, w]], axis=1)


FORMULATION = Formulation(
    "elimination",
    state_elimination,
    "who comes before whom, between vertices that are neighbours after others were eliminated; clauses",
    source="Rankooh and Rintanen (2022)",
    unique=False,
    default=True,
)
