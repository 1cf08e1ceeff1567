"""How far one gets by looking at one rule at a time, or at one clue and which of its cells exclude each other.

    clue 3:  . . . X . .    Two tents do not touch, so the three cells on the left hold at most two, the two on the
             1 2 3   4 5    right at most one: 3 tents must stand on 1, 3 and on one of 4, 5, and 2 is empty.

Cells that exclude each other are a graph. A clue that asks for n more of its open cells asks for an independent set
of n. Let a(G) be the size of a largest one; whatever is smaller exists as well, so that

    v is taken      if a(G - v) < n
    v is not taken  if 1 + a(G - v - neighbours of v) < n

A vertex with at most one neighbour is in some largest independent set (Karp & Sipser 1981); on lines of cells that
settles every step, elsewhere it branches. (The Tents solver of Simon Tatham's collection goes through the placements
of one line at a time, and concludes the same there.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import permutations
from typing import TypeAlias

from backends.reasons.known import Known
from backends.reasons.table import COUNT, Table, Values
from models.neutral import Model

Graph: TypeAlias = Mapping[int, frozenset[int]]
"""Open literals of a clue, each with those that it excludes."""
LARGEST = 64  # open literals of a clue that is looked at


def clue_rows(model: Model, rows: Table, sentences: Iterable[str]) -> list[int]:
    """The rows, as numbers of the table, of the rules with these sentences."""
    chosen = frozenset(sentences)
    return [r for r, (block, _) in enumerate(rows.places) if model.blocks[block].sentence in chosen]


def settle(rows: Table, known: Known, clues: frozenset[int]) -> None:
    """Learn all that comes of one rule at a time, or one clue and which of its cells exclude each other."""
    progress = True
    while progress:
        while known.offers:
            known.learn(next(iter(known.offers.values())).literals)
        progress = False
        for r in sorted(clues):
            found = _of_clue(rows, known, clues, r)
            if found:
                known.learn(found)
                progress = True


def cannot_be_met(rows: Table, values: Values, clues: frozenset[int], r: int) -> bool:
    """Does the clue ask for more of its open literals than can hold without excluding each other?"""
    free, missing = _asked_for(rows, values, r)
    return missing > 0 and not has_set(_excluding(rows, clues, free), missing)


def _of_clue(rows: Table, known: Known, clues: frozenset[int], r: int) -> tuple[int, ...]:
    """What the clue says of its open literals, given which of them exclude each other."""
    free, missing = _asked_for(rows, known.values, r)
    if not missing:
        return ()
    graph = _excluding(rows, clues, free)
    taken = tuple(x for x in free if not has_set(graph, missing, {x}))
    never = tuple(-x for x in free if not has_set(graph, missing - 1, {x, *graph[x]}))
    return (*taken, *never)


def _asked_for(rows: Table, values: Values, r: int) -> tuple[list[int], int]:
    """The open literals of a clue, and how many more of them it asks for; 0 where it is not looked at: it is met, is
    no count, has none or too many open literals."""
    free = [x for x in rows.literals[r] if not values[x]]
    missing = rows.lo[r] - sum(values[x] > 0 for x in rows.literals[r])
    looked_at = rows.kinds[r] == COUNT and 0 < len(free) <= LARGEST
    return free, max(missing, 0) if looked_at else 0


def _excluding(rows: Table, clues: frozenset[int], free: list[int]) -> Graph:
    """Which of these literals exclude each other, by a row that allows one of them and is not a clue itself."""
    inside = set(free)
    holding = {r for x in free for r in rows.holding[abs(x)]} - clues
    near = [r for r in holding if rows.kinds[r] == COUNT and rows.hi[r] == 1]
    pairs = {pair for r in near for pair in permutations(inside.intersection(rows.literals[r]), 2)}
    return {x: frozenset(other for one, other in pairs if one == x) for x in free}


def has_set(graph: Graph, n: int, gone: Collection[int] = ()) -> bool:
    """Is there an independent set of n without these vertices? Most often the first that comes is large enough."""
    taken: set[int] = set()
    for x, others in graph.items():
        if x not in gone and others.isdisjoint(taken):
            taken.add(x)
    return len(taken) >= n or largest(_without(graph, gone)) >= n


def _without(graph: Graph, gone: Collection[int]) -> Graph:
    return {x: others.difference(gone) for x, others in graph.items() if x not in gone}


def largest(graph: Graph) -> int:
    """The size of a largest independent set."""
    if not graph:
        return 0
    x = min(graph, key=lambda x: len(graph[x]))
    with_x = 1 + largest(_without(graph, {x, *graph[x]}))
    return with_x if len(graph[x]) <= 1 else max(with_x, largest(_without(graph, {x})))
