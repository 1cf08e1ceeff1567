"""The one door to networkx: its readers are called here, and what they return becomes a graph with numbers.

A reader of networkx merges vertices with one id, makes vertices of what only edges name, and lets one edge replace
another, without a word. So the file of each format looks at the text first, and tells how many vertices and edges it
states: `read_network` refuses a graph that has not as many. Whatever such a reader raises becomes one message.

Our own readers stay where a check of the text would have to read it all, or where networkx is too slow:

    graph6, sparse6    0.07 and 0.03 s for 100,000 edges between 3,000 vertices, networkx 1.7 and 1.4 s; and it has no
                       digraph6
    Pajek              networkx reads `*Arcs` behind `*Edges` as edges and `*Arcslist` as arcs with weights, merges
                       vertices with one label, and needs a line for each vertex
    edge list          it leaves out lines with a single vertex, and evaluates what stands behind the edges
    node-link JSON,    it numbers vertices without an id, makes those that only edges name, merges those with one id,
      Cytoscape        and counts edges with one key once
    DOT                needs pydot or pygraphviz, which Rosetta does not
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from instances.formats.graphs.frame import GraphBuilder
from models.puzzles.graphs.graph import Name
from rosetta.foundation.errors import InputError

BAD_TEXT = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)  # what readers raise
MOST_ELEMENTS = 2_000_000  # vertices and edges; networkx needs a gigabyte for every 800,000 or so


def check_count(name: str, elements: int) -> None:
    """Raises InputError for so many vertices and edges that a graph of networkx would be too large."""
    if elements > MOST_ELEMENTS:
        expected = f"expected at most {MOST_ELEMENTS:,} vertices and edges"
        raise InputError(f"{name}: {expected}, found {elements:,}; an edge list or sparse6 may have more")


def read_network(
    name: str,
    read: Callable[[Any], Any],
    counts: tuple[int, int] | None = None,
    explain: Callable[[str], tuple[int | None, str] | None] = lambda message: None,
) -> Any:
    """The graph that a reader of networkx makes. name: of the format, for messages; read(networkx): the graph.

    counts: how many vertices and edges the text states; explain(message): the line that a message of networkx is about,
    where that is known, and what it means; None for one that says so itself. Raises InputError.
    """
    import networkx

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            network = read(networkx)
    except InputError:
        raise
    except RecursionError:
        raise InputError(
            f"{name}: expected brackets or elements some hundred deep at most, found deeper ones"
        ) from None
    except StopIteration:
        raise InputError(f"{name}: expected more lines, found the end") from None
    except (networkx.NetworkXException, *BAD_TEXT) as error:
        message = " ".join(str(error).split()) or type(error).__name__
        line, meaning = explain(message) or (None, f"expected another text; networkx says: {message}")
        place = "" if line is None else f", line {line}"
        raise InputError(f"{name}{place}: {meaning[:200]}") from None
    found = (network.number_of_nodes(), network.number_of_edges())
    if counts is not None and counts != found:
        raise InputError(
            f"{name}: expected {counts[0]:,} vertices and {counts[1]:,} edges, as the file states them, found "
            f"{found[0]:,} and {found[1]:,}: an id or an edge stands there twice, of which networkx keeps one"
        )
    return network


def add_network(builder: GraphBuilder, network: Any, names: Mapping[Hashable, Name]) -> GraphBuilder:
    """The builder with the vertices and edges of the network. names: of its nodes, no two the same."""
    builder.directed = directed = bool(network.is_directed())
    for node, attributes in network.nodes(data=True):
        builder.set_states(builder.add(names[node], ""), attributes, f", vertex {names[node]!r:.60}")
    for tail, head, attributes in network.edges(data=True):
        builder.join(builder.numbers[names[tail]], builder.numbers[names[head]], directed)
        if attributes:
            builder.ignore_attributes("edge", [name for name in attributes if name != "id"])
    return builder


def line_at(text: str, position: int) -> int:
    """The number of the line on which a position is, from 1."""
    return text.count("\n", 0, position) + 1


def line_of_match(text: str, pattern: str, number: int) -> int | None:
    """The line of the match with that number, from 0; None if there are fewer."""
    for i, match in enumerate(re.finditer(pattern, text)):
        if i == number:
            return line_at(text, match.start())
    return None
