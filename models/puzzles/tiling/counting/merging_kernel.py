"""The inner loop of state merging over one layer, compiled by numba (see `merging_layers`). Imported on first use;
without numba, `merging_layers` makes the layers in Python.

A state is a window of 64 cells from the first empty cell on, bit i for the i-th cell from there: 1 where it is covered,
so bit 0 is always 0, and a word of ones can stand for an empty slot of the hash table. A group, all states that used
the same pieces, is merged in a table no larger than it needs, so that it mostly stays in the cache.

The loop can pause anywhere between two states; `cursor` says where it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numba  # noqa: F401  missing, it is an ImportError here, and the layers are made in Python
import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Numbers = NDArray[np.int32]

# Why `merge` returns: all groups are made; the budget is used up; the table, the room is too small; a carry is lost.
ENDED, PAUSED, TABLE, ROOM, OVERFLOW = range(5)
GROUP, PIECE, STATE, HELD, OUT, BITS = range(6)  # of `cursor`: HELD states in a table of 2^BITS
LEAST_BITS = 8  # of a table
ONE, ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Knuth's multiplicative hashing


@jit
def count_ones(word: np.uint64) -> int:
    """How many bits are 1 (H. S. Warren, Hacker's Delight, 2002); compilers know it as one instruction."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@jit
def remove_dead(
    windows: Words, counts: Words, start: int, stop: int, area: int, ahead: Words, behind: Words, sums: np.uint64
) -> int:
    """Remove from the states start..stop those with an enclosed hole whose size is no sum of sizes of remaining pieces;
    the others are moved together. Returns their new end. area: cells covered; ahead, behind: neighbours by cell (see
    `Track`); sums: bit s for each sum s. A hole that touches a cell beyond the last covered one is open, not enclosed.

    One function for all states, since numba counts references to arrays at each call."""
    out = start
    for j in range(start, stop):
        window = windows[j]
        at = area - count_ones(window)  # the number of the window's first cell
        reached = window
        for shift in (1, 2, 4, 8, 16, 32):
            reached |= reached >> np.uint64(shift)
        holes = reached & ~window
        remaining, opened, dead = holes, np.uint64(0), False
        while remaining and not dead:
            todo = remaining & (~remaining + ONE)
            hole, is_open = todo, False
            while todo and not is_open:
                low = todo & (~todo + ONE)
                todo ^= low
                i = np.uint64(count_ones(low - ONE))
                forward = ahead[at + np.int64(i)]
                near = forward << i
                is_open = near >> i != forward  # beyond the window
                if i > 0:
                    near |= behind[at + np.int64(i)] >> (np.uint64(64) - i)
                is_open |= (near & (~reached | opened)) != 0
                near &= holes & ~hole
                hole |= near
                todo |= near
            if is_open:
                opened |= hole
            else:
                dead = not (sums >> np.uint64(count_ones(hole))) & ONE
            remaining &= ~hole
        if not dead:
            windows[out] = window
            for limb in range(counts.shape[1]):
                counts[out, limb] = counts[j, limb]
            out += 1
    return out


@jit
def grow_table(table: Words, slots: Numbers, held: int, bits: int, spare: Words) -> None:
    """Rehash the table of 2^bits slots into twice as many. spare: scratch, shape (held, 1 + limbs)."""
    words = table.shape[1]
    for i in range(held):
        h = slots[i]
        for word in range(words):
            spare[i, word] = table[h, word]
        table[h, 0] = ALL
    shift, mask = np.uint64(63 - bits), np.int64((1 << (bits + 1)) - 1)
    for i in range(held):
        h = np.int64((spare[i, 0] * GOLDEN) >> shift)
        while table[h, 0] != ALL:
            h = (h + 1) & mask
        slots[i] = h
        for word in range(words):
            table[h, word] = spare[i, word]


class LayerStates(NamedTuple):
    """The states of a layer, group by group.

    starts     where the states of each group begin, shape (groups + 1,)
    covered    how many cells the states of each group cover
    windows    of each state
    counts     of each state, the least limb of 64 bits first, shape (states, limbs)
    """

    starts: Column
    covered: Column
    windows: Words
    counts: Words


class PiecePlacements(NamedTuple):
    """All placements, and the neighbours of the cells (see `Track`).

    first     masks[first[q * cells + c]:first[q * cells + c + 1]] are those of piece q with its first cell on c
    masks     the cells of each placement, bit i for the i-th from its first cell
    cells     of the board
    ahead     neighbours of each cell behind it in the order, as `remove_dead` takes them
    behind    neighbours of each cell before it
    """

    first: Column
    masks: Words
    cells: int
    ahead: Words
    behind: Words


class StateTable(NamedTuple):
    """A hash table of the states of one group.

    table    a window and its count in each slot, ALL where it is empty, shape (slots, 1 + limbs)
    slots    the slots that are in use
    spare    scratch, shape (slots, 1 + limbs)
    """

    table: Words
    slots: Numbers
    spare: Words


class NextLayer(NamedTuple):
    """The layer that is made.

    ends       where each of its groups ends among the states
    windows    of each state
    counts     of each state, as in LayerStates
    areas      cells covered, by group
    sums       bit s for each sum s of sizes of remaining pieces, by group
    """

    ends: Column
    windows: Words
    counts: Words
    areas: Column
    sums: Words


@jit
def merge(
    cursor: Column,
    budget: int,
    sources: Numbers,
    states: LayerStates,
    placements: PiecePlacements,
    hashed: StateTable,
    made: NextLayer,
    prune: bool,
) -> int:
    """Make the groups of the next layer, from cursor[GROUP] on. Returns ENDED, or the reason why it stopped before.

    sources: group of this layer from which a piece leads to a group of the next, -1 for none, shape (groups, pieces);
    prune: remove dead states."""
    starts, covered, windows, counts = states
    first, masks, cells, ahead, behind = placements
    table, slots, spare = hashed
    ends, out_windows, out_counts, areas, sums = made
    limbs, pieces = counts.shape[1], sources.shape[1]
    while cursor[GROUP] < len(sources):
        t, held, bits = cursor[GROUP], cursor[HELD], cursor[BITS]
        for q in range(cursor[PIECE], pieces):
            source = sources[t, q]
            if source < 0:
                cursor[STATE] = 0
                continue
            for j in range(starts[source] + cursor[STATE], starts[source + 1]):
                window = windows[j]
                place = q * cells + covered[source] - count_ones(window)
                here, stop = first[place], first[place + 1]
                budget -= 1 + stop - here
                why = PAUSED if budget < 0 else ENDED
                while why == ENDED and 2 * (held + stop - here) > 1 << bits:
                    if 2 << bits > len(table):
                        why = TABLE
                    else:
                        grow_table(table, slots, held, bits, spare)
                        bits += 1
                if why != ENDED:
                    cursor[PIECE], cursor[STATE] = q, j - starts[source]
                    cursor[HELD], cursor[BITS] = held, bits
                    return why
                shift, mask = np.uint64(64 - bits), np.int64((1 << bits) - 1)
                for m in range(here, stop):
                    if masks[m] & window:
                        continue
                    new = window | masks[m]
                    empty = ~new & (new + ONE)  # the first one; 0 where all 64 are covered
                    new = new >> np.uint64(count_ones(empty - ONE)) if empty else np.uint64(0)
                    h = np.int64((new * GOLDEN) >> shift)
                    while table[h, 0] != new and table[h, 0] != ALL:
                        h = (h + 1) & mask
                    if table[h, 0] == ALL:
                        table[h, 0] = new
                        slots[held] = h
                        held += 1
                        for limb in range(limbs):
                            table[h, 1 + limb] = counts[j, limb]
                        continue
                    carry = np.uint64(0)
                    for limb in range(limbs):
                        total = table[h, 1 + limb] + carry
                        carry = np.uint64(total < carry)
                        total += counts[j, limb]
                        carry += np.uint64(total < counts[j, limb])
                        table[h, 1 + limb] = total
                    if carry:
                        return OVERFLOW
            cursor[STATE] = 0
        cursor[PIECE], cursor[HELD], cursor[BITS] = pieces, held, bits
        out = cursor[OUT]
        if out + held > len(out_windows):
            return ROOM
        for i in range(held):
            h = slots[i]
            out_windows[out + i] = table[h, 0]
            table[h, 0] = ALL
            for limb in range(limbs):
                out_counts[out + i, limb] = table[h, 1 + limb]
        stop = out + held
        if prune:
            stop = remove_dead(out_windows, out_counts, out, stop, areas[t], ahead, behind, sums[t])
        ends[t] = cursor[OUT] = stop
        while bits > LEAST_BITS and 4 * held < 1 << bits:  # the next group is likely to be as large as this one
            bits -= 1
        cursor[GROUP], cursor[PIECE], cursor[STATE], cursor[HELD], cursor[BITS] = t + 1, 0, 0, 0, bits
    return ENDED
