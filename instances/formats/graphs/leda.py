"""LEDA, the files of the library of that name (K. Mehlhorn and S. Näher), read by networkx.

LEDA.GRAPH      Then the types of what vertices and edges say; -1 with arrows, -2 without; how many vertices, and a
string          line `|{label}|` for each; how many edges, and a line for each: source and target from 1 on, the
void            number of the edge that leads back, or 0, and `|{label}|`. Lines that begin with # are comments.
-2
..              networkx merges vertices with one label and keeps one of parallel edges: here labels are names where
                all are different, and parallel edges are refused.
"""

from __future__ import annotations

import re

from instances.formats.graphs.frame import CONTROLS, GraphBuilder, check_names, edges, graph_format, vertex_names
from instances.formats.graphs.reading.door import add_network, check_count, read_network
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import count_parallel_edges
from rosetta.foundation.errors import InputError

NAME = "LEDA"
HEAD = 5  # lines: the name, two types, -1 or -2, how many vertices


def recognises(text: str) -> bool:
    """Its first line that is no comment."""
    return re.match(r"(\s*(#[^\n]*)?\n)*LEDA\.GRAPH\b", text[:5000]) is not None


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a text."""
    numbered = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    lines = [line.strip() for _, line in numbered]
    _check_head(lines)
    vertices = _count(numbered, HEAD - 1, "vertices")
    many = _count(numbered, HEAD + vertices, "edges")
    labels, begin = lines[HEAD : HEAD + vertices], HEAD + vertices + 1
    if len(lines) != begin + many:
        raise InputError(f"{NAME}: expected {many:,} lines of edges at the end, found {len(lines) - begin:,}")
    check_count(NAME, vertices + many)
    ends = [_edge_without_label(number, line, vertices) for number, line in numbered[begin:]]
    plain = [*lines[:HEAD], *["|{}|"] * vertices, str(many), *ends]  # networkx calls vertices without a label by number
    network = read_network(NAME, lambda networkx: networkx.parse_leda(plain), (vertices, many))
    for number, label in enumerate(labels, 1):
        network.nodes[str(number)]["label"] = label.removeprefix("|{").removesuffix("}|")
    for _, _, attributes in network.edges(data=True):
        attributes.clear()
    return add_network(builder, network, {node: int(node) for node in network}).build()


def _check_head(lines: list[str]) -> None:
    """Raises InputError unless the name, two types, and what kind of edges there are, come first."""
    if not lines or lines[0] != "LEDA.GRAPH":
        raise InputError(f"{NAME}: expected LEDA.GRAPH in the first line, found {(lines or [''])[0][:40]!r}")
    if len(lines) < HEAD or lines[3] not in ("-1", "-2"):
        found = lines[3][:40] if len(lines) >= HEAD else "the end"
        raise InputError(f"{NAME}: expected two types and then -1 (arrows) or -2 (none), found {found!r}")


def _edge_without_label(number: int, line: str, vertices: int) -> str:
    """The line of an edge with its two ends alone. Raises InputError for one that is none."""
    words = line.split(None, 3)
    if len(words) < 3 or not all(re.fullmatch(r"\d{1,9}", word) for word in words[:3]):
        raise InputError(f"{NAME}, line {number}: expected SOURCE TARGET 0 |{{}}|, found {line.strip()[:40]!r}")
    for word in words[:2]:
        if not 1 <= int(word) <= vertices:
            raise InputError(f"{NAME}, line {number}: expected vertices 1 to {vertices}, found {word}")
    return f"{words[0]} {words[1]} 0 |{{}}|"


def _count(numbered: list[tuple[int, str]], at: int, what: str) -> int:
    number, line = numbered[at] if at < len(numbered) else (0, "the end")
    if not re.fullmatch(r"\s*\d{1,9}\s*", line):
        place = f", line {number}" if number else ""
        raise InputError(f"{NAME}{place}: expected the number of {what}, found {line.strip()[:40]!r}")
    return int(line)


def write(stated: StatedGraph) -> str:
    """The graph, with names of vertices."""
    g = stated.graph
    names, (tails, heads) = vertex_names(g), edges(g)
    check_names(NAME, names, rf"[{CONTROLS}\n\r]|^\s*$|^\s|\s$|^\|\{{|\}}\|$")
    if count_parallel_edges(g):
        raise InputError(f"{NAME}: cannot say parallel edges, of which readers keep one; sparse6 and GraphML can")
    lines = ["LEDA.GRAPH", "string", "void", "-1" if g.directed else "-2", str(len(g))]
    lines += [*(f"|{{{name}}}|" for name in names), str(len(tails))]
    lines += [f"{v + 1} {w + 1} 0 |{{}}|" for v, w in zip(tails, heads, strict=True)]
    return "\n".join(lines) + "\n"


EXAMPLE = "LEDA.GRAPH\\nvoid\\nvoid\\n-2\\n1\\n|{a}|\\n0"
FORMAT = graph_format("leda", NAME, EXAMPLE, (".lgr", ".gw"), recognises, read, write, states=False)
