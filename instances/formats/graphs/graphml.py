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
from xml.parsers import expat

from instances.formats.contract import Format
from instances.formats.graphs.frame import (
    PUZZLES,
    GraphBuilder,
    check_expressible,
    edges,
    graph_puzzle,
    state_attributes,
    vertex_names,
)
from models.puzzles.contract import InputError
from models.puzzles.lightsout.instance import LightsOut

NAME = "GraphML"
CHARACTERS = {ord(c): f"&#{ord(c)};" for c in "\t\n\r"}
UNSUPPORTED = ("hyperedge", "port", "locator", "endpoint")


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<(\w+:)?graphml\b", text[:5000]))


@dataclass(slots=True)
class _Key:
    """A kind of data: its name, what it belongs to, and its value where none is given."""

    name: str
    domain: str
    default: str | None = None


@dataclass(slots=True)
class _GraphmlReader:
    """What has been read. words: the characters of the element that is open, None where they do not matter."""

    parser: expat.XMLParserType
    graph: GraphBuilder = field(default_factory=lambda: GraphBuilder(NAME))
    keys: dict[str, _Key] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    one_way: bool | None = None
    data: dict[str, str] = field(default_factory=dict)
    key: str = ""
    vertex: int = -1
    words: list[str] | None = None

    @property
    def place(self) -> str:
        return f", line {self.parser.CurrentLineNumber}"

    def error(self, message: str) -> InputError:
        return InputError(f"{NAME}{self.place}: {message}")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        name, above = tag.rpartition(":")[2], self.path[-1] if self.path else ""
        if name in UNSUPPORTED or (name == "graph" and (above != "graphml" or self.one_way is not None)):
            raise self.error(f"expected one graph of vertices and edges, found <{name}> in <{above}>")
        if not above and name != "graphml":
            raise self.error(f"expected <graphml>, found <{name[:40]}>")
        self.path.append(name)
        if name == "key" and above == "graphml":
            self.key = self.attribute(attributes, "id")
            self.keys[self.key] = _Key(attributes.get("attr.name", self.key), attributes.get("for", "all"))
        elif name == "graph":
            self.one_way = self.graph.directed = attributes.get("edgedefault") == "directed"
        elif name == "node" and above == "graph":
            self.vertex = self.graph.add(self.attribute(attributes, "id"), self.place)
            self.data = {
                key.name: key.default for key in self.keys.values() if key.default is not None and _is_for_vertices(key)
            }
        elif name == "edge" and above == "graph":
            ends = (self.attribute(attributes, "source"), self.attribute(attributes, "target"))
            one_way = {"true": True, "false": False}.get(attributes.get("directed", ""), bool(self.one_way))
            # an edge may stand before its vertices: they are numbered in the end
            self.graph.pending_edges.append((*ends, one_way, self.parser.CurrentLineNumber))
        elif name == "data":
            self.key = self.attribute(attributes, "key")
            if self.key not in self.keys:
                raise self.error(f"expected the id of a <key>, found {self.key!r:.60}")
        if name in ("data", "default"):
            self.words = []

    def end(self, tag: str) -> None:
        name, content = self.path.pop(), "".join(self.words or ())
        above = self.path[-1] if self.path else ""
        if name == "default":
            self.keys[self.key].default = content
        elif name == "data" and above == "node":
            self.data[self.keys[self.key].name] = content
        elif name == "data":
            self.graph.ignore(f"{above} attribute {self.keys[self.key].name!r:.40}")
        elif name == "node":
            self.graph.set_states(self.vertex, self.data, self.place)
        if name in ("data", "default"):
            self.words = None

    def text(self, characters: str) -> None:
        if self.words is not None:
            self.words.append(characters)

    def attribute(self, attributes: dict[str, str], name: str) -> str:
        if name not in attributes:
            raise self.error(f"<{self.path[-1]}>: expected the attribute {name}")
        return attributes[name]

    def refuse_entity(self, *declaration: object) -> None:
        raise self.error("entities of the file's own are not read")


def _is_for_vertices(key: _Key) -> bool:
    return key.domain in ("node", "all")


def read(text: str, puzzle: str | None = None) -> tuple[str, LightsOut]:
    """The instance on the graph of a document."""
    about = graph_puzzle(NAME, puzzle)
    parser = expat.ParserCreate("utf-8")  # whatever the text says it was encoded in
    parser.buffer_text = True
    reader = _GraphmlReader(parser)
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = reader.text, reader.refuse_entity
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise InputError(f"{NAME}, line {error.lineno}: {expat.ErrorString(error.code)}") from None
    if reader.one_way is None:
        raise InputError(f"{NAME}: expected a <graph>, found none")
    return about, reader.graph.add_pending_edges().build()


def write(puzzle: str, p: LightsOut) -> str:
    """The graph, with the state of each lamp."""
    check_expressible(NAME, p, states=True)
    names = [escape(name).translate(CHARACTERS) for name in vertex_names(p)]
    bad = next(
        (name for name in names if re.search("[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]", name)),
        None,
    )
    if bad is not None:
        raise InputError(f"{NAME}: cannot say the name {bad!r:.60}")
    states = state_attributes(p)
    keys = [f'<key id="{name}" for="node" attr.name="{name}" attr.type="int"/>' for name, _ in states]
    nodes = (
        f'<node id="{names[v]}">'
        + "".join(f'<data key="{name}">{column[v]}</data>' for name, column in states)
        + "</node>"
        for v in range(len(p))
    )
    arcs = (f'<edge source="{names[v]}" target="{names[w]}"/>' for v, w in zip(*edges(p), strict=True))
    kind = "directed" if p.graph.directed else "undirected"
    head = '<?xml version="1.0" encoding="utf-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    return "\n".join([head, *keys, f'<graph edgedefault="{kind}">', *nodes, *arcs, "</graph>", "</graphml>", ""])


FORMAT = Format(
    name="graphml",
    title=NAME,
    example='<graphml><graph edgedefault="undirected"><node id="a"/></graph></graphml>',
    puzzles=PUZZLES,
    recognises=recognises,
    read=read,
    write=write,
    endings=(".graphml",),
)
