"""Cytoscape JSON, of Cytoscape, cytoscape.js and networkx: vertices and edges as elements, each with its data.

    {"directed": false, "elements": {
      "nodes": [{"data": {"id": "1", "name": "a", "lit": 1}, "position": {"x": 0, "y": 50}}, ..],
      "edges": [{"data": {"source": "1", "target": "2"}}]}}         or one list, in which edges have a source

A vertex is called by its name if all have different ones, else by its id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from instances.formats.graphs.frame import LABEL, GraphBuilder, edges, graph_format, vertex_names, vertex_states
from instances.formats.graphs.reading.json_graphs import entry_of, objects_of, read_document
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "Cytoscape JSON"
OWN = ("id", "name", "value", "shared_name", "SUID", "selected")  # keys of data that say no more than the name


def recognises(text: str) -> bool:
    """It begins as a JSON object and has the key of its elements."""
    return bool(re.match(r'\s*\{\s*"', text) and re.search(r'"elements"\s*:', text))


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    return read_elements(read_document(NAME, text), builder)


def read_elements(document: Mapping[str, Any], builder: GraphBuilder) -> StatedGraph:
    """The graph of the elements of a document."""
    elements, one_way = document.get("elements"), document.get("directed", False)
    if isinstance(elements, list):
        sorted_out: dict[str, list[Any]] = {"nodes": [], "edges": []}
        for element in elements:
            data = element.get("data") if isinstance(element, dict) else None
            sorted_out["edges" if isinstance(data, dict) and "source" in data else "nodes"].append(element)
        elements = sorted_out
    if not isinstance(elements, dict) or not isinstance(one_way, bool):
        raise InputError(f'{NAME}: expected "elements" with "nodes" and "edges", and "directed" true or false')
    builder.directed = one_way
    for place, node in objects_of(NAME, elements, "nodes"):
        data = _data(node, place)
        vertex = builder.add(_text(data, "id", place), place)
        stated = {key: value for key, value in data.items() if key not in OWN}
        name = {LABEL: data["name"]} if "name" in data else {}
        at = {"position": node["position"]} if "position" in node else {}
        builder.set_states(vertex, {**stated, **name, **at}, place)
    for place, edge in objects_of(NAME, elements, "edges"):
        data = _data(edge, place)
        ends = [builder.find(_text(data, end, place), place) for end in ("source", "target")]
        builder.join(ends[0], ends[1], one_way)
        builder.ignore_attributes("edge", sorted(data.keys() - {"source", "target", "key", "interaction", *OWN}))
    return builder.build()


def _data(element: Mapping[str, Any], place: str) -> dict[str, Any]:
    data = entry_of(NAME, element, "data", place)
    if not isinstance(data, dict):
        raise InputError(f"{NAME}{place}: data: expected an object, found {data!r:.60}")
    return data


def _text(data: Mapping[str, Any], key: str, place: str) -> str:
    value = entry_of(NAME, data, key, place)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{NAME}{place}: {key}: expected a text or a whole number, found {value!r:.60}")
    return str(value)


def write(stated: StatedGraph) -> str:
    """The graph, with the state of each lamp."""
    g = stated.graph
    named = enumerate(zip(vertex_names(g), vertex_states(stated), strict=True))
    nodes = [{"data": {"id": str(v), "name": name, **states}} for v, (name, states) in named]
    joined = zip(*edges(g), strict=True)
    arcs = [{"data": {"id": f"e{i}", "source": str(v), "target": str(w)}} for i, (v, w) in enumerate(joined)]
    return json.dumps({"directed": g.directed, "multigraph": True, "elements": {"nodes": nodes, "edges": arcs}}) + "\n"


EXAMPLE = '{"elements": {"nodes": [{"data": {"id": "a"}}], "edges": []}}'
FORMAT = graph_format("cyjs", NAME, EXAMPLE, (".cyjs",), recognises, read, write, states=True, aliases=("cytoscape",))
