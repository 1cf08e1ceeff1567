"""DOT, the language of Graphviz, as far as it draws a plain graph (E. Gansner, E. Koutsofios and S. North).

    graph g {                   digraph has arrows, `->`. strict: parallel edges count once. A name is a word, a number
      a [lit=1]; b [lit=0]      or a text in quotes. `node [lit=0]` holds for vertices that come later. Comments are
      a -- b -- c               // to the end of the line, /* so */ and lines that begin with #.
    }

Refused are subgraphs and names in HTML; what is said of edges and of the drawing plays no part, nor do ports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

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

NAME = "DOT"
TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*)|(?P<mark>--|->|[{}\[\];,=:+])"
    r'|(?P<name>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))|(?P<text>"(?:[^"\\]|\\.)*")',
    re.S,
)
WORDS = ("graph", "digraph", "node", "edge", "subgraph", "strict")


def recognises(text: str) -> bool:
    """It begins as a graph of Graphviz does."""
    head = r'(\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*(strict\s+)?(di)?graph\b\s*("[^"]*"|[\w.-]+)?\s*\{'
    return bool(re.match(head, text[:5000], re.I | re.S))


class _DotReader:
    """The tokens of a text, and the graph so far."""

    def __init__(self, text: str) -> None:
        self.tokens, self.line = self._scan(text), 1
        self.kind, self.token = "", ""
        self.graph, self.one_way, self.strict = GraphBuilder(NAME), False, False
        self.node_defaults: dict[str, str] = {}
        self.edge_keys: set[tuple[int, int]] = set()
        self.advance()

    def _scan(self, text: str) -> Iterator[tuple[str, str]]:
        position = 0
        while position < len(text):
            found = TOKEN.match(text, position)
            if found is None:
                raise self.error(f"cannot be read from here: {text[position : position + 20]!r}")
            if found.lastgroup != "space":
                yield found.lastgroup or "", found[0]
            self.line += found[0].count("\n")
            position = found.end()
        yield "end", ""

    def advance(self) -> None:
        self.kind, self.token = next(self.tokens)

    def error(self, told: str) -> InputError:
        return InputError(f"{NAME}, line {self.line}: {told}")

    def accept(self, mark: str) -> bool:
        """Is this mark or word next? Then go on behind it."""
        found = self.kind != "text" and self.token.lower() == mark
        if found:
            self.advance()
        return found

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.error(f"expected `{mark}`, found {self.token[:40] or 'the end'!r}")

    def name(self) -> str:
        """A name; texts may be joined with +."""
        if self.kind not in ("name", "text") or (self.kind == "name" and self.token.lower() in WORDS):
            raise self.error(f"expected a name, found {self.token[:40] or 'the end'!r}")
        text, told = self.kind == "text", self.token
        self.advance()
        if not text:
            return told
        told = re.sub(r"\\(\n|\")", lambda m: "" if m[1] == "\n" else m[1], told[1:-1])
        return told + (self.name() if self.accept("+") else "")

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
                told = self.attributes()
                self.node_defaults |= told if word == "node" else {}
                return
        if self.token.lower() == "subgraph" or self.token == "{":
            raise self.error("subgraphs are not read; write their edges out")
        begins, first = self.line, self.name()
        if self.accept("="):
            self.name()
            return
        path = [self.vertex(first)]
        while self.kind == "mark" and self.token in ("--", "->"):
            if (self.token == "->") != self.one_way:
                raise self.error(f"expected {'->' if self.one_way else '--'}, found {self.token}")
            self.advance()
            if self.token.lower() in ("subgraph", "{"):
                raise self.error("subgraphs are not read; write their edges out")
            path.append(self.vertex(self.name()))
        said = self.attributes()
        if len(path) == 1:
            self.graph.set_states(path[0], said, f", line {begins}")
        for extra in said if len(path) > 1 else ():
            self.graph.ignore(f"edge attribute {extra!r:.40}")
        for tail, head in pairwise(path):
            key = (tail, head) if self.one_way else (min(tail, head), max(tail, head))
            if not self.strict or key not in self.edge_keys:
                self.graph.join(tail, head, self.one_way)
            self.edge_keys |= {key} if self.strict else set()

    def vertex(self, name: str) -> int:
        known = name in self.graph.numbers
        vertex = self.graph.get_or_add(name)
        if not known:
            self.graph.set_states(vertex, self.node_defaults, f", line {self.line}")
        if self.accept(":"):
            self.name()
            if self.accept(":"):
                self.name()
            self.graph.ignore("ports")
        return vertex

    def attributes(self) -> dict[str, str]:
        """All lists in brackets that come next."""
        told: dict[str, str] = {}
        while self.accept("["):
            while not self.accept("]"):
                key = self.name()
                told[key] = self.name() if self.accept("=") else "true"
                if not self.accept(";"):
                    self.accept(",")
        return told


def read(text: str, puzzle: str | None = None) -> tuple[str, LightsOut]:
    """The instance on the graph of a text."""
    about = graph_puzzle(NAME, puzzle)
    return about, _DotReader(text).read().build()


def write(puzzle: str, p: LightsOut) -> str:
    """The graph, with the state of each lamp."""
    check_expressible(NAME, p, states=True)
    bad = next((name for name in vertex_names(p) if "\\" in name), None)
    if bad is not None:
        raise InputError(f"{NAME}: cannot say the name {bad!r:.60}")
    names = ['"' + name.replace('"', '\\"') + '"' for name in vertex_names(p)]
    mark, lines = "->" if p.graph.directed else "--", ["digraph {" if p.graph.directed else "graph {"]
    every = state_attributes(p)
    for v, name in enumerate(names):
        lines.append(f"  {name} [{', '.join(f'{attribute}={told[v]}' for attribute, told in every)}]")
    lines += [f"  {names[v]} {mark} {names[w]}" for v, w in zip(*edges(p), strict=True)]
    return "\n".join([*lines, "}", ""])


FORMAT = Format(
    name="dot",
    title=NAME,
    example="graph { a -- b }",
    puzzles=PUZZLES,
    recognises=recognises,
    read=read,
    write=write,
    endings=(".dot", ".gv"),
)
