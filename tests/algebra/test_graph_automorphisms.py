"""Automorphisms of graphs: against all permutations of few vertices, and known groups of many."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import networkx as nx
import numpy as np
import pytest

from algebra.groups.graph_automorphisms import find_automorphisms
from algebra.groups.permutations import close_group
from algebra.groups.refinement import coloured_graph
from rosetta.foundation.limits import LimitReached

STEPS = 2_000_000
RNG = np.random.default_rng(7)


def graph_of(matrix, colours=None):
    tails, heads = np.nonzero(matrix)
    return coloured_graph(
        np.zeros(len(matrix), int) if colours is None else colours, tails, heads, matrix[tails, heads]
    )


def brute_force(matrix, colours):
    """All permutations of the vertices that change nothing."""
    images = map(np.array, permutations(range(len(matrix))))
    return {
        tuple(p.tolist())
        for p in images
        if np.array_equal(matrix[np.ix_(p, p)], matrix) and np.array_equal(colours[p], colours)
    }


def as_permutations(generators, n):
    return np.array([[moves.get(i, i) for i in range(n)] for moves in generators], np.int32).reshape(-1, n)


@pytest.mark.parametrize("is_directed", [False, True])
@pytest.mark.parametrize("n", range(1, 7))
def test_generators_generate_all_automorphisms(n, is_directed):
    """Of random graphs with loops, labels and colours: the generated group, and its order."""
    for _ in range(25 if n < 6 else 8):
        labels = RNG.integers(1, RNG.integers(2, 4), (n, n))
        matrix = labels * (RNG.random((n, n)) < RNG.random())
        matrix = matrix if is_directed else np.triu(matrix) + np.triu(matrix, 1).T
        colours = RNG.integers(0, RNG.integers(1, 3), n)
        expected = brute_force(matrix, colours)
        group = find_automorphisms(graph_of(matrix, colours), STEPS)
        assert group.order == len(expected)
        closed = close_group(as_permutations(group.generators, n), factorial(n))
        assert set(map(tuple, closed.tolist())) == expected


@pytest.mark.parametrize(
    ("graph", "order"),
    [
        (nx.petersen_graph(), 120),
        (nx.complete_graph(60), factorial(60)),
        (nx.star_graph(80), factorial(80)),
        (nx.hypercube_graph(7), 2**7 * factorial(7)),
        (nx.grid_2d_graph(12, 12, periodic=True), 8 * 144),
        (nx.grid_2d_graph(20, 20), 8),
        (nx.complete_bipartite_graph(9, 9), 2 * factorial(9) ** 2),
        (nx.disjoint_union_all([nx.cycle_graph(5)] * 6), factorial(6) * 10**6),
        (nx.disjoint_union(nx.cycle_graph(5), nx.cycle_graph(6)), 10 * 12),
        (nx.line_graph(nx.complete_graph(7)), factorial(7)),
        (nx.frucht_graph(), 1),
        (nx.path_graph(300), 2),
    ],
    ids=str,
)
def test_known_groups(graph, order):
    """Refinement alone tells few of these vertices apart."""
    assert find_automorphisms(graph_of(nx.to_numpy_array(graph, dtype=int)), STEPS).order == order


def test_graphs_that_refinement_cannot_tell_apart():
    """Two strongly regular graphs with the same parameters side by side: no automorphism swaps them."""
    rook = nx.to_numpy_array(nx.line_graph(nx.complete_bipartite_graph(4, 4)), dtype=int)
    steps = [(i, j) for i in range(4) for j in range(4)]
    near = {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)}
    shrikhande = np.array([[((a - c) % 4, (b - d) % 4) in near for c, d in steps] for a, b in steps]).astype(int)
    both = np.block([[rook, np.zeros((16, 16), int)], [np.zeros((16, 16), int), shrikhande]])
    orders = [find_automorphisms(graph_of(matrix), STEPS).order for matrix in (rook, shrikhande, both)]
    assert orders == [1152, 192, 1152 * 192]


def test_a_search_that_does_not_end_has_no_generators():
    """A part of them would generate another group."""
    with pytest.raises(LimitReached, match="did not end within its limit of steps"):
        find_automorphisms(graph_of(nx.to_numpy_array(nx.hypercube_graph(7), dtype=int)), 5000)
