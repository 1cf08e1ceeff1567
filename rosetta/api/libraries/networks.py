"""A board of a puzzle that is played on graphs, on a graph of networkx, with options that name its nodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from instances.networks import KIND, describe_node, state_network
from instances.resolve import resolve_object
from models.puzzles.contract import Puzzle
from rosetta.api.board import Board, board_from
from rosetta.api.calling.arguments import check_name, read_choices, whole_number
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.posing import question_about


def board_on_network(record: Puzzle, network: Any, options: Mapping[str, Any], seed: int) -> Board:
    """The board. options: the puzzle's; those that are attributes of vertices may name nodes. Raises InputError."""
    boards = record.extras.graphs
    if boards is None:
        raise InputError(f"{record.name} is not played on a graph")
    for name in options:
        check_name(name, (*record.parameters, *record.options), f"option of {record.name}")
    stated, nodes = state_network(network, boards)
    made = boards.board(stated)
    numbers = {node: number for number, node in enumerate(nodes.values())}
    choices = read_choices(record, {name: value for name, value in options.items() if name not in boards.attributes})
    most = boards.count_states(made, choices) - 1
    states = {
        name: _read_states(name, options.get(name), numbers, words, most) for name, words in boards.attributes.items()
    }
    start = whole_number(seed, "seed", 0)
    resolved, question = question_about(
        record, choices, lambda chosen: resolve_object(record.name, made, KIND, start, options={**chosen, **states})
    )
    return board_from(resolved, question, choices, nodes)


def _read_states(
    option: str, said: Any, numbers: Mapping[Any, int], words: Collection[str], most: int
) -> str | dict[int, int] | None:
    """The numbers by vertex, or the word. said: nodes, each with the number 1; or the number of each node."""
    if said is None or isinstance(said, str):
        if said is not None and said not in words:
            raise InputError(f"{option}: expected nodes in a list, or {', '.join(words)}; found {said!r:.60}")
        return said
    if not isinstance(said, Iterable):
        raise InputError(f"{option}: expected nodes in a list, found {said!r:.60}")
    states: dict[int, int] = {}
    for node in said:
        try:
            number = numbers[node]
        except (KeyError, TypeError):
            raise InputError(f"{option}: {describe_node(node)} is no node of the graph") from None
        if number in states:
            raise InputError(f"{option}: {describe_node(node)} is given twice")
        where = f"{option}, {describe_node(node)}"
        states[number] = whole_number(said[node], where, 0, most) if isinstance(said, Mapping) else 1
    return states
