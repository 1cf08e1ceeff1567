"""The same as `boxes_kernel` in numpy and Python, for use without numba: the same results, much slower."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Column = NDArray[np.int64]
Bytes = NDArray[np.uint8]

DEAD = 255
EXACT_BELOW = 16  # ways to cover a cell; from here on, only the last four binary digits of the number count


def tightest_item(free: np.uint64, remaining: Column, start: Column, masks: Words, cells: int) -> int:
    """See the kernel: the item with the fewest placements."""
    if not free:
        return 0
    fits = masks & ~free == 0
    ways = np.diff(np.append(0, np.cumsum(fits))[start])
    fits &= np.repeat(remaining > 0, np.diff(start))
    bits = masks[fits, None] >> np.arange(cells, dtype=np.uint64) & np.uint64(1)
    covered = bits.sum(axis=0, dtype=np.int64)
    covered[covered >= EXACT_BELOW] = EXACT_BELOW + covered[covered >= EXACT_BELOW] % EXACT_BELOW
    covered[[not int(free) >> cell & 1 for cell in range(cells)]] = 2 * EXACT_BELOW
    cell = int(covered.argmin())
    if (ways[remaining > 0] < remaining[remaining > 0]).any() or not covered[cell]:
        return DEAD
    scarce = np.flatnonzero(remaining == 1)
    piece = int(scarce[ways[scarce].argmin()]) if len(scarce) else -1
    return cells + piece if piece >= 0 and ways[piece] < covered[cell] else cell


def expand(free: Words, ways: Words, items: Bytes, here: int, stop: int, remaining: Column, start: Column, masks: Words,
           cells: int, _near: Words, _near_start: Column, _fitting: Words, _fitting_start: Column,
           to_free: Words, to_ways: Words, to_items: Bytes, to_piece: Bytes) -> tuple[int, int]:  # fmt: skip
    """See the kernel: the states that follow those of here..stop."""
    held = 0
    for j in range(here, stop):
        if held + len(masks) > len(to_free):
            return j, held
        item = int(items[j])
        for q in np.flatnonzero(remaining).tolist():
            if item >= cells and item != cells + q:
                continue
            remaining[q] -= 1
            for mask in masks[start[q] : start[q + 1]]:
                if not mask & ~free[j] and (item >= cells or int(mask) >> item & 1):
                    rest = free[j] & ~mask
                    following = tightest_item(rest, remaining, start, masks, cells)
                    if following != DEAD:
                        to_free[held], to_ways[held], to_items[held], to_piece[held] = rest, ways[j], following, q
                        held += 1
            remaining[q] += 1
    return stop, held
