"""The loops over states of an exact cover (see `state_graph`), compiled by numba if it is installed.

All of them are what a count rests on. A state fills one row of a matrix of words. Options that fit a state are listed
in one row of a matrix, so many from its beginning; row l of `stack` and of `lists` belong together.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Lists = NDArray[np.int32]
StateLayout: TypeAlias = Any  # the tuple of `state_layout`

LIMB = 62  # a number of completions is a row of integers of so many bits, the lowest first
NOT_LISTED, NO_ITEM = -1, -2  # in place of the lowest of them
LOW_LIMB = 2**LIMB - 1
ONE, LOW, HALF = np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)
FIRST, SECOND, THIRD = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77), np.uint64(0xC2B2AE3D)  # odd, well mixed
SHIFT = np.uint64(24)


@jit
def is_covered(states: Words, at: int, item: int) -> bool:
    """Is the exact item?"""
    return bool((states[at, item // 64] >> np.uint64(item % 64)) & ONE != 0)


@jit
def is_whole(o: StateLayout, states: Words, at: int) -> bool:
    """Are all exact items covered?"""
    covered = 0
    for item in range(o.exact):
        covered += is_covered(states, at, item)
    return bool(covered == o.exact)


@jit
def is_end(o: StateLayout, states: Words, at: int) -> bool:
    """Has each counter reached what it must?"""
    reached = 0
    for i in range(len(o.end_words)):
        reached += states[at, o.end_words[i]] & o.end_masks[i] >= o.end_least[i]
    return reached == len(o.end_words)


@jit
def fits(o: StateLayout, states: Words, at: int, option: int) -> bool:
    """Can the option be added to the state?"""
    for word in range(states.shape[1]):
        if states[at, word] & o.bits[option, word] != 0:
            return False
    for w in range(o.wide_starts[option], o.wide_starts[option + 1]):
        if states[at, o.wide_words[w]] & o.wide_masks[w] == o.wide_masks[w]:
            return False
    return True


@jit
def covers(o: StateLayout, option: int, item: int) -> bool:
    """Does the option cover the exact item?"""
    return bool((o.bits[option, item // 64] >> np.uint64(item % 64)) & ONE != 0)


@jit
def add_option(o: StateLayout, states: Words, at: int, option: int, target: Words, to: int) -> None:
    """Put the state with the option, which fits, into row `to` of the target."""
    for word in range(states.shape[1]):
        target[to, word] = states[at, word] + o.adds[option, word]


@jit
def list_all_fitting(o: StateLayout, states: Words, at: int, lists: Lists) -> int:
    """The options that fit the state, into the first row. Returns how many."""
    size = 0
    for option in range(len(o.adds)):
        if fits(o, states, at, option):
            lists[0, size] = option
            size += 1
    return size


@jit
def list_fitting(o: StateLayout, stack: Words, level: int, lists: Lists, before: int) -> int:
    """The options that fit the state of this level, into its row; those of the level below, `before` of them, are all
    that can. Returns how many."""
    size = 0
    for i in range(before):
        option = lists[level - 1, i]
        if fits(o, stack, level, option):
            lists[level, size] = option
            size += 1
    return size


@jit
def find_item(
    o: StateLayout, states: Words, at: int, lists: Lists, level: int, size: int, numbers: Column, enough: int
) -> int:
    """An exact item that is not covered and that few of the listed options cover: the first one with at most `enough`,
    or one with the fewest; -1 if all items are covered. numbers: work space."""
    numbers[:] = 0
    for i in range(size):
        option = lists[level, i]
        for at_item in range(o.item_starts[option], o.item_starts[option + 1]):
            numbers[o.items[at_item]] += 1
    best = -1
    for item in range(o.exact):
        if not is_covered(states, at, item) and (best < 0 or numbers[item] < numbers[best]):
            best = item
            if numbers[item] <= enough:
                return best
    return best


@jit
def is_dead(
    o: StateLayout,
    stack: Words,
    lists: Lists,
    sizes: Column,
    chosen: Column,
    places: Column,
    numbers: Column,
    most: int,
) -> bool:
    """Has the state in row 1 of the stack no completion? By trying all options, depth first; False also if that takes
    more than so many options. Row 0 of `lists` has all that may fit, sizes[0] of them. The stack has most + 3 rows,
    lists, sizes, chosen (items) and places (of options) as many."""
    level = 1
    sizes[1], chosen[1] = list_fitting(o, stack, 1, lists, sizes[0]), -2
    while level > 0:
        if chosen[level] == -2:
            chosen[level], places[level] = find_item(o, stack, level, lists, level, sizes[level], numbers, 0), 0
            if chosen[level] == -1:
                if is_end(o, stack, level):
                    return False
                level -= 1
                continue
        i = places[level]
        while i < sizes[level] and not covers(o, lists[level, i], chosen[level]):
            i += 1
        places[level] = i + 1
        if i >= sizes[level]:
            level -= 1
        elif most == 0:
            return False
        else:
            most -= 1
            add_option(o, stack, level, lists[level, i], stack, level + 1)
            level += 1
            sizes[level], chosen[level] = list_fitting(o, stack, level, lists, sizes[level - 1]), -2
    return True


class KnownStates(NamedTuple):
    """The states of the next layer, to be looked up.

    table    a hash table with more slots than states, whose number is a power of 2; an empty slot is -1
    states   a row of words for each
    numbers  the completions of each, a row of limbs, the lowest first; no rows while the layer is being made
    """

    table: Column
    states: Words
    numbers: Column


@jit
def hash_state(states: Words, at: int) -> np.uint64:
    """Products of halves of words, none of which overflows."""
    mixed = np.uint64(0)
    for word in range(states.shape[1]):
        value = states[at, word]
        mixed = ((mixed >> SHIFT) & LOW) * FIRST ^ (value & LOW) * SECOND ^ (value >> HALF) * THIRD
    return (mixed ^ (mixed >> HALF)) >> np.uint64(8)


@jit
def find_state(table: Column, states: Words, wanted: Words, at: int) -> int:
    """Where row `at` of `wanted` is among the states of the table (see `KnownStates`); -1 - slot if it is not."""
    mask = np.uint64(len(table) - 1)
    slot = hash_state(wanted, at) & mask
    while table[np.int64(slot)] >= 0:
        found = table[np.int64(slot)]
        same = True
        for word in range(states.shape[1]):
            same = same and states[found, word] == wanted[at, word]
        if same:
            return int(found)
        slot = (slot + ONE) & mask
    return -1 - int(slot)


@jit
def fill_table(table: Column, states: Words, begin: int, end: int) -> int:
    """Enter the states begin..end. Returns the first that is there already, -1 if there is none."""
    for at in range(begin, end):
        slot = find_state(table, states, states, at)
        if slot >= 0:
            return at
        table[-1 - slot] = at
    return -1


@jit
def add_number(sums: Column, at: int, numbers: Column, of: int) -> None:
    """Add row `of` of the numbers to row `at` of the sums, which has as many limbs or more and room for the sum."""
    carry = 0
    for limb in range(sums.shape[1]):
        total = sums[at, limb] + carry
        if limb < numbers.shape[1]:
            total += numbers[of, limb]
        sums[at, limb] = total & LOW_LIMB
        carry = total >> LIMB


@jit
def sum_completions(
    o: StateLayout, states: Words, items: Column, begin: int, end: int, following: KnownStates, sums: Column, most: int
) -> None:
    """sums[at]: in how many ways each of the states begin..end can be completed, by the numbers of the next layer;
    NOT_LISTED where a successor is not in it and trying `most` options does not show that it is dead; NO_ITEM where its
    item is covered, or there is none of that number. The sums are 0 before."""
    stack, lists = np.zeros((most + 3, states.shape[1]), np.uint64), np.zeros((most + 3, len(o.adds)), np.int32)
    sizes, chosen, places = np.zeros(most + 3, np.int64), np.zeros(most + 3, np.int64), np.zeros(most + 3, np.int64)
    numbers = np.zeros(o.exact, np.int64)
    for at in range(begin, end):
        if is_whole(o, states, at):
            sums[at, 0] = 1 if is_end(o, states, at) else 0
            continue
        item = items[at]
        if item < 0 or item >= o.exact or is_covered(states, at, item):
            sums[at, 0] = NO_ITEM
            continue
        sizes[0] = list_all_fitting(o, states, at, lists)
        for i in range(sizes[0]):
            if covers(o, lists[0, i], item):
                add_option(o, states, at, lists[0, i], stack, 1)
                found = find_state(following.table, following.states, stack, 1)
                if found >= 0:
                    add_number(sums, at, following.numbers, found)
                elif not is_dead(o, stack, lists, sizes, chosen, places, numbers, most):
                    sums[at, 0] = NOT_LISTED
                    break
