"""The loops of dancing links, compiled by numba (see `dancing`). Imported on first use.

    headers  0 .. items - 1, and a root, numbered `items`
    nodes    one per entry of an option, after the headers

The nodes of an option have consecutive numbers, so that a ring among them needs no links. A node taken out of a ring
keeps its own links, and nodes go back in the reverse order: x.left.right = x, x.right.left = x.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import is_compiled, jit

Links = NDArray[np.int32]
Column = NDArray[np.int64]

ENDED, FULL, PAUSED = 0, 1, 2
LEVEL, COUNT, UPDATES, DOWNWARDS = 0, 1, 2, 3  # of `numbers`
FORWARD, BACK = 0, 1  # of `numbers[DOWNWARDS]`


class LinkedItems(NamedTuple):
    """Items and their options in rings.

    up, down     the options of an item, a ring with its header
    left, right  the items still open, a ring with the root
    top          of each node, its item
    first, last  of each node, the first and the last node of its option; `first` has one more entry at the end
    size         of each item, how many options it has left
    """

    up: Links
    down: Links
    left: Links
    right: Links
    top: Links
    first: Links
    last: Links
    size: Links


class DancingState(NamedTuple):
    """Where a search stands.

    choice   by level, the node that is tried
    branch   by level, the item that is branched on
    numbers  LEVEL .. DOWNWARDS
    covers   gets the options of each cover, as their first nodes, filled up with -1, as far as there are rows
    """

    choice: Links
    branch: Links
    numbers: Column
    covers: Links


@jit
def cover(item: int, links: LinkedItems) -> int:
    """Take the item out of the ring of open ones, and its options out of the rings of their other items. Returns how
    many links were taken out."""
    up, down, first, updates = links.up, links.down, links.first, 1
    p = down[item]
    while p != item:
        start = first[p]
        q = p + 1 if first[p + 1] == start else start
        while q != p:
            above, below = up[q], down[q]
            down[above], up[below] = below, above
            links.size[links.top[q]] -= 1
            updates += 1
            q = q + 1 if first[q + 1] == start else start
        p = down[p]
    before, after = links.left[item], links.right[item]
    links.right[before], links.left[after] = after, before
    return updates


@jit
def uncover(item: int, links: LinkedItems) -> None:
    """Undo `cover`, in the reverse order."""
    up, down = links.up, links.down
    before, after = links.left[item], links.right[item]
    links.right[before], links.left[after] = item, item
    p = up[item]
    while p != item:
        start, end = links.first[p], links.last[p]
        q = p - 1 if p > start else end
        while q != p:
            links.size[links.top[q]] += 1
            down[up[q]], up[down[q]] = q, q
            q = q - 1 if q > start else end
        p = up[p]


@jit
def search(links: LinkedItems, state: DancingState, most: int, work: int) -> int:
    """Continue the search from `state`, which is updated, until the end, `most` covers, or `work` updates; returns why
    it stops."""
    _, down, left, right, top, first, last, size = links
    choice, branch, numbers, covers = state
    root = len(left) - 1
    level, count, updates, way = numbers[LEVEL], numbers[COUNT], numbers[UPDATES], numbers[DOWNWARDS]
    stop = updates + work
    reason = PAUSED
    while updates < stop:
        if way == FORWARD and right[root] == root:
            if count < len(covers):
                for at in range(covers.shape[1]):
                    covers[count, at] = first[choice[at]] if at < level else -1
            count += 1
            way = BACK
            if count == most:
                reason = FULL
                break
        if way == FORWARD:
            item = right[root]
            other = right[item]
            while other != root:
                if size[other] < size[item]:
                    item = other
                other = right[other]
            branch[level] = item
            updates += cover(item, links)
            choice[level] = down[item]
        else:
            level -= 1
            if level < 0:
                reason = ENDED
                break
            node = choice[level]
            q = node - 1 if node > first[node] else last[node]
            while q != node:
                uncover(top[q], links)
                q = q - 1 if q > first[node] else last[node]
            choice[level] = down[node]
        node = choice[level]
        if node == branch[level]:
            uncover(node, links)
            way = BACK
            continue
        q = node + 1 if node < last[node] else first[node]
        while q != node:
            updates += cover(top[q], links)
            q = q + 1 if q < last[node] else first[node]
        level += 1
        way = FORWARD
    numbers[LEVEL], numbers[COUNT], numbers[UPDATES], numbers[DOWNWARDS] = level, count, updates, way
    return reason


COMPILED = is_compiled(search)
