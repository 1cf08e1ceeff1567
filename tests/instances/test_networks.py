"""Graphs of networkx as instances of Lights Out: every node has a name, no two the same."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instances.networks import state_network, vertex_names
from models.puzzles.lightsout.graph_boards import GRAPHS
from models.puzzles.lightsout.rules import format as plain_text
from models.puzzles.lightsout.rules import parse
from tests.support.networks import graph_from_networkx

NAMES = st.recursive(st.integers() | st.text(max_size=3), lambda parts: st.tuples(parts, parts), max_leaves=3)
OBJECTS = NAMES | st.floats() | st.binary(max_size=3) | st.booleans() | st.frozensets(st.integers(0, 3))
CLASSES = [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]


@pytest.mark.sample(0.125)
@given(st.lists(OBJECTS, unique=True, min_size=1, max_size=8), st.data())
def test_it_is_the_graph_and_can_be_written(nodes, data):
    """Whatever the nodes are, the plain text of the instance is read again; the names lead back to the nodes."""
    network = data.draw(st.sampled_from(CLASSES))()
    network.add_nodes_from(nodes)
    network.add_edges_from(data.draw(st.lists(st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)), max_size=8)))
    stated, back = state_network(network, GRAPHS)
    made = GRAPHS.board(stated)
    assert parse(plain_text(made)) == made
    assert list(map(id, back.values())) == list(map(id, network.nodes))
    numbers = graph_from_networkx(networkx.convert_node_labels_to_integers(network))
    assert (made.graph.starts.tolist(), made.graph.heads.tolist()) == (numbers.starts.tolist(), numbers.heads.tolist())


@given(st.lists(NAMES, unique=True))
def test_names_are_kept(nodes):
    """Texts, whole numbers and tuples of these are names as they are."""
    assert all(name == node for node, name in vertex_names(nodes).items() if _is_small(node))


def _is_small(node):
    """Within 64 bits, all of it."""
    return all(map(_is_small, node)) if isinstance(node, tuple) else isinstance(node, str) or abs(node) < 2**63


def test_names_that_are_taken():
    """An object is called by its text; where that is taken, with a number."""
    assert list(vertex_names([1.5, "1.5", "1.5 #2", (1.5,), True, None]).values()) == [
        "1.5 #3", "1.5", "1.5 #2", "(1.5,)", "True", "None"
    ]  # fmt: skip


@pytest.mark.parametrize("other", [None, 7, "graph", [(1, 2)], networkx, networkx.Graph])
def test_what_is_no_graph(other):
    """Its type is named."""
    with pytest.raises(ValueError, match=f"expected a graph of networkx, found {type(other).__name__}"):
        state_network(other, GRAPHS)
