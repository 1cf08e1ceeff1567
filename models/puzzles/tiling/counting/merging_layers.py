"""States of a partly covered track, layer by layer: all that have k pieces laid, equal ones merged.

A state is the pieces used and the cells covered: all before its first empty cell are covered, and the next 64 are a
word (the window). The next piece covers that first empty cell, so that every tiling is laid in one order only, and the
number of tilings is the number of ways to the one state that covers all. A layer keeps its states in groups by pieces
used; the groups of the next layer are merged one by one, each from all the groups that lack one of its pieces.

Numbers of ways are integers of any size, in limbs of 64 bits; a layer whose sums overflow is made again with more.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.tiling.counting.merging_track import TooWide, Track
from rosetta.foundation.progress import Progress

SLICE = 8_000_000  # placements tried between two calls of `progress`: some 50 ms
MOST_GROUPS = 3_000_000
LEAST_SHARED = 20_000  # states of a layer, some milliseconds of work
PARTS = 4  # for each thread, so that none waits long for the last one
COUNTING = "counting tilings"


def part_progress(progress: Progress, finished: float, whole: float) -> Progress:
    """Progress of a part, in units of the whole, as progress of the whole, a share of 1; `finished` of it precedes the
    part."""
    return lambda what, part=0.0, *_: progress(what, (finished + part) / whole, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """used: the groups, ascending, as numbers (see `Track.radix`); starts: where their states begin, shape
    (groups + 1,); windows: shape (states,); counts: the ways to each, least limb first, shape (states, limbs)."""

    used: NDArray[np.int64]
    starts: NDArray[np.int64]
    windows: NDArray[np.uint64]
    counts: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.windows)

    @property
    def total(self) -> int:
        """The number of ways to all states."""
        return sum(join_limbs(row) for row in self.counts)


def join_limbs(limbs: NDArray[np.uint64]) -> int:
    """Limbs as an integer."""
    return sum(int(limb) << 64 * i for i, limb in enumerate(limbs))


def first_layer() -> Layer:
    """The empty board, in one way: no cell of the window is covered."""
    return Layer(np.zeros(1, np.int64), np.array([0, 1]), np.zeros(1, np.uint64), np.ones((1, 1), np.uint64))


@dataclass(frozen=True, slots=True, eq=False)
class LayerGroups:
    """The groups that the next layer may have. used, as in Layer; sources: from which group of this layer each piece
    leads there, -1 for none, shape (groups, pieces); areas: cells covered; sums: bit s where some remaining pieces have
    s cells together; covered: the areas of the groups of this layer."""

    used: NDArray[np.int64]
    sources: NDArray[np.int32]
    areas: NDArray[np.int64]
    sums: NDArray[np.uint64]
    covered: NDArray[np.int64]


def next_groups(t: Track, used: NDArray[np.int64]) -> LayerGroups:
    """The groups with one more piece. Raises TooWide."""
    if len(used) * len(t.copies) > 20 * MOST_GROUPS:
        raise TooWide(f"{len(used):,} ways to use pieces, each a group of states")
    digits = used[:, None] // t.radix % (t.copies + 1)
    following = np.unique((used[:, None] + t.radix)[digits < t.copies])
    had = following[:, None] // t.radix % (t.copies + 1)
    before = following[:, None] - t.radix
    at = np.minimum(np.searchsorted(used, before), len(used) - 1)
    sources = np.where((had > 0) & (used[at] == before), at, -1).astype(np.int32)
    sums = np.ones(len(following), np.uint64)
    for q, size in enumerate(t.sizes.tolist()):
        for copy in range(int(t.copies[q]) if size < 64 else 0):
            has_copy = t.copies[q] - had[:, q] > copy
            sums[has_copy] |= sums[has_copy] << np.uint64(size)
    return LayerGroups(following, sources, had @ t.sizes, sums, digits @ t.sizes)


def next_layer(t: Track, layer: Layer, megabytes: int, progress: Progress, threads: int = 1) -> Layer:
    """All states with one more piece, without those that have a hole no pieces can fill. Raises TooWide beyond the
    memory, and what `progress` raises, which gets the share of the layer that is done. Compiled, threads share the
    groups, which do not depend on each other."""
    groups = next_groups(t, layer.used)
    try:
        from models.puzzles.tiling.counting import merging_kernel as kernel
    except ImportError:  # no numba
        following = _next_layer_python(t, layer, groups, megabytes, progress)
    else:
        following = _next_layer_compiled(kernel, t, layer, groups, megabytes, progress, threads)
    nonempty = np.diff(following.starts) > 0
    return replace(
        following,
        used=following.used[nonempty],
        starts=np.append(following.starts[:-1][nonempty], following.starts[-1]),
    )


def _next_layer_compiled(
    kernel: Any, t: Track, layer: Layer, groups: LayerGroups, megabytes: int, progress: Progress, threads: int
) -> Layer:
    """The next layer by compiled loops, with a limb more where a sum overflowed."""
    threads = threads if len(layer) >= LEAST_SHARED else 1
    here, most = len(layer) // threads, megabytes // threads
    parts = [groups] if threads == 1 else _share_groups(groups, np.diff(layer.starts), PARTS * threads)
    if threads == 1:
        layers = [_merge_groups(kernel, t, layer, groups, here, most, progress)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            merge = partial(_merge_groups, kernel, t, layer, here=here, most=most, progress=locked_progress(progress))
            layers = list(pool.map(merge, parts))
    done = [each for each in layers if each is not None]
    if len(done) < len(parts):  # once more from the start
        wider = replace(layer, counts=np.pad(layer.counts, ((0, 0), (0, 1))))
        return _next_layer_compiled(kernel, t, wider, groups, megabytes, progress, threads)
    return done[0] if threads == 1 else _join_layers(done)


def _share_groups(groups: LayerGroups, sizes: NDArray[np.int64], parts: int) -> list[LayerGroups]:
    """The groups in parts, in order, that come from about as many states each. sizes: of the groups before."""
    work = np.cumsum(np.where(groups.sources >= 0, sizes[groups.sources], 0).sum(axis=1))
    cuts = np.unique([0, *np.searchsorted(work, work[-1] * np.arange(1, parts) / parts), len(work)])
    return [
        LayerGroups(groups.used[a:b], groups.sources[a:b], groups.areas[a:b], groups.sums[a:b], groups.covered)
        for a, b in pairwise(cuts.tolist())
    ]


def _join_layers(layers: list[Layer]) -> Layer:
    """One layer of the groups of all, in that order."""
    ends = np.cumsum([len(layer) for layer in layers])
    starts = [layer.starts[1:] + end - len(layer) for layer, end in zip(layers, ends, strict=True)]
    return Layer(
        np.concatenate([layer.used for layer in layers]),
        np.concatenate([np.zeros(1, np.int64), *starts]),
        np.concatenate([layer.windows for layer in layers]),
        np.concatenate([layer.counts for layer in layers]),
    )


def locked_progress(progress: Progress) -> Progress:
    """For several threads: one at a time."""
    lock = Lock()

    def report(*arguments: Any) -> None:
        with lock:
            progress(*arguments)

    return report


def _merge_groups(
    kernel: Any, t: Track, layer: Layer, groups: LayerGroups, here: int, most: int, progress: Progress
) -> Layer | None:
    """The states of these groups; None where a sum overflowed. here, most: states before, and megabytes, to count."""
    limbs = layer.counts.shape[1]
    windows, counts = _allocate(here + 1024, limbs)
    table, slots, spare = _hash_table(4096, limbs, kernel.ALL)
    ends = np.zeros(len(groups.used), np.int64)
    cursor = np.zeros(6, np.int64)
    cursor[kernel.BITS] = kernel.LEAST_BITS
    states = kernel.LayerStates(layer.starts, groups.covered, layer.windows, layer.counts)
    placements = kernel.PiecePlacements(t.first, t.masks, len(t.cells), t.ahead, t.behind)
    while True:
        progress(COUNTING, cursor[kernel.GROUP] / len(groups.used))
        hashed = kernel.StateTable(table, slots, spare)
        made = kernel.NextLayer(ends, windows, counts, groups.areas, groups.sums)
        why = kernel.merge(cursor, SLICE, groups.sources, states, placements, hashed, made, t.near and t.whole)
        if why == kernel.ENDED:
            out = int(cursor[kernel.OUT])
            _resize(windows, counts, out)
            return Layer(groups.used, np.append(0, ends), windows, counts)
        if why == kernel.OVERFLOW:
            return None
        if why == kernel.TABLE:
            _check_memory(here, len(windows), 3 * len(table), limbs, most)  # the old one, and the new one
            old = table, slots
            table, slots, spare = _hash_table(2 * len(table), limbs, kernel.ALL)
            table[: len(old[0])], slots[: len(old[1])] = old
        elif why == kernel.ROOM:
            capacity = max(len(windows) * 3 // 2, int(cursor[kernel.OUT] + cursor[kernel.HELD]))
            _check_memory(here, capacity, len(table), limbs, most)
            _resize(windows, counts, capacity)


def _resize(windows: NDArray[np.uint64], counts: NDArray[np.uint64], states: int) -> None:
    """In place: the system remaps the pages of large arrays without copying. There must be no other references."""
    windows.resize(states, refcheck=False)
    counts.resize((states, counts.shape[1]), refcheck=False)


def _allocate(states: int, limbs: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return np.empty(states, np.uint64), np.empty((states, limbs), np.uint64)


def _hash_table(slots: int, limbs: int, nothing: np.uint64) -> tuple[NDArray[Any], ...]:
    """A hash table for half as many states as it has slots, the list of slots in use, scratch."""
    table = np.empty((slots, 1 + limbs), np.uint64)
    table[:, 0] = nothing
    return table, np.empty(slots // 2 + 1, np.int32), np.empty((slots // 2 + 1, 1 + limbs), np.uint64)


def _check_memory(here: int, following: int, slots: int, limbs: int, megabytes: int) -> None:
    """Raises TooWide where two layers and a table exceed the memory."""
    needed = 8 * ((here + following) * (1 + limbs) + slots * (1 + limbs) + slots * (2 + limbs) // 2) / 1e6
    if needed > megabytes:
        raise TooWide(
            f"{here:,} states, and room for {following:,} more: {needed:,.0f} MB, the limit is {megabytes:,} MB"
        )


def _next_layer_python(t: Track, layer: Layer, groups: LayerGroups, megabytes: int, progress: Progress) -> Layer:
    """The next layer by Python's dictionaries and integers, without numba: slower, and keeps dead states."""
    ways: dict[int, int] = {}
    starts, windows, counts = [0], list[int](), list[int]()
    for g, sources in enumerate(groups.sources.tolist()):
        progress(COUNTING, g / len(groups.used))
        ways = defaultdict(int)
        for piece, source in enumerate(sources):
            for j in range(*layer.starts[source : source + 2].tolist()) if source >= 0 else ():
                if j % 1000 == 0:
                    progress(COUNTING, g / len(groups.used))
                window, cover = int(layer.windows[j]), join_limbs(layer.counts[j])
                for mask in t.anchored_masks(piece, int(groups.covered[source]) - window.bit_count()):
                    if not mask & window:
                        new = window | mask
                        ways[new >> (~new & new + 1).bit_length() - 1] += cover
        windows += ways
        counts += ways.values()
        starts.append(len(windows))
        _check_memory(
            10 * len(layer), 10 * len(windows), 0, 1, megabytes
        )  # a Python integer takes some 40 bytes, and its place
    limbs = max(1, *(-(-count.bit_length() // 64) for count in counts)) if counts else 1
    table = [[count >> 64 * i & (1 << 64) - 1 for i in range(limbs)] for count in counts]
    return Layer(
        groups.used, np.array(starts), np.array(windows, np.uint64), np.array(table, np.uint64).reshape(-1, limbs)
    )
