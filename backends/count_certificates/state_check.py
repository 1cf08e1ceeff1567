"""The check of a state graph: is the number of each state the sum of those of its successors? Part of what a count
rests on.

From the last layer to the first, with two layers at a time in memory. Layers may come from a file, one by one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np

from algebra.limits import LimitReached
from algebra.progress import Progress, ignore_progress
from backends.count_certificates.state_graph import MOST_TRIED, Column, StateLayer, Words
from backends.count_certificates.state_layout import StateLayout

SLICE = 5_000  # states between two looks at the clock


def check_states(
    layout: StateLayout,
    layers: Iterable[StateLayer],
    deadline: float = float("inf"),
    progress: Progress = ignore_progress,
) -> tuple[str | None, int]:
    """None and the number of solutions; or what is wrong, and 0. layers: the last one first; deadline: on the
    monotonic clock. Raises LimitReached, and what `layers` raises."""
    checked = StateLayer(np.zeros((0, layout.words), np.uint64), np.zeros(0, np.int64))
    for at, layer in enumerate(layers):
        refusal = _check_layer(layout, layer, checked, f"layer {at} from the last", deadline, progress)
        if refusal is not None:
            return refusal, 0
        checked = layer
    if not np.array_equal(checked.states, layout.root):
        return "expected the state without any option as the only one of the first layer", 0
    return None, int(checked.counts[0])


def _check_layer(
    layout: StateLayout, layer: StateLayer, following: StateLayer, where: str, deadline: float, progress: Progress
) -> str | None:
    from backends.count_certificates.state_kernel import MISSING, OVERFLOW, sum_completions

    if layer.states.shape != (len(layer), layout.words):
        return f"{where}: expected {layout.words} words for each of {len(layer):,} states"
    table = state_table(following.states)
    if table is None:
        return f"{where}: the next layer has a state twice"
    sums = np.zeros(len(layer), np.int64)
    for begin in range(0, len(layer), SLICE):
        end = min(begin + SLICE, len(layer))
        columns = layout.columns, layer.states, begin, end, table, following.states, following.counts, sums, MOST_TRIED
        sum_completions(*columns)
        wrong = np.flatnonzero(sums[begin:end] != layer.counts[begin:end])
        if len(wrong):
            state, found = begin + int(wrong[0]), int(sums[begin + int(wrong[0])])
            words = {MISSING: "a successor is not listed", OVERFLOW: "the sum has more than 63 bits"}
            stated = int(layer.counts[state])
            return f"{where}, state {state}: {words.get(found, f'it has {found:,} completions, and not {stated:,}')}"
        progress(f"checking states, {where}", float(end), float(len(layer)))
        if time.monotonic() > deadline:
            raise LimitReached("time limit")
    return None


def state_table(states: Words) -> Column | None:
    """The table in which the loops look states up; None if a state is there twice."""
    from backends.count_certificates.state_kernel import fill_table

    table = np.full(1 << max((2 * len(states)).bit_length(), 4), -1, np.int64)
    return table if fill_table(table, states, 0, len(states)) < 0 else None
