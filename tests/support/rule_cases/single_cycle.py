"""The edges that hold form one cycle: by networkx."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import networkx
import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase

LACKS = frozenset({"choice", "integer", "several rows"})
COMPLETE = list(combinations(range(4), 2))
PARALLEL = [(0, 1), (0, 1), (1, 2), (2, 3), (2, 3)]  # two cycles of two edges
Edges = Sequence[tuple[int, int]]


def form_cycle(held: Sequence[int], edges: Edges) -> bool:
    """By degrees and parts."""
    graph = networkx.MultiGraph([edge for edge, holds in zip(edges, held, strict=True) if holds])
    return {degree for _, degree in graph.degree()} == {2} and networkx.is_connected(graph)


def stated(edges: Edges) -> Callable[[Model, list[Any], str], None]:
    """Of edges that are the numbers."""
    return lambda m, x, by: m.single_cycle(RULE, x, edges, by=by)


def mark_visited(model: Model, assignment: NDArray[np.int64]) -> None:
    """Which vertices have edges, which is a part of the model before its formulation."""
    (rule,) = model.graph_rules
    assignment[model.arrays["visited"][np.unique(rule.edges[assignment[rule.links] == 1])]] = 1


CASES = tuple(
    RuleCase(name, (BOOLEAN,) * len(edges), stated(edges), lambda v, edges=edges: form_cycle(v, edges), mark_visited)
    for name, edges in (("complete", COMPLETE), ("parallel edges", PARALLEL), ("no cycle", COMPLETE[:3]))
)
SIZED = RuleCase("seven vertices", (BOOLEAN,) * 21, stated(list(combinations(range(7), 2))), lambda v: True)
