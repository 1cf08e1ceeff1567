"""Node-link JSON, as networkx and D3 write graphs: lists of vertices and of edges.

    {"directed": false, "multigraph": false, "nodes": [{"id": "a", "lit": 1}, {"id": 2}],
     "edges": [{"source": "a", "target": 2}]}           the list of edges was called `links` before networkx 3.4

A vertex is named by a text, a whole number or a list of such. Parallel edges need not be announced by `multigraph`.
"""

from __future__ import annotations

import json
import re
from typing import Any

from instances.formats.contract import Format
from instances.formats.graphs.frame import (
    PUZZLES,
    GraphBuilder,
    check_expressible,
    edges,
    graph_puzzle,
    state_attributes,
)
from models.puzzles.contract import InputError
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.text import name_from_json

NAME = "node-link JSON"


def recognises(text: str) -> bool:
    """A JSON object that has one of the keys somewhere, or one of no such format that somebody may have meant so."""
    return bool(re.match(r'\s*\{\s*("|\})', text) and re.search(r'"(nodes|links|edges)"\s*:', text))


def read(text: str, puzzle: str | None = None) -> tuple[str, LightsOut]:
    """The instance on the graph of a document."""
    about = graph_puzzle(NAME, puzzle)
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{NAME}, line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{NAME}: brackets too deep or a number too long to be read") from None
    if not isinstance(told, dict) or "nodes" not in told or ("edges" in told) == ("links" in told):
        raise InputError(f'{NAME}: expected an object with "nodes" and either "edges" or "links"')
    one_way, drawn, key = told.get("directed", False), GraphBuilder(NAME), "edges" if "edges" in told else "links"
    if not isinstance(one_way, bool):
        raise InputError(f"{NAME}: directed: expected true or false, found {one_way!r:.40}")
    drawn.directed = one_way
    for i, node in enumerate(_objects(told, "nodes")):
        place = f", nodes[{i}]"
        vertex = drawn.add(_name(node, "id", place), place)
        drawn.set_states(vertex, {name: value for name, value in node.items() if name != "id"}, place)
    for i, edge in enumerate(_objects(told, key)):
        place = f", {key}[{i}]"
        source, target = (drawn.find(_name(edge, end, place), place) for end in ("source", "target"))
        drawn.join(source, target, one_way)
        for extra in edge.keys() - {"source", "target", "key"}:
            drawn.ignore(f"edge attribute {extra!r:.40}")
    return about, drawn.build()


def _objects(told: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = told[key]
    if not isinstance(found, list):
        raise InputError(f"{NAME}: {key}: expected a list, found {type(found).__name__}")
    bad = next((i for i, one in enumerate(found) if not isinstance(one, dict)), None)
    if bad is not None:
        raise InputError(f"{NAME}, {key}[{bad}]: expected an object, found {found[bad]!r:.60}")
    return found


def _name(told: dict[str, Any], key: str, place: str) -> Any:
    if key not in told:
        raise InputError(f"{NAME}{place}: expected {key}, found none")
    try:
        return name_from_json(told[key])
    except InputError as error:
        raise InputError(f"{NAME}{place}: {key}: {error}") from None


def write(puzzle: str, p: LightsOut) -> str:
    """The graph, with the state of each lamp; vertices keep the names they have."""
    check_expressible(NAME, p, states=True)
    names, states = [p.vertex(v) for v in range(len(p))], state_attributes(p)
    nodes = [{"id": name, **{attribute: told[v] for attribute, told in states}} for v, name in enumerate(names)]
    arcs = [{"source": names[v], "target": names[w]} for v, w in zip(*edges(p), strict=True)]
    told = {"directed": p.graph.directed, "multigraph": True, "graph": {}, "nodes": nodes, "edges": arcs}
    return json.dumps(told) + "\n"


FORMAT = Format(
    name="nodelink",
    title=NAME,
    example='{"nodes": [{"id": 0}], "edges": []}',
    puzzles=PUZZLES,
    recognises=recognises,
    read=read,
    write=write,
    endings=(".json",),
)
