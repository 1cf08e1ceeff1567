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
from instances.formats.graphs.frame import PUZZLES, Drawn, check_sayable, edges, for_lights_out, told_states, words
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


class _Reader:
    """The tokens of a text, and the graph so far."""

    def __init__(self, text: str) -> None:
        self.tokens, self.line = self._all(text), 1
        self.kind, self.told = "", ""
        self.drawn, self.one_way, self.strict = Drawn(NAME), False, False
        self.given: dict[str, str] = {}
        self.seen: set[tuple[int, int]] = set()
        self.step()

    def _all(self, text: str) -> Iterator[tuple[str, str]]:
        position = 0
        while position < len(text):
            found = TOKEN.match(text, position)
            if found is None:
                raise self.refuse(f"cannot be read from here: {text[position : position + 20]!r}")
            if found.lastgroup != "space":
                yield found.lastgroup or "", found[0]
            self.line += found[0].count("\n")
            position = found.end()
        yield "end", ""

    def step(self) -> None:
        self.kind, self.told = next(self.tokens)

    def refuse(self, told: str) -> InputError:
        return InputError(f"{NAME}, line {self.line}: {told}")

    def take(self, mark: str) -> bool:
        """Is this mark or word next? Then go on behind it."""
        found = self.kind != "text" and self.told.lower() == mark
        if found:
            self.step()
        return found

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise self.refuse(f"expected `{mark}`, found {self.told[:40] or 'the end'!r}")

    def name(self) -> str:
        """A name; texts may be joined with +."""
        if self.kind not in ("name", "text") or (self.kind == "name" and self.told.lower() in WORDS):
            raise self.refuse(f"expected a name, found {self.told[:40] or 'the end'!r}")
        text, told = self.kind == "text", self.told
        self.step()
        if not text:
            return told
        told = re.sub(r"\\(\n|\")", lambda m: "" if m[1] == "\n" else m[1], told[1:-1])
        return told + (self.name() if self.take("+") else "")

    def read(self) -> Drawn:
        self.strict = self.take("strict")
        self.one_way = self.drawn.directed = self.take("digraph")
        if not self.one_way:
            self.need("graph")
        if self.told != "{":
            self.name()
        self.need("{")
        while not self.take("}"):
            self.statement()
            self.take(";")
        if self.kind != "end":
            raise self.refuse(f"expected one graph and nothing behind it, found {self.told[:40]!r}")
        return self.drawn

    def statement(self) -> None:
        for word in ("graph", "node", "edge"):
            if self.take(word):
                told = self.attributes()
                self.given |= told if word == "node" else {}
                return
        if self.told.lower() == "subgraph" or self.told == "{":
            raise self.refuse("subgraphs are not read; write their edges out")
        begins, first = self.line, self.name()
        if self.take("="):
            self.name()
            return
        path = [self.vertex(first)]
        while self.kind == "mark" and self.told in ("--", "->"):
            if (self.told == "->") != self.one_way:
                raise self.refuse(f"expected {'->' if self.one_way else '--'}, found {self.told}")
            self.step()
            if self.told.lower() in ("subgraph", "{"):
                raise self.refuse("subgraphs are not read; write their edges out")
            path.append(self.vertex(self.name()))
        said = self.attributes()
        if len(path) == 1:
            self.drawn.say(path[0], said, f", line {begins}")
        for extra in said if len(path) > 1 else ():
            self.drawn.ignore(f"edge attribute {extra!r:.40}")
        for tail, head in pairwise(path):
            key = (tail, head) if self.one_way else (min(tail, head), max(tail, head))
            if not self.strict or key not in self.seen:
                self.drawn.join(tail, head, self.one_way)
            self.seen |= {key} if self.strict else set()

    def vertex(self, name: str) -> int:
        known = name in self.drawn.numbers
        vertex = self.drawn.either(name)
        if not known:
            self.drawn.say(vertex, self.given, f", line {self.line}")
        if self.take(":"):
            self.name()
            if self.take(":"):
                self.name()
            self.drawn.ignore("ports")
        return vertex

    def attributes(self) -> dict[str, str]:
        """All lists in brackets that come next."""
        told: dict[str, str] = {}
        while self.take("["):
            while not self.take("]"):
                key = self.name()
                told[key] = self.name() if self.take("=") else "true"
                if not self.take(";"):
                    self.take(",")
        return told


def read(text: str, puzzle: str | None = None) -> tuple[str, LightsOut]:
    """The instance on the graph of a text."""
    about = for_lights_out(NAME, puzzle)
    return about, _Reader(text).read().game()


def write(puzzle: str, p: LightsOut) -> str:
    """The graph, with the state of each lamp."""
    check_sayable(NAME, p, states=True)
    bad = next((name for name in words(p) if "\\" in name), None)
    if bad is not None:
        raise InputError(f"{NAME}: cannot say the name {bad!r:.60}")
    names = ['"' + name.replace('"', '\\"') + '"' for name in words(p)]
    mark, lines = "->" if p.graph.directed else "--", ["digraph {" if p.graph.directed else "graph {"]
    every = told_states(p)
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
