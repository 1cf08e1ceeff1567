"""Edge lists, as networkx and many others write them: a line per edge, with the names of its two ends.

# a comment             Names have no blanks; whatever follows the second is data of the edge and is ignored.
a b                     A line with one name is a vertex, which need not have an edge. Where the first line has a
b c {'weight': 3}       comma and no blank, commas separate: `a,b`. An edge list has no arrows and no states of
d                       lamps: --lit says which are on (all by default).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from instances.formats.graphs.frame import CONTROLS, GraphBuilder, check_names, edges, graph_format, vertex_names
from models.puzzles.contract import InputError
from models.puzzles.lightsout.instance import LightsOut

NAME = "edge list"


def recognises(text: str) -> bool:
    """Two words on the first line that is no comment, unless it is a size with rows of a board below."""
    first = [line for _, line in _lines(text[:10_000])][:2]
    if not first or len(re.split(r"[\s,]+", first[0])) < 2 or first[0][0] in "<{[":
        return False
    if re.match(r"(strict\s+)?(di)?graph\b", first[0], re.I) or re.search(r"(?mi)^[ \t]*graph\s*\[", text[:5000]):
        return False
    if not re.fullmatch(r"\d+\s+\d+", first[0]):
        return True
    return len(first) < 2 or not _is_board(text)


def is_certain(text: str) -> bool:
    """Every line has the ends of an edge, a vertex alone, or a weight or a dictionary behind the ends: it is no prose,
    and no board with rows of words."""
    lines = [re.split(r"[\s,]+", line, maxsplit=2) for _, line in _lines(text)]
    return all(len(words) < 3 or re.fullmatch(r"\{.*\}|-?\d+(\.\d*)?", words[2]) for words in lines)


def _is_board(text: str) -> bool:
    """Is it a board in plain text? It is if it has as many rows as it says, or twice as many and `target`."""
    from models.puzzles.lightsout.rules import parse

    lines = _lines(text)
    first, second = next(lines)[1].split(), next(lines)[1].split()
    if not all(word.strip("0") for word in first):
        return False
    if len(second) == 1 or second[0].isalpha():  # a row of states, or what a board or graph in plain text goes on with
        return True
    try:
        parse(text)
    except InputError:
        return False
    return True


def read(text: str) -> LightsOut:
    """The instance on the graph of an edge list."""
    builder, comma = GraphBuilder(NAME), None
    for number, line in _lines(text):
        if comma is None:
            comma = "," in line and not re.search(r"\s", line)
        ends = [word.strip() for word in line.split(",")] if comma else line.split(None, 2)
        if comma and not all(ends[:2]):
            raise InputError(f"{NAME}, line {number}: expected NAME,NAME, found {line[:60]!r}")
        if len(ends) == 1:
            builder.get_or_add(ends[0])
        else:
            builder.join(builder.get_or_add(ends[0]), builder.get_or_add(ends[1]), False)
        if len(ends) > 2 and ends[2] != "{}":
            builder.ignore("data of edges")
    return builder.build()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Line number and text of every line that is more than a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].strip()
        if content:
            yield number, content


def write(p: LightsOut) -> str:
    """The edges of the graph, and the vertices without any."""
    names, (tails, heads) = vertex_names(p), edges(p)
    check_names(NAME, names, rf"[\s,#{CONTROLS}]|^$")
    if p.graph.directed:
        raise InputError(f"{NAME}: cannot say arcs")
    joined = {*tails, *heads}
    alone = [names[v] for v in range(len(p)) if v not in joined]
    return "".join([f"{names[v]} {names[w]}\n" for v, w in zip(tails, heads, strict=True)] + [f"{v}\n" for v in alone])


ENDINGS = (".edgelist", ".edges", ".el")
FORMAT = graph_format(
    "edgelist", NAME, "a b\\nb c", ENDINGS, recognises, read, write, states=False, loose=True, is_certain=is_certain
)
