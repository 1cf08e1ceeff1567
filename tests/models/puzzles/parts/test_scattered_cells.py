"""Scattered cells: what is stated, and what is checked, against a graph of the cells, on all boards of some sizes."""

from __future__ import annotations

from itertools import product

import networkx as nx
import numpy as np
import pytest

from models.neutral import LONG_WAYS, Model
from models.puzzles import parts
from models.puzzles.randomness import Stream
from tests.support.puzzle_boards import solutions


def are_scattered(shaded):
    """No edge between two shaded cells, and the graph without them is connected; one of no cells is."""
    graph = nx.grid_2d_graph(*shaded.shape)
    cells = set(parts.cells_where(shaded))
    rest = graph.subgraph(graph.nodes - cells)
    return graph.subgraph(cells).size() == 0 and (len(rest) == 0 or nx.is_connected(rest))


def boards(shape):
    return [np.array(each).reshape(shape) for each in product((False, True), repeat=shape[0] * shape[1])]


@pytest.mark.parametrize("by", LONG_WAYS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 3)])
def test_the_rules_allow_what_a_graph_of_the_cells_allows(shape, by):
    m = Model("scattered")
    shaded = m.bools("shaded_cell", shape, says="a shaded cell at {cell}")
    parts.state_scattered_cells(m, shaded, by)
    found = {tuple((values[shaded.ravel()] > 0).tolist()) for values in solutions(m, shaded.ravel(), 1000)}
    assert found == {tuple(each.ravel().tolist()) for each in boards(shape) if are_scattered(each)}


@pytest.mark.parametrize("shape", [(1, 4), (3, 3)])
def test_there_are_faults_where_a_graph_of_the_cells_has_some(shape):
    for each in boards(shape):
        assert (parts.scattered_cell_faults(shape, parts.cells_where(each)) == []) == are_scattered(each)


def test_faults_say_which_cells_touch_and_which_are_cut_off():
    assert parts.scattered_cell_faults((2, 3), ((0, 1), (1, 1))) == [
        "the shaded cells at R1C2 and R2C2 touch",
        "the cell R1C3 is cut off from R1C1",
    ]


def test_random_ones_have_no_faults():
    drawn = parts.take_scattered_cells((6, 7), Stream("scattered", "test", "drawn", 1))
    assert parts.scattered_cell_faults((6, 7), parts.cells_where(drawn)) == []
