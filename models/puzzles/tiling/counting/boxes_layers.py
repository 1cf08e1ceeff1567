"""States of a board of up to 64 cells, layer by layer: the next piece is laid where there are the fewest choices.

Along a track (see `merging_layers`) the next piece covers the first empty cell. In space that leaves corners behind
that nothing can fill: of the 251 million states with seven of the twelve pieces laid in a box of 3 x 4 x 5, at most
31520 lead to the full box. But any cell will do, as long as it depends on the state alone: then each tiling is laid in
one order only, and equal states can still be merged, and their ways added. Here it is the cell that can be covered in
the fewest ways, or the piece that can be laid in the fewest (S. W. Golomb and L. D. Baumert, "Backtrack programming",
1965), and a state in which a cell or piece has no way, or a hole that no pieces fill, is dropped at once.

The states of a layer are kept in groups by the pieces used, and in a group in ascending order. A layer is expanded in
slices, whatever the groups: on flat boards a group has 70 states, too few for a call each. What comes of them is
sorted, then merged.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from models.puzzles.tiling.counting.boxes_board import BitBoard
from models.puzzles.tiling.counting.boxes_loops import GroupedStates, PieceScratch, PlacementScratch, StateColumns
from models.puzzles.tiling.counting.merging_layers import COUNTING
from models.puzzles.tiling.counting.merging_track import TooWide
from rosetta.foundation.progress import Progress

SLICE = 2000  # states that are expanded between two calls of `progress`
BAND = 1_000_000  # states that are merged between two calls of `progress`, some 0.2 s
BYTES = 17  # of a state in a layer
NEW_BYTES = 3 * BYTES  # of a new state: with the pieces it has used, and again when it is merged
MOST_WAYS = float(1 << 63)  # to a state: so that no sum overflows its word


def kernel_module() -> Any:
    """The module with `expand` and `tightest_item`: compiled, or by numpy where numba is missing."""
    try:
        from models.puzzles.tiling.counting import boxes_kernel as module
    except ImportError:
        from models.puzzles.tiling.counting import boxes_numpy as module  # type: ignore[no-redef]
    return module


def first_layer(b: BitBoard, used: int, free: int) -> GroupedStates:
    """The one start state, with one way to it; no state if it is dead."""
    remaining = np.array([n - had for _, had, n in b.digits(used)])
    module = kernel_module()
    item = module.tightest_item(np.uint64(free), remaining, b.start, b.masks, b.cells)
    number = 0 if item == module.DEAD else 1
    start = StateColumns(
        np.full(number, used),
        np.full(number, free, np.uint64),
        np.ones(number, np.uint64),
        np.full(number, item, np.uint8),
    )
    return _merge_states(start)


def next_layer(b: BitBoard, layer: GroupedStates, megabytes: int, progress: Progress) -> GroupedStates:
    """All states with one more piece in which each remaining cell, piece and hole has a way. Raises TooWide beyond the
    memory, and what `progress` raises, which gets the share of the layer that is done."""
    expand, total = kernel_module().expand, len(layer.free)
    most = (megabytes * 1e6 - BYTES * total) / NEW_BYTES
    scratch = PieceScratch(np.empty_like(b.words.copies), np.empty(len(b.copies), np.uint64))
    near, fitting = (PlacementScratch(np.empty_like(b.start), np.empty_like(b.masks)) for _ in range(2))
    new, slices, at, held = _allocate(SLICE + len(b.masks)), list[StateColumns](), 0, 0
    while at < total:
        at, made = expand(layer, at, min(at + SLICE, total), b.words, scratch, near, fitting, new)
        slices.append(StateColumns._make(column[:made].copy() for column in new))
        held += made
        progress(COUNTING, at / total)
        if held > most:
            raise TooWide(f"{held + total:,} states; the limit is {megabytes:,} MB")
    return _merge_in_bands(slices, progress)


def _allocate(number: int) -> StateColumns:
    """Room for so many states."""
    return StateColumns._make(np.empty(number, kind) for kind in (np.int64, np.uint64, np.uint64, np.uint8))


def _merge_in_bands(slices: list[StateColumns], progress: Progress) -> GroupedStates:
    """`_merge_states` of all states, of some groups at a time: a sort of many cannot be ended, and takes memory."""
    new = StateColumns._make(map(np.concatenate, zip(*slices, strict=True)))
    slices.clear()
    if len(new.used) <= BAND:
        return _merge_states(new)
    last = np.arange(BAND - 1, len(new.used), BAND)
    cuts, layers = np.unique(np.partition(new.used, last)[last]), []
    for low, high in pairwise([-1, *cuts.tolist(), int(new.used.max())]):
        progress(COUNTING, 1.0)
        chosen = (new.used > low) & (new.used <= high)
        layers.append(_merge_states(StateColumns._make(column[chosen] for column in new)))
    ends = np.cumsum([0, *(len(layer.free) for layer in layers)])
    starts = [layer.starts[1:] + end for layer, end in zip(layers, ends[:-1], strict=True)]
    used, _, *columns = map(np.concatenate, zip(*layers, strict=True))
    return GroupedStates(used, np.concatenate([np.zeros(1, np.int64), *starts]), *columns)


def _merge_states(new: StateColumns) -> GroupedStates:
    """Each state once, in order, its ways added up. Raises TooWide."""
    if not len(new.used):
        return GroupedStates(new.used, np.zeros(1, np.int64), *new[1:])
    order = np.argsort(new.free)
    order = order[np.argsort(new.used[order], kind="stable")]
    used, free = new.used[order], new.free[order]
    is_first = np.append(True, (used[1:] != used[:-1]) | (free[1:] != free[:-1]))
    first, ways = np.flatnonzero(is_first), new.ways[order]
    if np.add.reduceat(ways, first, dtype=np.float64).max() >= MOST_WAYS:
        raise TooWide("more ways than 64 bits count")
    used = used[first]
    starts = np.flatnonzero(np.append(True, used[1:] != used[:-1]))
    return GroupedStates(
        used[starts], np.append(starts, len(used)), free[first], np.add.reduceat(ways, first), new.items[order[first]]
    )
