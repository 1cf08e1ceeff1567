"""Cells that share a side are those that are joined in a graph of the board."""

from __future__ import annotations

import networkx as nx
import pytest

from models.puzzles import parts


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 1), (4, 5)])
def test_neighbours_are_those_of_the_graph(shape):
    graph = nx.grid_2d_graph(*shape)
    number = {cell: place for place, cell in enumerate(sorted(graph))}
    assert parts.list_neighbours(shape) == [sorted(number[other] for other in graph[cell]) for cell in sorted(graph)]
    for cell in graph:
        assert parts.neighbours_of([cell], shape) == sorted(graph[cell])


def test_neighbours_of_several_cells_are_none_of_these():
    assert parts.neighbours_of([(0, 0), (0, 1), (1, 1)], (2, 3)) == [(0, 2), (1, 0), (1, 2)]
    assert parts.neighbours_of([], (2, 3)) == []
