"""The loop that makes a state graph, compiled by numba if it is installed. Not trusted."""

from __future__ import annotations

import numpy as np

from backends.count_certificates.state_kernel import (
    Column,
    KnownStates,
    StateLayout,
    Words,
    add_option,
    covers,
    find_item,
    find_state,
    is_dead,
    list_all_fitting,
)
from rosetta.foundation.jit import jit


@jit
def expand_states(
    o: StateLayout,
    states: Words,
    items: Column,
    begin: int,
    end: int,
    following: KnownStates,
    size: int,
    most: int,
    enough: int,
) -> tuple[int, int]:
    """Choose the item of each of the states begin..end, and enter their successors into the next layer, which has
    `size` states, but those that are seen to be dead when `most` options are tried; `enough`: see `find_item`. Returns
    the first state that was not expanded, for want of room, and how many successors there are now."""
    table, next_states = following.table, following.states
    stack, lists = np.zeros((most + 3, states.shape[1]), np.uint64), np.zeros((most + 3, len(o.adds)), np.int32)
    sizes, chosen, places = np.zeros(most + 3, np.int64), np.zeros(most + 3, np.int64), np.zeros(most + 3, np.int64)
    numbers = np.zeros(o.exact, np.int64)
    for at in range(begin, end):
        sizes[0] = list_all_fitting(o, states, at, lists)
        item = find_item(o, states, at, lists, 0, sizes[0], numbers, enough)
        if item < 0:
            continue
        items[at] = item
        if size + numbers[item] > min(len(next_states), len(table) // 2):
            return at, size
        for i in range(sizes[0]):
            if covers(o, lists[0, i], item):
                add_option(o, states, at, lists[0, i], stack, 1)
                slot = find_state(table, next_states, stack, 1)
                if slot < 0 and not is_dead(o, stack, lists, sizes, chosen, places, numbers, most):
                    table[-1 - slot] = size
                    for word in range(states.shape[1]):
                        next_states[size, word] = stack[1, word]
                    size += 1
    return end, size
