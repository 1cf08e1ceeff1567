"""GEXF, the XML of Gephi (Gephi consortium, versions 1.1 to 1.3), read and written by networkx.

    <gexf><graph defaultedgetype="undirected">
      <attributes class="node"><attribute id="0" title="lit" type="integer"/></attributes>
      <nodes><node id="7" label="a"><attvalues><attvalue for="0" value="1"/></attvalues>
        <viz:position x="1.5" y="2.0"/></node> ..</nodes>
      <edges><edge source="7" target="8"/> ..</edges></graph></gexf>

A vertex is called by its label if all have different ones, else by its id. Times, colours and sizes are ignored.
"""

from __future__ import annotations

import re
from typing import Any

from instances.formats.graphs.frame import (
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

NAME = "GEXF"
VERSION = "1.2draft"
SPACE, DRAWING = "{http://www.gexf.net/1.2draft}", "{http://www.gexf.net/1.2draft/viz}"
READ = "position"  # of what is drawn
IGNORED = ("spells", "parents", "slices")
ARROWS = {"directed": True, "undirected": False, "mutual": False}


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<(\w+:)?gexf\b", text[:5000]))


def _look(xml: XmlStream, tag: str, above: str, attributes: Attributes) -> None:
    if tag == "attributes" and attributes.get("class") not in ("node", "edge"):
        found = f"found {attributes.get('class', 'none')!r:.40}"
        raise InputError(f"{xml.location}: <attributes>: expected the class node or edge, {found}")
    if tag == "attvalue" and "for" not in attributes and "id" not in attributes:
        xml.attribute(attributes, "for")


def _rename(namespace: str, tag: str) -> str:
    if "viz" in namespace:
        return f"{DRAWING if tag == READ else ''}{tag}"
    return tag if tag in IGNORED else f"{SPACE}{tag}"


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    tree, vertices = read_tree(NAME, text, "gexf", _look, _rename)
    stated = tree.find(f"{SPACE}graph")
    if stated is None:
        raise InputError(f"{NAME}: expected a <graph>, found none")
    if _simplify(tree):
        builder.ignore("times")
    titles = {entry.get("id", ""): entry.get("title", "") for entry in tree.iter(f"{SPACE}attribute")}

    def names_of_values(node: Element) -> list[str]:
        return [titles.get(value.get("for", ""), "") for value in node.iterfind(f"{SPACE}attvalues/{SPACE}attvalue")]

    check_numbers(NAME, list(tree.iter(f"{SPACE}node")), names_of_values, builder.states)
    lists = stated.find(f"{SPACE}edges")
    found = [] if lists is None else lists.findall(f"{SPACE}edge")
    directed = lists is not None and direct_edges(
        lists, found, "type", ARROWS, stated.get("defaultedgetype") == "directed"
    )
    stated.set("defaultedgetype", "directed" if directed else "undirected")
    counts = (vertices, 0 if lists is None else len(lists.findall(f"{SPACE}edge")))
    network = read_network(NAME, lambda networkx: _read_tree(networkx, stated), counts, _explain)
    apply_defaults(network, builder)
    return add_network(builder, network, names_of_nodes(network.nodes())).build()


def _read_tree(networkx: Any, stated: Element) -> Any:
    return networkx.readwrite.gexf.GEXFReader(version=VERSION).make_graph(stated)


def _explain(message: str) -> tuple[int | None, str] | None:
    unknown = re.fullmatch(r"No attribute defined for=(.*)\.", message)
    return None if unknown is None else (None, f"expected the id of an <attribute>, found {unknown[1]!r:.60}")


def _simplify(tree: Element) -> bool:
    """All values are texts and hold at all times; what should be a number and is none is left out. Were there times?"""
    timed = []
    for element in tree.iter(f"{SPACE}attributes"):
        timed.append(element.attrib.pop("mode", "static") != "static")
    for element in tree.iter(f"{SPACE}attribute"):
        element.set("type", "string")
        element.set("title", element.get("title") or element.get("id") or "")
    for element in tree.iter(f"{SPACE}attvalue"):
        element.set("for", element.get("for") or element.get("id") or "")
    for tag in ("node", "edge"):
        for element in tree.iter(f"{SPACE}{tag}"):
            _leave_out_words(element, ("weight",))
            timed += [element.attrib.pop(name, None) is not None for name in ("start", "end")]
    for element in tree.iter(f"{DRAWING}{READ}"):
        if _leave_out_words(element, ("x", "y", "z")):
            element.tag = READ  # a place that networkx does not find
    return any(timed)


def _leave_out_words(element: Element, names: tuple[str, ...]) -> bool:
    """Takes away values that are no numbers. Were there any?"""
    words = [name for name in names if name in element.attrib and not _is_number(element.attrib[name])]
    for name in words:
        del element.attrib[name]
    return bool(words)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def write(stated: StatedGraph) -> str:
    """The graph, with the state of each lamp."""
    import networkx

    g = stated.graph
    check_names(NAME, vertex_names(g), "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]")
    network = networkx.MultiDiGraph() if g.directed else networkx.MultiGraph()
    for v, (name, states) in enumerate(zip(vertex_names(g), vertex_states(stated), strict=True)):
        network.add_node(v, label=name, **states)
    network.add_edges_from(zip(*edges(g), strict=True))
    text = "\n".join(networkx.generate_gexf(network))
    return re.sub(r' lastmodifieddate="[^"]*"', "", text, count=1) + "\n"  # the same graph is the same text every day


EXAMPLE = '<gexf><graph><nodes><node id="a" label="a"/></nodes></graph></gexf>'
FORMAT = graph_format("gexf", NAME, EXAMPLE, (".gexf",), recognises, read, write, states=True)
