"""All ways to choose options so that every item is covered once: Algorithm X on bit masks.

    no item is open               a cover
    an item has no option         go back
    else                          branch over the options of the item that has fewest

An option is a mask of the items it covers, in words of 64. A node keeps the options that are still possible as a
compact list, filtered anew for each child, where dancing links would unlink and link again: the loops run over
consecutive memory, and nothing has to be undone. Items that may be covered once, and need not be, are bits like the
others that no node waits for. (Knuth 2000: Dancing links; the choice of the item: Golomb & Baumert 1965.)

The search runs in slices, so that limits hold between them, and gives covers in batches of growing size: the first
comes at once. The order is that of the options and items; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import TooLarge
from backends.covering.cover import Cover

SLICE = 100_000_000  # words looked at between two looks at the clock: a tenth of a second or so, compiled
PLAIN = 20_000  # the same, not compiled
ENTRIES = 1_000_000  # numbers in a batch, at most
MOST = 4096  # covers in a batch, at most


def covers(cover: Cover, megabytes: int, between: Callable[[], object]) -> Iterator[NDArray[np.int32]]:
    """The covers in batches, shape (covers, depth): the options chosen, -1 where there are fewer. between: called
    between slices of the search; what it raises ends it. Raises TooLarge."""
    if not cover.items:
        yield np.zeros((1, 0), np.int32)
        return
    at = _Search(cover, megabytes)
    largest = max(1, min(MOST, ENTRIES // max(cover.needed, cover.variables, 1)))
    size = 1
    while not at.ended:
        found = np.empty((size, max(cover.needed, 1)), np.int32)
        number = at.run(found, size, between)
        if number:
            yield found[:number]
        size = min(2 * size, largest)


def number_of_covers(cover: Cover, megabytes: int, between: Callable[[], object]) -> int:
    """How many covers there are, counted one by one without listing them."""
    if not cover.items:
        return 1
    return _Search(cover, megabytes).run(None, -1, between)


class _Search:
    """Where a search is: the arrays that the kernel goes on with."""

    def __init__(self, cover: Cover, megabytes: int) -> None:
        from backends.covering import search_kernel as kernel

        depth, options, words = cover.needed, len(cover.literals), -(-cover.needed // 64)
        self._kernel, self._megabytes = kernel, megabytes
        self._search: Callable[..., int] = kernel.search
        self._slice = SLICE if kernel.COMPILED else PLAIN
        self._masks = cover.masks
        self._wanted = np.zeros((depth + 1, words), np.uint64)
        items = np.arange(depth, dtype=np.uint64)
        np.bitwise_or.at(self._wanted[0], (items // 64).astype(np.int64), np.uint64(1) << items % 64)
        self._state = np.zeros(2, np.int64)
        self._ends = np.zeros(depth + 2, np.int64)
        self._ends[1] = options
        self._cursors, self._words = np.zeros((2, depth + 1), np.int64)
        self._bits = np.zeros(depth + 1, np.uint64)
        self._path = np.zeros(depth + 1, np.int32)
        self._digits, self._left = np.zeros((kernel.DIGITS, words), np.uint64), np.zeros(words, np.uint64)
        self._lists = np.arange(4 * options + 64, dtype=np.uint32)  # the first `options` of them are the root's
        word = kernel.pick(self._masks, self._lists[:options], self._wanted[0], self._digits, self._left)
        self._words[0], self._bits[0] = word, self._left[word]
        self._state[kernel.LEVEL] = 0 if word >= 0 else -1

    @property
    def ended(self) -> bool:
        """There are no more covers."""
        return bool(self._state[self._kernel.LEVEL] < 0)

    def run(self, found: NDArray[np.int32] | None, most: int, between: Callable[[], object]) -> int:
        """Up to `most` covers into found, all of them where that is -1; how many there were."""
        self._state[self._kernel.COUNT] = 0
        into = np.zeros((1, 1), np.int32) if found is None else found
        while not self.ended:
            between()
            reason = self._search(*self._arrays(), into, most, found is not None, self._slice)
            if reason == self._kernel.FULL:
                break
            if reason == self._kernel.NO_ROOM:
                self._grow()
        return int(self._state[self._kernel.COUNT])

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return (
            self._masks, self._wanted, self._state, self._ends, self._cursors, self._words, self._bits, self._path,
            self._lists, self._digits, self._left,
        )  # fmt: skip

    def _grow(self) -> None:
        size = 2 * len(self._lists)
        if size * 4 / 1e6 > self._megabytes / 4:
            raise TooLarge(
                f"the lists of options are {size * 4 / 1e6:,.0f} MB; the limit is {self._megabytes:,} for all"
            )
        lists = np.empty(size, np.uint32)
        lists[: len(self._lists)] = self._lists
        self._lists = lists


def prepare() -> None:
    """Compile, or load what was compiled."""
    masks = np.array([[0b01, 0b10, 0b11]], np.uint64)
    cover = Cover(masks, np.arange(1, 4, dtype=np.int32), 2, 2, 3)
    assert sum(map(len, covers(cover, 100, lambda: None))) == number_of_covers(cover, 100, lambda: None) == 2


if __name__ == "__main__":
    prepare()
