"""The edges that hold form one path for each pair of ends, and nothing else: by networkx."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import networkx

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase

LACKS = frozenset({"choice", "integer", "several rows"})
COMPLETE = list(combinations(range(4), 2))
TRIANGLES = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)]
PARALLEL = [(0, 1), (0, 1), (1, 2), (2, 3), (3, 2)]
Edges = Sequence[Sequence[int]]


def grid_edges(height: int, width: int) -> list[tuple[int, int]]:
    """Of a board, row by row."""
    cells = [(r, c) for r in range(height) for c in range(width)]
    beside = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return [(r * width + c, s * width + d) for (r, c), (s, d) in beside]


def are_paths(n: int, edges: Edges, held: Sequence[int], ends: Edges, cover: bool = False) -> bool:
    """Each component is a vertex, if that may be, or a tree whose leaves are the two ends of one pair."""
    graph = networkx.MultiGraph([edge for edge, holds in zip(edges, held, strict=True) if holds])
    graph.add_nodes_from(range(n))
    for part in networkx.connected_components(graph):
        pairs, tree = [set(pair) for pair in ends if part & set(pair)], graph.subgraph(part)
        if len(part) == 1 and not pairs and not cover:
            continue
        leaves = [v for v, degree in tree.degree() if degree == 1]
        is_line = len(part) > 1 and tree.number_of_edges() == len(part) - 1 and len(leaves) == 2
        if pairs != [set(leaves)] or not is_line:
            return False
    return True


def path_case(name: str, n: int, edges: Edges, ends: Edges, cover: bool = False) -> RuleCase:
    """Of edges that are the numbers."""

    def state(m: Model, x: list[Any], by: str) -> None:
        m.paths(RULE, x, edges, ends, cover, vertices=n, by=by)

    return RuleCase(name, (BOOLEAN,) * len(edges), state, lambda v: are_paths(n, edges, v, ends, cover))


def mixed(links: Callable[[list[Any]], list[Any]]) -> Callable[[Model, list[Any], str], None]:
    """A square with a diagonal, of whose edges some are known, or say the same."""
    return lambda m, x, by: m.paths(RULE, links(x), [*COMPLETE[:3], (1, 2), (2, 3)], [(0, 3)], by=by)


CASES = (
    path_case("one path", 4, COMPLETE, [(0, 3)]),
    path_case("two paths", 4, COMPLETE, [(0, 1), (3, 2)]),
    path_case("a path through all", 4, COMPLETE, [(2, 0)], cover=True),
    path_case("rings beside a path", 6, TRIANGLES, [(0, 1)]),
    path_case("a ring cannot cover", 6, TRIANGLES, [(0, 2)], cover=True),
    path_case("parallel edges", 4, PARALLEL, [(0, 1)]),
    path_case("no ends", 3, COMPLETE[:2], []),
    path_case("a vertex without edges", 5, COMPLETE[:2], [(1, 2)]),
    path_case("ends without edges", 5, COMPLETE[:2], [(3, 4)]),
    path_case("a board", 6, grid_edges(2, 3), [(0, 5)]),
    RuleCase(
        "some links are known",
        (BOOLEAN,) * 3,
        mixed(lambda x: [1, x[0], 0, x[1], x[2]]),
        lambda v: are_paths(4, [*COMPLETE[:3], (1, 2), (2, 3)], [1, v[0], 0, v[1], v[2]], [(0, 3)]),
    ),
    RuleCase(
        "links that say the same, or the opposite",
        (BOOLEAN,) * 2,
        mixed(lambda x: [x[0], -x[0], x[1], x[0], x[0]]),
        lambda v: are_paths(4, [*COMPLETE[:3], (1, 2), (2, 3)], [v[0], 1 - v[0], v[1], v[0], v[0]], [(0, 3)]),
    ),
)
SIZED = path_case("a board of four by four", 16, grid_edges(4, 4), [(0, 15), (3, 5)])
