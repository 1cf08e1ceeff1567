"""Graph rules as clauses that a person can follow, for explanations: each says why something has to be connected.

    narrow    a and b are there, and all ways between them lead through x                 ->   x is there
    cut off   b is there, and no way is left from x to b                                  ->   x is not there
    closing   a path is there, the edge x joins its ends, and b is not on it              ->   x is not there
    apart     what an answer would have to break that is ruled out only by trying further

They are looked for again and again, with all that propagation, and supposing single literals, have shown so far; where
nothing new comes, a literal of the solution is taken for granted. So there are clauses for what somebody sees who has
got so far. Each follows from the rule alone (`cuts` says why), however it was found. What is not found in this way is
left to cuts from a search for what all answers have in common.

Points whose removal disconnects a graph: Hopcroft and Tarjan (1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.lazy_cuts import settle_common
from backends.connectivity.prober import Prober, State
from backends.connectivity.separators import separating_literals
from backends.contract import Limits, Values
from backends.registry import backend_named
from models.neutral import Model
from models.neutral.graphs import GraphRule, least_connected


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
    apart = [apart_row(model.open_rules[number], number, clause) for number, clause in cuts]
    return _find_ways(model, solution, answer) + apart


def _find_ways(model: Model, solution: Values | None, answer: NDArray[np.int32]) -> list[GraphRow]:
    """Those that propagation comes to need on the way to that solution, or to a contradiction."""
    rows, seen = list[GraphRow](), set[tuple[int, ...]]()
    named = [literals for rule in model.open_rules for literals in (rule.on, rule.links)]
    with Prober(model.relaxed(), np.concatenate([answer, *named])) as prober:
        while True:
            new = [row for number in range(len(model.open_rules)) for row in _rows_now(model, number, prober)]
            new = [row for row in new if row.clause not in seen]
            for row in new:
                prober.add(row.clause)
            rows += new
            seen.update(row.clause for row in new)
            if not prober.learn() and not new and (solution is None or not prober.reveal(solution)):
                return rows


def apart_row(rule: GraphRule, number: int, clause: NDArray[np.int32]) -> GraphRow:
    """A cut of that rule as a row."""
    vertices = set(rule.on.tolist())
    ends = [-x for x in clause.tolist() if -x in vertices]  # of the vertices that have to be connected
    return GraphRow(number, tuple(clause.tolist()), (*ends, 0, 0)[:2])


def _rows_now(model: Model, number: int, prober: Prober) -> list[GraphRow]:
    """The rows of one rule that say something new where propagation has ended."""
    rule = model.open_rules[number]
    vertices, links = (prober.states(literals) for literals in (rule.on, rule.links))
    view = _View(number, rule, vertices, links)
    rows = list(view.cut_off())
    if not rows:
        rows = list(view.closing())
    return rows or list(view.narrow())


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
        if not self.rule.cycle:
            return
        there = self.links > 0
        path = least_connected(len(self.vertices), self.rule.edges[there])
        known = np.flatnonzero(self.vertices > 0)
        for e in np.flatnonzero(self.links == 0).tolist():
            u, v = self.rule.edges[e].tolist()
            mine = np.flatnonzero(there & (path[self.rule.edges[:, 0]] == path[u]))
            outside = known[path[known] != path[u]]
            if path[u] != path[v] or not len(outside) or not len(mine):
                continue
            b = int(self.rule.on[outside[0]])
            clause = (-int(self.rule.links[e]), *(-self.rule.links[mine]).tolist(), *([-b] if b else []))
            yield GraphRow(self.number, clause, (int(self.rule.on[u]), b), closing=True)
