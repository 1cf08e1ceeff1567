"""States of a board of up to 64 cells, layer by layer: the next piece is laid where there are the fewest choices.

Along a track (see `merging_layers`) the next piece covers the first empty cell. In space that leaves corners behind
that nothing can fill: of the 251 million states with seven of the twelve pieces laid in a box of 3 x 4 x 5, at most
31520 lead to the full box. But any cell will do, as long as it depends on the state alone: then each tiling is laid in
one order only, and equal states can still be merged, and their ways added. Here it is the cell that can be covered in
the fewest ways, or the piece that can be laid in the fewest (S. W. Golomb and L. D. Baumert, "Backtrack programming",
1965), and a state in which a cell or piece has no way, or a hole that no pieces fill, is dropped at once.

The states of a layer are kept in groups by the pieces used. The states of a group come from the groups that lack one of
its pieces; they are sorted, then merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.counting.boxes_board import BitBoard
from models.puzzles.tiling.counting.boxes_loops import PlacementScratch, StateColumns
from models.puzzles.tiling.counting.merging_layers import COUNTING, part_progress
from models.puzzles.tiling.counting.merging_track import TooWide
from rosetta.foundation.progress import Progress

SLICE = 2000  # states that are expanded between two calls of `progress`
BYTES = 17  # of a state
MOST_GROUPS = 200_000  # of a layer
MOST_WAYS = float(1 << 63)  # of all states of a group together: so that no sum overflows its word


@dataclass(frozen=True, slots=True, eq=False)
class StateGroup:
    """free: the states; ways: how many to each; items: the next item of each, a cell, or cells + a piece; each of shape
    (states,)."""

    free: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    items: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.free)


Layer = dict[int, StateGroup]  # by pieces used, as a number (see `BitBoard.radix`)


def kernel_module() -> Any:
    """The module with `expand` and `tightest_item`: compiled, or by numpy where numba is missing."""
    try:
        from models.puzzles.tiling.counting import boxes_kernel as module
    except ImportError:
        from models.puzzles.tiling.counting import boxes_numpy as module  # type: ignore[no-redef]
    return module


def first_layer(b: BitBoard, used: int, free: int) -> Layer:
    """The one start state, with one way to it; no state if it is dead."""
    remaining = np.array([n - had for _, had, n in b.digits(used)])
    module = kernel_module()
    item = module.tightest_item(np.uint64(free), remaining, b.start, b.masks, b.cells)
    group = StateGroup(np.array([free], np.uint64), np.ones(1, np.uint64), np.array([item], np.uint8))
    return {} if item == module.DEAD else {used: group}


def next_layer(b: BitBoard, layer: Layer, megabytes: int, progress: Progress) -> Layer:
    """All states with one more piece in which each remaining cell, piece and hole has a way. Raises TooWide beyond the
    memory, and what `progress` raises, which gets the share of the layer that is done."""
    total = sum(map(len, layer.values()))
    most = megabytes * 1e6 / BYTES - total
    groups: defaultdict[int, list[StateGroup]] = defaultdict(list)
    expanded = held = 0
    for used, group in layer.items():
        for piece, states in _expand_group(b, used, group, part_progress(progress, expanded, total)):
            groups[used + b.radix[piece]].append(states)
            held += len(states)
            if held > most or len(groups) > MOST_GROUPS:
                raise TooWide(f"{held + total:,} states in {len(groups):,} groups; the limit is {megabytes:,} MB")
        expanded += len(group)
    return {used: _merge_states(groups.pop(used), progress) for used in sorted(groups)}


def _expand_group(b: BitBoard, used: int, group: StateGroup, progress: Progress) -> Iterator[tuple[int, StateGroup]]:
    """By piece, the states that laying it makes of those of the group; progress: gets how many of these are done."""
    expand = kernel_module().expand
    remaining = np.array([n - had for _, had, n in b.digits(used)])
    near, fitting = (PlacementScratch(np.empty_like(b.start), np.empty_like(b.masks)) for _ in range(2))
    states = StateColumns(group.free, group.ways, group.items, group.items)  # the last pieces are not asked for
    room = SLICE + len(b.masks)
    long, short = np.empty((2, room), np.uint64), np.empty((2, room), np.uint8)
    new = StateColumns(long[0], long[1], short[0], short[1])
    at = 0
    while at < len(group):
        at, held = expand(states, at, min(at + SLICE, len(group)), remaining, b.words, near, fitting, new)
        progress(COUNTING, at)
        order = np.argsort(new.pieces[:held], kind="stable")
        free, ways, items, pieces = new.free[order], new.ways[order], new.items[order], new.pieces[order]
        ends = np.searchsorted(pieces, np.arange(len(remaining) + 1))
        for q in np.flatnonzero(np.diff(ends)).tolist():
            part = slice(ends[q], ends[q + 1])
            yield q, StateGroup(free[part], ways[part], items[part])


def _merge_states(groups: list[StateGroup], progress: Progress) -> StateGroup:
    """Each state once, in order, its ways added up. Raises TooWide."""
    progress(COUNTING, 1.0)  # all groups are expanded
    free, ways, items = (np.concatenate([getattr(group, name) for group in groups]) for name in StateGroup.__slots__)
    if ways.sum(dtype=np.float64) >= MOST_WAYS:
        raise TooWide("more ways than 64 bits count")
    order = np.argsort(free)
    free = free[order]
    first = np.flatnonzero(np.append(True, free[1:] != free[:-1]))
    return StateGroup(free[first], np.add.reduceat(ways[order], first), items[order[first]])
