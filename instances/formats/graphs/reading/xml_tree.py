"""An XML text of a graph as a tree, for the readers of networkx: GraphML and GEXF.

It is read twice: as a stream, which refuses entities of the text's own and elements too deep, checks what networkx
would not tell, and knows the lines; then as a tree, in the spelling that networkx expects: one namespace, data as text,
edges without ids (of two edges with one id it keeps the last), and either all edges with arrows or none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from instances.formats.graphs.frame import GraphBuilder
from instances.formats.graphs.reading.door import check_count
from instances.xml_stream import Attributes, XmlStream
from rosetta.foundation.errors import InputError

Element = ElementTree.Element
Look = Callable[[XmlStream, str, str, Attributes], None]


@dataclass(slots=True)
class _Guard:
    """What the stream has seen. root: the tag that the text must begin with; look: at an element, by the format."""

    xml: XmlStream
    root: str
    look: Look
    ids: dict[str, None] = field(default_factory=dict)
    ends: list[tuple[str, int]] = field(default_factory=list)
    graphs: int = 0

    def begin(self, tag: str, above: str, attributes: Attributes) -> None:
        if not above and tag != self.root:
            raise InputError(f"{self.xml.location}: expected <{self.root}>, found <{tag[:40]}>")
        if tag == "graph":
            self.graphs += 1
            if self.graphs > 1 or above != self.root:
                advice = "; in yEd, ungroup what is grouped" if above == "node" else ""
                found = f"found <graph> in <{above[:40]}>"
                raise InputError(f"{self.xml.location}: expected one graph of vertices and edges, {found}{advice}")
        elif tag == "node":
            name = self.xml.attribute(attributes, "id")
            if name in self.ids:
                raise InputError(f"{self.xml.location}: vertex {name!r:.60} is declared twice")
            self.ids[name] = None
        elif tag == "edge":
            self.ends += [(self.xml.attribute(attributes, end), self.xml.line) for end in ("source", "target")]
        self.look(self.xml, tag, above, attributes)

    def check_ends(self) -> None:
        """Raises InputError for an end of an edge that is no vertex."""
        for name, line in self.ends:
            if name not in self.ids:
                place = f"{self.xml.format_name}, line {line}"
                raise InputError(f"{place}: an edge ends at {name!r:.60}, which is no vertex of the file")
        if not self.graphs:
            raise InputError(f"{self.xml.format_name}: expected a <graph>, found none")


def read_tree(name: str, text: str, root: str, look: Look, rename: Callable[[str, str], str]) -> tuple[Element, int]:
    """The tree, and how many vertices it has. look(stream, tag, tag above, attributes): raises InputError for what the
    format refuses; rename(namespace, tag): as networkx calls it. Raises InputError."""
    guard = _Guard(XmlStream(name), root, look)
    guard.xml.read(text, guard.begin)
    guard.check_ends()
    check_count(name, len(guard.ids) + len(guard.ends) // 2)
    try:
        tree = ElementTree.fromstring(text.encode(errors="replace"), ElementTree.XMLParser(encoding="utf-8"))
    except ElementTree.ParseError as error:  # the stream knows no namespaces
        fault = f"line {error.position[0]}: {expat.ErrorString(error.code)}"
        raise InputError(f"{name}, {fault}; expected a declaration, xmlns:PREFIX, of each prefix") from None
    for element in tree.iter():
        namespace, _, tag = element.tag.rpartition("}")
        element.tag = rename(namespace, tag)
    return tree, len(guard.ids)


def check_numbers(
    name: str, nodes: list[Element], said: Callable[[Element], list[str]], known: Collection[str]
) -> None:
    """Raises InputError for a vertex that says a number twice, of which networkx takes the last. said: the names of all
    that a vertex says; known: those of numbers that are read."""
    for node in nodes:
        names = [entry for entry in said(node) if entry in known]
        if len(names) > len(set(names)):
            raise InputError(f"{name}, vertex {node.get('id')!r:.60}: expected one `{names[0]}`, found a second")


def apply_defaults(network: Any, builder: GraphBuilder) -> None:
    """The numbers of vertices that say none themselves; networkx keeps them apart."""
    defaults = network.graph.get("node_default", {})
    known = {name: value for name, value in defaults.items() if name in builder.states}
    for _, attributes in network.nodes(data=True) if known else ():
        attributes |= {name: value for name, value in known.items() if name not in attributes}
    builder.ignore_attributes("vertex", [name for name in defaults if name not in known])


def direct_edges(
    parent: Element, edges: list[Element], attribute: str, arrows: Mapping[str, bool], usual: bool
) -> bool:
    """Gives all edges arrows or none, and says which. An edge among arcs becomes two of them, a loop one.

    attribute: of an edge, by which it differs from what is usual; arrows: what its values mean.
    """
    one_way = [arrows.get(edge.attrib.pop(attribute, ""), usual) for edge in edges]
    directed = usual or any(one_way)
    if directed:
        for edge, arrow in zip(edges, one_way, strict=True):
            ends: dict[str, Any] = {"source": edge.get("target"), "target": edge.get("source")}
            if not arrow and ends["source"] != ends["target"]:
                parent.append(Element(edge.tag, ends))
    for edge in edges:
        edge.attrib.pop("id", None)
    return directed
