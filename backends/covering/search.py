"""The search for exact covers: Algorithm X on bit sets.

    no item is open               a cover
    an item has no option         backtrack
    else                          branch over the options of the item that has fewest

A node is the set of options that are still possible, a bit each; an item is the set of its options. The options that
an item has left are counted by a population count of the intersection, and choosing an option removes the sets of its
items: loops over consecutive words, without lists to unlink (`search_kernel`). Items that may stay uncovered are sets
that no node waits for. The options of an item with a quota are removed when the quota is used up, and a branch ends
when too few are left. (Knuth 2000: Dancing links; the choice of the item: Golomb & Baumert 1965.)

The search runs in slices, so that limits hold between them, and gives covers in batches of growing size: the first
comes at once. The order is that of the options and items, without randomness. Several threads can share the work
(`search_threads`).

What made it fast, in seconds of CPU for the 9356 tilings of 6x10 by the pentominoes, 3.6 million nodes: lists of masks
added as columns of bits 0.95; sets as here, with a narrower table, filled option by option, wherever half the words
suffice 3.7; only below nodes that are not dead, and by transposing 1.0; transposing over consecutive words 0.60.
Narrower tables also below items with one option: 0.7 or more; only where a quarter of the words suffice: 0.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from backends.covering.cover import Cover
from backends.covering.node_search import ENTRIES, MOST, Numbers, Search, problem, root_node


def covers(cover: Cover, threads: int, between: Callable[[], object]) -> Iterator[Numbers]:
    """The covers in batches, shape (covers, depth): the options chosen, -1 where there are fewer. between: called
    between slices of the search; what it raises ends it."""
    search = Search(problem(cover), root_node(cover))
    largest = max(1, min(MOST, ENTRIES // max(search.depth, cover.variables, 1)))
    if threads > 1:
        from backends.covering.search_threads import SearchThreads, split_search

        nodes = split_search(problem(cover), root_node(cover), between)
        yield from SearchThreads(problem(cover), nodes, threads).batches(largest, between)
        return
    size = 1
    while not search.is_exhausted:
        batch = search.batch(size, between)
        if len(batch):
            yield batch
        size = min(2 * size, largest)


def count_covers(
    cover: Cover, threads: int, between: Callable[[], object], say: Callable[[float, int], object] = lambda *_: None
) -> int:
    """How many covers there are, counted one by one without listing them. say: called between slices with an estimate
    of the share of the search that is done, which never falls, and the number of covers so far."""
    columns = problem(cover)
    if threads > 1:
        from backends.covering.search_threads import SearchThreads, split_search

        threads_at_work = SearchThreads(columns, split_search(columns, root_node(cover), between), threads)

        def look() -> None:
            between()
            say(sum(threads_at_work.shares_done), sum(threads_at_work.cover_counts))

        return threads_at_work.count(look)
    search = Search(columns, root_node(cover))

    def pause() -> None:
        between()
        say(search.share_done, search.cover_count)

    return search.run(None, -1, pause)


def prepare() -> None:
    """Compile the kernels, or read them from disk."""
    masks = np.array([[0b01, 0b10, 0b11]], np.uint64)
    cover = Cover(masks, np.arange(1, 4, dtype=np.int32), 2, 2, 64, 3)
    assert sum(map(len, covers(cover, 1, lambda: None))) == count_covers(cover, 1, lambda: None) == 2


if __name__ == "__main__":
    prepare()
