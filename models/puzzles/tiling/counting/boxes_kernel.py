"""The inner loop of state merging with the tightest item first (see `boxes_layers`), compiled by numba. Imported on
first use; without numba, `boxes_numpy` does the same.

A state is a word: bit i is 1 while cell i is free. States of a group, which have used the same pieces, come in
ascending order, so that neighbours are similar: placements that fit none of 16 states are removed once for all of them.
Only the placements that fit a state can fit its children.

A child with a hole whose size is no sum of sizes of remaining pieces is dropped before its placements are counted: a
flood fill in words looks at all cells of a hole at once.

The number of ways to cover a cell is counted for all cells at once, in words: bit i of `ones`, `twos`, `fours`,
`eights` are the binary digits of the number of cell i (carry-save addition, H. S. Warren, Hacker's Delight, 2002); from
16 on only `many` and the last four digits are known.
"""

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
from models.puzzles.tiling.counting.merging_kernel import count_ones
from rosetta.foundation.jit import jit, jit_in_place

Words = NDArray[np.uint64]
Column = NDArray[np.int64]

DEAD = 255  # instead of an item: a dead state
BATCH_SIZE = 16  # states that are sieved for together
ONE = np.uint64(1)


@jit_in_place
def sieve(masks: Words, start: Column, remaining: Column, room: np.uint64, to_masks: Words, to_start: Column) -> None:
    """For each remaining piece, the placements within the room: to_masks, to_start."""
    occupied, held = ~room, 0
    for q in range(len(remaining)):
        to_start[q] = held
        if remaining[q]:
            for i in range(start[q], start[q + 1]):
                to_masks[held] = masks[i]  # without a branch, which would be unpredictable
                held += not masks[i] & occupied
    to_start[len(remaining)] = held


@jit_in_place
def tightest_item(free: np.uint64, remaining: Column, start: Column, masks: Words, cells: int) -> int:
    """The item with the fewest placements: a cell (the least), or `cells` + a piece that remains once; DEAD where an
    item has none. remaining: how many of each piece."""
    if not free:
        return 0
    ones, twos, fours, eights, many = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    occupied = ~free
    fewest, scarce = 1 << 60, -1
    for q in range(len(remaining)):
        if not remaining[q]:
            continue
        fit, stop = 0, start[q + 1]
        # Two at a time, without branches on what does not fit: they would be unpredictable.
        for i in range(start[q], stop, 2):
            fits = not masks[i] & occupied
            mask = masks[i] if fits else np.uint64(0)
            fit += fits
            other = np.uint64(0)
            if i + 1 < stop:
                fits = not masks[i + 1] & occupied
                other = masks[i + 1] if fits else np.uint64(0)
                fit += fits
            both = mask ^ other
            carry = (mask & other) | (ones & both)
            ones ^= both
            more = twos & carry
            twos ^= carry
            carry = fours & more
            fours ^= more
            many |= eights & carry
            eights ^= carry
        if fit < remaining[q]:
            return DEAD
        if remaining[q] == 1 and fit < fewest:
            fewest, scarce = fit, q
    least = free
    for digit in (many, eights, fours, twos, ones):
        if least & ~digit:
            least &= ~digit
    cell = least & (~least + ONE)
    number = 0
    for digit in (many, eights, fours, twos, ones):
        number = 2 * number + (1 if digit & cell else 0)
    if number == 0:
        return DEAD
    return cells + scarce if fewest < number else count_ones(cell - ONE)


@jit_in_place
def count_remaining(used: int, board: BoardWords, remaining: Column) -> None:
    """How many of each piece remain when so many are used: remaining."""
    for q in range(len(remaining)):
        remaining[q] = board.copies[q] - used // board.radix[q] % (board.copies[q] + 1)


@jit_in_place
def sum_without(remaining: Column, sizes: Column, sums: Words) -> None:
    """For each piece, once it is laid: bit s for each sum s of sizes of remaining pieces, 0 for one that is used up:
    sums."""
    for q in range(len(remaining)):
        sums[q] = ONE if remaining[q] else np.uint64(0)
        if not remaining[q]:
            continue
        for other in range(len(remaining)):
            for _ in range(remaining[other] - (1 if other == q else 0)):
                if sizes[other] < 64:  # it is all that remains, if it fits at all
                    sums[q] |= sums[q] << np.uint64(sizes[other])


@jit_in_place
def fills_holes(free: np.uint64, steps: Words, joined: Words, sums: np.uint64) -> bool:
    """Is the size of each connected part of the free cells one of these sums? Free cells in one part are not looked at:
    all that remains is to fill them."""
    remaining = free
    while remaining:
        hole, grown = np.uint64(0), remaining & (~remaining + ONE)
        while grown != hole:
            hole = grown
            for i in range(len(steps)):
                grown |= ((hole & joined[i]) << steps[i]) | ((hole >> steps[i]) & joined[i])
            grown &= free
        if hole == free:
            return True
        if not (sums >> np.uint64(count_ones(hole))) & ONE:
            return False
        remaining &= ~hole
    return True


@jit
def expand(
    layer: GroupedStates,
    here: int,
    stop: int,
    board: BoardWords,
    piece_scratch: PieceScratch,
    near: PlacementScratch,
    fitting: PlacementScratch,
    new: StateColumns,
) -> tuple[int, int]:
    """Branch on the item of the states here..stop: lay each remaining piece wherever it fits. The new states go to
    `new`; dead states are dropped. Returns the state at which it stopped, for lack of room or at the end, and the
    number of new states. The others are scratch."""
    remaining, sums = piece_scratch.remaining, piece_scratch.sums
    cells, held, until, ends = board.cells, 0, here, here
    group = np.searchsorted(layer.starts, here, "right") - 1
    for j in range(here, stop):
        if j == ends:
            while layer.starts[group + 1] <= j:
                group += 1
            ends = min(layer.starts[group + 1], stop)
            count_remaining(layer.used[group], board, remaining)
            sum_without(remaining, board.sizes, sums)
        if j == until:
            until, room = min(j + BATCH_SIZE, ends), np.uint64(0)
            for i in range(j, until):
                room |= layer.free[i]
            sieve(board.masks, board.start, remaining, room, near.masks, near.start)
        free = layer.free[j]
        sieve(near.masks, near.start, remaining, free, fitting.masks, fitting.start)
        if held + fitting.start[len(remaining)] > len(new.free):
            return j, held
        item = np.int64(layer.items[j])
        covering = ONE << np.uint64(item) if item < cells else ~np.uint64(0)
        for q in range(len(remaining)):
            if not remaining[q] or (item >= cells and item != cells + q):
                continue
            remaining[q] -= 1
            for i in range(fitting.start[q], fitting.start[q + 1]):
                if not fitting.masks[i] & covering:
                    continue
                rest = free & ~fitting.masks[i]
                if board.whole and not fills_holes(rest, board.steps, board.joined, sums[q]):
                    continue
                next_item = tightest_item(rest, remaining, fitting.start, fitting.masks, cells)
                if next_item != DEAD:
                    new.used[held], new.free[held], new.ways[held], new.items[held] = (
                        layer.used[group] + board.radix[q], rest, layer.ways[j], next_item
                    )  # fmt: skip
                    held += 1
            remaining[q] += 1
    return stop, held
