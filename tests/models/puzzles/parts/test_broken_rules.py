"""What `verify` looks for is what trying all pairs, and a graph of the cells, find on random boards."""

from __future__ import annotations

from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest

from models.puzzles import parts

SHAPE = (5, 6)


@pytest.fixture(params=range(8))
def cells(request):
    rng = np.random.default_rng(request.param)
    return parts.cells_where(rng.random(SHAPE) < 0.15 * (request.param % 6))


def test_touching_pairs_are_those_at_distance_one(cells):
    near = [(a, b, abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(cells, 2)]
    assert parts.touching_pairs(cells) == [(a, b) for a, b, down, right in near if down + right == 1]
    assert parts.touching_pairs(cells, corners=True) == [(a, b) for a, b, *steps in near if max(steps) == 1]


def test_parts_that_are_cut_off_are_components_of_the_graph(cells):
    components = sorted(map(min, nx.connected_components(nx.grid_2d_graph(*SHAPE).subgraph(cells))))
    assert parts.cut_off_parts(cells) == [(first, components[0]) for first in components[1:]]


def test_blocks_and_other_cells_are_found_by_trying_all(cells):
    every = list(product(*map(range, SHAPE)))
    assert parts.other_cells(SHAPE, cells) == tuple(cell for cell in every if cell not in cells)
    tall = [(r, c) for r, c in every if {(r, c), (r + 1, c), (r + 2, c)} <= set(cells)]
    assert parts.filled_blocks(cells, 3, 1) == tuple(tall)
    assert parts.mask_of_cells(cells, SHAPE).sum() == len(cells)
    assert parts.cells_where(parts.mask_of_cells(cells, SHAPE)) == cells


def test_cells_are_counted_in_every_line_and_region(cells):
    regions = np.random.default_rng(len(cells)).integers(-1, 3, SHAPE)
    counted = dict(parts.count_in_lines(cells, SHAPE, regions))
    assert len(counted) == sum(SHAPE) + len(set(regions.ravel().tolist()) - {-1})
    assert sum(n for name, n in counted.items() if name.startswith("row")) == len(cells)
    for r, c, region in ((r, c, regions[r, c]) for r, c in product(*map(range, SHAPE))):
        assert counted[f"row {r + 1}"] == sum(cell[0] == r for cell in cells)
        assert counted[f"column {c + 1}"] == sum(cell[1] == c for cell in cells)
        if region >= 0:
            assert counted[f"region {region + 1}"] == sum(regions[cell] == region for cell in cells)


def test_a_sentence_names_the_cells_of_each_place():
    assert parts.word_faults("{} is dark", [(0, 1), (2, 0)]) == ["R1C2 is dark", "R3C1 is dark"]
    assert parts.word_faults("{} and {} touch", [((0, 1), (0, 2))]) == ["R1C2 and R1C3 touch"]
    assert parts.word_faults("{} is dark", []) == []


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_a_latin_square_has_each_number_once_in_every_line(n):
    square = parts.draw_latin_square(n, parts.Stream("test", "square", str(n), 0))
    every = list(range(1, n + 1))
    assert all(sorted(line) == every for line in [*square.tolist(), *square.T.tolist()])


def test_regions_that_are_drawn_have_their_marks_and_are_connected():
    planted = np.random.default_rng(0).permutation(np.arange(48) < 12).reshape(6, 8)
    regions = parts.draw_regions(planted, 3, parts.Stream("test", "regions", "6x8", 0))
    grid = nx.grid_2d_graph(6, 8)
    for region in range(4):
        cells = parts.cells_where(regions == region)
        assert nx.is_connected(grid.subgraph(cells))
        assert planted[regions == region].sum() == 3
    assert not parts.find_parted_regions(regions).any()


def test_parted_regions_are_those_whose_cells_are_not_connected():
    regions = np.array([[0, 1, 0], [2, 1, -1], [2, 2, -1]])
    assert parts.cells_where(parts.find_parted_regions(regions)) == ((0, 0), (0, 2))


@pytest.mark.parametrize("seed", range(12))
def test_a_loop_is_a_connected_graph_in_which_each_cell_has_two_lines(seed):
    """A random loop, with some lines taken off, and another loop beside it."""
    stream = parts.Stream("test", "loop", "4x4", seed)
    lines = list(parts.draw_loop((4, 4), stream))[seed % 3 :]
    lines += [((r, c + 5), (s, d + 5)) for (r, c), (s, d) in parts.draw_loop((3, 3), stream)] * (seed % 2)
    graph = nx.Graph(lines)
    wrong = sorted(cell for cell, degree in graph.degree if degree != 2)
    faults = parts.loop_faults(tuple(lines))
    assert [fault.partition(" has ")[0] for fault in faults if " has " in fault] == list(
        map(parts.describe_cell, wrong)
    )
    pieces = nx.number_connected_components(graph)
    assert [fault for fault in faults if " has " not in fault] == (
        [f"the lines are in {pieces} pieces, not in one"] if pieces > 1 else []
    )
    assert parts.loop_faults(()) == ["there is no loop"]


def test_the_ends_of_lines_are_known_at_every_cell():
    lines = (((0, 0), (0, 1)), ((0, 1), (1, 1)))
    assert parts.find_line_ends(lines) == {(0, 0): [(0, 1)], (0, 1): [(0, 0), (1, 1)], (1, 1): [(0, 1)]}
    assert parts.loop_faults(lines) == ["R1C1 has 1 line", "R2C2 has 1 line"]


def test_regions_are_named_from_one_without_the_cells_outside():
    regions = np.array([[0, 1, -1], [0, 0, 2]])
    assert parts.named_regions(regions) == [
        ("region 1", [(0, 0), (1, 0), (1, 1)]),
        ("region 2", [(0, 1)]),
        ("region 3", [(1, 2)]),
    ]
