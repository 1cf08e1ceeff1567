"""Propagation that records, as bit masks, the rows and facts that each literal rests on.

    fact a                    bit of a
    row 7: a -> b             bits of a, and of row 7
    row 9: a, b -> not c      bits of a, of row 7 and of row 9

A mask is right by itself: its rows and facts entail the literal, however it was found. So a literal may exchange its
mask for a smaller one at any time. A mask of rows has bit r for row r, facts lie above: bit n + x for variable x.

`find_conflict` assumes the opposite of what is to be shown and follows the rows breadth first until one cannot be kept.
Whatever rests on as many rows as the best reason known is not followed (iterative bounding).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from backends.reasons.row_table import COUNT, RowTable, Values, propagate_row


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a chain: what a row makes true; nothing where it cannot be kept."""

    row: int
    literals: tuple[int, ...]


def find_conflict(
    rows: RowTable, values: Values, masks: list[int], opposite: int | None, bound: int, start: Iterable[int] = ()
) -> int | None:
    """The mask of a conflict that follows from the opposite (from nothing, but the rows `start`, where there is none)
    and rests on fewer than `bound` rows that count; None if none was met. values and masks are left as they were."""
    trail: list[int] = []
    queue, queued = deque(start), set(start)
    if opposite is not None:
        _assign(rows, values, trail, opposite, queue, queued)
        masks[abs(opposite)] = 0
    smallest = None
    while queue:
        r = queue.popleft()
        queued.discard(r)
        broken, forced, because = propagate_row(rows, r, values)
        if not (broken or forced):
            continue
        mask = reason_mask(rows, r, because, masks)
        if rows.weight(mask) >= bound:
            continue
        if broken:
            smallest = mask
            break
        for x in forced:
            masks[abs(x)] = mask
            _assign(rows, values, trail, x, queue, queued)
    for x in trail:
        values[x] = values[-x] = 0
    return smallest


def _assign(rows: RowTable, values: Values, trail: list[int], x: int, queue: deque[int], queued: set[int]) -> None:
    values[x], values[-x] = 1, -1
    trail.append(x)
    for r in rows.occurrences[abs(x)]:
        if r not in queued:
            queued.add(r)
            queue.append(r)


def reason_mask(rows: RowTable, r: int, because: list[int], masks: list[int]) -> int:
    """On what row r rests if it speaks because of these literals: itself, and what they rest on."""
    if rows.kinds[r] == COUNT and len(because) > rows.hi[r] + 1 and because[0] in rows.literals[r]:
        # more hold than may: hi + 1 of them are enough, those that rest on the least
        because = sorted(because, key=lambda x: masks[abs(x)].bit_count())[: rows.hi[r] + 1]
    mask = 1 << r
    for x in because:
        mask |= masks[abs(x)]
    return mask


def chain(rows: RowTable, only: Iterable[int], facts: Iterable[int], goal: int | None) -> tuple[Link, ...] | None:
    """How these rows, one after the other, come from the facts to the goal, or (None) to a row that cannot be kept;
    what does not lead there is left out. None if they do not come there."""
    values, by = rows.open_values(), {}
    for x in facts:
        values[x], values[-x] = 1, -1
    order: list[tuple[Link, list[int]]] = []
    chosen, changed, end = list(only), True, None
    while changed and end is None:
        changed = False
        for r in chosen:
            broken, forced, because = propagate_row(rows, r, values)
            if not (broken or forced):
                continue
            changed = True
            order.append((Link(r, tuple(forced)), because))
            for x in forced:
                values[x], values[-x], by[x] = 1, -1, len(order) - 1
            if broken or (goal is not None and values[goal] > 0):
                end = len(order) - 1
                break
    if end is None or (goal is None) != (not order[end][0].literals):
        return None
    return _needed_links(order, end, by, goal)


def _needed_links(
    order: list[tuple[Link, list[int]]], end: int, by: dict[int, int], goal: int | None
) -> tuple[Link, ...]:
    """The links that the last one rests on, each with those of its literals that somebody needs."""
    needed: dict[int, set[int]] = {end: set() if goal is None else {goal}}
    for i in range(end, -1, -1):
        if i not in needed:
            continue
        for x in order[i][1]:
            if x in by:
                needed.setdefault(by[x], set()).add(x)
    return tuple(
        Link(order[i][0].row, tuple(x for x in order[i][0].literals if x in needed[i])) for i in sorted(needed)
    )
