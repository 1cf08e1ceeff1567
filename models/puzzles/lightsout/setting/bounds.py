"""Bounds on the nullity and the presses of Lights Out on a graph, known before any search.

nullity   of a part of the graph, with edges removed. Let n be its vertices, and M edges a largest matching.

          open      The matrix is alternating, so its rank is even (Albert 1938), and not above that of Tutte's matrix,
                    2M (Tutte 1947): n - 2M, n - 2M + 2, .. n. Each occurs: keep only some edges of the matching.
          closed    The matrix has ones on its diagonal. The rows of an independent set of vertices stay linearly
                    independent: with a of them, the nullity is at most n - a. On a bipartite graph n - a = M (König
                    1931), and each of 0 .. M occurs: two vertices that are neighbours of each other alone have equal
                    rows.

          If the graph is not bipartite, odd components bound M (Tutte and Berge), and a greedy set gives a.

presses   x takes |x| presses if it presses no quiet pattern z more than half (`models.puzzles.lightsout.theory`,
          `worst_case`). On average over all z, half of the cells that are in any quiet pattern are pressed: with s of
          those, no start takes more than n - s + s/2. With few patterns the integer program of the worst case gives
          the exact number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace, Contradiction, solve
from algebra.modulo2.dense_elimination import unpack_bits
from algebra.modulo2.sparse_matrix import SparseMatrix
from models.puzzles.graphs.graph import Graph
from models.puzzles.graphs.pairing import pairing
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.theory.worst_case import MOST_QUIET, groups, worst_case_model
from models.puzzles.setting.engines import SetterEngines

Ints = NDArray[np.int64]
MOST_VERTICES = 20_000  # of a graph whose matching is computed
MOST_KERNEL = 100_000_000  # bits of quiet patterns
SECONDS = 2.0  # for the integer program of the worst case


def nullities(p: LightsOut) -> range:
    """The range that contains the nullities of all parts of the graph; two colours, undirected. On a bipartite graph
    each number in it is the nullity of some part."""
    n, loops = len(p), int((p.graph.tails == p.graph.heads).sum())
    if n > MOST_VERTICES or (p.rule == "open" and loops):
        return range(n + 1)
    sides = two_colouring(p.graph)
    if p.rule == "open":
        alone = _count_odd_components(p.graph) if sides is None else n - 2 * len(_largest_matching(p.graph, sides))
        return range(alone, n + 1, 2)
    return range((n - _independent_set_size(p.graph) if sides is None else len(_largest_matching(p.graph, sides))) + 1)


def matching(g: Graph, tails: Ints, heads: Ints) -> Ints:
    """A matching, by edge numbers: a largest one on a bipartite graph, else a greedy one. tails, heads: of the edges,
    no loops, tails below heads."""
    sides, covered, edges = two_colouring(g), np.zeros(len(g), np.bool_), list[int]()
    paired = None if sides is None else {tuple(sorted(pair)) for pair in _largest_matching(g, sides)}
    for edge, ends in enumerate(zip(tails.tolist(), heads.tolist(), strict=True)):
        if not covered[list(ends)].any() and (paired is None or ends in paired):
            covered[list(ends)] = True
            edges.append(edge)
    return np.array(edges, np.int64)


def quiet_space(p: LightsOut) -> AffineSpace:
    """The presses that change no lamp; two colours, undirected, so that a row of the matrix is also a column."""
    matrix = SparseMatrix(p.starts, p.toggled.astype(np.int32), len(p))
    space = solve(matrix, np.zeros(len(p), np.bool_))
    assert not isinstance(space, Contradiction)  # no presses are a solution
    return space


def max_presses(p: LightsOut, engines: SetterEngines) -> int:
    """An upper bound on the fewest presses of any start."""
    space = quiet_space(p)
    if not space.dimension or space.dimension * len(p) > MOST_KERNEL:
        return len(p)
    quiet = unpack_bits(space.kernel_vectors(np.arange(space.dimension)), space.dimension).T
    idle = int((~quiet.any(axis=0)).sum())
    bound = idle + (len(p) - idle) // 2
    return bound if space.dimension > MOST_QUIET else min(bound, idle + _max_group_presses(quiet, engines))


def _max_group_presses(quiet: NDArray[np.bool_], engines: SetterEngines) -> int:
    """The most presses of cells in quiet patterns; all of the cells where the integer program takes too long."""
    cells = groups(quiet)
    least = engines.least_cost("cpsat", worst_case_model(cells), SECONDS)
    return int(cells.sizes.sum()) if least is None else -least


def two_colouring(g: Graph) -> Ints | None:
    """A colour of each vertex, 0 or 1, different for neighbours; None if the graph is not bipartite."""
    colour, starts, heads = [-1] * len(g), g.starts.tolist(), g.heads.tolist()
    for first in range(len(g)):
        if colour[first] >= 0:
            continue
        colour[first], stack = 0, [first]
        while stack:
            v = stack.pop()
            for w in heads[starts[v] : starts[v + 1]]:
                if w == v:
                    continue  # a loop
                if colour[w] < 0:
                    colour[w] = 1 - colour[v]
                    stack.append(w)
                elif colour[w] == colour[v]:
                    return None
    return np.array(colour, np.int64)


def _largest_matching(g: Graph, sides: Ints) -> list[tuple[int, int]]:
    """The edges of a largest matching, by their ends."""
    here, there = np.flatnonzero(sides == 0).tolist(), np.flatnonzero(sides == 1).tolist()
    number = {v: i for i, v in enumerate(there)}
    near = [g.heads[g.starts[v] : g.starts[v + 1]].tolist() for v in here]
    partner, _ = pairing([[number[w] for w in cells if w in number] for cells in near], len(there))
    return [(v, there[mate]) for v, mate in zip(here, partner, strict=True) if mate >= 0]


def _count_odd_components(g: Graph) -> int:
    """The number of components with an odd number of vertices: each has a vertex that no matching covers."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = coo_array((np.ones(len(g.tails), np.int8), (g.tails, g.heads)), shape=(len(g), len(g)))
    _, label = connected_components(edges, directed=False)
    return int((np.bincount(label) % 2).sum())


def _independent_set_size(g: Graph) -> int:
    """The size of an independent set, greedily: vertices with few neighbours first."""
    chosen, starts, heads = np.zeros(len(g), np.bool_), g.starts, g.heads
    for v in np.argsort(np.diff(starts), kind="stable").tolist():
        near = heads[starts[v] : starts[v + 1]]
        chosen[v] = not chosen[near[near != v]].any()
    return int(chosen.sum())
