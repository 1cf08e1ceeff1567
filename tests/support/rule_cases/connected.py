"""The vertices that hold are connected, or each with a root: by networkx."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import networkx

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase

LACKS = frozenset({"choice", "integer", "several rows"})
SQUARE = [(0, 1), (1, 2), (2, 3), (0, 3)]
TRIANGLE = [(0, 1), (1, 2), (0, 2)]
STAR = [(0, 1), (0, 2), (0, 3)]


def are_connected(there: Sequence[int], edges: Sequence[tuple[int, int]], roots: Sequence[int] | None = None) -> bool:
    """By the parts of the graph of what is there."""
    graph = networkx.Graph()
    graph.add_nodes_from(v for v, holds in enumerate(there) if holds)
    graph.add_edges_from((a, b) for a, b in edges if there[a] and there[b])
    parts = list(networkx.connected_components(graph))
    return len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts)


def stated(edges: Sequence[tuple[int, int]], **arguments: Any) -> Callable[[Model, list[Any], str], None]:
    """Of vertices that are the numbers."""
    return lambda m, x, by: m.connected(RULE, x, edges, by=by, **arguments)


def with_links(m: Model, x: list[Any], by: str) -> None:
    """All vertices of a triangle are there; what holds are edges."""
    m.connected(RULE, [0] * 3, TRIANGLE, links=x, by=by)


CASES = (
    RuleCase("a square", (BOOLEAN,) * 4, stated(SQUARE), lambda v: are_connected(v, SQUARE)),
    RuleCase(
        "a square with a root", (BOOLEAN,) * 4, stated(SQUARE, roots=[0]), lambda v: are_connected(v, SQUARE, [0])
    ),
    RuleCase(
        "two roots",
        (BOOLEAN,) * 4,
        stated(STAR, roots=[1, 3]),
        lambda v: are_connected(v, STAR, [1, 3]),
    ),
    RuleCase("no edge", (BOOLEAN,) * 3, stated([]), lambda v: sum(v) <= 1),
    RuleCase(
        "edges that may be missing",
        (BOOLEAN,) * 3,
        with_links,
        lambda v: are_connected([1] * 3, [edge for edge, holds in zip(TRIANGLE, v, strict=True) if holds]),
    ),
)
SIZED = RuleCase(
    "a board of three by three",
    (BOOLEAN,) * 9,
    stated([(a, b) for a, b in combinations(range(9), 2) if b - a == 3 or (b - a == 1 and b % 3)]),
    lambda v: True,
)
