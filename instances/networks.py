"""A graph of networkx, for a puzzle that is played on graphs: it means what the same graph in a file means.

Vertices may be any hashable objects. Whole numbers, texts and tuples of these are names as they are; any other object
is called by its text, with a number behind it where that is taken. `names` leads from a name back to the object.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import chain, count
from os import PathLike
from types import ModuleType
from typing import Any

from instances.formats.graphs.frame import GraphBuilder
from instances.formats.graphs.reading.door import add_network
from models.puzzles.graphs.boards import GraphBoards, StatedGraph
from models.puzzles.graphs.graph import Name
from rosetta.foundation.errors import InputError

KIND = "networkx graph"
LONGEST = 60  # characters of a text that an object is called by
LARGEST = 2**63


def is_network(value: object) -> bool:
    """Is it to be taken for a graph of networkx, not for a board that is named?"""
    return hasattr(value, "nodes") and not isinstance(value, PathLike)


def state_network(network: Any, boards: GraphBoards) -> tuple[StatedGraph, dict[Name, Hashable]]:
    """A Graph, DiGraph, MultiGraph or MultiDiGraph, or anything with that interface, with the numbers at its vertices
    that the puzzle of these boards knows; and the vertices by name, in order. Raises InputError."""
    methods = (getattr(network, name, None) for name in ("nodes", "edges", "is_directed"))
    if isinstance(network, type | ModuleType) or not all(map(callable, methods)):
        raise InputError(f"expected a graph of networkx, found {type(network).__name__}")
    builder = GraphBuilder(KIND, boards, by_label=False)
    names = vertex_names(network.nodes())
    add_network(builder, network, names)
    return builder.build(), {name: node for node, name in names.items()}


def vertex_names(nodes: Any) -> dict[Hashable, Name]:
    """The name of each vertex, no two the same."""
    own: Mapping[Hashable, Name] = {node: node for node in nodes if _is_name(node)}
    used, names = set(own), dict[Hashable, Name]()
    for node in nodes:
        name = own[node] if node in own else next(text for text in _texts_of(node) if text not in used)
        used.add(name)
        names[node] = name
    return names


def _is_name(node: object) -> bool:
    """Can the node itself be a name, which files and JSON can say?"""
    if type(node) is tuple:
        return bool(node) and all(map(_is_name, node))
    if type(node) is str:
        return _is_encodable(node)
    return type(node) is int and -LARGEST < node < LARGEST


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def describe_node(node: object) -> str:
    """A node in a message, whatever its `repr` does."""
    try:
        return f"{node!r:.60}"
    except Exception:
        return f"a {type(node).__name__}"


def _texts_of(node: object) -> Iterator[str]:
    """What the node may be called: its text, then with a number."""
    try:
        text = ascii(node)[1:-1] if type(node) is str else str(node)
    except Exception:  # whatever somebody else's object throws
        text = type(node).__name__
    text = text[:LONGEST] if _is_encodable(text) else ascii(text)[:LONGEST]
    return chain([text], (f"{text} #{number}" for number in count(2)))
