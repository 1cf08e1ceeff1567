"""Multiline adjacency lists of networkx: a vertex with the number of its neighbours, then these, a line each.

a 2             Behind a neighbour there may be data of the edge, {..}, which are ignored with a note. No arrows, no
b {}            states. networkx reads the lines, without the data, which it would evaluate.
c {}
b 0
c 0
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from instances.formats.graphs.adjlist import neighbour_rows, sort_network
from instances.formats.graphs.frame import GraphBuilder, graph_format
from instances.formats.graphs.other_texts import content_lines
from instances.formats.graphs.reading.door import add_network, check_count, read_network
from models.puzzles.graphs.boards import StatedGraph
from rosetta.foundation.errors import InputError

NAME = "multiline adjacency list"
NUMBER = r"\d{1,9}"


def recognises(text: str) -> bool:
    """A vertex with a number, and then a neighbour with data."""
    return re.match(rf"(\s*(#[^\n]*)?\n)*\s*\S+[ \t]+{NUMBER}[ \t\r]*\n", text) is not None and (
        re.search(r"(?m)^[ \t]*[^\s#]+[ \t]+\{[^\n]*\}[ \t\r]*$", text) is not None
    )


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of such a list."""
    lines, missing, names = [], 0, dict[tuple[str, str], None]()
    vertex = ""
    for number, line in content_lines(text):
        words = line.split(None, 1)
        data = words[1] if len(words) > 1 else ""
        if not missing:
            if not re.fullmatch(NUMBER, data):
                raise InputError(f"{NAME}, line {number}: expected NAME and how many neighbours, found {line[:40]!r}")
            vertex, missing = words[0], int(data)
            pair = (vertex, "")  # its own line
            lines.append(f"{vertex} {missing}")
        else:
            if data and not re.fullmatch(r"\{.*\}", data):
                raise InputError(f"{NAME}, line {number}: expected a neighbour of {vertex!r:.40}, found {line[:40]!r}")
            pair, missing = (vertex, words[0]), missing - 1
            if data not in ("", "{}"):
                builder.ignore("data of edges")
            lines.append(words[0])
        if pair in names:
            raise InputError(
                f"{NAME}, line {number}: expected each vertex and neighbour once, found {line[:40]!r} again"
            )
        names[pair] = None
    if missing:
        raise InputError(f"{NAME}: expected {missing:,} more neighbours of {vertex!r:.40}, found the end")
    check_count(NAME, len(names))

    def parse(networkx: Any) -> Any:
        return sort_network(
            networkx, networkx.parse_multiline_adjlist(iter(lines)), [v for v, other in names if not other]
        )

    network = read_network(NAME, parse)
    return add_network(builder, network, {node: node for node in network}).build()


def write(stated: StatedGraph) -> str:
    """A line per vertex and one per neighbour; an edge stands at the first of its ends."""
    rows = neighbour_rows(NAME, stated.graph)
    lines = chain.from_iterable([f"{name} {len(row)}", *(f"{other} {{}}" for other in row)] for name, row in rows)
    text = "\n".join(lines) + "\n"
    if not recognises(text):
        raise InputError(f"{NAME}: cannot say a graph without edges; an edge list can")
    return text


ENDINGS = (".multiline_adjlist", ".madjlist")
FORMAT = graph_format("multiline", NAME, "a 1\\nb {}\\nb 0", ENDINGS, recognises, read, write, states=False)
