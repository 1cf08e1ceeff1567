"""Making a state graph: layer by layer, equal states merged. Not trusted.

Layers grow by a ratio that falls, the faster the later, and a state of a later layer takes less time, as fewer options
fit it. So a search that its limit is far too short for is seen early, and ended, from the layers that are made
(`predict_seconds`): tilings of 8x8 after 3,259 of the 246,096 states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from backends.count_certificates.state_graph import MOST_TRIED, Column, StateGraph, StateLayer, Words
from backends.count_certificates.state_layout import StateLayout, lay_out
from backends.count_certificates.stated_cover import StatedCover
from rosetta.foundation.limits import TimeReached, TooLarge
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

SLICE = 2_000  # states between two looks at the clock
LEAST_ROOM = 1024  # states
SLOWING = 0.7  # or less: by its square the ratio of the sizes of layers, one to the next, is multiplied each time
CHEAPER = 0.6  # by this the seconds of a state are multiplied from layer to layer
# Predictions exceed the truth by up to 1.15 for tilings, for covers at random by up to 3 while little time has passed.
DOUBT = 1.5  # a limit is too short that is exceeded so many times
LOOKED_AT = 0.05  # of the time up to the limit, before which nothing is predicted
ENOUGH = 0  # an item with so few options is chosen at once, else one with the fewest


def search_states(
    cover: StatedCover, megabytes: int, deadline: float = float("inf"), progress: Progress = ignore_progress
) -> StateGraph:
    """The graph of the states. deadline: on the clock of `work_clock`. Raises Unsupported, TooLarge, and LimitReached,
    also before the deadline if that is far too early."""
    layout, begun = lay_out(cover), work_seconds()
    layers, states, sizes, ended = [], layout.root, [1], begun
    while len(states):
        room = megabytes * 1_000_000 - (8 * layout.root.shape[1] + 2) * sum(sizes)
        items, following = _expand_layer(layout, states, room, deadline, progress)
        layers.append(StateLayer(states, items.astype(np.uint16)))
        sizes.append(len(following))
        seconds, ended = work_seconds() - ended, work_seconds()
        if ended - begun > LOOKED_AT * (deadline - begun):
            expected = predict_seconds(sizes, seconds / len(states))
            if expected > DOUBT * (deadline - ended):
                raise TimeReached(f"time limit: listing the states would take some {expected:.0f} s more")
        states = following
    return StateGraph(tuple(layers))


def predict_seconds(sizes: Sequence[int], seconds: float) -> float:
    """An estimate, rather too low, of what is left to do. sizes: of the layers so far, the last one not expanded;
    seconds: that a state of the one before it took."""
    if len(sizes) < 3 or not sizes[-1]:
        return 0.0
    size, ratio = float(sizes[-1]), sizes[-1] / sizes[-2]
    slowing = min(ratio * sizes[-3] / sizes[-2], SLOWING) ** 2
    expected = 0.0
    while size >= 1:
        seconds *= CHEAPER
        expected += size * seconds
        ratio *= slowing
        size *= ratio
    return expected


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
            raise TimeReached()
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
