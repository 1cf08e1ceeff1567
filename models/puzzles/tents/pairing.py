"""Who owns which tent: pairings of trees and tents, in ordinary code that knows nothing of models.

Trees and tents are the two sides of a graph; `choices[a]` lists the b's that a may be paired with.

* A pairing is as large as it can be when no augmenting path is left (Berge 1957).
* If a stays alone, the a's on alternating paths from it have, between them, one b less than they are: this is
  Hall's condition, and it is what a player is told.
* A complete pairing is the only one if and only if no alternating cycle exists: two complete pairings differ by
  such cycles, and swapping along one gives another pairing. Draw an arrow a -> b when a stands beside the tent
  that b owns: alternating cycles are exactly the directed cycles. Without one, the arrows can be sorted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Choices = Sequence[Sequence[int]]


def pairing(choices: Choices, others: int) -> tuple[list[int], list[int]]:
    """A largest pairing: the partner of each a, and of each b; -1 for those who stay alone."""
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
    """Pair `start` as well, if some alternating path from it ends at a free b: shift the pairs along that path."""
    found_by: dict[int, int] = {}  # b -> the a from which it was reached
    queue = deque([start])
    while queue:
        a = queue.popleft()
        for b in choices[a]:
            if b in found_by:
                continue
            found_by[b] = a
            if owner[b] >= 0:
                queue.append(owner[b])
                continue
            while b >= 0:
                a = found_by[b]
                owner[b], partner[a], b = a, b, partner[a]
            return


def hall_violator(choices: Choices, owner: Sequence[int], start: int) -> tuple[list[int], list[int]]:
    """For an a that stays alone in a largest pairing: the a's that compete with it, and all their b's (one fewer)."""
    a_seen, b_seen = {start}, set[int]()
    queue = deque([start])
    while queue:
        for b in choices[queue.popleft()]:
            if b not in b_seen:
                b_seen.add(b)
                a_seen.add(owner[b])
                queue.append(owner[b])
    return sorted(a_seen), sorted(b_seen)


def swap_cycle(choices: Choices, partner: Sequence[int], owner: Sequence[int]) -> list[int]:
    """For a complete pairing: a's that can each take the partner of the next, round and round; [] if it is unique."""
    arrows = [[owner[b] for b in options if b != partner[a]] for a, options in enumerate(choices)]
    arriving: list[list[int]] = [[] for _ in choices]
    for a, heads in enumerate(arrows):
        for b in heads:
            arriving[b].append(a)
    left = [len(heads) for heads in arrows]
    ends = deque(a for a, count in enumerate(left) if count == 0)
    while ends:
        for a in arriving[ends.popleft()]:
            left[a] -= 1
            if left[a] == 0:
                ends.append(a)
    a = next((a for a, count in enumerate(left) if count > 0), -1)
    step: dict[int, int] = {}  # whoever is left has an arrow to somebody left: follow them until one comes again
    while a >= 0 and a not in step:
        step[a] = len(step)
        a = next(b for b in arrows[a] if left[b] > 0)
    return list(step)[step[a] :] if step else []
