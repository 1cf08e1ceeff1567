"""Bipartite matchings, as of trees and tents: maximum ones, why none is complete, whether a complete one is unique.

The two sides of a graph are called a and b; `choices[a]` lists the b's that a may be paired with.

* A pairing is maximum if and only if there is no augmenting path (Berge 1957).
* If a is unmatched, the a's on alternating paths from it have, between them, one b fewer than their own number: this
  violates Hall's condition, and it is the explanation a player gets.
* A complete pairing is the only one if and only if no alternating cycle exists: two complete pairings differ by
  such cycles, and swapping along one gives another pairing. Draw an arrow a -> b when a may be paired with the b
  that b owns: alternating cycles are exactly the directed cycles. Without one, the arrows can be sorted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Choices = Sequence[Sequence[int]]


def pairing(choices: Choices, others: int) -> tuple[list[int], list[int]]:
    """A maximum pairing: the partner of each a, and of each b; -1 for the unmatched."""
    partner, owner = [-1] * len(choices), [-1] * others
    for a, options in enumerate(choices):
        for b in options:
            if owner[b] < 0:
                partner[a], owner[b] = b, a
                break
    for a in range(len(choices)):
        if partner[a] < 0:
            _augment(choices, partner, owner, a)
    return partner, owner


def _augment(choices: Choices, partner: list[int], owner: list[int], start: int) -> None:
    """Match `start` as well, if some alternating path from it ends at a free b: swap the pairs along that path."""
    reached_from: dict[int, int] = {}  # b -> the a from which it was reached
    queue = deque([start])
    while queue:
        a = queue.popleft()
        for b in choices[a]:
            if b in reached_from:
                continue
            reached_from[b] = a
            if owner[b] >= 0:
                queue.append(owner[b])
                continue
            while b >= 0:
                a = reached_from[b]
                owner[b], partner[a], b = a, b, partner[a]
            return


def hall_violator(choices: Choices, owner: Sequence[int], start: int) -> tuple[list[int], list[int]]:
    """For an a that is unmatched in a maximum pairing: the a's that compete with it, and all their b's (one fewer)."""
    a_reached, b_reached = {start}, set[int]()
    queue = deque([start])
    while queue:
        for b in choices[queue.popleft()]:
            if b not in b_reached:
                b_reached.add(b)
                a_reached.add(owner[b])
                queue.append(owner[b])
    return sorted(a_reached), sorted(b_reached)


def swap_cycle(choices: Choices, partner: Sequence[int], owner: Sequence[int]) -> list[int]:
    """For a complete pairing: a's that can each take the partner of the next, round and round; [] if it is unique."""
    arrows = [[owner[b] for b in options if b != partner[a]] for a, options in enumerate(choices)]
    remains = _unsorted(arrows)
    if True not in remains:
        return []
    a = remains.index(True)
    step: dict[int, int] = {}  # each of these has an arrow to another one: follow them until one repeats
    while a not in step:
        step[a] = len(step)
        a = next(b for b in arrows[a] if remains[b])
    return list(step)[step[a] :]


def _unsorted(arrows: list[list[int]]) -> list[bool]:
    """Which a's remain when those without an arrow to another one are taken away, again and again (Kahn 1962)."""
    arriving: list[list[int]] = [[] for _ in arrows]
    for a, heads in enumerate(arrows):
        for b in heads:
            arriving[b].append(a)
    out_degree = [len(heads) for heads in arrows]
    ends = deque(a for a, count in enumerate(out_degree) if count == 0)
    while ends:
        for a in arriving[ends.popleft()]:
            out_degree[a] -= 1
            if out_degree[a] == 0:
                ends.append(a)
    return [count > 0 for count in out_degree]
