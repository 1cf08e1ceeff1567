"""The loops over states of an exact cover (see `state_graph`), compiled by numba if it is installed.

`sum_completions` is what a count rests on, with `find_item`, `add_option` and `find_state`, which it calls. A state
fills one row of a matrix of words; `scratch` is a matrix of one row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algebra.jit import jit

Words = NDArray[np.uint64]
Column = NDArray[np.int64]

MOST = 2**63 - 1  # completions of a state
MISSING, OVERFLOW = -1, -2  # in place of a number of completions
ONE, LOW, HALF = np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)
FIRST, SECOND, THIRD = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77), np.uint64(0xC2B2AE3D)  # odd, well mixed
SHIFT = np.uint64(24)


class Layout(NamedTuple):
    """exact: how many exact items there are, the bits 0, 1, ..; first: the options whose first exact item is i are
    those from first[i] to first[i + 1]; adds: what an option adds to the state, shape (options, words); bits: those of
    it that must be 0 before; wide_starts: the counters of option p that must not be full are wide_words[w] and
    wide_masks[w], w from wide_starts[p] to wide_starts[p + 1]; end_words, end_masks, end_least: what a counter must
    have reached at the end."""

    exact: int
    first: Column
    adds: Words
    bits: Words
    wide_starts: Column
    wide_words: Column
    wide_masks: Words
    end_words: Column
    end_masks: Words
    end_least: Words


@jit
def find_item(states: Words, at: int, exact: int) -> int:
    """The first exact item that is not covered; `exact` if all are."""
    for word in range(states.shape[1]):
        empty = ~states[at, word]
        if empty != 0:
            low = empty & (~empty + ONE)
            item = 0
            for step in (32, 16, 8, 4, 2, 1):
                if low >> np.uint64(item + step) != 0:
                    item += step
            return min(64 * word + item, exact)
    return exact


@jit
def add_option(o: Layout, states: Words, at: int, option: int, target: Words, to: int) -> bool:
    """Put the state with the option into row `to` of the target. False if it does not fit."""
    for word in range(states.shape[1]):
        if states[at, word] & o.bits[option, word] != 0:
            return False
    for w in range(o.wide_starts[option], o.wide_starts[option + 1]):
        if states[at, o.wide_words[w]] & o.wide_masks[w] == o.wide_masks[w]:
            return False
    for word in range(states.shape[1]):
        target[to, word] = states[at, word] + o.adds[option, word]
    return True


@jit
def is_end(o: Layout, states: Words, at: int) -> bool:
    """Has each counter reached what it must?"""
    for i in range(len(o.end_words)):
        if states[at, o.end_words[i]] & o.end_masks[i] < o.end_least[i]:
            return False
    return True


@jit
def is_dead(o: Layout, stack: Words, tried: Column, most: int) -> bool:
    """Has the state in row 0 of the stack no completion? By trying all options, depth first; False also if that takes
    more than so many options. tried: work space, as long as the stack; row 0 stays as it is."""
    level, tried[0] = 0, -1
    while level >= 0:
        item = find_item(stack, level, o.exact)
        if item == o.exact:
            if is_end(o, stack, level):
                return False
            level -= 1
            continue
        option = o.first[item] if tried[level] < 0 else tried[level] + 1
        while option < o.first[item + 1] and not add_option(o, stack, level, option, stack, level + 1):
            option += 1
        tried[level] = option
        if option == o.first[item + 1]:
            level -= 1
        elif most == 0:
            return False
        else:
            most -= 1
            level += 1
            tried[level] = -1
    return True


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
    """Where row `at` of `wanted` is among the states of the table; -1 - slot if it is not. The table has more slots
    than states, of which each that is empty is -1; their number is a power of 2."""
    mask = np.uint64(len(table) - 1)
    slot = hash_state(wanted, at) & mask
    while table[np.int64(slot)] >= 0:
        found = table[np.int64(slot)]
        same = True
        for word in range(states.shape[1]):
            same = same and states[found, word] == wanted[at, word]
        if same:
            return found
        slot = (slot + ONE) & mask
    return -1 - np.int64(slot)


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
def sum_completions(
    o: Layout,
    states: Words,
    begin: int,
    end: int,
    table: Column,
    next_states: Words,
    next_counts: Column,
    sums: Column,
    most: int,
) -> None:
    """sums[at]: in how many ways each of the states begin..end can be completed, by the counts of the next layer;
    MISSING where a successor is not in it and trying `most` options does not show that it is dead; OVERFLOW beyond
    MOST."""
    stack, tried = np.zeros((o.exact + 2, states.shape[1]), np.uint64), np.zeros(o.exact + 2, np.int64)
    for at in range(begin, end):
        item = find_item(states, at, o.exact)
        if item == o.exact:
            sums[at] = 1 if is_end(o, states, at) else 0
            continue
        total = 0
        for option in range(o.first[item], o.first[item + 1]):
            if add_option(o, states, at, option, stack, 0):
                found = find_state(table, next_states, stack, 0)
                if found < 0:
                    if is_dead(o, stack, tried, most):
                        continue
                    total = MISSING
                    break
                if next_counts[found] > MOST - total:
                    total = OVERFLOW
                    break
                total += next_counts[found]
        sums[at] = total


@jit
def expand_states(
    o: Layout, states: Words, begin: int, end: int, table: Column, next_states: Words, size: int, most: int
) -> tuple[int, int]:
    """Enter the successors of the states begin..end into the table, but those that are seen to be dead when `most`
    options are tried. Returns the first state that was not expanded, for
    want of room, and how many states there are now."""
    stack, tried = np.zeros((o.exact + 2, states.shape[1]), np.uint64), np.zeros(o.exact + 2, np.int64)
    for at in range(begin, end):
        item = find_item(states, at, o.exact)
        if item == o.exact:
            continue
        if size + o.first[item + 1] - o.first[item] > min(len(next_states), len(table) // 2):
            return at, size
        for option in range(o.first[item], o.first[item + 1]):
            if add_option(o, states, at, option, stack, 0):
                slot = find_state(table, next_states, stack, 0)
                if slot < 0 and not is_dead(o, stack, tried, most):
                    table[-1 - slot] = size
                    for word in range(states.shape[1]):
                        next_states[size, word] = stack[0, word]
                    size += 1
    return end, size
