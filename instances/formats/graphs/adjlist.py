"""Adjacency lists, as networkx and others write them: a line per vertex, with its neighbours behind it.

# a comment             Names have no blanks. An edge may stand at one end or at both. There are no arrows, no parallel
a b c                   edges and no states: --lit says which lamps are on (all by default).
b c
c                       networkx reads them; a vertex with two lines, or a neighbour twice in one, is refused first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from instances.formats.graphs.frame import CONTROLS, GraphBuilder, check_names, edges, graph_format, vertex_names
from instances.formats.graphs.other_texts import content_lines, is_adjacency_list
from instances.formats.graphs.reading.door import add_network, check_count, read_network
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import Graph, count_parallel_edges
from rosetta.foundation.errors import InputError

NAME = "adjacency list"


def recognises(text: str) -> bool:
    """Each vertex has a line, with its neighbours behind it; and it cannot be a list of edges with weights."""
    return is_adjacency_list(text)


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of an adjacency list."""
    lines, ends = [], 0
    seen: set[str] = set()
    for number, line in content_lines(text):
        vertex, *others = line.split()
        if vertex in seen or len(set(others)) < len(others):
            fault = f"a second one of {vertex!r:.40}" if vertex in seen else f"a neighbour twice: {line[:40]!r}"
            advice = "an edge list or sparse6 can say parallel edges"
            raise InputError(
                f"{NAME}, line {number}: expected one line per vertex, each neighbour once; found {fault}; {advice}"
            )
        seen.add(vertex)
        ends += len(others)
        lines.append(line)
    check_count(NAME, ends + len(seen))
    order = [line.split(None, 1)[0] for line in lines]
    network = read_network(NAME, lambda networkx: sort_network(networkx, networkx.parse_adjlist(lines), order))
    builder.remark(f"read as an adjacency list: {len(network):,} vertices, {network.number_of_edges():,} edges")
    return add_network(builder, network, {node: node for node in network}).build()


def sort_network(networkx: Any, network: Any, order: list[str]) -> Any:
    """The network with these vertices first, in the order of their lines, so that what is written again is the same."""
    arranged = networkx.Graph()
    arranged.add_nodes_from(order)
    arranged.add_edges_from(network.edges)
    return arranged


def neighbour_rows(name: str, g: Graph) -> Iterator[tuple[str, list[str]]]:
    """Each vertex and those of its neighbours that no earlier vertex has said. Raises InputError for arcs, parallel
    edges and names with blanks."""
    names = vertex_names(g)
    check_names(name, names, rf"[\s#{CONTROLS}]|^$")
    if g.directed or count_parallel_edges(g):
        raise InputError(f"{name}: cannot say {'arcs' if g.directed else 'parallel edges'}")
    rows: list[list[str]] = [[] for _ in names]
    for tail, head in zip(*edges(g), strict=True):
        rows[tail].append(names[head])
    return zip(names, rows, strict=True)


def write(stated: StatedGraph) -> str:
    """A line per vertex; an edge stands at the first of its ends."""
    text = "".join(" ".join([name, *row]) + "\n" for name, row in neighbour_rows(NAME, stated.graph))
    if not is_adjacency_list(text):
        raise InputError(f"{NAME}: cannot say this graph, as it would be taken for an edge list, which can say it")
    return text


FORMAT = graph_format(
    "adjlist", NAME, "a b c\\nb c\\nc", (".adjlist",), recognises, read, write, states=False, loose=True
)
