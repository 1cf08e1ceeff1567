"""Making a state graph: layer by layer, equal states merged. Not trusted."""

from __future__ import annotations

from functools import cache

import numpy as np

from backends.count_certificates.state_graph import MOST_TRIED, Column, StateGraph, StateLayer, Words
from backends.count_certificates.state_layout import StateLayout, lay_out
from backends.count_certificates.stated_cover import StatedCover
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

SLICE = 2_000  # states between two looks at the clock
LEAST_ROOM = 1024  # states
ENOUGH = 0  # an item with so few options is chosen at once, else one with the fewest


def search_states(
    cover: StatedCover, megabytes: int, deadline: float = float("inf"), progress: Progress = ignore_progress
) -> StateGraph:
    """The graph of the states. deadline: on the clock of `work_clock`. Raises Unsupported, LimitReached, TooLarge."""
    layout = lay_out(cover)
    layers, states, listed = [], layout.root, 0
    while len(states):
        listed += len(states)
        room = megabytes * 1_000_000 - (8 * layout.root.shape[1] + 2) * listed
        items, following = _expand_layer(layout, states, room, deadline, progress)
        layers.append(StateLayer(states, items.astype(np.uint16)))
        states = following
    return StateGraph(tuple(layers))


def _expand_layer(
    layout: StateLayout, states: Words, room: int, deadline: float, progress: Progress
) -> tuple[Column, Words]:
    """The item of each state, and the states with one more option, ascending. room: bytes."""
    from backends.count_certificates.search_kernel import expand_states
    from backends.count_certificates.state_kernel import KnownStates, fill_table

    most = int(np.bincount(layout.items, minlength=1).max(initial=0))  # successors of a state
    items = np.zeros(len(states), np.int64)
    found = np.zeros((max(2 * len(states), LEAST_ROOM) + most, layout.root.shape[1]), np.uint64)
    table = np.full(1 << (2 * len(found)).bit_length(), -1, np.int64)
    no_numbers = np.zeros((0, 1), np.int64)
    at, size = 0, 0
    while at < len(states):
        end, following = min(at + SLICE, len(states)), KnownStates(table, found, no_numbers)
        at, size = expand_states(layout, states, items, at, end, following, size, MOST_TRIED, ENOUGH)
        if at < end:
            if 3 * (found.nbytes + table.nbytes) > room:
                raise TooLarge(f"{size:,} states in a layer, and more to come; memory for them is at its end")
            grown = np.zeros((2 * len(found), found.shape[1]), np.uint64)
            grown[:size] = found[:size]
            found, table = grown, np.full(2 * len(table), -1, np.int64)
            fill_table(table, found, 0, size)
        progress(f"searching states, {size:,} in this layer", float(at), float(len(states)))
        if work_seconds() > deadline:
            raise LimitReached("time limit")
    return items, np.ascontiguousarray(found[:size][np.lexsort(tuple(found[:size].T))])


@cache
def prepare() -> None:
    """Compile the kernels, or read them from disk; once in a process."""
    from backends.count_certificates.state_check import check_states

    pair, none = np.array([0, 1]), np.zeros(0, np.int64)
    cover = StatedCover(pair + 1, (pair, pair), (), none, none)
    assert check_states(lay_out(cover), reversed(search_states(cover, 100).layers)) == (None, 2)


if __name__ == "__main__":
    prepare()
