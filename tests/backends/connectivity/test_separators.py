"""Separators of random graphs, beside what networkx finds."""

from __future__ import annotations

import random

import networkx
import numpy as np

from backends.connectivity.separators import separating_literals
from models.neutral.global_rules.connected.rule import graph_rule
from tests.support.every_case import each_seed


def random_case(seed: int):
    """A graph, a connected part of it, a vertex outside that is not beside it by an uncut edge, and what is cut."""
    stream = random.Random(seed)
    n = stream.randint(3, 30)
    pairs = [(a, b) for a in range(n) for b in range(a) if stream.random() < stream.choice((1, 2, 3)) / n]
    graph = networkx.Graph(pairs)
    graph.add_nodes_from(range(n))
    start = stream.randrange(n)
    component = list(networkx.bfs_tree(graph, start, depth_limit=stream.randint(0, 2)))
    component = component[: stream.randint(1, len(component))]
    is_cut = np.array([stream.random() < 0.6 for _ in pairs], np.bool_)
    taken = {
        ({a, b} - set(component)).pop()
        for (a, b), cut in zip(pairs, is_cut, strict=True)
        if not cut and len({a, b} & set(component)) == 1
    }
    others = [v for v in range(n) if v not in component and v not in taken]
    return graph, pairs, component, taken, others, is_cut


def expected_literals(graph, pairs, component, taken, other, is_cut) -> set[int]:
    """Edges are literals 101.., vertices 1..: a cut edge counts if its outer end is in the part of the other vertex, or
    was taken and is beside it; so does a vertex that was taken."""
    rest = graph.subgraph(set(graph) - set(component) - taken)
    part = networkx.node_connected_component(rest, other)
    literals = set()
    for e, (a, b) in enumerate(pairs):
        if len({a, b} & set(component)) == 1:
            end = b if a in component else a
            if end in part or (end in taken and part & set(graph[end])):
                literals.add(101 + e if is_cut[e] else 1 + end)
    return literals


@each_seed(40)
def test_only_what_leads_to_the_part_of_the_other_vertex_separates(seed):
    graph, pairs, component, taken, others, is_cut = random_case(seed)
    n = len(graph)
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    rule = graph_rule("connected", np.arange(1, n + 1), ends, np.arange(101, 101 + len(pairs)), None, "lazy")
    for other in others:
        found = separating_literals(rule, np.array(component), other, is_cut)
        assert set(found.tolist()) == expected_literals(graph, pairs, component, taken, other, is_cut)


def test_the_cases_have_parts_that_do_not_count():
    """So that the test above is about something: without another vertex, all that leads out counts."""
    fewer = 0
    for seed in range(40):
        graph, pairs, component, _, others, is_cut = random_case(seed)
        ends = np.array(pairs, np.int64).reshape(-1, 2)
        on, links = np.arange(1, len(graph) + 1), np.arange(101, 101 + len(pairs))
        rule = graph_rule("connected", on, ends, links, None, "lazy")
        every = separating_literals(rule, np.array(component), None, is_cut)
        separators = [separating_literals(rule, np.array(component), other, is_cut) for other in others]
        assert all(set(found.tolist()) <= set(every.tolist()) for found in separators)
        fewer += sum(0 < len(found) < len(every) for found in separators)
    assert fewer > 20
