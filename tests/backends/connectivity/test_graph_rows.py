"""Clauses of graph rules for explanations: each follows from the rule alone, and they are found in time."""

from __future__ import annotations

from functools import cache

import networkx as nx
import numpy as np

from backends.connectivity import graph_rows
from backends.connectivity.graph_rows import find_graph_rows
from backends.connectivity.prober import Prober
from backends.contract import Limits
from models.neutral import Model
from models.puzzles.registry import puzzle
from tests.support.every_case import each_seed

SIDE = 3


@cache
def loops():
    """All loops of a board of SIDE x SIDE cells as assignments of the lines and of the dots that are visited, by cycle
    enumeration of networkx."""
    board, _ = puzzle("slitherlink").generate((SIDE, SIDE), 0)
    model = puzzle("slitherlink").formulations["lazy"](board)
    (rule,) = model.open_rules
    pairs = list(map(tuple, rule.edges.tolist()))
    graph = nx.Graph(pairs)
    found = []
    for cycle in nx.simple_cycles(graph):
        values = np.zeros(model.variables + 1, np.int64)
        joined = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
        values[rule.links[[frozenset(pair) in joined for pair in pairs]]] = 1
        values[rule.on[cycle]] = 1
        found.append(values)
    return np.array(found)


@each_seed(12)
def test_clauses_about_loops_hold_for_every_loop(seed):
    """Whatever the numbers of the board are."""
    record = puzzle("slitherlink")
    board, _ = record.generate((SIDE, SIDE), seed)
    model = record.formulations["lazy"](board)
    rows = find_graph_rows(model, record.project(board, model), Limits())
    assert len(loops()) == 213  # OEIS A140517
    for row in rows:
        clause = np.array(row.clause)
        assert ((loops()[:, np.abs(clause)] == 1) == (clause > 0)).any(axis=1).all(), row


def test_a_loop_that_is_closed_leaves_nothing_else():
    """Three lines around a cell: the fourth closes a loop, and where no other dot is known to be visited, one clause
    per dot says that the loop is all there is."""
    m = Model("ladder")
    lines = m.bools("line", 7)  # a ladder of two cells
    edges = [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]]
    m.true("three lines", lines[[0, 2, 4]])
    m.single_cycle("loop", lines, edges, by="lazy")
    (rule,) = m.open_rules
    rows = find_graph_rows(m, lines, Limits())
    closing = {row.clause for row in rows if row.closing}
    path = [-int(lines[i]) for i in (0, 2, 4)]
    assert closing == {(-int(lines[5]), *path, -int(rule.on[dot])) for dot in (2, 5)}


def test_a_supposition_that_leaves_no_way(monkeypatch):
    """x takes away both ways between two cells that are there, each by another rule; so one of the ways is needed. That
    is seen without a search for cuts."""
    monkeypatch.setattr(graph_rows, "settle_common", lambda *_: (None, []))
    m = Model("two ways")
    x, upper, lower = m.bools("x", 3).tolist()
    m.any("one way or the other", [[-x, -upper], [-x, -lower]])
    m.connected("connected", [0, 0, upper, lower], [[0, 2], [2, 1], [0, 3], [3, 1]], by="lazy")
    rows = find_graph_rows(m, np.array([x, upper, lower], np.int32), Limits())
    assert [row.clause for row in rows] == [(upper, lower)]


def test_what_propagation_shows_is_learnt_before_anything_is_supposed():
    """a, and b after a; c only if its opposite is supposed; d stays open."""
    m = Model("steps")
    a, b, c, d, e = m.bools("x", 5).tolist()
    m.any("rows", [[a], [-a, b], [c, d], [c, -d], [d, e]])
    literals = np.array([a, b, c, d], np.int32)
    with Prober(m, literals) as prober:
        prober.settle()
        assert prober.states(literals).tolist() == [1, 1, 0, 0]
        assert prober.learn()
        assert prober.states(literals).tolist() == [1, 1, 1, 0]
        assert not prober.learn()
        prober.add([-d])
        prober.settle()
        assert prober.states(np.array([-d, a], np.int32)).tolist() == [1, 1]
