"""GML, the Graph Modelling Language (M. Himsolt 1997): keys and values in brackets.

    graph [ directed 0
      node [ id 0 label "a" lit 1 ]        A value is a number, a text in quotes (with entities of HTML for what is not
      node [ id 1 label "b" ]              ASCII) or a list of keys and values in brackets. A vertex is called by its
      edge [ source 0 target 1 ]           label if all have different ones, else by its id. # begins a comment line.
    ]

Keys are read one after the other; what is deeper than a vertex or an edge is skipped, so depth costs nothing. A second
value of a key that is read is refused; GML allows more than one of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import TypeAlias

from instances.formats.graphs.frame import (
    CONTROLS,
    GraphBuilder,
    check_names,
    edges,
    graph_format,
    vertex_names,
    vertex_states,
)
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "GML"
TOKEN = re.compile(
    r"(?P<space>\s+|\#[^\n]*)|(?P<key>[A-Za-z][0-9A-Za-z_]*)|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?)"
    r'|"(?P<text>[^"]*)"|(?P<bracket>[\[\]])'
)
ONCE = ("id", "label", "lit", "target", "source")  # target: of a vertex and of an edge
Token: TypeAlias = tuple[str, str, int]
"""Kind, text and line."""


def recognises(text: str) -> bool:
    """A key `graph` before a bracket, other keys and comments before it."""
    return bool(re.match(r'(\s|#[^\n]*\n|(?!graph\b)\w+\s+("[^"]*"|[\d.+-]+)(?=\s))*graph\s*\[', text[:5000], re.I))


def _tokens(text: str) -> Iterator[Token]:
    position, line = 0, 1
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise InputError(
                f"{NAME}, line {line}: expected a key, a number, a text or a bracket, found {text[position:][:20]!r}"
            )
        kind = match.lastgroup or ""
        if kind != "space":
            yield kind, match[kind], line
        line += match[0].count("\n")
        position = match.end()
    yield "end", "", line


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of a text."""
    graphs, one_way, labels = 0, False, {}
    path: list[str] = []
    attributes: dict[str, str] = {}
    tokens = _tokens(text)
    for kind, key, line in tokens:
        if kind == "bracket" and key == "]" and path:
            name = path.pop()
            if (name, path) == ("node", ["graph"]):
                vertex = builder.add(_id(attributes, "id", line), f", line {line}")
                labels[vertex] = attributes.pop("label", None)
                builder.set_states(
                    vertex, {name: value for name, value in attributes.items() if name != "id"}, f", line {line}"
                )
            elif (name, path) == ("edge", ["graph"]):
                builder.pending_edges.append(
                    (_id(attributes, "source", line), _id(attributes, "target", line), one_way, line)
                )
                builder.ignore_attributes("edge", sorted(attributes.keys() - {"source", "target"}))
            continue
        if kind == "end" and not path:
            break
        if kind != "key":
            raise InputError(f"{NAME}, line {line}: expected a key{' or ]' if path else ''}, found {key[:40]!r}")
        key, (kind, value, line) = key.lower() if len(path) < 2 else key, next(tokens)
        if kind == "bracket" and value == "[":
            graphs += not path and key == "graph"
            if graphs > 1:
                raise InputError(f"{NAME}, line {line}: expected one graph, found another")
            if path == ["graph"]:
                attributes = {}
            elif len(path) == 2 and path[0] == "graph":
                builder.ignore_attributes(path[1], [key])
            path.append(key)
        elif kind not in ("number", "text"):
            raise InputError(f"{NAME}, line {line}: expected a value of {key[:40]}, found {value[:40] or 'the end'!r}")
        elif path == ["graph"] and key == "directed":
            one_way = value == "1"
        elif len(path) == 2 and path[0] == "graph":
            if key in ONCE and key in attributes:
                raise InputError(f"{NAME}, line {line}: expected {key} once in a {path[1][:40]}, found it again")
            attributes[key] = _unescape(value, line) if kind == "text" else value
    if not graphs:
        raise InputError(f"{NAME}: expected graph [ ... ], found none")
    return _apply_labels(builder, one_way, labels).build()


def _unescape(value: str, line: int) -> str:
    """The text of a value, whose entities are those of HTML."""
    try:
        return unescape(value)
    except ValueError:  # the number of a character has thousands of digits
        raise InputError(f"{NAME}, line {line}: expected characters, found one with a number too long") from None


def _id(attributes: dict[str, str], name: str, line: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,18}", attributes.get(name, "")):
        raise InputError(
            f"{NAME}, line {line}: expected a whole number as {name}, found {attributes.get(name, 'none')!r:.40}"
        )
    return int(attributes[name])


def _apply_labels(builder: GraphBuilder, one_way: bool, labels: dict[int, str | None]) -> GraphBuilder:
    """Names the vertices by their labels, if these are all different; `directed` may come after the edges."""
    builder.pending_edges = [(*ends[:2], one_way, ends[3]) for ends in builder.pending_edges]
    builder.add_pending_edges().directed = one_way
    label_texts = [label for label in labels.values() if label is not None]
    if len(set(label_texts)) == len(builder.numbers):
        builder.numbers = {label: i for i, label in enumerate(label_texts)}
    elif label_texts:
        builder.ignore("labels of vertices, which are not all different")
    return builder


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
