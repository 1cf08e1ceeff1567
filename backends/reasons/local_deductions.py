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

from backends.reasons.knowledge import Knowledge
from backends.reasons.row_table import COUNT, RowTable, Values
from models.neutral import Model

ExclusionGraph: TypeAlias = Mapping[int, frozenset[int]]
"""Open literals of a clue, each with those that it excludes."""
LARGEST = 64  # open literals of a clue that is looked at


def clue_rows(model: Model, rows: RowTable, sentences: Iterable[str]) -> list[int]:
    """The rows, as numbers of the table, of the rules with these sentences."""
    chosen = frozenset(sentences)
    return [r for r, (block, _) in enumerate(rows.places) if model.blocks[block].sentence in chosen]


def deduce_locally(rows: RowTable, knowledge: Knowledge, clues: frozenset[int]) -> None:
    """Learn all that comes of one rule at a time, or one clue and which of its cells exclude each other."""
    progress = True
    while progress:
        while knowledge.deductions:
            knowledge.learn(next(iter(knowledge.deductions.values())).literals)
        progress = False
        for r in sorted(clues):
            literals = _clue_deductions(rows, knowledge, clues, r)
            if literals:
                knowledge.learn(literals)
                progress = True


def cannot_be_met(rows: RowTable, values: Values, clues: frozenset[int], r: int) -> bool:
    """Does the clue ask for more of its open literals than can hold without excluding each other?"""
    free, missing = _open_demand(rows, values, r)
    return missing > 0 and not has_independent_set(_exclusion_graph(rows, clues, free), missing)


def _clue_deductions(rows: RowTable, knowledge: Knowledge, clues: frozenset[int], r: int) -> tuple[int, ...]:
    """What the clue says of its open literals, given which of them exclude each other."""
    free, missing = _open_demand(rows, knowledge.values, r)
    if not missing:
        return ()
    graph = _exclusion_graph(rows, clues, free)
    always = tuple(x for x in free if not has_independent_set(graph, missing, {x}))
    never = tuple(-x for x in free if not has_independent_set(graph, missing - 1, {x, *graph[x]}))
    return (*always, *never)


def _open_demand(rows: RowTable, values: Values, r: int) -> tuple[list[int], int]:
    """The open literals of a clue, and how many more of them it asks for; 0 where it is not looked at: it is met, is
    no count, has none or too many open literals."""
    free = [x for x in rows.literals[r] if not values[x]]
    missing = rows.lo[r] - sum(values[x] > 0 for x in rows.literals[r])
    looked_at = rows.kinds[r] == COUNT and 0 < len(free) <= LARGEST
    return free, max(missing, 0) if looked_at else 0


def _exclusion_graph(rows: RowTable, clues: frozenset[int], free: list[int]) -> ExclusionGraph:
    """Which of these literals exclude each other, by a row that allows one of them and is not a clue itself."""
    inside = set(free)
    holding = {r for x in free for r in rows.occurrences[abs(x)]} - clues
    near = [r for r in holding if rows.kinds[r] == COUNT and rows.hi[r] == 1]
    pairs = {pair for r in near for pair in permutations(inside.intersection(rows.literals[r]), 2)}
    return {x: frozenset(other for literal, other in pairs if literal == x) for x in free}


def has_independent_set(graph: ExclusionGraph, n: int, gone: Collection[int] = ()) -> bool:
    """Is there an independent set of n without these vertices? Most often the first that comes is large enough."""
    independent: set[int] = set()
    for x, others in graph.items():
        if x not in gone and others.isdisjoint(independent):
            independent.add(x)
    return len(independent) >= n or independence_number(_remove_vertices(graph, gone)) >= n


def _remove_vertices(graph: ExclusionGraph, gone: Collection[int]) -> ExclusionGraph:
    return {x: others.difference(gone) for x, others in graph.items() if x not in gone}


def independence_number(graph: ExclusionGraph) -> int:
    """The size of a largest independent set."""
    if not graph:
        return 0
    x = min(graph, key=lambda x: len(graph[x]))
    with_x = 1 + independence_number(_remove_vertices(graph, {x, *graph[x]}))
    return with_x if len(graph[x]) <= 1 else max(with_x, independence_number(_remove_vertices(graph, {x})))
