"""Pajek (V. Batagelj and A. Mrvar): numbered vertices, then sections of edges and of arcs.

*Vertices 3             Lines of vertices may be left out. Behind the number: the name, in quotes if it has blanks,
1 "a" 0.2 0.7           and x and y, from 0 to 1, y down; then perhaps `lit 1`. *Edges and *Arcs have two ends to a
2 "b" 0.5 0.1 lit 0     line, and a weight, which is ignored; *Edgeslist and *Arcslist one vertex and those that it
*Edges                  is joined to. % begins a comment. Matrices, partitions and vectors are refused, and so are
1 2                     vertices of two kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from instances.formats.graphs.frame import CONTROLS, GraphBuilder, check_names, edges, graph_format, vertex_names
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import check_size
from rosetta.foundation.errors import InputError

NAME = "Pajek"
LISTS = ("edgeslist", "arcslist")
SECTIONS = ("edges", "arcs", *LISTS)
WORD = re.compile(r'"([^"]*)"|(\S+)')
FLOAT = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


def recognises(text: str) -> bool:
    """It begins with its network or its vertices, but for comments."""
    return re.match(r"(\s*(%[^\n]*)?\n)*\s*\*(network|vertices)\b", text[:5000], re.I) is not None


class _PajekReader:
    """The graph so far. n: how many vertices; section: that of the line, "" before the first."""

    def __init__(self, builder: GraphBuilder) -> None:
        self.graph, self.section, self.n = builder, "", -1
        self.said: set[int] = set()

    def read(self, text: str) -> StatedGraph:
        for number, line in _content_lines(text):
            place = f"{NAME}, line {number}"
            if line.startswith("*"):
                self._begin_section(line, place)
            elif self.section == "vertices":
                self._read_vertex(line, place, f", line {number}")
            elif self.section in SECTIONS:
                self._read_edges(line.split(), place)
            else:
                raise InputError(f"{place}: expected *Vertices and how many, found {line[:40]!r}")
        if self.n < 0:
            raise InputError(f"{NAME}: expected *Vertices and how many, found none")
        return self.graph.build()

    def _begin_section(self, line: str, place: str) -> None:
        word, *rest = line[1:].split() or [""]
        self.section = word.lower()
        if self.section == "network":
            return
        if self.section == "vertices" and self.n < 0:
            if len(rest) != 1 or not re.fullmatch(r"\d{1,9}", rest[0]):
                raise InputError(f"{place}: expected *Vertices and one number of them, found {line[:40]!r}")
            self.n = int(rest[0])
            check_size(self.n, 0)
            for vertex in range(1, self.n + 1):
                self.graph.add(vertex, "")
        elif self.section not in SECTIONS or self.n < 0:
            expected = "one list of vertices, then *Edges, *Arcs, *Edgeslist or *Arcslist"
            raise InputError(f"{place}: expected {expected}, found {line[:40]!r}")
        self.graph.directed |= self.section.startswith("arcs")

    def _read_vertex(self, line: str, place: str, at: str) -> None:
        words = [quoted if quoted or not bare else bare for quoted, bare in WORD.findall(line)]
        vertex = self._vertex(words[0], place)
        if vertex in self.said:
            raise InputError(f"{place}: vertex {words[0]} is declared twice")
        self.said.add(vertex)
        self.graph.set_label(vertex, words[1] if len(words) > 1 else "")
        stated = {}
        if len(words) > 3 and FLOAT.fullmatch(words[2]) and FLOAT.fullmatch(words[3]):
            stated = {"x": words[2], "y": words[3]}
        stated |= {key: value for key, value in pairwise(words[2:]) if key in self.graph.states}
        self.graph.set_states(vertex, stated, at)

    def _read_edges(self, words: list[str], place: str) -> None:
        one_way = self.section.startswith("arcs")
        if len(words) < 2:
            raise InputError(f"{place}: expected the numbers of two vertices, found {' '.join(words)[:40]!r}")
        tail, *heads = [self._vertex(word, place) for word in (words if self.section in LISTS else words[:2])]
        for head in heads:
            self.graph.join(tail, head, one_way)
        if self.section not in LISTS and len(words) > 2 and words[2:] not in (["1"], ["1.0"]):
            self.graph.ignore("data of edges")

    def _vertex(self, word: str, place: str) -> int:
        if not re.fullmatch(r"\d{1,9}", word) or not 1 <= int(word) <= self.n:
            raise InputError(f"{place}: expected the number of a vertex, 1 to {self.n}, found {word[:40]!r}")
        return int(word) - 1


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of every line that is no comment."""
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return ((number, line) for number, line in lines if line and line[0] != "%")


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a text."""
    return _PajekReader(builder).read(text)


def write(stated: StatedGraph) -> str:
    """The graph, with names of vertices."""
    g = stated.graph
    check_names(NAME, vertex_names(g), rf'["{CONTROLS}\n\r]|^\s*$')
    lines = [f"*Vertices {len(g)}", *(f'{v} "{name}"' for v, name in enumerate(vertex_names(g), 1))]
    lines += ["*Arcs" if g.directed else "*Edges", *(f"{v + 1} {w + 1}" for v, w in zip(*edges(g), strict=True))]
    return "\n".join(lines) + "\n"


EXAMPLE = '*Vertices 2\\n1 "a"\\n2 "b"\\n*Edges\\n1 2'
FORMAT = graph_format("pajek", NAME, EXAMPLE, (".net",), recognises, read, write, states=False)
