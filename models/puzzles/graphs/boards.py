"""Puzzles that are played on any graph: how such a puzzle reads a graph, and says its board as one.

Files of graphs and graphs of networkx are read as graphs (`instances/formats/graphs/`, `instances/networks.py`), with
whole numbers at their vertices. What these mean, the puzzle's record says (`Extras.graphs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.puzzles.graphs.graph import Graph, Ints


@dataclass(frozen=True, slots=True, eq=False)
class StatedGraph:
    """A graph with numbers at its vertices.

    graph: the vertices and who is joined to whom.
    states: by attribute the number of each vertex, shape (n,); an attribute that no vertex has is not there.
    notes: how it was read, for people.
    """

    graph: Graph
    states: Mapping[str, Ints] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphBoards:
    """How a puzzle takes graphs.

    attributes: those of vertices that it knows, whole numbers from 0 on, each with the words by which the puzzle's
        parameter of the same name says the numbers of all vertices.
    most: all numbers are below it.
    expected: what a number may be, for messages.
    board(stated): the instance on the graph. Raises InputError.
    stated(instance, with_states): the instance as a graph; with_states: are there numbers at its vertices? Raises
        InputError for what such a graph cannot say; the message begins with `cannot say`.
    rename(instance, document, name_of): the JSON of an answer with other names for its vertices. The document may be
        anything that a person wrote for one; what does not look like it is left for `answer_from_json` to refuse.
        Raises InputError, also what `name_of` raises of that kind.
    count_states(instance, choices): all numbers of this instance are below it; choices: of parameters, by name.
    """

    attributes: Mapping[str, tuple[str, ...]]
    most: int
    expected: str
    board: Callable[[StatedGraph], Any]
    stated: Callable[[Any, bool], StatedGraph]
    rename: Callable[[Any, Mapping[str, Any], Callable[[Any], Any]], Mapping[str, Any]]
    count_states: Callable[[Any, Mapping[str, Any]], int]
