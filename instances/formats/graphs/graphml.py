"""GraphML: a graph as XML (Brandes, Eiglsperger, Herman, Himsolt and Marshall 2002), read by networkx.

    <key id="d0" for="node" attr.name="lit" attr.type="int"><default>0</default></key>
    <graph edgedefault="undirected"><node id="a"><data key="d0">1</data></node> <edge source="a" target="b"/></graph>

Hyperedges, graphs within vertices and a second graph are refused: they say more than a graph does. Of yEd's drawing,
labels (y:NodeLabel) and places (y:Geometry) of vertices are read. A text of 48 MB (750,000 edges, 375,000 vertices)
takes 33 s and 1.5 GB, one of 6 MB 4 s; a reader of our own took 8 s and 0.5 GB, and 1 s.
"""

from __future__ import annotations

import re
from contextlib import suppress
from html import escape
from typing import Any

from instances.formats.graphs.frame import (
    CONTROLS,
    GraphBuilder,
    check_names,
    edges,
    graph_format,
    vertex_names,
    vertex_states,
)
from instances.formats.graphs.reading.door import add_network, read_network
from instances.formats.graphs.reading.xml_tree import Element, apply_defaults, check_numbers, direct_edges, read_tree
from instances.networks import vertex_names as names_of_nodes
from instances.xml_stream import Attributes, XmlStream
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "GraphML"
CHARACTERS = re.compile(f"[\t\n\r{CONTROLS}]")  # written by their numbers
UNSUPPORTED = ("hyperedge", "port", "locator", "endpoint")
SPACE, YED = "{http://graphml.graphdrawing.org/xmlns}", "{http://www.yworks.com/xml/graphml}"
ARROWS = {"true": True, "false": False}


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<(\w+:)?graphml\b", text[:5000]))


def _rename(namespace: str, tag: str) -> str:
    return f"{YED if 'yworks' in namespace else SPACE}{tag}"


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    known: set[str] = set()

    def look(xml: XmlStream, tag: str, above: str, attributes: Attributes) -> None:
        if tag in UNSUPPORTED and above in ("graph", "node", "edge", "hyperedge"):
            found = f"found <{tag}> in <{above[:40]}>"
            raise InputError(f"{xml.location}: expected one graph of vertices and edges, {found}")
        if tag == "key" and above == "graphml":
            known.add(xml.attribute(attributes, "id"))
        elif tag == "data" and above in ("node", "edge", "graph") and xml.attribute(attributes, "key") not in known:
            raise InputError(f"{xml.location}: expected the id of a <key>, found {attributes['key']!r:.60}")

    tree, vertices = read_tree(NAME, text, "graphml", look, _rename)
    stated = tree.find(f"{SPACE}graph")
    if stated is None:
        raise InputError(f"{NAME}: expected a <graph>, found none")
    _centre_places(tree)
    keys = tree.findall(f"{SPACE}key")
    for key in keys:
        _simplify(key)
    usual = stated.get("edgedefault") == "directed"
    directed = direct_edges(stated, stated.findall(f"{SPACE}edge"), "directed", ARROWS, usual)
    stated.set("edgedefault", "directed" if directed else "undirected")
    counts = (vertices, len(stated.findall(f"{SPACE}edge")))

    def names_of_data(node: Element) -> list[str]:
        return [names.get(data.get("key", ""), "") for data in node.findall(f"{SPACE}data")]

    names = {key.get("id", ""): key.get("attr.name", "") for key in keys}
    check_numbers(NAME, stated.findall(f"{SPACE}node"), names_of_data, builder.states)
    network = read_network(NAME, lambda networkx: _read_tree(networkx, tree, stated), counts)
    apply_defaults(network, builder)
    for *_, attributes in (*network.nodes(data=True), *network.edges(data=True)):
        _leave_out_shapes(attributes, builder)
    return add_network(builder, network, names_of_nodes(network.nodes())).build()


def _read_tree(networkx: Any, tree: Element, stated: Element) -> Any:
    reader = networkx.readwrite.graphml.GraphMLReader(force_multigraph=True)
    return reader.make_graph(stated, *reader.find_graphml_keys(tree))


def _leave_out_shapes(attributes: dict[str, Any], builder: GraphBuilder) -> None:
    """Takes away what every vertex and edge of yEd has: a shape, and data that are empty."""
    for name in [name for name, value in attributes.items() if not value or name == "shape_type"]:
        if name not in builder.states:
            del attributes[name]


def _centre_places(tree: Element) -> None:
    """yEd says where the left upper corners of vertices are: makes them their middles."""
    for geometry in tree.iter(f"{YED}Geometry"):
        for axis, size in (("x", "width"), ("y", "height")):
            with suppress(ValueError, KeyError):
                geometry.set(axis, repr(float(geometry.attrib[axis]) + float(geometry.attrib[size]) / 2))


def _simplify(key: Element) -> None:
    """All data are texts; a kind of data without a name is called by its id, and may be of anything."""
    key.set("attr.type", "string")
    key.set("attr.name", key.get("attr.name") or key.get("id") or "")
    if key.get("for") in (None, "all"):
        key.set("for", "node")
    default = key.find(f"{SPACE}default")
    if default is not None and default.text is None:
        default.text = ""


def write(stated: StatedGraph) -> str:
    """The graph, with the state of each lamp."""
    g = stated.graph
    check_names(NAME, vertex_names(g), "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]")
    names = [CHARACTERS.sub(lambda match: f"&#{ord(match[0])};", escape(name)) for name in vertex_names(g)]
    keys = [f'<key id="{name}" for="node" attr.name="{name}" attr.type="int"/>' for name in stated.states]
    data = ("".join(f'<data key="{key}">{s}</data>' for key, s in states.items()) for states in vertex_states(stated))
    nodes = (f'<node id="{name}">{stated}</node>' for name, stated in zip(names, data, strict=True))
    arcs = (f'<edge source="{names[v]}" target="{names[w]}"/>' for v, w in zip(*edges(g), strict=True))
    kind = "directed" if g.directed else "undirected"
    head = '<?xml version="1.0" encoding="utf-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    return "\n".join([head, *keys, f'<graph edgedefault="{kind}">', *nodes, *arcs, "</graph>", "</graphml>", ""])


EXAMPLE = '<graphml><graph edgedefault="undirected"><node id="a"/></graph></graphml>'
FORMAT = graph_format("graphml", NAME, EXAMPLE, (".graphml",), recognises, read, write, states=True)
