"""GML, the Graph Modelling Language (M. Himsolt 1997): keys and values in brackets, read by networkx.

    graph [ directed 0
      node [ id 0 label "a" lit 1 ]        A value is a number, a text in quotes (with entities of HTML for what is not
      node [ id 1 label "b" ]              ASCII) or a list of keys and values in brackets. A vertex is called by its
      edge [ source 0 target 1 ]           label if all have different ones, else by its id. # begins a comment line.
    ]

What networkx would misread is written in the way that it knows: a capital in `Graph`, an exponent behind a whole
number, a text of several lines and a quotation mark in a comment, which would hide the lines below. Parallel edges need
not be announced. A text of 42 MB (750,000 edges, 375,000 vertices) takes 63 s and 1.1 GB, one of 5 MB 7 s; a reader of
our own took 25 s and 0.5 GB, and 3 s.
"""

from __future__ import annotations

import re
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
from instances.formats.graphs.reading.door import add_network, check_count, line_of_match, read_network
from instances.networks import vertex_names as names_of_nodes
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "GML"
HEAD = re.compile(
    r'(?:\s++|#[^\n]*+\n|(?!graph\b)\w++\s++(?:"[^"]*+"|[\d.+-]++)(?=\s))*+graph\s*+\[', re.I
)  # in one go
TEXT = r'"[^"]*"'
EXPONENT = re.compile(rf"{TEXT}|(?<![\w.+-])([+-]?\d+)([eE][+-]?\d+)\b")
CAPITAL = re.compile(rf"{TEXT}|\b(graph|directed|node|edge|id|label|source|target|lit)\b", re.I)


def recognises(text: str) -> bool:
    """A key `graph` before a bracket, other keys and comments before it."""
    return HEAD.match(text[:5000]) is not None


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a text."""
    plain = _rewrite(text)
    head = HEAD.match(plain)
    if head is None:
        raise InputError(f"{NAME}: expected graph [ ... ], found none")
    check_count(NAME, plain.count("[") - 1)
    plain = f"{plain[: head.end()]} multigraph 1 {plain[head.end() :]}"
    network = read_network(
        NAME, lambda networkx: networkx.parse_gml(plain, label="id"), explain=lambda message: _explain(message, plain)
    )
    return add_network(builder, network, names_of_nodes(network.nodes())).build()


def _rewrite(text: str) -> str:
    """The same GML without comments, and with texts, numbers and keys as networkx knows them."""
    text = re.sub(r"(?m)^[ \t]*#.*$", "", text)
    text = re.sub(TEXT, lambda match: " ".join(match[0].splitlines()) if "\n" in match[0] else match[0], text)
    if text.count('"') % 2:
        line = text.count("\n", 0, text.rindex('"')) + 1
        raise InputError(f"{NAME}, line {line}: expected a quotation mark at the end of each text, found one without")
    if EXPONENT.search(text):
        text = EXPONENT.sub(lambda match: f"{match[1]}.0{match[2]}" if match[1] else match[0], text)
    if not re.search(r"\bgraph\s*\[", text):
        text = CAPITAL.sub(lambda match: match[0].lower() if match[1] else match[0], text)
    return text


def _explain(message: str, text: str) -> tuple[int | None, str] | None:
    """The line that a message of networkx is about, and what it means."""
    place = re.fullmatch(r"(cannot tokenize )?(.*) at \((\d+), \d+\)", message)
    if place is not None:
        found = f"expected a key, a number, a text or a bracket, found {place[2][:20]!r}"
        return int(place[3]), found if place[1] else place[2]
    element = re.fullmatch(r"(node|edge) #(\d+) has (no|undefined) '?(\w+)'?(?: attribute)?(?: (.*))?", message)
    if element is not None:
        expected = f"expected the {element[4]} of each {element[1]}, found none"
        ends = f"an edge ends at {element[5]}, which is no vertex of the file"
        line = line_of_match(text, rf"\b{element[1]}\s*\[", int(element[2]))
        return line, expected if element[3] == "no" else ends
    repeated = re.fullmatch(r"node id ('?)(.*)\1 is duplicated", message)
    if repeated is not None:
        line = line_of_match(text, rf'\bid\s+"?{re.escape(repeated[2])}(?![\w.])', 1)
        return line, f"vertex {repeated[1]}{repeated[2]}{repeated[1]} is declared twice"
    if message.startswith("unhashable"):
        return None, "expected id, source and target once, as a number or a text; found one twice, or a list"
    several = message == "input contains more than one graph"
    return (None, "expected one graph, found more than one graph") if several else None


def write(stated: StatedGraph) -> str:
    """The graph, with labels and the state of each lamp."""
    g = stated.graph
    check_names(NAME, vertex_names(g), f"[{CONTROLS}]")
    lines = ["graph [", f"  directed {int(g.directed)}"]
    for v, (name, states) in enumerate(zip(vertex_names(g), vertex_states(stated), strict=True)):
        label = escape(name).encode("ascii", "xmlcharrefreplace").decode("ascii")
        said = "".join(f" {attribute} {state}" for attribute, state in states.items())
        lines.append(f'  node [ id {v} label "{label}"{said} ]')
    lines += [f"  edge [ source {v} target {w} ]" for v, w in zip(*edges(g), strict=True)]
    return "\n".join([*lines, "]", ""])


FORMAT = graph_format("gml", NAME, "graph [ node [ id 0 ] ]", (".gml",), recognises, read, write, states=True)
