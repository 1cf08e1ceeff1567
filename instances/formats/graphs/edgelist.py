"""Edge lists, as networkx and many others write them: a line per edge, with the names of its two ends.

# a comment             Names have no blanks. Behind the second there may be data of the edge, a number or {..}, which
a b                     are ignored with a note; anything else is refused, as the line may mean something else.
b c {'weight': 3}       A line with one name is a vertex, which need not have an edge. Where the first line has a
b d 0.5                 comma, commas separate: `a,b`. An edge list has no arrows and no states of lamps: --lit says
e                       which are on (all by default).

Other texts with names and numbers on their lines are refused by their names (`other_texts`), whether or not anybody
said of which puzzle this is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from instances.formats.graphs.frame import CONTROLS, GraphBuilder, check_names, edges, graph_format, vertex_names
from instances.formats.graphs.other_texts import content_lines, find_other_text, has_rows_of_states
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.registry import ON_GRAPHS, puzzle
from rosetta.foundation.errors import InputError

NAME = "edge list"
DATA = re.compile(r"\{.*\}|[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.S)
PREFIX = 10_000  # characters, to see what a text is


def recognises(text: str) -> bool:
    """Two words on the first line that is no comment, unless it is a size with rows of a board below; or rows of a
    board without a size."""
    first = [line for _, line in content_lines(text[:PREFIX])][:2]
    if not first or first[0][0] in "<{[":
        return False
    if len(re.split(r"[\s,]+", first[0])) < 2:
        return set(first[0]) <= {"0", "1"} and has_rows_of_states(text)
    if re.match(r"(strict\s+)?(di)?graph\b", first[0], re.I) or re.search(r"(?mi)^[ \t]*graph\s*\[", text[:5000]):
        return False
    if not re.fullmatch(r"\d+\s+\d+", first[0]):
        return True
    return len(first) < 2 or not _is_board(text)


def _is_board(text: str) -> bool:
    """Is it a board in plain text? It is if it has as many rows as it says, or twice as many and `target`."""
    first, second = (line.split() for _, line in islice(content_lines(text), 2))
    if not all(word.strip("0") for word in first):
        return False
    if len(second) == 1 or second[0].isalpha():  # a row of states, or what a board or graph in plain text goes on with
        return find_other_text(text) is None
    return any(_can_parse(name, text) for name in ON_GRAPHS)


def _can_parse(name: str, text: str) -> bool:
    try:
        puzzle(name).parse(text)
    except InputError:
        return False
    return True


def read(text: str, builder: GraphBuilder) -> StatedGraph:
    """The graph of an edge list."""
    other = find_other_text(text)
    if other is not None:
        raise InputError(f"{NAME}, {other}")
    for number, ends, data in _split_lines(text):
        if data and not DATA.fullmatch(data):
            expected = "expected two names, and behind them nothing, a number or {..}"
            raise InputError(f"{NAME}, line {number}: {expected}; found {' '.join((*ends, data))[:60]!r}")
        if len(ends) == 1:
            builder.get_or_add(ends[0])
        else:
            builder.join(builder.get_or_add(ends[0]), builder.get_or_add(ends[1]), False)
        if data not in ("", "{}"):
            builder.ignore("data of edges")
    _note_counts(text, builder)
    return builder.build()


def _split_lines(text: str) -> Iterator[tuple[int, list[str], str]]:
    """Number, one or two names, and what follows them, of every line."""
    comma = None
    for number, line in content_lines(text):
        if comma is None:
            comma = "," in line.split("{", 1)[0]
        words = [word.strip() for word in line.split(",", 2)] if comma else line.split(None, 2)
        if comma and not (all(words[:2]) and not any(re.search(r"\s", word) for word in words[:2])):
            raise InputError(f"{NAME}, line {number}: expected NAME,NAME, found {line[:60]!r}")
        yield number, words[:2], "".join(words[2:])


def _note_counts(text: str, builder: GraphBuilder) -> None:
    """Many write the numbers of vertices and of edges above the edges: says so where the first line may be that."""
    first, lines = next(content_lines(text), (0, ""))[1], len(builder.tails)
    counts = re.fullmatch(r"(\d{1,9})\s+(\d{1,9})", first)
    if counts is not None and lines > 2 and int(counts[2]) == lines - 1 and len(builder.numbers) == int(counts[1]):
        builder.remark(f"the first line, `{first}`, was taken for an edge, not for numbers of vertices and of edges")


def write(stated: StatedGraph) -> str:
    """The edges of the graph, and the vertices without any."""
    g = stated.graph
    names, (tails, heads) = vertex_names(g), edges(g)
    check_names(NAME, names, rf"[\s,#{CONTROLS}]|^$")
    if g.directed:
        raise InputError(f"{NAME}: cannot say arcs")
    joined = {*tails, *heads}
    alone = [names[v] for v in range(len(g)) if v not in joined]
    lines = [f"{names[v]} {names[w]}\n" for v, w in zip(tails, heads, strict=True)] + [f"{v}\n" for v in alone]
    text = "".join(lines)
    other = find_other_text(text)
    if other is not None:
        raise InputError(f"{NAME}: cannot say this graph, as its edges would be taken for {other.what}")
    return text


ENDINGS = (".edgelist", ".edges", ".el")
FORMAT = graph_format("edgelist", NAME, "a b\\nb c", ENDINGS, recognises, read, write, states=False, loose=True)
