"""Lights Out on graphs of networkx: nodes of any kind, arrows, loops and parallel edges; held against brute force."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rosetta as rs
from tests.support.solutions import says_none

HOSTILE = [
    "", " ", "a,b", "<script>alert(1)</script>", "x\ny", "\x00", "\ud800", "'\"&", "--lit", "@file", "all", "7", 7,
    7.5, float("nan"), b"7", True, frozenset({1}), (1, ("a", 2)), (1.5, None), np.int64(9), 10**5000, object(),
    "É" * 300,
]  # fmt: skip


class Nameless:
    """A node whose text cannot be had."""

    def __str__(self):
        raise RuntimeError("no name")


def effect(network, node, rule):
    """Which lamps a press changes, and how often, straight from the definition."""
    changed = dict.fromkeys(network.nodes, 0)
    for tail, head in network.edges():
        if rule == "closed" and tail == head:
            continue
        if tail is node or tail == node:
            changed[head] += 1
        if not network.is_directed() and tail != head and head == node:
            changed[tail] += 1
    if rule == "closed":
        changed[node] += 1
    return changed


def fewest(network, lit, colours, rule):
    """The fewest presses that put all lamps out, by trying everything; None if nothing does."""
    nodes = list(network.nodes)
    effects = [effect(network, node, rule) for node in nodes]
    costs = [
        sum(presses)
        for presses in product(range(colours), repeat=len(nodes))
        if not any((lit[v] + sum(p * e[v] for p, e in zip(presses, effects, strict=True))) % colours for v in nodes)
    ]
    return min(costs, default=None)


@st.composite
def networks(draw):
    """A small graph of any class, with loops, parallel edges, isolated vertices and nodes of several kinds."""
    kind = draw(st.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]))
    nodes = draw(
        st.lists(st.sampled_from(["a", 1, 2.5, ("b", 0), frozenset({3})]), min_size=1, max_size=4, unique=True)
    )
    network = kind()
    network.add_nodes_from(nodes)
    network.add_edges_from(draw(st.lists(st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)), max_size=5)))
    return network


@pytest.mark.sample(0.125)
@given(networks(), st.data())
@settings(max_examples=12)
def test_the_fewest_presses_are_those_of_brute_force(network, data):
    """Any class of graph, both rules, two and three colours; the answer names the graph's own nodes."""
    colours, rule = data.draw(st.sampled_from([2, 3])), data.draw(st.sampled_from(["closed", "open"]))
    lit = {node: data.draw(st.integers(0, colours - 1)) for node in network.nodes}
    board = rs.lights_out(network, lit=lit, colours=colours, rule=rule)
    solution = rs.solve(board)
    expected = fewest(network, lit, colours, rule)
    if expected is None:
        assert says_none(solution)
        return
    assert (solution.status, solution.objective) == ("optimal", expected)
    assert rs.verify(board, solution.answer) == rs.verify(board, solution.to_json()) == []
    presses = solution.answer["presses"]
    pressed = [press if colours == 2 else press[0] for press in presses]
    assert all(any(node is own for own in network.nodes) for node in pressed)
    if rule == "closed":  # one more press toggles the vertex itself at least, or is a second one
        first = next(iter(network.nodes))
        assert rs.verify(board, {"presses": [*presses, first if colours == 2 else [first, 1]]}) != []


def test_nodes_of_any_kind():
    """Whatever a node is, it is given and given back; texts, pages and documents can be written."""
    nodes = [*HOSTILE, Nameless()]
    network = networkx.Graph(pairwise(nodes))
    board = rs.lights_out(network, lit=nodes)
    solution = rs.solve(board)
    assert solution.status == "optimal"
    assert rs.verify(board, solution) == []
    assert all(any(node is own for own in nodes) for node in solution.answer["presses"])
    assert json.loads(json.dumps(solution.to_json()))["answer"]["presses"]
    assert (str(board) + str(solution)).encode()
    for shown in (board._repr_html_(), solution._repr_html_(), board._repr_svg_(), rs.explain(board)._repr_html_()):
        assert shown.encode()
        assert "<script>alert" not in shown


def test_an_explanation_is_in_the_own_nodes():
    """As solutions are."""
    board = rs.lights_out(networkx.path_graph([b"a", b"b"]), lit=[b"a"], rule="open")
    assert rs.explain(board).answer == rs.solve(board).answer == {"presses": [b"b"]}


def test_a_board_of_networkx_is_a_board():
    """A grid graph is the board of its size."""
    network = networkx.grid_2d_graph(3, 4)
    mine, theirs = rs.solve(rs.lights_out(network)), rs.solve(rs.load("lightsout", (3, 4)))
    assert (mine.status, mine.objective) == (theirs.status, theirs.objective)
    assert rs.load("lightsout", network) == rs.lights_out(network)
    assert (
        int(rs.count(rs.lights_out(networkx.grid_2d_graph(4, 4)))) == 16
    )  # Anderson and Feil 1998: kernel dimension 4


def test_lamps_by_attribute_and_option():
    """Node attributes mean what they mean in files; options come before them; what is ignored is noted."""
    network = networkx.path_graph(3)
    network.nodes[0].update(lit=1, colour="red")
    network.edges[0, 1]["weight"] = 5
    board = rs.lights_out(network)
    assert any("2 of 3 vertices say nothing of `lit`" in note for note in board.notes)
    assert any("'colour'" in note and "'weight'" in note for note in board.notes)
    assert board == rs.lights_out(networkx.path_graph(3), lit=[0])
    assert rs.lights_out(network, lit="all") == rs.lights_out(networkx.path_graph(3))
    assert rs.solve(rs.lights_out(networkx.path_graph(3), lit=[0], target={0: 1})).answer == {"presses": []}
    assert rs.lights_out(network, lit="random", seed=1) == rs.lights_out(network, lit="random", seed=1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"graph": networkx.Graph()}, "expected 1 or more vertices, found 0"),
        ({"graph": 7}, "expected a graph of networkx, found int"),
        ({"lit": ["a", "z"]}, "lit: 'z' is no node of the graph"),
        ({"lit": [[]]}, "lit: [] is no node of the graph"),
        ({"lit": "a"}, "lit: expected nodes in a list, or all, none, random; found 'a'"),
        ({"lit": ["a", "a"]}, "lit: 'a' is given twice"),
        ({"lit": {"a": 2}}, "lit, 'a': expected a whole number from 0 to 1, found 2"),
        ({"target": "random"}, "target: expected nodes in a list, or all, none; found 'random'"),
        ({"colours": 1}, "colours: expected a whole number from 2 to 100, found '1'"),
        ({"rule": "opened"}, "rule: expected one of closed, open, found 'opened'"),
    ],
)
def test_what_is_refused(arguments, says):
    """One sentence each."""
    with pytest.raises(ValueError, match=re.escape(says)) as refusal:
        rs.lights_out(**{"graph": networkx.path_graph(["a", "b"]), **arguments})
    assert "\n" not in str(refusal.value)


def test_presses_that_are_no_answer():
    """A node that the graph does not have; a press without its number of times."""
    board = rs.lights_out(networkx.path_graph(["a", "b"]))
    with pytest.raises(ValueError, match="presses: 'z' is no node of the graph"):
        rs.verify(board, {"presses": ["z"]})
    with pytest.raises(ValueError, match=r"expected \[node, times\]"):
        rs.verify(rs.lights_out(networkx.path_graph(2), colours=3), {"presses": [0]})
