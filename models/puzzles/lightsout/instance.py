"""An instance of Lights Out: a graph, how a press works, and the lamps at the start and at the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.wording.word_columns import VertexColumn, describe_vertex, vertices
from models.puzzles.boards import describe_cell
from models.puzzles.contract import InputError
from models.puzzles.graphs.graph import Graph, Ints, Layout, Name
from models.puzzles.lightsout.toggling import RULES, toggle_matrix, transpose_columns

MOST_COLOURS = 100


@dataclass(frozen=True, eq=False)
class LightsOut:
    """A graph, how a press works, and the states (n,) of the lamps at the start and at the end, 0..colours-1.

    starts (n + 1,), toggled, times: pressing v adds times[i] to the lamp toggled[i], i from starts[v] to starts[v + 1];
    computed on first use.
    origin: the name of the graph on a command line ("" for one of a file), flags: the flags that complete it there;
    notes: how odd input was interpreted, for people. All arrays are read-only. Two are equal if graph, rule,
    colours and states are.
    """

    graph: Graph
    rule: str
    colours: int
    start: Ints
    target: Ints
    origin: str = ""
    flags: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.rule not in RULES or not 2 <= self.colours <= MOST_COLOURS:
            raise InputError(f"lightsout: expected 2 to {MOST_COLOURS} colours and a rule {' or '.join(RULES)}")
        for name in ("start", "target"):
            states = np.array(getattr(self, name), np.int64)
            wrong = np.flatnonzero((states < 0) | (states >= self.colours)) if len(states) == len(self) else [0]
            if len(wrong):
                fault = (
                    f"state {states[wrong[0]]} of vertex {self.describe_vertex(int(wrong[0]))}"
                    if len(states)
                    else "none"
                )
                raise InputError(f"lightsout: expected {len(self)} states 0..{self.colours - 1}, found {fault}")
            object.__setattr__(self, name, states)
            states.setflags(write=False)

    @cached_property
    def columns(self) -> tuple[Ints, Ints, Ints]:
        """starts, toggled and times."""
        columns = toggle_matrix(self.graph, self.rule, self.colours)
        for column in columns:
            column.setflags(write=False)
        return columns

    @property
    def starts(self) -> Ints:
        return self.columns[0]

    @property
    def toggled(self) -> Ints:
        return self.columns[1]

    @property
    def times(self) -> Ints:
        return self.columns[2]

    def __len__(self) -> int:
        return len(self.graph)

    @property
    def layout(self) -> Layout | None:
        """The shape of a board, None for another graph."""
        return self.graph.layout

    def vertex(self, number: int) -> Name:
        """The name of the vertex: (row, column), or its name, or its number."""
        return self.graph.vertex(number)

    def vertices(self, numbers: Ints) -> list[Name]:
        """The names of these vertices."""
        if self.graph.layout is not None:
            return list(zip(*(column.tolist() for column in np.divmod(numbers, self.graph.layout.cols)), strict=True))
        return [self.vertex(number) for number in numbers.tolist()]

    def number_lookup(self) -> Callable[[Hashable], int | None]:
        """A function from the name of a vertex to its number, None for a name that no vertex has."""
        if self.graph.names is not None:
            numbers: dict[Hashable, int] = {name: number for number, name in enumerate(self.graph.names)}
            return numbers.get
        return self._cell_number if self.graph.layout is not None else self._valid_number

    def _cell_number(self, cell: Any) -> int | None:
        layout = self.graph.layout
        inside = layout is not None and 0 <= cell[0] < layout.rows and 0 <= cell[1] < layout.cols
        return cell[0] * layout.cols + cell[1] if layout is not None and inside else None

    def _valid_number(self, number: Any) -> int | None:
        return number if 0 <= number < len(self) else None

    @cached_property
    def places(self) -> NDArray[np.bool_] | VertexColumn:
        """Where the buttons are, for words: the cells of a board, as a mask of them all, or vertices by their names."""
        if self.layout is not None:
            return np.ones((self.layout.rows, self.layout.cols), np.bool_)
        return vertices(range(len(self)) if self.graph.names is None else self.graph.names)

    def describe_vertex(self, number: int) -> str:
        """The vertex in a sentence: `R1C4` on a board."""
        if self.layout is not None:
            return describe_cell(divmod(number, self.layout.cols))
        return describe_vertex(self.vertex(number))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LightsOut)
            and (self.rule, self.colours, self.graph) == (other.rule, other.colours, other.graph)
            and np.array_equal(self.start, other.start)
            and np.array_equal(self.target, other.target)
        )

    def __hash__(self) -> int:
        return hash((self.graph, self.rule, self.colours, self.start.tobytes(), self.target.tobytes()))

    def lamp_columns(self) -> tuple[Ints, Ints, Ints]:
        """The transpose: lamp i is changed by the presses presser[j], by times[j], starts[i] <= j < starts[i + 1]."""
        if not self.graph.directed:
            return self.starts, self.toggled, self.times  # the matrix is symmetric
        return transpose_columns(self.starts, self.toggled, self.times)

    def lamp_changes(self, presses: Ints) -> Ints:
        """What these presses (n,), so many of each vertex, add to the lamps, (n,), modulo the number of colours."""
        starts, presser, times = self.lamp_columns()
        steps = presses[presser] if self.colours == 2 else presses[presser] * times
        totals = np.zeros(len(steps) + 1, np.int64)
        np.cumsum(steps, out=totals[1:])
        return (totals[starts[1:]] - totals[starts[:-1]]) % self.colours
