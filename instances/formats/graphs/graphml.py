"""GraphML: a graph as XML (Brandes, Eiglsperger, Herman, Himsolt and Marshall 2002), with arrows and data of vertices.

    <key id="d0" for="node" attr.name="lit" attr.type="int"><default>0</default></key>
    <graph edgedefault="undirected"><node id="a"><data key="d0">1</data></node> <edge source="a" target="b"/></graph>

The text is read as a stream, without a tree of it in memory. Entities of its own are refused (they can grow without
bound), and so are hyperedges, ports, graphs within vertices and a second graph: they say more than a graph does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from instances.formats.graphs.frame import (
    CONTROLS,
    GraphBuilder,
    check_names,
    edges,
    graph_format,
    vertex_names,
    vertex_states,
)
from instances.xml_stream import Attributes, XmlStream
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "GraphML"
CHARACTERS = re.compile(f"[\t\n\r{CONTROLS}]")  # written by their numbers
UNSUPPORTED = ("hyperedge", "port", "locator", "endpoint")


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<(\w+:)?graphml\b", text[:5000]))


@dataclass(slots=True)
class _Key:
    """A kind of data: its name, and what it belongs to."""

    name: str
    domain: str


@dataclass(slots=True)
class _GraphmlReader:
    """What has been read. defaults: of vertices, by name, for those that its puzzle knows: a file may have as many
    keys as vertices. words: the characters of the element that is open, None where they do not matter."""

    graph: GraphBuilder
    xml: XmlStream = field(default_factory=lambda: XmlStream(NAME))
    keys: dict[str, _Key] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    one_way: bool | None = None
    data: dict[str, str] = field(default_factory=dict)
    key: str = ""
    vertex: int = -1
    words: list[str] | None = None

    @property
    def place(self) -> str:
        return f", line {self.xml.line}"

    def begin(self, name: str, above: str, attributes: Attributes) -> None:
        if name in UNSUPPORTED or (name == "graph" and (above != "graphml" or self.one_way is not None)):
            raise InputError(
                f"{self.xml.location}: expected one graph of vertices and edges, found <{name}> in <{above[:40]}>"
            )
        if not above and name != "graphml":
            raise InputError(f"{self.xml.location}: expected <graphml>, found <{name[:40]}>")
        if name == "key" and above == "graphml":
            self.key = self.xml.attribute(attributes, "id")
            self.keys[self.key] = _Key(attributes.get("attr.name", self.key), attributes.get("for", "all"))
        elif name == "graph":
            self.one_way = self.graph.directed = attributes.get("edgedefault") == "directed"
        elif name == "node" and above == "graph":
            self.vertex = self.graph.add(self.xml.attribute(attributes, "id"), self.place)
            self.data = {}
        elif name == "edge" and above == "graph":
            source, target = (self.xml.attribute(attributes, end) for end in ("source", "target"))
            one_way = {"true": True, "false": False}.get(attributes.get("directed", ""), bool(self.one_way))
            # an edge may stand before its vertices: they are numbered in the end
            self.graph.pending_edges.append((source, target, one_way, self.xml.line))
        elif name == "data":
            self.key = self.xml.attribute(attributes, "key")
            if self.key not in self.keys:
                raise InputError(f"{self.xml.location}: expected the id of a <key>, found {self.key!r:.60}")
        if name in ("data", "default"):
            self.words = []

    def end(self, name: str, above: str) -> None:
        content = "".join(self.words or ())
        if name == "default" and above == "key" and self.key in self.keys:
            self.set_default(self.keys[self.key], content)
        elif name == "data" and above == "node":
            self.set_data(self.keys[self.key].name, content)
        elif name == "data":
            self.graph.ignore_attributes(above, [self.keys[self.key].name])
        elif name == "node" and above == "graph":
            self.graph.set_states(self.vertex, self.defaults | self.data, self.place)
        if name in ("data", "default"):
            self.words = None

    def set_data(self, name: str, content: str) -> None:
        if name in self.graph.states and name in self.data:
            raise InputError(f"{self.xml.location}: expected one `{name}` of a vertex, found a second")
        self.data[name] = content

    def set_default(self, key: _Key, content: str) -> None:
        """The value of vertices that come later and say nothing themselves."""
        if key.domain in ("node", "all") and key.name in self.graph.states:
            self.defaults[key.name] = content
        elif key.domain in ("node", "all"):
            self.graph.ignore_attributes("vertex", [key.name])

    def text(self, characters: str) -> None:
        if self.words is not None:
            self.words.append(characters)


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a document."""
    reader = _GraphmlReader(builder)
    reader.xml.read(text, reader.begin, reader.end, reader.text)
    if reader.one_way is None:
        raise InputError(f"{NAME}: expected a <graph>, found none")
    return reader.graph.add_pending_edges().build()


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
