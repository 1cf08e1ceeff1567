"""`lights_out`: Lights Out on a graph of networkx."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from instances.networks import KIND, describe_node, lights_out_on_network
from instances.resolve import resolve_object
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.arguments import clear_errors, read_choices, whole_number
from rosetta.api.board import Board, board_from
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.posing import question_about

WORDS = ("all", "none", "random")


def lights_out(
    graph: Any,
    lit: str | Iterable[Hashable] | Mapping[Any, int] | None = None,
    target: str | Iterable[Hashable] | Mapping[Any, int] | None = None,
    *,
    colours: int | None = None,
    rule: str | None = None,
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
    with clear_errors():
        record = puzzle_named("lightsout")
        made, nodes = lights_out_on_network(graph)
        numbers = {node: number for number, node in enumerate(nodes.values())}
        choices = read_choices(record, {"colours": colours, "rule": rule, "any": any})
        most = (choices.get("colours") or made.colours) - 1
        states = {"lit": _read_lamps("lit", lit, numbers, most), "target": _read_lamps("target", target, numbers, most)}
        start = whole_number(seed, "seed", 0)
        resolved, question = question_about(
            record,
            choices,
            lambda chosen: resolve_object("lightsout", made, KIND, start, options={**chosen, **states}),
        )
        return board_from(resolved, question, choices, nodes)


def _read_lamps(
    option: str, lamps: str | Iterable[Hashable] | Mapping[Any, int] | None, numbers: Mapping[Any, int], most: int
) -> str | dict[int, int] | None:
    """The states by vertex number, or the word."""
    if lamps is None or isinstance(lamps, str):
        words = WORDS if option == "lit" else WORDS[:2]
        if lamps is not None and lamps not in words:
            raise InputError(f"{option}: expected nodes in a list, or {', '.join(words)}; found {lamps!r:.60}")
        return lamps
    if not isinstance(lamps, Iterable):
        raise InputError(f"{option}: expected nodes in a list, found {lamps!r:.60}")
    states: dict[int, int] = {}
    for node in lamps:
        try:
            number = numbers[node]
        except (KeyError, TypeError):
            raise InputError(f"{option}: {describe_node(node)} is no node of the graph") from None
        if number in states:
            raise InputError(f"{option}: {describe_node(node)} is given twice")
        where = f"{option}, {describe_node(node)}"
        states[number] = whole_number(lamps[node], where, 0, most) if isinstance(lamps, Mapping) else 1
    return states
