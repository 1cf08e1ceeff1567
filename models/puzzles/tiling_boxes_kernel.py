"""The two loops of state merging with the tightest cell first (see `tiling_boxes_layers`), compiled by numba. Imported
when first used; without numba, numpy does the same (`tiling_boxes_plain`).

A state is a word: bit i is 1 while cell i is free. The states of a group, which have used the same pieces, come in
ascending order, so that neighbours have much in common: the placements that do not fit any of 256 states are taken out
once for all of them, then those that do not fit any of 16, and a state tries what is left (a fifth to a tenth).

How many ways there are to cover each cell is counted for all cells at once, in words: bit i of `one`, `two`, `four`,
`eight` are the binary digits of the number of cell i (carry-save addition, H. S. Warren, Hacker's Delight, 2002); from
16 on it is only known to be `many`, and its last digits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling_merging_kernel import compiled, ones

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Bytes = NDArray[np.uint8]

DEAD = 255  # instead of an item: no way on
OUTER, INNER = 256, 16  # states that are sieved for together
ONE = np.uint64(1)


@compiled
def laid(free: Words, ways: Words, items: Bytes, here: int, stop: int, piece: int, cells: int, first: Column,
         through: Words, start: Column, masks: Words, to_free: Words, to_ways: Words, held: int) -> tuple[int, int]:  # fmt: skip
    """Lay the piece on the item of the states here..stop, wherever it fits, and put what comes of it into `to_free` and
    `to_ways` from `held` on. Where it stopped, for lack of room or at the end, and how many there are now.

    items: by state, a cell, or `cells` + a piece: it covers the one, or is the other; first, through: the placements of
    piece q on cell c are through[first[q * cells + c]:first[q * cells + c + 1]]; start, masks: all those of piece q are
    masks[start[q]:start[q + 1]]."""
    for j in range(here, stop):
        item = np.int64(items[j])
        if item < cells:
            table, a, b = through, first[piece * cells + item], first[piece * cells + item + 1]
        elif item == cells + piece:
            table, a, b = masks, start[piece], start[piece + 1]
        else:
            continue
        if held + b - a > len(to_free):
            return j, held
        taken = ~free[j]
        for i in range(a, b):
            if not table[i] & taken:
                to_free[held] = free[j] & ~table[i]
                to_ways[held] = ways[j]
                held += 1
    return stop, held


@compiled
def sieved(masks: Words, start: Column, left: Column, free: Words, here: int, stop: int, to_masks: Words,
           to_start: Column) -> None:  # fmt: skip
    """Of each piece that is left, the placements that may fit one of the states here..stop: to_masks, to_start."""
    room = np.uint64(0)
    for j in range(here, stop):
        room |= free[j]
    taken, held = ~room, 0
    for q in range(len(left)):
        to_start[q] = held
        if left[q]:
            for i in range(start[q], start[q + 1]):
                if not masks[i] & taken:
                    to_masks[held] = masks[i]
                    held += 1
    to_start[len(left)] = held


@compiled
def tightest(free: np.uint64, left: Column, start: Column, masks: Words, cells: int) -> int:
    """What has the fewest ways: a cell (the least), or `cells` + a piece that is left once; DEAD where something has
    none. left: how many of each piece."""
    one, two, four, eight, many = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    taken = ~free
    fewest, scarce = np.int64(1) << 60, -1
    for q in range(len(left)):
        if not left[q]:
            continue
        fit = 0
        for i in range(start[q], start[q + 1]):
            mask = masks[i]
            if mask & taken:
                continue
            fit += 1
            carry = one & mask
            one ^= mask
            more = two & carry
            two ^= carry
            carry = four & more
            four ^= more
            more = eight & carry
            eight ^= carry
            many |= more
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
    return cells + scarce if fewest < number else ones(cell - ONE)


@compiled
def choose(free: Words, here: int, stop: int, left: Column, start: Column, masks: Words, cells: int, outer: Words,
           outer_start: Column, inner: Words, inner_start: Column, items: Bytes) -> None:  # fmt: skip
    """The tightest item of the states here..stop of a group, into items. outer, inner: scratch as large as masks, and
    their starts as `start`."""
    for a in range(here, stop, OUTER):
        b = min(a + OUTER, stop)
        sieved(masks, start, left, free, a, b, outer, outer_start)
        for c in range(a, b, INNER):
            d = min(c + INNER, b)
            sieved(outer, outer_start, left, free, c, d, inner, inner_start)
            for j in range(c, d):
                items[j] = tightest(free[j], left, inner_start, inner, cells)
