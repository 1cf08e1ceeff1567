"""Arrows that mean nothing: each arc, or two in opposite directions, becomes an edge; and positions of vertices."""

from __future__ import annotations

from collections import Counter

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosetta as rs
from models.puzzles.graphs.graph import as_undirected, graph, has_paired_arcs
from rosetta.foundation.errors import InputError


@given(st.integers(1, 6), st.data())
def test_arcs_become_edges(n, data):
    """There are as many edges between two vertices as arcs in the direction that has more of them; loops stay."""
    vertices = st.integers(0, n - 1)
    arcs = data.draw(st.lists(st.tuples(vertices, vertices), max_size=15))
    count = Counter(arcs)
    edges = [(a, b) for a in range(n) for b in range(a, n) for _ in range(max(count[a, b], count[b, a]))]
    directed = graph(n, [a for a, _ in arcs], [b for _, b in arcs], directed=True)
    assert as_undirected(directed) == graph(n, [a for a, _ in edges], [b for _, b in edges])
    assert has_paired_arcs(directed) == any((b, a) in count for a, b in arcs if a != b)


def test_arrows_are_told_of_and_ignored_on_demand():
    """A cycle with arrows has no solution, a triangle has one; the ID says which was asked."""
    arrows = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    told = rs.lights_out(arrows)
    assert "no arrow has one back: if they mean nothing, use --undirected" in " ".join(told.notes)
    board = rs.lights_out(arrows, undirected=True)
    assert (board.notes, board.id) == ((), f"{told.id} --undirected")
    assert len(rs.solve(board).answer["presses"]) == 1
    both = rs.lights_out(arrows.to_undirected().to_directed())
    assert "--undirected" not in " ".join(both.notes)


def test_positions_are_no_part_of_a_graph():
    """Graphs at other places are equal; there is one place for each vertex, and nobody changes it."""
    g = graph(2, [0], [1], positions=np.array([[0.0, 1.0], [2.0, 3.0]]))
    assert g == graph(2, [0], [1])
    assert hash(g) == hash(graph(2, [0], [1]))
    assert not g.positions.flags.writeable
    with pytest.raises(InputError, match="a position"):
        graph(2, [0], [1], positions=np.zeros((3, 2)))
