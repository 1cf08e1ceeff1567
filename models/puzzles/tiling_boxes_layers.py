"""States of a board of up to 64 cells, layer by layer, where the next piece goes to what is hardest to do.

Along a track (see `tiling_merging_layers`) the next piece covers the first empty cell. In space that leaves hopeless
corners behind: of the 251 million states with seven of the twelve pieces laid in a box of 3 x 4 x 5, at most 31520 lead
to the full box. But any cell will do, as long as it depends on the state alone: then each tiling is laid in one order
only, and equal states can still be merged, and their ways added. Here it is the cell that can be covered in the fewest
ways, or the piece that can be laid in the fewest (S. W. Golomb and L. D. Baumert, "Backtrack programming", 1965), and a
state in which something has no way is dropped as soon as it is made.

The states of a layer are kept in groups by the pieces used; a group is made from all the groups that lack one of its
pieces, sorted, and merged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling_boxes_board import Board
from models.puzzles.tiling_merging_track import Wide

SLICE = 50_000  # states between two calls of `between`
MOST_GROUPS = 200_000  # of a layer
MOST_WAYS = float(1 << 63)  # of all states of a group together: so that no sum outgrows its word
Between = Callable[[], object]
Tell = Callable[[float], object]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """free: the states, ascending; ways: to each; items: what comes next for each, a cell, or cells + a piece; each of
    shape (states,)."""

    free: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    items: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.free)

    @property
    def bytes(self) -> int:
        return self.free.nbytes + self.ways.nbytes + self.items.nbytes


Layer = dict[int, Group]  # by pieces used, as a number (see `Board.radix`)


def loops() -> Any:
    """The module that has `laid` and `choose`: compiled, or by numpy where numba is missing."""
    try:
        from models.puzzles import tiling_boxes_kernel as module
    except ImportError:
        from models.puzzles import tiling_boxes_plain as module  # type: ignore[no-redef]
    return module


def start(b: Board, used: int, free: int) -> Layer:
    """One state, in one way."""
    words = np.array([free], np.uint64)
    group = _with_items(b, used, words, np.ones(1, np.uint64), lambda: None)
    return {used: group} if len(group) else {}


def next_layer(b: Board, layer: Layer, between: Between, megabytes: int, tell: Tell) -> Layer:
    """All states one piece further that have a way for each cell and piece left. Raises Wide beyond the memory, and
    what `between` raises."""
    following = sorted({used + int(r) for used in layer for r, had, all_ in b.digits(used) if had < all_})
    if len(following) > MOST_GROUPS:
        raise Wide(f"{len(following):,} ways to use pieces, each a group of states")
    held, made = sum(group.bytes for group in layer.values()), Layer()
    room = _Room(1024)
    for number, used in enumerate(following):
        tell(number / len(following))
        between()
        states = _laid_on(b, layer, used, room, between)
        if held + room.bytes + 17 * states > megabytes * 1e6:
            raise Wide(f"{held / 17e6:,.0f} million states; the limit is {megabytes:,} MB")
        if not states:
            continue
        group = _with_items(b, used, *_merged(room.free[:states], room.ways[:states]), between)
        if len(group):
            made[used] = group
            held += group.bytes
    return made


class _Room:
    """Columns that grow."""

    def __init__(self, states: int) -> None:
        self.free, self.ways = np.empty(states, np.uint64), np.empty(states, np.uint64)

    def double(self) -> None:
        for column in (self.free, self.ways):
            column.resize(2 * len(column), refcheck=False)

    @property
    def bytes(self) -> int:
        """With what sorting takes."""
        return 5 * self.free.nbytes


def _laid_on(b: Board, layer: Layer, used: int, room: _Room, between: Between) -> int:
    """Into room: the states of a group, with repetitions, from all groups that lack one of its pieces. How many."""
    laid, states = loops().laid, 0
    for q, (radix, had, _) in enumerate(b.digits(used)):
        source = layer.get(used - int(radix)) if had else None
        at = 0
        while source is not None and at < len(source):
            stop = min(at + SLICE, len(source))
            at, states = laid(
                source.free, source.ways, source.items, at, stop, q, b.cells, b.first, b.through, b.start, b.masks,
                room.free, room.ways, states,
            )  # fmt: skip
            if at < stop:
                room.double()
            elif at < len(source):
                between()
    return int(states)


def _merged(free: NDArray[np.uint64], ways: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Each state once, in order, with the ways to it added. Raises Wide."""
    if ways.sum(dtype=np.float64) >= MOST_WAYS:
        raise Wide("more ways than 64 bits count")
    order = np.argsort(free)
    free = free[order]
    first = np.flatnonzero(np.append(True, free[1:] != free[:-1]))
    return free[first], np.add.reduceat(ways[order], first)


def _with_items(
    b: Board, used: int, free: NDArray[np.uint64], ways: NDArray[np.uint64], between: Between
) -> Group:
    """The states with what comes next for each; without those that are dead."""
    if not free[-1]:  # nothing is free: the full board, the one state of the last group
        return Group(free, ways, np.zeros(len(free), np.uint8))
    module, items = loops(), np.empty(len(free), np.uint8)
    left = np.array([all_ - had for _, had, all_ in b.digits(used)])
    scratch = [column for _ in range(2) for column in (np.empty_like(b.masks), np.empty_like(b.start))]
    for at in range(0, len(free), SLICE):
        module.choose(free, at, min(at + SLICE, len(free)), left, b.start, b.masks, b.cells, *scratch, items)
        between()
    alive = items != module.DEAD
    return Group(free[alive], ways[alive], items[alive])
