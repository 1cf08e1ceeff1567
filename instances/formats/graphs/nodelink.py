"""Node-link JSON, as networkx and D3 write graphs: lists of vertices and of edges.

    {"directed": false, "multigraph": false, "nodes": [{"id": "a", "lit": 1}, {"id": 2}],
     "edges": [{"source": "a", "target": 2}]}           the list of edges was called `links` before networkx 3.4

A vertex is named by a text, a whole number or a list of such. Parallel edges need not be announced by `multigraph`. A
key that an object has twice is refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

from instances.formats.graphs.cytoscape import read_elements
from instances.formats.graphs.cytoscape import recognises as is_cytoscape
from instances.formats.graphs.frame import GraphBuilder, edges, graph_format, vertex_states
from instances.formats.graphs.reading.json_graphs import entry_of, objects_of, read_document
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.names import name_from_json
from rosetta.foundation.errors import InputError

NAME = "node-link JSON"


def recognises(text: str) -> bool:
    """It begins as a JSON object and has one of the keys somewhere, and is no Cytoscape JSON."""
    begins = re.match(r'\s*\{\s*("|\})', text) and re.search(r'"(nodes|links|edges)"\s*:', text)
    return bool(begins) and not is_cytoscape(text)


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    document = read_document(NAME, text)
    if "elements" in document and "nodes" not in document:
        return read_elements(document, builder)  # Cytoscape JSON in a file whose name ends with .json, too
    if "nodes" not in document or ("edges" in document) == ("links" in document):
        raise InputError(f'{NAME}: expected an object with "nodes" and either "edges" or "links"')
    one_way = document.get("directed", False)
    if not isinstance(one_way, bool):
        raise InputError(f"{NAME}: directed: expected true or false, found {one_way!r:.40}")
    builder.directed = one_way
    for place, node in objects_of(NAME, document, "nodes"):
        vertex = builder.add(_name(node, "id", place), place)
        builder.set_states(vertex, {name: value for name, value in node.items() if name != "id"}, place)
    for place, edge in objects_of(NAME, document, "edges" if "edges" in document else "links"):
        source, target = (builder.find(_name(edge, end, place), place) for end in ("source", "target"))
        builder.join(source, target, one_way)
        builder.ignore_attributes("edge", sorted(edge.keys() - {"source", "target", "key"}))
    return builder.build()


def _name(entry: dict[str, Any], key: str, place: str) -> Any:
    value = entry_of(NAME, entry, key, place)
    try:
        return name_from_json(value)
    except InputError as error:
        raise InputError(f"{NAME}{place}: {key}: {error}") from None


def write(stated: StatedGraph) -> str:
    """The graph, with the state of each lamp; vertices keep the names they have."""
    g = stated.graph
    names = [g.vertex(v) for v in range(len(g))]
    nodes = [{"id": name, **states} for name, states in zip(names, vertex_states(stated), strict=True)]
    arcs = [{"source": names[v], "target": names[w]} for v, w in zip(*edges(g), strict=True)]
    document = {"directed": g.directed, "multigraph": True, "graph": {}, "nodes": nodes, "edges": arcs}
    return json.dumps(document) + "\n"


EXAMPLE = '{"nodes": [{"id": 0}], "edges": []}'
FORMAT = graph_format("nodelink", NAME, EXAMPLE, (".json",), recognises, read, write, states=True)
