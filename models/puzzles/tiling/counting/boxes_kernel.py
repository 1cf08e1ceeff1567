"""The loop of state merging with the tightest item first (see `tiling_boxes_layers`), compiled by numba. Imported when
first used; without numba, numpy does the same (`tiling_boxes_plain`).

A state is a word: bit i is 1 while cell i is free. States of a group, which have used the same pieces, come in
ascending order, so that neighbours have something in common: placements that fit none of 16 states are taken out once
for all of them. Those that fit a state are all that can fit its children.

How many ways there are to cover each cell is counted for all cells at once, in words: bit i of `one`, `two`, `four`,
`eight` are the binary digits of the number of cell i (carry-save addition, H. S. Warren, Hacker's Delight, 2002); from
16 on it is only known to be `many`, and its last digits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.counting.merging_kernel import count_ones, jit

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Bytes = NDArray[np.uint8]

DEAD = 255  # instead of an item: no way on
BATCH_SIZE = 16  # states that are sieved for together
ONE = np.uint64(1)


@jit
def sieve(masks: Words, start: Column, left: Column, room: np.uint64, to_masks: Words, to_start: Column) -> None:
    """Of each piece that is left, the placements within the room: to_masks, to_start."""
    taken, held = ~room, 0
    for q in range(len(left)):
        to_start[q] = held
        if left[q]:
            for i in range(start[q], start[q + 1]):
                if not masks[i] & taken:
                    to_masks[held] = masks[i]
                    held += 1
    to_start[len(left)] = held


@jit
def tightest_item(free: np.uint64, left: Column, start: Column, masks: Words, cells: int) -> int:
    """What has the fewest ways: a cell (the least), or `cells` + a piece that is left once; DEAD where something has
    none. left: how many of each piece."""
    if not free:
        return 0
    one, two, four, eight, many = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    taken = ~free
    fewest, scarce = 1 << 60, -1
    for q in range(len(left)):
        if not left[q]:
            continue
        fit, stop = 0, start[q + 1]
        # Two at a time; what does not fit is not jumped over, as one cannot foretell it.
        for i in range(start[q], stop, 2):
            fits = not masks[i] & taken
            mask = masks[i] if fits else np.uint64(0)
            fit += fits
            other = np.uint64(0)
            if i + 1 < stop:
                fits = not masks[i + 1] & taken
                other = masks[i + 1] if fits else np.uint64(0)
                fit += fits
            both = mask ^ other
            carry = (mask & other) | (one & both)
            one ^= both
            more = two & carry
            two ^= carry
            carry = four & more
            four ^= more
            many |= eight & carry
            eight ^= carry
        if fit < left[q]:
            return DEAD
        if left[q] == 1 and fit < fewest:
            fewest, scarce = fit, q
    least = free
    for digit in (many, eight, four, two, one):
        if least & ~digit:
            least &= ~digit
    cell = least & (~least + ONE)
    number = 0
    for digit in (many, eight, four, two, one):
        number = 2 * number + (1 if digit & cell else 0)
    if number == 0:
        return DEAD
    return cells + scarce if fewest < number else count_ones(cell - ONE)


@jit
def expand(free: Words, ways: Words, items: Bytes, here: int, stop: int, left: Column, start: Column, masks: Words,
           cells: int, near: Words, near_start: Column, fitting: Words, fitting_start: Column,
           to_free: Words, to_ways: Words, to_items: Bytes, to_piece: Bytes) -> tuple[int, int]:  # fmt: skip
    """Lay each piece that is left on the item of the states here..stop, wherever it fits. What comes of it goes into
    to_free, to_ways, with what is next in to_items, and the piece in to_piece; what is dead does not. Where it stopped,
    for lack of room or at the end, and how many there are.

    items: by state, a cell, or `cells` + a piece: the one is covered, or the other laid; start, masks: piece q lies as
    masks[start[q]:start[q + 1]]; near, fitting: scratch as large as masks, and their starts as `start`."""
    held, until = 0, here
    for j in range(here, stop):
        if j == until:
            until, room = min(j + BATCH_SIZE, stop), np.uint64(0)
            for i in range(j, until):
                room |= free[i]
            sieve(masks, start, left, room, near, near_start)
        sieve(near, near_start, left, free[j], fitting, fitting_start)
        if held + fitting_start[len(left)] > len(to_free):
            return j, held
        item = np.int64(items[j])
        covering = ONE << np.uint64(item) if item < cells else ~np.uint64(0)
        for q in range(len(left)):
            if not left[q] or (item >= cells and item != cells + q):
                continue
            left[q] -= 1
            for i in range(fitting_start[q], fitting_start[q + 1]):
                if fitting[i] & covering:
                    rest = free[j] & ~fitting[i]
                    next_item = tightest_item(rest, left, fitting_start, fitting, cells)
                    if next_item != DEAD:
                        to_free[held], to_ways[held], to_items[held], to_piece[held] = rest, ways[j], next_item, q
                        held += 1
            left[q] += 1
    return stop, held
