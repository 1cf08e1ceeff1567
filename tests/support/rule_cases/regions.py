"""The edges that hold divide a graph into its components, inside of which all edges hold: by networkx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, CaseNumber, RuleCase, choice, integer
from tests.support.rule_cases.paths import COMPLETE, PARALLEL, Edges, grid_edges

LACKS = frozenset({"several rows"})
CYCLE = [(0, 1), (1, 2), (2, 3), (0, 3)]


def are_regions(
    n: int,
    edges: Edges,
    held: Sequence[int],
    sizes: Sequence[int] | None = None,
    roots: Sequence[int] | None = None,
) -> bool:
    """By the definition, component by component."""
    graph = networkx.Graph([edge for edge, holds in zip(edges, held, strict=True) if holds])
    graph.add_nodes_from(range(n))
    for part in networkx.connected_components(graph):
        if any(part >= set(edge) and not holds for edge, holds in zip(edges, held, strict=True)):
            return False
        if sizes is not None and any(sizes[v] != len(part) for v in part):
            return False
        if roots is not None and len(part & set(roots)) != 1:
            return False
    return True


def region_case(
    name: str, n: int, edges: Edges, sizes: Sequence[CaseNumber] = (), roots: Sequence[int] | None = None
) -> RuleCase:
    """Of edges, and sizes if there are any, that are the numbers."""
    m_edges = len(edges)

    def state(m: Model, x: list[Any], by: str) -> None:
        m.regions(RULE, x[:m_edges], edges, x[m_edges:] if sizes else None, roots, vertices=n, by=by)

    def holds(v: tuple[int, ...]) -> bool:
        return are_regions(n, edges, v[:m_edges], v[m_edges:] if sizes else None, roots)

    return RuleCase(name, (*(BOOLEAN,) * m_edges, *sizes), state, holds)


CASES = (
    region_case("a square", 4, CYCLE),
    region_case("a root", 4, CYCLE, roots=[2]),
    region_case("two roots", 4, COMPLETE, roots=[3, 0]),
    region_case("no roots", 3, CYCLE[:2], roots=[]),
    region_case("parallel edges", 3, PARALLEL[:3]),
    region_case("sizes by choices", 3, CYCLE[:2], [choice(1, 2), choice(1, 2, 3), choice(2, 3)]),
    region_case("sizes by integers", 3, COMPLETE[:2], [integer(0, 1, 2, 3), integer(1, 2), integer(1, 3)]),
    region_case("sizes by Booleans", 3, CYCLE[:2], [BOOLEAN, integer(1, 2), choice(1, 2)]),
    region_case("sizes and roots", 3, CYCLE[:2], [choice(1, 2, 3), integer(1, 2, 3), choice(1, 2)], roots=[0, 2]),
    region_case("sizes that nothing has", 2, CYCLE[:1], [choice(3, 4), choice(3, 5)]),
    RuleCase(
        "all regions have one size",
        (*(BOOLEAN,) * 4, choice(1, 2, 4)),
        lambda m, x, by: m.regions(RULE, x[:4], CYCLE, [x[4]] * 4, by=by),
        lambda v: are_regions(4, CYCLE, v[:4], v[4:] * 4),
    ),
    RuleCase(
        "constant sizes",
        (BOOLEAN,) * 7,
        lambda m, x, by: m.regions(RULE, x, grid_edges(2, 3), [3, 3, 3, 3, 3, 3], by=by),
        lambda v: are_regions(6, grid_edges(2, 3), v, [3] * 6),
    ),
    RuleCase(
        "some links are known, or say the same",
        (BOOLEAN, BOOLEAN),
        lambda m, x, by: m.regions(RULE, [1, x[0], 0, -x[0], x[1], x[1]], COMPLETE, by=by),
        lambda v: are_regions(4, COMPLETE, [1, v[0], 0, 1 - v[0], v[1], v[1]]),
    ),
)
SIZED = region_case("a board of four by four", 16, grid_edges(4, 4), [integer(1, 2, 3, 4)] * 16)
