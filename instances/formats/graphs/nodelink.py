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

from instances.formats.graphs.frame import GraphBuilder, edges, graph_format, vertex_states
from instances.json_text import RepeatedKey, parse_json
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.names import name_from_json
from rosetta.foundation.errors import InputError

NAME = "node-link JSON"


def recognises(text: str) -> bool:
    """It begins as a JSON object and has one of the keys somewhere."""
    return bool(re.match(r'\s*\{\s*("|\})', text) and re.search(r'"(nodes|links|edges)"\s*:', text))


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    try:
        document = parse_json(text)
    except RepeatedKey as error:
        raise InputError(f"{NAME}: expected each key once, found {error}") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{NAME}, line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{NAME}: brackets too deep or a number too long to be read") from None
    if not isinstance(document, dict) or "nodes" not in document or ("edges" in document) == ("links" in document):
        raise InputError(f'{NAME}: expected an object with "nodes" and either "edges" or "links"')
    one_way = document.get("directed", False)
    key = "edges" if "edges" in document else "links"
    if not isinstance(one_way, bool):
        raise InputError(f"{NAME}: directed: expected true or false, found {one_way!r:.40}")
    builder.directed = one_way
    for i, node in enumerate(_objects(document, "nodes")):
        place = f", nodes[{i}]"
        vertex = builder.add(_name(node, "id", place), place)
        builder.set_states(vertex, {name: value for name, value in node.items() if name != "id"}, place)
    for i, edge in enumerate(_objects(document, key)):
        place = f", {key}[{i}]"
        source, target = (builder.find(_name(edge, end, place), place) for end in ("source", "target"))
        builder.join(source, target, one_way)
        builder.ignore_attributes("edge", sorted(edge.keys() - {"source", "target", "key"}))
    return builder.build()


def _objects(document: dict[str, Any], key: str) -> list[dict[str, Any]]:
    entries = document[key]
    if not isinstance(entries, list):
        raise InputError(f"{NAME}: {key}: expected a list, found {type(entries).__name__}")
    bad = next((i for i, entry in enumerate(entries) if not isinstance(entry, dict)), None)
    if bad is not None:
        raise InputError(f"{NAME}, {key}[{bad}]: expected an object, found {entries[bad]!r:.60}")
    return entries


def _name(entry: dict[str, Any], key: str, place: str) -> Any:
    if key not in entry:
        raise InputError(f"{NAME}{place}: expected {key}, found none")
    try:
        return name_from_json(entry[key])
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
