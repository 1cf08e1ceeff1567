"""The check of a state graph: the number of completions of each state, summed up from those of its successors. Part of
what a count rests on.

From the last layer to the first, with two layers at a time in memory. Layers may come from a file, one by one. Numbers
have as many limbs as the next sum may need, so that no sum is too large for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from backends.count_certificates.state_graph import MOST_TRIED, Column, StateLayer, Words
from backends.count_certificates.state_layout import StateLayout
from rosetta.foundation.limits import TimeReached
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

if TYPE_CHECKING:
    from backends.count_certificates.state_kernel import KnownStates

SLICE = 2_000  # states between two looks at the clock


def check_states(
    layout: StateLayout,
    layers: Iterable[StateLayer],
    deadline: float = float("inf"),
    progress: Progress = ignore_progress,
) -> tuple[str | None, int]:
    """None and the number of solutions; or what is wrong, and 0. layers: the last one first; deadline: on the
    monotonic clock. Raises LimitReached, and what `layers` raises."""
    from backends.count_certificates.state_kernel import LIMB, KnownStates

    words = layout.root.shape[1]
    states, numbers = np.zeros((0, words), np.uint64), np.zeros((0, 1), np.int64)
    for at, layer in enumerate(layers):
        if layer.states.shape != (len(layer), words):
            return f"expected {words} words for each of {len(layer):,} states", 0
        table = state_table(states)
        if table is None:
            return f"layer {at} from the last: a state is there twice", 0
        following = KnownStates(table, states, numbers)
        sums = np.zeros((len(layer), _limbs_of_sums(layout, numbers)), np.int64)
        items = layer.items.astype(np.int64)
        for begin in range(0, len(layer), SLICE):
            refusal = _sum_slice(layout, layer.states, items, begin, following, sums)
            if refusal is not None:
                return f"layer {at + 1} from the last, {refusal}", 0
            progress("checking states", float(begin), float(len(layer)))
            if work_seconds() > deadline:
                raise TimeReached()
        states, numbers = layer.states, _trim_limbs(sums)
    if not np.array_equal(states, layout.root):
        return "expected the state without any option as the only one of the first layer", 0
    limbs: list[int] = numbers[0].tolist()
    return None, sum(limb << (LIMB * at) for at, limb in enumerate(limbs))


def _sum_slice(
    layout: StateLayout, states: Words, items: Column, begin: int, following: KnownStates, sums: Column
) -> str | None:
    """Fill the sums of some states; what is wrong with one of them."""
    from backends.count_certificates.state_kernel import NOT_LISTED, sum_completions

    end = min(begin + SLICE, len(states))
    sum_completions(layout, states, items, begin, end, following, sums, MOST_TRIED)
    wrong = np.flatnonzero(sums[begin:end, 0] < 0)
    if len(wrong):
        at = begin + int(wrong[0])
        is_unlisted = sums[at, 0] == NOT_LISTED  # else NO_ITEM
        why = "a successor is not listed" if is_unlisted else "its item is covered already, or there is none"
        return f"state {at + 1:,}: {why}"
    return None


def _limbs_of_sums(layout: StateLayout, numbers: Column) -> int:
    """So many that a sum of one number for each option has room in them."""
    from backends.count_certificates.state_kernel import LIMB

    top = int(numbers[:, -1].max(initial=0))
    bits: int = LIMB * (numbers.shape[1] - 1) + top.bit_length() + len(layout.adds).bit_length()
    limbs: int = -(-bits // LIMB)
    return max(limbs, 1)


def _trim_limbs(numbers: Column) -> Column:
    """Without the highest limbs that are all 0, but for one limb."""
    used = np.flatnonzero(numbers.any(axis=0))
    return np.ascontiguousarray(numbers[:, : int(used[-1]) + 1 if len(used) else 1])


def state_table(states: Words) -> Column | None:
    """The table in which the loops look states up; None if a state is there twice."""
    from backends.count_certificates.state_kernel import fill_table

    table = np.full(1 << max((2 * len(states)).bit_length(), 4), -1, np.int64)
    return table if fill_table(table, states, 0, len(states)) < 0 else None
