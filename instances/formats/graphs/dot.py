"""DOT, the language of Graphviz, as far as it describes a plain graph (E. Gansner, E. Koutsofios and S. North).

    graph g {                   digraph has arrows, `->`. strict: parallel edges count once. A name is a word, a number
      a [lit=1]; b [lit=0]      or a text in quotes. `node [lit=0]` holds for vertices that come later. Comments are
      a -- b -- c               // to the end of the line, /* so */ and lines that begin with #.
    }

Subgraphs and names in HTML are refused. Of the drawing, `label` and `pos` of vertices are read; attributes of edges and
ports are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from instances.formats.graphs.frame import (
    CONTROLS,
    LABEL,
    GraphBuilder,
    check_names,
    edges,
    graph_format,
    vertex_names,
    vertex_states,
)
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "DOT"
TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*)|(?P<mark>--|->|[{}\[\];,=:+])"
    r'|(?P<name>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))|(?P<text>"(?:[^"\\]|\\.)*")',
    re.S,
)
OWN_NAME = "\\N"  # a label that says what the vertex is called anyway
WORDS = ("graph", "digraph", "node", "edge", "subgraph", "strict")


def recognises(text: str) -> bool:
    """It begins as a graph of Graphviz does."""
    head = r'(\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*(strict\s+)?(di)?graph\b\s*("[^"]*"|[\w.-]+)?\s*\{'
    return bool(re.match(head, text[:5000], re.I | re.S))


class _DotReader:
    """The tokens of a text, and the graph so far."""

    def __init__(self, text: str, builder: GraphBuilder) -> None:
        self.tokens, self.line = self._scan(text), 1
        self.kind, self.token = "", ""
        self.graph, self.one_way, self.strict = builder, False, False
        self.node_defaults: dict[str, str] = {}
        self.edge_keys: set[tuple[int, int]] = set()
        self.advance()

    def _scan(self, text: str) -> Iterator[tuple[str, str]]:
        position = 0
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None:
                raise self.error(f"cannot be read from here: {text[position : position + 20]!r}")
            if match.lastgroup != "space":
                yield match.lastgroup or "", match[0]
            self.line += match[0].count("\n")
            position = match.end()
        yield "end", ""

    def advance(self) -> None:
        self.kind, self.token = next(self.tokens)

    def error(self, message: str) -> InputError:
        return InputError(f"{NAME}, line {self.line}: {message}")

    def accept(self, mark: str) -> bool:
        """Is this mark or word next? If so, it is consumed."""
        is_next = self.kind != "text" and self.token.lower() == mark
        if is_next:
            self.advance()
        return is_next

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.error(f"expected `{mark}`, found {self.token[:40] or 'the end'!r}")

    def name(self) -> str:
        """A name; texts may be joined with +."""
        if self.kind not in ("name", "text") or (self.kind == "name" and self.token.lower() in WORDS):
            raise self.error(f"expected a name, found {self.token[:40] or 'the end'!r}")
        text, word = self.kind == "text", self.token
        self.advance()
        if not text:
            return word
        word = re.sub(r"\\(\n|\")", lambda m: "" if m[1] == "\n" else m[1], word[1:-1])
        return word + (self.name() if self.accept("+") else "")

    def read(self) -> GraphBuilder:
        self.strict = self.accept("strict")
        self.one_way = self.graph.directed = self.accept("digraph")
        if not self.one_way:
            self.expect("graph")
        if self.token != "{":
            self.name()
        self.expect("{")
        while not self.accept("}"):
            self.read_statement()
            self.accept(";")
        if self.kind != "end":
            raise self.error(f"expected one graph and nothing behind it, found {self.token[:40]!r}")
        return self.graph

    def read_statement(self) -> None:
        for word in ("graph", "node", "edge"):
            if self.accept(word):
                defaults = self.attributes()
                self.node_defaults |= defaults if word == "node" else {}
                return
        self.refuse_subgraph()
        begins, first = self.line, self.name()
        if self.accept("="):
            self.name()
            return
        path = self.path(first)
        attributes = self.attributes()
        if len(path) == 1:
            self.graph.set_states(path[0], attributes, f", line {begins}")
        else:
            self.graph.ignore_attributes("edge", attributes)
        for tail, head in pairwise(path):
            self.join(tail, head)

    def refuse_subgraph(self) -> None:
        if self.token.lower() in ("subgraph", "{"):
            raise self.error("subgraphs are not read; write their edges out")

    def path(self, first: str) -> list[int]:
        """The vertices of edges that are written one behind the other, from one with this name on."""
        path = [self.vertex(first)]
        while self.kind == "mark" and self.token in ("--", "->"):
            if (self.token == "->") != self.one_way:
                raise self.error(f"expected {'->' if self.one_way else '--'}, found {self.token}")
            self.advance()
            self.refuse_subgraph()
            path.append(self.vertex(self.name()))
        return path

    def join(self, tail: int, head: int) -> None:
        """Add an edge; in a strict graph, once."""
        key = (tail, head) if self.one_way else (min(tail, head), max(tail, head))
        if not self.strict or key not in self.edge_keys:
            self.graph.join(tail, head, self.one_way)
        self.edge_keys |= {key} if self.strict else set()

    def vertex(self, name: str) -> int:
        is_known = name in self.graph.numbers
        vertex = self.graph.get_or_add(name)
        if not is_known:
            self.graph.set_states(vertex, self.node_defaults, f", line {self.line}")
        if self.accept(":"):
            self.name()
            if self.accept(":"):
                self.name()
            self.graph.ignore("ports")
        return vertex

    def attributes(self) -> dict[str, str]:
        """The attributes in all lists in brackets that come next."""
        attributes: dict[str, str] = {}
        while self.accept("["):
            while not self.accept("]"):
                key = self.name()
                attributes[key] = self.name() if self.accept("=") else "true"
                if not self.accept(";"):
                    self.accept(",")
        if attributes.get(LABEL) == OWN_NAME:
            del attributes[LABEL]
        return attributes


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a text."""
    return _DotReader(text, builder).read().build()


def write(stated: StatedGraph) -> str:
    """The graph, with the state of each lamp."""
    g = stated.graph
    check_names(NAME, vertex_names(g), rf"[\\{CONTROLS}]")
    names = ['"' + name.replace('"', '\\"') + '"' for name in vertex_names(g)]
    mark, lines = "->" if g.directed else "--", ["digraph {" if g.directed else "graph {"]
    for name, states in zip(names, vertex_states(stated), strict=True):
        lines.append(f"  {name} [{', '.join(f'{attribute}={state}' for attribute, state in states.items())}]")
    lines += [f"  {names[v]} {mark} {names[w]}" for v, w in zip(*edges(g), strict=True)]
    return "\n".join([*lines, "}", ""])


FORMAT = graph_format("dot", NAME, "graph { a -- b }", (".dot", ".gv"), recognises, read, write, states=True)
