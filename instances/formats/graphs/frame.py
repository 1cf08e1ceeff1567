"""Shared by the readers and writers of graph files: from names and pairs of names to a graph with numbers at
its vertices.

A vertex has the name of its label, if all vertices have one and no two the same, else that of its id. What a file says
of its place in a picture (`reading.places`) is kept for drawings. Which further attributes of vertices are read, and
what they mean, says the record of the puzzle that is played on the graph (`Extras.graphs`). Whatever else a file says
of vertices and edges is ignored, and a note names it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from instances.formats.contract import Format, Instance
from instances.formats.declarations import determine_puzzle
from instances.formats.graphs.reading.places import Place, place_of
from models.puzzles.graphs.boards import GraphBoards, StatedGraph
from models.puzzles.graphs.graph import MOST_ARCS, Floats, Graph, Ints, Name, graph
from models.puzzles.graphs.names import word_of
from models.puzzles.registry import ON_GRAPHS, puzzle
from rosetta.foundation.errors import InputError

# Characters of a name that move a terminal's cursor or turn its text round
CONTROLS = "\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"


LABEL = "label"


@dataclass(slots=True)
class GraphBuilder:
    """A graph while it is read.

    format_name: for messages.
    boards: of the puzzle that reads it.
    numbers: of the vertices by name, in order.
    states: by attribute and vertex.
    labels: of vertices; places: of vertices in a picture, with y down.
    by_label: is the attribute `label` a name?
    ignored: what is ignored, in words.
    ignored_attributes: names of such, by what has them.
    remarks: other notes.
    directed: the file says so, whatever its edges are.
    """

    format_name: str
    boards: GraphBoards
    numbers: dict[Name, int] = field(default_factory=dict)
    tails: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    one_way: list[bool] = field(default_factory=list)
    states: dict[str, dict[int, int]] = field(init=False)
    labels: dict[int, str] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    by_label: bool = True
    ignored: dict[str, None] = field(default_factory=dict)
    ignored_attributes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    remarks: list[str] = field(default_factory=list)
    directed: bool = False

    def __post_init__(self) -> None:
        self.states = {name: {} for name in self.boards.attributes}

    def add(self, name: Name, place: str) -> int:
        """A vertex that must be new. place: `, line 3`."""
        if name in self.numbers:
            raise InputError(f"{self.format_name}{place}: vertex {name!r:.60} is declared twice")
        return self.numbers.setdefault(name, len(self.numbers))

    def get_or_add(self, name: Name) -> int:
        """The vertex of that name, new or not."""
        return self.numbers.setdefault(name, len(self.numbers))

    def find(self, name: Name, place: str) -> int:
        """A vertex that must be known."""
        if name not in self.numbers:
            raise InputError(f"{self.format_name}{place}: an edge ends at {name!r:.60}, which is no vertex of the file")
        return self.numbers[name]

    def join(self, tail: int, head: int, one_way: bool) -> None:
        """An edge, or an arc."""
        if len(self.tails) >= MOST_ARCS // 2:
            raise InputError(f"{self.format_name}: expected at most {MOST_ARCS // 2:,} edges, found more")
        self.tails.append(tail)
        self.heads.append(head)
        self.one_way.append(one_way)

    def set_states(self, vertex: int, attributes: Mapping[str, Any], place: str) -> None:
        """States, label and place of a vertex from its attributes; others are ignored, with a note."""
        if not attributes:
            return
        of_place, at = place_of(attributes)
        if at is not None:
            self.places[vertex] = at
        for name, value in attributes.items():
            if name in self.states:
                self.states[name][vertex] = self._state(name, value, place)
            elif name == LABEL and self.by_label:
                self.set_label(vertex, value)
            elif name not in of_place:
                self.ignore_attributes("vertex", [name])

    def set_label(self, vertex: int, label: Any) -> None:
        """The label of a vertex; blanks are none."""
        if isinstance(label, str | int | float) and str(label).strip():
            self.labels[vertex] = str(label)

    def _state(self, name: str, value: Any, place: str) -> int:
        word = str(value).strip().lower()
        number = {"true": 1, "false": 0}.get(word)
        if number is None and word.removesuffix(".0").isdecimal() and word.isascii():
            number = int(word.removesuffix(".0")[:9])
        if number is None or number >= self.boards.most:
            expected = self.boards.expected
            raise InputError(f"{self.format_name}{place}: {name}: expected {expected}, found {value!r:.60}")
        return number

    def ignore(self, what: str) -> None:
        """Notes something that the instance leaves out."""
        self.ignored.setdefault(what)

    def ignore_attributes(self, of: str, names: Iterable[str]) -> None:
        """Notes attributes (of edges, vertices, ..) that the instance leaves out."""
        for name in names:  # a name may be long, and come with every vertex
            if name not in self.ignored_attributes[of]:
                self.ignored_attributes[of].add(name)
                self.ignore(f"{of} attribute {name[:40]!r:.40}")

    def remark(self, note: str) -> None:
        """Notes how the file was read."""
        self.remarks.append(note)

    def build(self) -> StatedGraph:
        """The graph."""
        n, names, positions = len(self.numbers), self._names(), self._positions()
        plain = all(type(name) is int and name == i for i, name in enumerate(names))
        tails, heads, one_way = np.array(self.tails), np.array(self.heads), np.array(self.one_way, np.bool_)
        directed = self.directed or bool(one_way.any())
        if directed:  # an edge among arcs is two of them, a loop one
            both = ~one_way & (tails != heads)
            tails, heads = np.append(tails, heads[both]), np.append(heads, tails[both])
        g = graph(n, tails, heads, directed=directed, names=None if plain else names, positions=positions)
        stated = {name: self._column(states, n) for name, states in self.states.items() if states}
        return StatedGraph(g, stated, tuple(self._notes(n)))

    def _names(self) -> list[Name]:
        """The labels, if they tell the vertices apart, else the ids."""
        if len({*self.labels.values()}) == len(self.numbers):
            return [self.labels[v] for v in range(len(self.numbers))]
        if self.labels:
            repeated = "repeat" if len(self.labels) == len(self.numbers) else "are missing at some of them"
            self.remark(f"labels of vertices {repeated}, so the vertices are called by their ids")
        return list(self.numbers)

    def _positions(self) -> Floats | None:
        """The places of all vertices; None where some are missing, and where all are the same."""
        n = len(self.numbers)
        if 0 < len(self.places) < n:
            missing = n - len(self.places)
            self.remark(f"{missing} of {n} vertices have no place in the picture that the file describes: not used")
        if len(self.places) < n or len({*self.places.values()}) < min(n, 2):
            return None
        return np.array([self.places[v] for v in range(n)], np.float64).reshape(n, 2)

    def _column(self, states: Mapping[int, int], n: int) -> Ints:
        column = np.zeros(n, np.int64)
        column[list(states)] = list(states.values())
        return column

    def _notes(self, n: int) -> list[str]:
        partly = [(name, n - len(states)) for name, states in self.states.items() if 0 < len(states) < n]
        missing = [f"{count} of {n} vertices say nothing of `{name}`: taken for 0" for name, count in partly]
        ignored = [f"plays no part: {', '.join(list(self.ignored)[:10])}"] if self.ignored else []
        return missing + ignored + self.remarks


def graph_format(
    name: str,
    title: str,
    example: str,
    endings: tuple[str, ...],
    recognises: Callable[[str], bool],
    read: Callable[[str, GraphBuilder], StatedGraph],
    write: Callable[[StatedGraph], str],
    *,
    states: bool,
    **more: Any,
) -> Format:
    """The record of a format of graphs. states: can it say numbers at vertices, beside the graph?"""

    def read_text(text: str, expected: str | None = None) -> tuple[str, Instance]:
        about = determine_puzzle(title, ON_GRAPHS, expected, ON_GRAPHS[0])
        boards = boards_on_graphs(about)
        return about, boards.board(read(text, GraphBuilder(title, boards)))

    def write_instance(about: str, instance: Instance) -> str:
        try:
            stated = boards_on_graphs(about).stated(instance, states)
        except InputError as error:
            raise InputError(f"{title}: {error}") from None
        if len(set(vertex_names(stated.graph))) != len(stated.graph):
            raise InputError(f"{title}: two vertices have names that are the same text")
        return write(stated)

    return Format(name, title, example, ON_GRAPHS, recognises, read_text, write_instance, endings=endings, **more)


def boards_on_graphs(name: str) -> GraphBoards:
    """How the puzzle of that name takes graphs. Raises InputError if it does not."""
    boards = puzzle(name).extras.graphs
    if boards is None:
        raise InputError(f"{name} is not played on a graph")
    return boards


def edges(g: Graph) -> tuple[list[int], list[int]]:
    """The ends of the edges, each once, or the arcs of a directed graph."""
    tails, heads = g.tails, g.heads
    once = np.ones(len(tails), np.bool_) if g.directed else tails <= heads
    return tails[once].tolist(), heads[once].tolist()


def vertex_names(g: Graph) -> list[str]:
    """The names of the vertices as texts."""
    return [word_of(g.vertex(v)) for v in range(len(g))]


def check_names(where: str, names: Iterable[str], unfit: str) -> None:
    """Raises InputError for a name that a format cannot express. unfit: a regular expression that is found in it."""
    for bad in (name for name in names if re.search(unfit, name)):
        raise InputError(f"{where}: cannot say the name {bad!r:.60}")


def vertex_states(stated: StatedGraph) -> Iterator[dict[str, int]]:
    """The attributes of each vertex, by name."""
    columns = [states.tolist() for states in stated.states.values()]
    return (dict(zip(stated.states, states, strict=True)) for states in zip(*columns, strict=True))
