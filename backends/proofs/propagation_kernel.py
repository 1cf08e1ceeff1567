"""Unit propagation with two watched literals, clauses of the core first; compiled by numba (see `backward`).

A literal x is the number 2x, -x is 2x + 1. The watches of clause c are its first two literals; slot 2c + k is the watch
at position k, and stands in one list:

    heads[2 l + 1]   the first slot whose literal is l, of clauses of the core; heads[2 l]: of the others
    links[slot]      the next slot of the list, or NONE
    blockers[slot]   another literal of the clause: if it is true, the clause need not be read

So there is nothing to grow: lists take 4 numbers a clause. A clause that comes into the core changes its list when it
is met. A lemma that is not proved yet (`numbers[LIMIT]` and above) and a deleted clause leave the list when they are.

Core first (Heule, Hunt & Wetzler 2013: Trimming while checking clausal proofs): a clause outside is asked only
when those of the core imply nothing more, which keeps the core small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Column = NDArray[np.int32]
Starts = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Signs = NDArray[np.int8]

NONE, PAUSE = -1, -2
LENGTH, LIMIT = 0, 1  # of `numbers`: how many literals are on the trail; the first clause that is not there yet
OTHERS, CORE = 0, 1


class Store(NamedTuple):
    """Clauses, watches and the assignment. values: 1 true, -1 false, by literal; reasons: the clause that implied a
    variable, NONE if it was assumed; positions: of a variable on the trail."""

    literals: Column
    starts: Starts
    core: Bytes
    deleted: Bytes
    links: Column
    blockers: Column
    heads: Column
    values: Signs
    trail: Column
    reasons: Column
    positions: Column
    numbers: Starts


@jit
def assign(s: Store, literal: int, reason: int) -> None:
    """Put an open literal on the trail."""
    s.values[literal], s.values[literal ^ 1] = 1, -1
    s.trail[s.numbers[LENGTH]] = literal
    s.reasons[literal >> 1] = reason
    s.positions[literal >> 1] = s.numbers[LENGTH]
    s.numbers[LENGTH] += 1


@jit
def cut_trail(s: Store, length: int) -> None:
    """Take back all but the first literals."""
    for i in range(length, s.numbers[LENGTH]):
        literal = s.trail[i]
        s.values[literal], s.values[literal ^ 1] = 0, 0
    s.numbers[LENGTH] = min(length, s.numbers[LENGTH])


@jit
def choose_watches(s: Store, c: int) -> int:
    """Put two literals first that are not false, or else those that became false last, so that the watches stay right
    as the trail is cut; how many are not false (2: or more)."""
    first, end = s.starts[c], s.starts[c + 1]
    count = 0
    for k in range(min(2, end - first)):
        best, latest = first + k, -2
        for i in range(first + k, end):
            literal = s.literals[i]
            rank = s.positions[literal >> 1] if s.values[literal] < 0 else len(s.trail)
            if rank > latest:
                best, latest = i, rank
        s.literals[first + k], s.literals[best] = s.literals[best], s.literals[first + k]
        count += latest == len(s.trail)
    return count


@jit
def link_watches(s: Store, c: int) -> None:
    """Put the two slots of a clause into their lists."""
    first = s.starts[c]
    if s.starts[c + 1] - first < 2:
        return
    for k in range(2):
        slot, at = 2 * c + k, 2 * s.literals[first + k] + s.core[c]
        s.links[slot], s.blockers[slot] = s.heads[at], s.literals[first + 1 - k]
        s.heads[at] = slot


@jit
def unlink(s: Store, at: int, before: int, following: int) -> None:
    """Take the slot after `before` (NONE: the first) out of the list."""
    if before == NONE:
        s.heads[at] = following
    else:
        s.links[before] = following


@jit
def visit_watches(s: Store, literal: int, which: int, before: int) -> tuple[int, int]:
    """Visit the clauses of one list that watch a literal which is false now, from behind the slot `before`.

    A clause that is false, or NONE, or, in the list of the others, PAUSE after a clause that implied a literal; and the
    last slot that was visited and stayed."""
    at = 2 * literal + which
    slot = s.heads[at] if before == NONE else s.links[before]
    while slot != NONE:
        following, c = s.links[slot], slot >> 1
        if c >= s.numbers[LIMIT]:
            unlink(s, at, before, following)
            slot = following
            continue
        if s.values[s.blockers[slot]] > 0:
            before, slot = slot, following
            continue
        first, k = s.starts[c], slot & 1
        other = s.literals[first + 1 - k]
        if s.deleted[c]:
            unlink(s, at, before, following)
            slot = following
            continue
        moved = s.values[other] <= 0
        if moved:
            moved = False
            for i in range(first + 2, s.starts[c + 1]):
                x = s.literals[i]
                if s.values[x] >= 0:
                    s.literals[first + k], s.literals[i] = x, literal
                    unlink(s, at, before, following)
                    to = 2 * x + s.core[c]
                    s.links[slot], s.heads[to], s.blockers[slot] = s.heads[to], slot, other
                    moved = True
                    break
        else:
            s.blockers[slot] = other
        if not moved:
            if s.core[c] and which == OTHERS:
                unlink(s, at, before, following)
                s.links[slot], s.heads[at + 1] = s.heads[at + 1], slot
            else:
                before = slot
            if s.values[other] < 0:
                return c, before
            if s.values[other] == 0:
                assign(s, other, c)
                if which == OTHERS:
                    return PAUSE, before
        slot = following
    return NONE, NONE


@jit
def propagate(s: Store, start: int) -> int:
    """Propagate the trail from that position on; a clause that is false, or NONE when nothing more is implied."""
    ahead, behind, before = start, start, NONE
    while True:
        if ahead < s.numbers[LENGTH]:
            found, _ = visit_watches(s, s.trail[ahead] ^ 1, CORE, NONE)
            ahead += 1
        elif behind < s.numbers[LENGTH]:
            found, before = visit_watches(s, s.trail[behind] ^ 1, OTHERS, before)
            if found == NONE:
                behind, before = behind + 1, NONE
        else:
            return NONE
        if found >= 0:
            return found
