"""The sweep: variables one after the other; of each, every state of the open rows with every value.

A state is one whole number, in which each open row has some bits. Variables that are not asked for get every value that
they may have, so that an assignment of the others comes to a *set* of states, and is counted once if any of them ends
well. (As a nondeterministic automaton is made deterministic: Rabin and Scott, 1959.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from backends.sweeping.row_states import DEAD, RowStates

Moves: TypeAlias = tuple[int | None, ...]  # of each value: what it adds to a state, None if it breaks a row
LOOK = 1 << 14  # states between two looks at the clock


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A row at one of its variables. shift, mask: where its bits are in a state."""

    row: RowStates
    place: int
    shift: int
    mask: int


class SweepStep:
    """A variable: what its values do to states, found once for each number of its rows.

    values: how many it has
    mask: the bits of its rows"""

    def __init__(self, values: int, parts: Sequence[_Part]) -> None:
        self.values, self._parts = values, parts
        self.mask = sum(part.mask << part.shift for part in parts)
        self._known: dict[int, Moves] = {}

    def moves(self, bits: int) -> Moves:
        """What each value adds to a state with these bits of the rows."""
        known = self._known.get(bits)
        if known is None:
            known = self._known[bits] = tuple(self._move(bits, value) for value in range(self.values))
        return known

    def _move(self, bits: int, value: int) -> int | None:
        added = 0
        for part in self._parts:
            number = bits >> part.shift & part.mask
            after = part.row.after(part.place, value, number)
            if after == DEAD:
                return None
            added += (after - number) << part.shift
        return added


def plan_steps(rows: Sequence[RowStates], order: Sequence[int], values: Sequence[int]) -> list[SweepStep]:
    """A step for each variable in the order. values: how many each variable has, by its number."""
    parts: dict[int, list[_Part]] = {variable: [] for variable in order}
    rank = {variable: place for place, variable in enumerate(order)}
    free: dict[int, list[int]] = {}  # places in a state that no row has any more, by their width
    ending: list[list[tuple[int, int]]] = [[] for _ in order]
    end, beginning = 0, sorted((row for row in rows if row.variables), key=lambda row: rank[row.variables[0]])
    at = 0
    for row in beginning:
        first = rank[row.variables[0]]
        for width, shift in (pair for closed in ending[at:first] for pair in closed):
            free.setdefault(width, []).append(shift)
        at = max(at, first)
        width = row.width
        if free.get(width):
            shift = free[width].pop()
        else:
            shift, end = end, end + width
        for place, variable in enumerate(row.variables):
            parts[variable].append(_Part(row, place, shift, (1 << width) - 1))
        ending[rank[row.variables[-1]]].append((width, shift))
    return [SweepStep(values[variable], parts[variable]) for variable in order]


def count_all(steps: Sequence[SweepStep], between: Callable[[int, int], object]) -> int:
    """How many assignments keep every row. between: told now and then how many steps are done, and the states."""
    states = {0: 1}
    for done, step in enumerate(steps):
        following: dict[int, int] = {}
        moves, mask, known = step.moves, step.mask, following.get
        for at, (state, number) in enumerate(states.items()):
            if not at % LOOK:
                between(done, len(states) + len(following))
            for move in moves(state & mask):
                if move is not None:
                    to = state + move
                    following[to] = known(to, 0) + number
        states = following
    return sum(states.values())


def count_projected(steps: Sequence[SweepStep], asked: Collection[int], between: Callable[[int, int], object]) -> int:
    """How many assignments of the variables of the steps `asked` (by their numbers) are part of one that keeps every
    row."""
    sets: dict[frozenset[int], int] = {frozenset([0]): 1}
    for done, step in enumerate(steps):
        following: dict[frozenset[int], int] = {}
        is_asked, size = done in asked, 0
        for states, number in sets.items():
            size += len(states)
            if size >= LOOK or not following:
                between(done, len(sets) + len(following))
                size = 0
            reached = [(state, step.moves(state & step.mask)) for state in states]
            ways = range(step.values) if is_asked else (None,)
            for value in ways:
                to = frozenset(
                    state + move
                    for state, moves in reached
                    for move in (moves if value is None else (moves[value],))
                    if move is not None
                )
                if to:
                    following[to] = following.get(to, 0) + number
        sets = following
    return sum(sets.values())
