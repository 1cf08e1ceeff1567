"""Cells taken off a board, against a flood fill; parts of cells, against networkx."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest

from models.puzzles.connected_rest import ConnectedRest, connected_parts
from models.puzzles.randomness import Stream


def parts_by_networkx(cells):
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from(
        (cell, beside)
        for cell in cells
        for beside in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if beside in cells
    )
    return sorted(sorted(part) for part in nx.connected_components(graph))


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (2, 2), (5, 1), (4, 4), (5, 7)])
def test_a_cell_may_go_if_and_only_if_the_others_stay_connected(shape):
    """After every step, for every cell that is left."""
    for seed in range(12):
        rest, left = ConnectedRest(shape), set(product(range(shape[0]), range(shape[1])))
        for number in Stream("test", "rest", str(shape), seed).order(len(left)).tolist():
            safe = {cell for cell in left if len(parts_by_networkx(left - {cell})) < 2}
            assert {cell for cell in left if rest.stays_connected(cell)} == safe
            cell = divmod(number, shape[1])
            if cell in safe:
                rest.take(cell)
                left.remove(cell)
            assert rest.is_taken(cell) == (cell not in left)
        assert {cell for cell in product(range(shape[0]), range(shape[1])) if not rest.taken_cells[cell]} == left


def test_parts_are_those_of_another_program():
    for seed in range(20):
        stream = Stream("test", "parts", "6", seed)
        cells = {divmod(number, 6) for number in stream.order(36).tolist()[: 1 + stream.number_below(36)]}
        assert connected_parts(cells) == parts_by_networkx(cells)
    assert connected_parts([]) == []
