"""Graphs of Lights Out by name and boards, against networkx and against the definition of each cell's neighbours."""

from __future__ import annotations

from hashlib import sha256
from itertools import product

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.resolve import is_generated, resolve
from models.puzzles.graphs.graph import Graph, graph
from models.puzzles.lightsout.boards import KINDS, board
from models.puzzles.lightsout.families import family
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.rules import parse
from models.puzzles.lightsout.toggling import toggle_matrix
from rosetta.foundation.errors import InputError

NEAR = {
    "grid": lambda r, c: abs(r) + abs(c) == 1,
    "king": lambda r, c: max(abs(r), abs(c)) == 1,
    "hex": lambda r, c: max(abs(r), abs(c), abs(r + c)) == 1,  # the distance in cube coordinates
}


def networked(g: Graph):
    """As networkx has it, with parallel edges."""
    network = (networkx.MultiDiGraph if g.directed else networkx.MultiGraph)()
    network.add_nodes_from(range(len(g)))
    ends = zip(g.tails.tolist(), g.heads.tolist(), strict=True)
    network.add_edges_from((a, b) for a, b in ends if g.directed or a <= b)
    return network


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (4, 5), (5, 5)])
def test_a_board_joins_the_cells_that_are_beside_each_other(kind, rows, cols):
    """Grid, king and hex by distance; torus and cylinder as networkx makes them, narrow ones with parallel edges."""
    g = board(kind, rows, cols)
    cells = list(product(range(rows), range(cols)))
    if kind in NEAR:
        expected = [(a, b) for a, b in product(cells, cells) if NEAR[kind](b[0] - a[0], b[1] - a[1])]
    else:
        steps = [(0, 1), (0, -1), (1, 0), (-1, 0)]
        moved = [((r, c), (r + down, c + right)) for r, c in cells for down, right in steps]
        over = kind == "torus"
        expected = [(a, (r % rows, c % cols)) for a, (r, c) in moved if over or 0 <= r < rows]
    arcs = zip(g.tails.tolist(), g.heads.tolist(), strict=True)
    assert sorted((cells[a], cells[b]) for a, b in arcs) == sorted(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("petersen", networkx.petersen_graph()),
        ("cycle:12", networkx.cycle_graph(12)),
        ("path:1", networkx.path_graph(1)),
        ("path:10", networkx.path_graph(10)),
        ("complete:7", networkx.complete_graph(7)),
        ("star:6", networkx.star_graph(5)),
        ("wheel:8", networkx.wheel_graph(8)),
        ("hypercube:0", networkx.path_graph(1)),
        ("hypercube:4", networkx.hypercube_graph(4)),
    ],
)
def test_a_named_graph_is_the_one_of_that_name(name, expected):
    """Up to the names of its vertices."""
    assert networkx.is_isomorphic(networkx.Graph(networked(family(name).draw(0))), expected)


@pytest.mark.parametrize("seed", range(4))
def test_random_graphs_are_what_their_names_say(seed):
    """Trees, regular graphs without loops and parallel edges, sparse and dense, and as many edges as p says."""
    for n in (1, 2, 3, 40):
        assert networkx.is_tree(networked(family(f"tree:{n}").draw(seed)))
    for d, n in ((0, 5), (2, 7), (3, 50), (5, 8), (7, 8), (6, 9)):
        network = networked(family(f"regular:{d},{n}").draw(seed))
        assert set(dict(network.degree).values()) == {d}
        assert networkx.Graph(network).number_of_edges() == d * n // 2
        assert networkx.number_of_selfloops(network) == 0
    assert networked(family("gnp:30,0").draw(seed)).number_of_edges() == 0
    assert networked(family("gnp:30,1").draw(seed)).number_of_edges() == 435
    assert 4700 < networked(family("gnp:320,0.1").draw(seed)).number_of_edges() < 5500  # 5104 +- 68


def test_every_labelled_tree_can_come():
    """16 on four vertices (Cayley), about equally often."""
    trees = [tuple(family("tree:4").draw(seed).heads.tolist()) for seed in range(800)]
    counts = [trees.count(tree) for tree in set(trees)]
    assert len(counts) == 16
    assert min(counts) > 20


@pytest.mark.parametrize(
    ("name", "digest"),
    [("tree:100", "8d111917d6b3f65b"), ("regular:3,200", "c6f915e91012828a"), ("gnp:50,0.1", "43de078c7d17f9e2")],
)
def test_a_seed_gives_the_same_graph_on_every_machine(name, digest):
    """The columns, byte by byte, as they were when this was written."""
    g = family(name).draw(1)
    assert sha256(g.starts.astype("<i8").tobytes() + g.heads.astype("<i8").tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize(
    "name",
    [
        "petersen:3",
        "cycle:2",
        "cycle",
        "cycle:x",
        "path:0",
        "wheel:3",
        "complete:99999",
        "hypercube:21",
        "torus:0",
        "torus:3x",
        "torus:9999x9999",
        "tree:0",
        "regular:3,5",
        "regular:5,5",
        "regular:3",
        "gnp:5,2",
        "gnp:5",
        "gnp:99999,0.1",
        "gnp:5,-1",
        "star:",
    ],
)
def test_a_size_that_is_none_is_refused(name):
    """With the name, and what was expected."""
    with pytest.raises(InputError, match="expected"):
        resolve("lightsout", name)


def test_names_are_read_in_any_case_and_seeds_count_where_something_is_drawn():
    """IDs tell everything that a command line needs."""
    assert resolve("lightsout", "Petersen").id == "petersen"
    assert resolve("lightsout", "torus:4").id == "torus:4x4"
    assert resolve("lightsout", "tree:9", 3).id == "tree:9 --seed 3"
    assert resolve("lightsout", "3", 3).id == "3x3"
    assert resolve("lightsout", "3", 3, options={"lit": "random"}).id == "3x3 --lit random --seed 3"
    assert resolve("lightsout", "3", options={"lit": "0:0,2:1", "colours": 3}).id == "3x3 --lit 0:0,2:1 --colours 3"
    assert is_generated("lightsout", "tree:9")
    assert not is_generated("tents", "petersen")


@given(
    arcs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=20),
    directed=st.booleans(),
    rule=st.sampled_from(["closed", "open"]),
    k=st.integers(2, 5),
)
@settings(deadline=None)
def test_the_toggle_matrix_is_the_adjacency_matrix_modulo_k(arcs, directed, rule, k):
    """Closed: without loops, with ones on the diagonal. Open: loops count, each once."""
    g = graph(6, [a for a, _ in arcs], [b for _, b in arcs], directed=directed)
    expected = np.zeros((6, 6), np.int64)
    for a, b in arcs:
        expected[a, b] += 1
        expected[b, a] += not directed and a != b
    if rule == "closed":
        np.fill_diagonal(expected, 1)
    starts, toggled, times = toggle_matrix(g, rule, k)
    matrix = np.zeros((6, 6), np.int64)
    matrix[np.repeat(np.arange(6), np.diff(starts)), toggled] = times
    assert np.array_equal(matrix, expected % k)
    assert (times > 0).all()


@pytest.mark.parametrize(
    "text",
    [
        "2 3\n1.1\n...\n",
        "3\ntorus\ncolours 4\nrule open\n.12\n33.\n...\ntarget\n111\n1..\n...\n",
        "2 1\ncolours 12\n11\n.\n",
        '3\ndigraph\nnames ["a b", "", "\\u00e9\\n"]\n1 0 : 1 1 2\n0 1 :\n0 0 : 2\n',
        '2\ngraph\nnames [1, [2, "x"]]\n1 0 : 1\n0 1 : 0\n',
        "4\ndigraph\nrule open\ncells 2 2\n1 0 : 1 2\n0 0 : 0\n0 0 : 3\n0 0 : 3\n",
    ],
)
def test_plain_text_of_every_kind_is_written_as_it_is_read(text):
    """Boards, colours, rules, targets, arcs, names of any characters, cells joined in any way."""
    p = parse(text)
    assert PUZZLE.format(p) == text
    assert parse(PUZZLE.format(p)) == p


def test_plain_text_that_says_an_edge_one_way_only_is_refused():
    """Unless it is a digraph."""
    with pytest.raises(InputError, match="not the other way round; write `digraph`"):
        parse("2\ngraph\n1 0 : 1\n1 0 :\n")
