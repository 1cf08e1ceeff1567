"""Graph rules as clauses that a person can follow, for explanations: each says why something has to be connected.

    narrow    a and b are there, and all ways between them lead through x                 ->   x is there
    cut off   b is there, and no way is left from x to b                                  ->   x is not there
    closing   a path is there, the edge x joins its ends, and b is not on it              ->   x is not there
    complete  a path is there, the edge x joins its ends, and so is x                     ->   nothing else is there
    apart     what an answer would have to break that is ruled out only by trying further

They are looked for again and again, as somebody does who puts off what is hard: with all that propagation has shown so
far; where nothing new comes, one more literal is learnt by supposing its opposite; where propagation refutes none, some
supposition may leave no way where one is needed; at last a literal of the solution is taken for granted. So there are
clauses for what somebody sees who has got so far. Each follows from the rule alone (`cuts` says why), however it was
found. What is not found in this way is left to cuts from a search for what all answers have in common.

Points whose removal disconnects a graph: Hopcroft and Tarjan (1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.lazy_cuts import settle_common
from backends.connectivity.prober import Prober, State, find_needed_rows
from backends.connectivity.separators import separating_literals
from backends.contract import Limits, Values
from backends.registry import backend_named
from models.neutral import Model
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.graphs import least_connected


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A clause that follows from a graph rule. rule: its number in the model; ends: the literals of the vertices that
    have to be connected (of the path and of what it leaves out), 0 of one that is always there; closing: it is about a
    loop that would be closed."""

    rule: int
    clause: tuple[int, ...]
    ends: tuple[int, ...]
    closing: bool = False


def send_graph_rows(send: Callable[[str, Any], None], model: Model, answer: NDArray[np.int32], limits: Limits) -> None:
    """A job: sends "found" with what `find_graph_rows` returns, then "end"."""
    send("ready", None)
    send("progress", "looking at ways")
    send("found", find_graph_rows(model, answer, limits))
    send("end", True)


def find_graph_rows(model: Model, answer: NDArray[np.int32], limits: Limits) -> list[GraphRow]:
    """Rows with which a model with open rules says the same of `answer`: it has as many solutions, if that is none or
    one, and the same in common. Raises LimitReached."""
    solution, cuts = settle_common(backend_named("cnf"), model, np.unique(answer), limits)
    apart = [apart_row(model.open_graph_rules[number], number, clause) for number, clause in cuts]
    return _find_ways(model, solution, answer) + apart


def _find_ways(model: Model, solution: Values | None, answer: NDArray[np.int32]) -> list[GraphRow]:
    """Those that propagation comes to need on the way to that solution, or to a contradiction."""
    named = [literals for rule in model.open_graph_rules for literals in (rule.on, rule.links)]
    with Prober(model.relaxed(), np.concatenate([answer, *named])) as prober:
        return find_needed_rows(
            prober,
            solution,
            lambda: [row for number in range(len(model.open_graph_rules)) for row in _rows_now(model, number, prober)],
            lambda: _rows_ahead(model, prober),
        )


def _rows_ahead(model: Model, prober: Prober) -> list[GraphRow]:
    """A row that refutes a literal: if that holds, propagation leaves no way between some that are there then."""
    for values in prober.suppose_each():
        for number, rule in enumerate(model.open_graph_rules):
            vertices, links = (prober.states(literals, values) for literals in (rule.on, rule.links))
            for row in _View(number, rule, vertices, links).cut_off():
                if (prober.states(np.array(row.clause, np.int32), values) < 0).all():
                    return [row]
    return []


def apart_row(rule: GraphRule, number: int, clause: NDArray[np.int32]) -> GraphRow:
    """A cut of that rule as a row."""
    vertices = set(rule.on.tolist())
    ends = [-x for x in clause.tolist() if -x in vertices]  # of the vertices that have to be connected
    return GraphRow(number, tuple(clause.tolist()), (*ends, 0, 0)[:2])


def _rows_now(model: Model, number: int, prober: Prober) -> list[GraphRow]:
    """The rows of one rule that say something new where propagation has ended."""
    rule = model.open_graph_rules[number]
    vertices, links = (prober.states(literals) for literals in (rule.on, rule.links))
    view = _View(number, rule, vertices, links)
    searches = (view.cut_off, view.closing, view.narrow, view.completing)
    return next((rows for search in searches if (rows := list(search()))), [])


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A graph rule where some vertices and edges are known to be there, or not to be there."""

    number: int
    rule: GraphRule
    vertices: State
    links: State

    def _possible(self) -> NDArray[np.bool_]:
        """The edges that may still be there."""
        return (self.links >= 0) & (self.vertices[self.rule.edges] >= 0).all(axis=1)

    def _row(self, inside: NDArray[np.bool_], a: int, b: int | None) -> GraphRow:
        """The clause: not a, or not b, or something that leads out of the part inside, in which a is. b: None where a
        has to be connected with some root."""
        ends = [int(self.rule.on[v]) for v in (a, b) if v is not None]
        out = separating_literals(self.rule, np.flatnonzero(inside), b, is_cut=self.links < 0)
        clause = (*(-literal for literal in ends if literal), *out.tolist())
        return GraphRow(self.number, clause, (*ends, 0)[:2])

    def cut_off(self) -> Iterator[GraphRow]:
        """Open vertices (and, as a contradiction, known ones) from which no way is left."""
        least = least_connected(len(self.vertices), self.rule.edges[self._possible()])
        if self.rule.roots is None:
            known = np.flatnonzero(self.vertices > 0)
            if not len(known):
                return
            home, other = least[known[:1]], int(known[0])
        else:
            home, other = least[self.rule.roots & (self.vertices >= 0)], None
        away = np.flatnonzero((self.vertices >= 0) & ~np.isin(least, home))
        for x in away.tolist():
            yield self._row((least == least[x]) & (self.vertices >= 0), x, other)

    def narrow(self) -> Iterator[GraphRow]:
        """Open vertices through which all ways between known ones lead."""
        import networkx

        graph = networkx.Graph()
        possible = self.rule.edges[self._possible()]
        graph.add_edges_from(possible.tolist())
        known = set(np.flatnonzero(self.vertices > 0).tolist())
        roots = None if self.rule.roots is None else set(np.flatnonzero(self.rule.roots).tolist())
        for x in networkx.articulation_points(graph):
            if self.vertices[x] != 0:
                continue
            rest = self.rule.edges[self._possible() & (self.rule.edges != x).all(axis=1)]
            least = least_connected(len(self.vertices), rest)
            sides = [least[v] for v in graph.neighbors(x)]
            yield from self._narrow_rows(x, least, sorted(set(map(int, sides))), known, roots)

    def _narrow_rows(
        self, x: int, least: NDArray[np.int64], sides: Sequence[int], known: set[int], roots: set[int] | None
    ) -> Iterator[GraphRow]:
        parts = {side: [v for v in np.flatnonzero(least == side).tolist() if v != x] for side in sides}
        holding = [side for side in sides if known & set(parts[side])]
        if roots is not None:
            for side in holding:
                if not roots & set(parts[side]):
                    a = min(known & set(parts[side]))
                    yield self._row((least == side) & (self.vertices >= 0), a, None)
            return
        if len(holding) > 1:
            a, b = (min(known & set(parts[side])) for side in holding[:2])
            yield self._row((least == holding[0]) & (self.vertices >= 0), a, b)

    def closing(self) -> Iterator[GraphRow]:
        """Open edges of a cycle that would close it before it has been everywhere."""
        for e, path, away in self._loops():
            outside = np.flatnonzero(away & (self.vertices > 0))[:1]
            yield from (self._closing_row(e, path, b) for b in outside.tolist())

    def completing(self) -> Iterator[GraphRow]:
        """Open edges that would close the cycle where it has been everywhere: no open vertex is there then."""
        for e, path, away in self._loops():
            if not (away & (self.vertices > 0)).any():
                yield from (self._closing_row(e, path, b) for b in np.flatnonzero(away & (self.vertices == 0)).tolist())

    def _loops(self) -> Iterator[tuple[int, NDArray[np.bool_], NDArray[np.bool_]]]:
        """Of each open edge that joins the ends of a path: the edge, the edges of the path, the vertices off it."""
        if not self.rule.cycle:
            return
        there = self.links > 0
        least = least_connected(len(self.vertices), self.rule.edges[there])
        first, second = least[self.rule.edges].T
        for e in np.flatnonzero((self.links == 0) & (first == second)).tolist():
            yield e, there & (first == first[e]), least != first[e]

    def _closing_row(self, e: int, path: NDArray[np.bool_], b: int) -> GraphRow:
        """Not the edge e, or not all of the path whose ends it joins, or not b, which is off the path."""
        u, outside = (int(self.rule.on[v]) for v in (self.rule.edges[e, 0], b))
        clause = (-int(self.rule.links[e]), *(-self.rule.links[path]).tolist(), *([-outside] if outside else []))
        return GraphRow(self.number, clause, (u, outside), closing=True)
