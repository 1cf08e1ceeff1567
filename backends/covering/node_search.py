"""The search below one node, in slices: the arrays that the kernel continues with, and the child nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.covering.cover import Cover

Numbers = NDArray[np.int32]

SLICE = 100_000_000  # words visited between two looks at the clock: about a tenth of a second, compiled
PLAIN = 20_000  # the same, not compiled
ENTRIES = 1_000_000  # numbers in a batch, at most
MOST = 4096  # covers in a batch, at most


@dataclass(frozen=True, slots=True, eq=False)
class SearchNode:
    """A part of the search: the options chosen, those still possible, and its share of the whole."""

    path: Numbers
    options: Numbers
    share: float = 1.0


def root_node(cover: Cover) -> SearchNode:
    """The root of the search."""
    return SearchNode(np.zeros(0, np.int32), np.arange(len(cover.literals), dtype=np.int32))


def problem(cover: Cover) -> Any:
    """The cover as columns for the kernel."""
    from backends.covering.search_kernel import Problem

    options, covered = cover.pairs()
    n = len(cover.literals)
    ends = np.cumsum(np.bincount(options, minlength=n))
    starts = np.append(0, ends[:-1])[:n]
    once = starts + np.bincount(options[covered < cover.first_quota], minlength=n)
    exact = np.bincount(options[covered < cover.primary_items], minlength=n)
    return Problem(
        cover.masks, starts, once, ends, exact, covered, cover.least, cover.most, cover.primary_items, cover.first_quota
    )


class Search:
    """The state of a search: the arrays that the kernel continues with. is_exhausted: there are no more covers."""

    def __init__(self, problem: Any, node: SearchNode) -> None:
        from backends.covering import search_kernel as kernel
        from backends.covering.tables_kernel import tabulate

        self._kernel, self._problem = kernel, problem
        self._slice = SLICE if kernel.COMPILED else PLAIN
        self.depth = min(problem.primary_items + int(problem.least.sum()), len(problem.starts))
        self.share, self.is_exhausted = node.share, False
        options, rows, quotas = len(node.options), 64 * len(problem.masks), len(problem.least)
        length = max(-(-options // 64), 1)
        tables, levels = length.bit_length() + 1, self.depth - len(node.path) + 2
        self._place = kernel.SearchArrays(
            state=np.array([-1, 0, len(node.path), 1, 0]),
            levels=np.zeros((levels, kernel.OWED + 1), np.int64),
            alive=np.empty((levels, length), np.uint64),
            used=np.zeros((levels, quotas), np.int64),
            path=np.append(node.path, np.zeros(levels, np.int32)),
            bases=np.zeros(tables, np.int64),
            lengths=np.zeros(tables, np.int64),
            firsts=np.zeros(tables, np.int64),
            names=np.append(node.options, np.zeros(2 * 64 * length - options, np.int32)),
            bits=np.empty(2 * length * rows, np.uint64),
            counts=np.empty(rows, np.uint64),
            block=np.empty(128, np.uint64),
        )
        place = self._place
        for option in node.path:
            place.used[0][problem.covered[problem.once[option] : problem.ends[option]] - problem.first_quota] += 1
        place.levels[0, kernel.OPEN] = problem.primary_items - problem.exact[node.path].sum()
        place.levels[0, kernel.OWED] = np.maximum(problem.least - place.used[0], 0).sum()
        place.lengths[0] = length
        place.alive[0] = np.packbits(np.arange(64 * length) < options, bitorder="little").view(np.uint64)
        tabulate(problem.masks, place.names, 0, options, place.bits, 0, rows, place.block)

    @property
    def cover_count(self) -> int:
        """Covers since `run` was called."""
        return int(self._place.state[self._kernel.COUNT])

    @property
    def node_count(self) -> int:
        """Nodes visited so far, those that are covers left out."""
        return int(self._place.state[self._kernel.NODES])

    @property
    def share_done(self) -> float:
        """An estimate of the part of the search that is done, as if all options of an item were the same work."""
        kernel, total, share = self._kernel, 0.0, 1.0
        level = int(self._place.state[kernel.LEVEL])
        for at in self._place.levels[: level + 1]:
            share /= at[kernel.TOTAL]
            total += share * max(int(at[kernel.TRIED]) - 1, 0)
        return 1.0 if self.is_exhausted else total

    def batch(self, size: int, between: Callable[[], object]) -> Numbers:
        """Up to `size` covers."""
        covers = np.empty((size, self.depth), np.int32)
        return covers[: self.run(covers, size, between)]

    def run(self, covers: Numbers | None, most: int, between: Callable[[], object]) -> int:
        """Write up to `most` covers, all if that is -1, to `covers` unless it is None; returns how many."""
        self._place.state[self._kernel.COUNT] = 0
        into = np.zeros((1, 1), np.int32) if covers is None else covers
        reason = self._kernel.PAUSED
        while reason == self._kernel.PAUSED:
            between()
            reason = self._resume(into, most, covers is not None, -1)
        self.is_exhausted = reason == self._kernel.ENDED
        return self.cover_count

    def children(self) -> Iterator[SearchNode]:
        """The children of the root, and the root itself if it is a cover; those without options are covers or dead."""
        kernel, place, into = self._kernel, self._place, np.empty((1, self.depth), np.int32)
        while True:
            place.state[kernel.COUNT] = 0
            reason = self._resume(into, 1, True, 1)
            if reason == kernel.ENDED:
                return
            share = self.share / max(int(place.levels[0, kernel.TOTAL]), 1)
            if reason == kernel.FULL:
                yield SearchNode(into[0][into[0] >= 0], np.zeros(0, np.int32), share)
            elif reason == kernel.NODE:
                table = place.levels[1, kernel.TABLE]
                alive = np.unpackbits(place.alive[1, : place.lengths[table]].view(np.uint8), bitorder="little")
                options = place.names[place.firsts[table] + np.flatnonzero(alive)]
                yield SearchNode(place.path[: place.state[kernel.BEFORE] + 1].copy(), options, share)

    def _resume(self, into: Numbers, most: int, keep: bool, deepest: int) -> int:
        with np.errstate(over="ignore"):  # not compiled, popcount warns
            return int(self._kernel.search(self._problem, self._place, into, most, keep, deepest, self._slice))
