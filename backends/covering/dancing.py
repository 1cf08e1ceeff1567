"""Dancing links: exact covers as Knuth counts them, a reference that shares nothing with `search`.

    items   0 1 2 3                      cover item 0: it leaves the ring of open items, and each option that has it
    A       x . x .     0 - 1 - 2 - 3    leaves the rings of its other items; to backtrack, the links are put back in
    B       . x . x     |       |   |    the reverse order
    C       x . . x     A       A   B    ...

It follows the paper as plainly as possible: branch on the item with the fewest options, the first of several; try its
options in order. So the covers come in the order of the paper's program, and the number of links taken out (`updates`)
is the same on any machine. It takes options and items, not a model: to check another way of counting, they are made
without that way's code. It is no backend.

Reference: D. E. Knuth, "Dancing links" (2000).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Rows
from models.neutral.rows import rows_of

SLICE, PLAIN = 20_000_000, 20_000  # updates between two calls of `between`: compiled, and as Python


@dataclass(frozen=True, slots=True, eq=False)
class DancingResult:
    """number: of covers; covers: the first of them, the numbers of their options, -1 where there are fewer, shape
    (covers, depth); updates: links taken out; complete: there are no more."""

    number: int
    covers: NDArray[np.int64]
    updates: int
    complete: bool


def do_nothing() -> None:
    """Do nothing between slices."""


def run_dancing_links(
    options: Rows,
    items: int,
    needed: int | None = None,
    most: int | None = None,
    keep: int = 0,
    between: Callable[[], object] = do_nothing,
) -> DancingResult:
    """Count covers. options: each row holds the items of one option, numbers from 0, none twice; needed: items below
    this number must be covered, the others may be (default: all must be); most: stop after so many; keep: how many to
    list; between: called between slices of the search, what it raises ends it.

    Raises ValueError for an option without a needed item, with an unknown item, or with an item twice.
    """
    from backends.covering import dancing_kernel as kernel

    search: Callable[..., int] = kernel.search
    needed = items if needed is None else needed
    links = kernel.LinkedItems(**_linked_items(options, items, needed))
    depth = needed + 1
    state = kernel.DancingState(
        choice=np.zeros(depth, np.int32),
        branch=np.zeros(depth, np.int32),
        numbers=np.zeros(4, np.int64),
        covers=np.full((keep, depth), -1, np.int32),
    )
    reason = kernel.PAUSED
    while reason == kernel.PAUSED:
        between()
        work = SLICE if kernel.COMPILED else PLAIN
        reason = search(links, state, -1 if most is None else most, work)
    number = int(state.numbers[kernel.COUNT])
    nodes = state.covers[: min(keep, number)]
    owner = np.append(np.searchsorted(options.starts[1:], np.arange(len(options.literals)), "right"), -1)
    at = np.where(nodes < 0, len(options.literals), nodes - items - 1)
    return DancingResult(number, owner[at], int(state.numbers[kernel.UPDATES]), reason == kernel.ENDED)


def _linked_items(options: Rows, items: int, needed: int) -> dict[str, NDArray[np.int32]]:
    """The fields of `LinkedItems`: the options of each item linked in their order."""
    entries, owners = options.literals.astype(np.int64), options.owners
    keys = np.sort(owners * max(items, 1) + entries)
    if len(entries) and (entries.min() < 0 or entries.max() >= items or (np.diff(keys) == 0).any()):
        raise ValueError(f"expected items from 0 to {items - 1}, none twice in an option")
    if len(np.unique(owners[entries < needed])) != len(options):
        raise ValueError("expected a needed item in every option: nothing would ever choose one without")
    nodes = items + 1 + np.arange(len(entries))
    up, down = (np.arange(items + 1 + len(entries), dtype=np.int32) for _ in range(2))
    order = np.argsort(entries, kind="stable")  # item by item, in the order of the options
    at = np.cumsum(np.bincount(entries, minlength=items))
    for item, members in enumerate(np.split(nodes[order], at[:-1]) if items else []):
        ring = np.concatenate([[item], members])
        down[ring], up[np.roll(ring, -1)] = np.roll(ring, -1), ring
    ring = np.concatenate([[items], np.arange(needed)])  # the root and the items that must be covered
    left, right = (np.arange(items + 1, dtype=np.int32) for _ in range(2))
    right[ring], left[np.roll(ring, -1)] = np.roll(ring, -1), ring
    head = np.arange(items + 1)
    top = np.concatenate([head, entries]).astype(np.int32)
    first = np.concatenate([head, items + 1 + options.starts[owners], [len(top)]]).astype(np.int32)
    last = np.concatenate([head, items + options.starts[owners + 1]]).astype(np.int32)
    size = np.bincount(entries, minlength=items + 1).astype(np.int32)
    return {
        "up": up, "down": down, "left": left, "right": right, "top": top, "first": first, "last": last, "size": size
    }  # fmt: skip


def prepare() -> None:
    """Compile the kernel, or read it from disk."""
    result = run_dancing_links(
        rows_of([[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]]), 7, keep=1
    )  # of the paper
    assert result.number == 1
    assert sorted(result.covers[0].tolist())[-3:] == [0, 3, 4]


if __name__ == "__main__":
    prepare()
