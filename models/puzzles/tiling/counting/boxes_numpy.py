"""The same as `boxes_kernel` in numpy and Python, for use without numba: the same results, much slower."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.counting.boxes_loops import (
    BoardWords,
    GroupedStates,
    PieceScratch,
    PlacementScratch,
    StateColumns,
)

Words = NDArray[np.uint64]
Column = NDArray[np.int64]

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


def fills_holes(free: int, board: BoardWords, sums: int) -> bool:
    """See the kernel: is the size of each connected part of the free cells one of these sums?"""
    links, remaining = list(zip(board.steps.tolist(), board.joined.tolist(), strict=True)), free
    while remaining:
        hole, grown = 0, remaining & -remaining
        while grown != hole:
            hole = grown
            for step, joined in links:
                grown |= (hole & joined) << step | hole >> step & joined
            grown &= free
        if hole != free and not sums >> hole.bit_count() & 1:
            return False
        remaining &= ~hole
    return True


def sum_sizes(remaining: Column, sizes: Column) -> int:
    """Bit s for each sum s of sizes of remaining pieces."""
    sums = 1
    for number, size in zip(remaining.tolist(), sizes.tolist(), strict=True):
        for _ in range(number):
            sums |= sums << size
    return sums


def expand(
    layer: GroupedStates,
    here: int,
    stop: int,
    board: BoardWords,
    _pieces: PieceScratch,
    _near: PlacementScratch,
    _fitting: PlacementScratch,
    new: StateColumns,
) -> tuple[int, int]:
    """See the kernel: the states that follow those of here..stop."""
    cells, start, masks, held, ends = board.cells, board.start, board.masks, 0, here
    for j in range(here, stop):
        if held + len(masks) > len(new.free):
            return j, held
        if j == ends:
            group = int(np.searchsorted(layer.starts, j, "right")) - 1
            used, ends = int(layer.used[group]), int(layer.starts[group + 1])
            remaining = board.copies - used // board.radix % (board.copies + 1)
            pieces = [(q, used + int(board.radix[q])) for q in np.flatnonzero(remaining).tolist()]
            sums = dict[int, int]()
        item, free = int(layer.items[j]), layer.free[j]
        for q, following_used in pieces:
            if item >= cells and item != cells + q:
                continue
            remaining[q] -= 1
            if q not in sums:
                sums[q] = sum_sizes(remaining, board.sizes)
            for mask in masks[start[q] : start[q + 1]]:
                if not mask & ~free and (item >= cells or int(mask) >> item & 1):
                    rest = free & ~mask
                    if board.whole and not fills_holes(int(rest), board, sums[q]):
                        continue
                    following = tightest_item(rest, remaining, start, masks, cells)
                    if following != DEAD:
                        new.used[held], new.free[held], new.ways[held], new.items[held] = (
                            following_used, rest, layer.ways[j], following
                        )  # fmt: skip
                        held += 1
            remaining[q] += 1
    return stop, held
