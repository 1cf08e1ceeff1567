"""Making a state graph: forward, layer by layer, equal states merged; then backward for the numbers. Not trusted."""

from __future__ import annotations

import time

import numpy as np

from algebra.limits import LimitReached, TooLarge
from algebra.progress import Progress, ignore_progress
from backends.count_certificates.item_order import order_items
from backends.count_certificates.state_check import state_table
from backends.count_certificates.state_graph import MOST_TRIED, StateGraph, StateLayer, Words
from backends.count_certificates.state_layout import StateLayout, lay_out
from backends.count_certificates.stated_cover import StatedCover

SLICE = 5_000  # states between two looks at the clock
LEAST_ROOM = 1024  # states


def search_states(
    cover: StatedCover, megabytes: int, deadline: float = float("inf"), progress: Progress = ignore_progress
) -> StateGraph:
    """The graph of the states. deadline: on the monotonic clock. Raises Unsupported, LimitReached, TooLarge, also where
    a number has more than 63 bits."""
    order = order_items(cover)
    layout = lay_out(cover, order)
    layers, states = [layout.root], 1
    while len(layers[-1]):
        room = megabytes * 1_000_000 - (8 * layout.words + 8) * states
        layers.append(_next_layer(layout, layers[-1], room, deadline, progress))
        states += len(layers[-1])
    counted: list[StateLayer] = []
    following = StateLayer(layers.pop(), np.zeros(0, np.int64))
    while layers:
        following = _count_layer(layout, layers.pop(), following, deadline, progress)
        counted.append(following)
    return StateGraph(order, tuple(reversed(counted)))


def _next_layer(layout: StateLayout, states: Words, room: int, deadline: float, progress: Progress) -> Words:
    """The states with one more option, ascending. room: bytes."""
    from backends.count_certificates.state_kernel import expand_states, fill_table

    most = int(np.diff(layout.columns.first).max(initial=0))  # successors of a state
    found = np.zeros((max(2 * len(states), LEAST_ROOM) + most, layout.words), np.uint64)
    table = np.full(1 << (2 * len(found)).bit_length(), -1, np.int64)
    at, size = 0, 0
    while at < len(states):
        end = min(at + SLICE, len(states))
        at, size = expand_states(layout.columns, states, at, end, table, found, size, MOST_TRIED)
        if at < end:
            if 3 * (found.nbytes + table.nbytes) > room:
                raise TooLarge(f"{size:,} states in a layer, and more to come; memory for them is at its end")
            grown = np.zeros((2 * len(found), layout.words), np.uint64)
            grown[:size] = found[:size]
            found, table = grown, np.full(2 * len(table), -1, np.int64)
            fill_table(table, found, 0, size)
        progress(f"searching states, {size:,} in this layer", float(at), float(len(states)))
        if time.monotonic() > deadline:
            raise LimitReached("time limit")
    return np.ascontiguousarray(found[:size][np.lexsort(tuple(found[:size].T))])


def _count_layer(
    layout: StateLayout, states: Words, following: StateLayer, deadline: float, progress: Progress
) -> StateLayer:
    """The layer with its numbers."""
    from backends.count_certificates.state_kernel import OVERFLOW, sum_completions

    table, sums = state_table(following.states), np.zeros(len(states), np.int64)
    assert table is not None  # they were merged
    for begin in range(0, len(states), SLICE):
        end = min(begin + SLICE, len(states))
        columns = layout.columns, states, begin, end, table, following.states, following.counts, sums, MOST_TRIED
        sum_completions(*columns)
        progress("counting completions", float(end), float(len(states)))
        if time.monotonic() > deadline:
            raise LimitReached("time limit")
    if (sums == OVERFLOW).any():
        raise TooLarge("a number of completions has more than 63 bits")
    return StateLayer(states, sums)


def prepare() -> None:
    """Compile the kernels, or read them from disk."""
    from backends.count_certificates.state_check import check_states

    pair, none = np.array([0, 1]), np.zeros(0, np.int64)
    cover = StatedCover(pair + 1, (pair, pair), (), none, none)
    graph = search_states(cover, 100)
    assert check_states(lay_out(cover, graph.order), reversed(graph.layers)) == (None, 2)


if __name__ == "__main__":
    prepare()
