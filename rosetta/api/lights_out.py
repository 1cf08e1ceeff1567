"""`lights_out`: Lights Out on a graph of networkx."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.board import Board
from rosetta.api.calling.arguments import clear_errors
from rosetta.api.libraries.networks import board_on_network


def lights_out(
    graph: Any,
    lit: str | Iterable[Hashable] | Mapping[Any, int] | None = None,
    target: str | Iterable[Hashable] | Mapping[Any, int] | None = None,
    *,
    colours: int | None = None,
    rule: str | None = None,
    undirected: bool = False,
    any: bool = False,
    seed: int = 0,
) -> Board:
    """Lights Out on a graph of your own.

    A press toggles a vertex and its neighbours; in a directed graph, those that its arrows lead to. Parallel edges add
    up modulo `colours`; a loop changes nothing under the closed rule.

    Parameters
    ----------
    graph : networkx graph
        Any Graph, DiGraph, MultiGraph or MultiDiGraph; its nodes may be any hashable objects. The node attributes
        ``lit`` and ``target`` are states of lamps; other attributes are ignored, with a note.
    lit, target : iterable of nodes, mapping from nodes to states, or str, optional
        The lamps that are on at the start (all, unless nodes say otherwise) and at the end (none): the nodes
        themselves, or ``"all"``, ``"none"``; `lit` also ``"random"``, made by random presses from `seed`. With more
        than two colours a mapping has the state of each lamp, 1 to ``colours - 1``.
    colours : int, optional
        How many states a lamp has, 2 unless nodes have more; a press moves it on by one.
    rule : {"closed", "open"}, optional
        Does a press toggle the vertex itself? With ``"open"``, it does where the graph has a loop.
    undirected : bool, optional
        The arrows of a directed graph mean nothing: each, or two in opposite directions, is an edge.
    any : bool, optional
        Any solution will do, not only one with the fewest presses.
    seed : int, optional
        For ``lit="random"``.

    Returns
    -------
    Board
        Its answers are in the nodes of the graph: ``{"presses": [node, ...]}``, with more than two colours
        ``[[node, times], ...]``. In `to_json` a node that is no text, whole number or tuple of these is its text.

    Raises
    ------
    ValueError
        If the graph has no vertices, or a node or state is unknown.

    Examples
    --------
    >>> import networkx, rosetta as rs
    >>> board = rs.lights_out(networkx.path_graph(["a", "b", "c"]), lit=["a", "b"])
    >>> rs.solve(board).answer
    {'presses': ['a']}
    """
    options = {"lit": lit, "target": target, "colours": colours, "rule": rule, "any": any}
    options |= {"undirected": True} if undirected else {}
    with clear_errors():
        return board_on_network(puzzle_named("lightsout"), graph, options, seed)
