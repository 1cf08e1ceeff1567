"""How far one gets by looking at one rule at a time, or at one clue and what the other rules say of its cells alone.

    clue 3:  . . . X . .    Two tents do not touch, so the three cells on the left hold at most two, the two on the
             1 2 3   4 5    right at most one: 3 tents must stand on 1, 3 and on one of 4, 5, and 2 is empty.

    +- a -+-                clue 3, in a corner: a line goes on at every dot, so a and b are both there, or neither is.
    b  3  c                 Without a, only c and d would be left for the 3. So a is there, and b.
    +- d -+

An open literal of the clue is supposed. Rows that are no clues are followed as far as they say something of other open
literals of this clue. What is left for the clue then? Literals that exclude each other are a graph; a clue that asks
for n more asks for an independent set of n. Let a(G) be the size of a largest one; whatever is smaller exists as well:

    x cannot hold   if it and the k literals that it brings are more than the clue allows, or
                    if k + 1 + a(G - what is decided) is less than the clue asks for

A vertex with at most one neighbour is in some largest independent set (Karp & Sipser 1981); on lines of cells that
settles every step, elsewhere it branches. (The Tents solver of Simon Tatham's collection goes through the placements
of one line at a time, and concludes the same there.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TypeAlias

from backends.reasons.knowledge import Knowledge
from backends.reasons.row_table import COUNT, RowTable, Values, propagate_row
from models.neutral import Model

ExclusionGraph: TypeAlias = Mapping[int, frozenset[int]]
"""Open literals of a clue, each with those that it excludes."""
LARGEST = 64  # open literals of a clue that is looked at


def clue_rows(model: Model, rows: RowTable) -> list[int]:
    """The rows, as numbers of the table, whose bounds are numbers on the board."""
    return [r for r, (block, _) in enumerate(rows.places) if model.blocks[block].is_clue]


def deduce_locally(rows: RowTable, knowledge: Knowledge, clues: frozenset[int]) -> None:
    """Learn all that comes of one rule at a time, or one clue and what the other rules say of its cells alone."""
    progress = True
    while progress:
        while knowledge.deductions:
            knowledge.learn(next(iter(knowledge.deductions.values())).literals)
        progress = False
        for r in sorted(clues):
            refuted = _refuted_literals(rows, knowledge.values, clues, r)
            if refuted:
                knowledge.learn(tuple(-x for x in refuted))
                progress = True


def cannot_be_met(rows: RowTable, values: Values, clues: frozenset[int], r: int) -> bool:
    """Can one of the open literals of the clue neither hold nor not hold, given what the other rules say of them?"""
    refuted = _refuted_literals(rows, values, clues, r)
    return any(-x in refuted for x in refuted)


def _refuted_literals(rows: RowTable, values: Values, clues: frozenset[int], r: int) -> dict[int, None]:
    """The literals over the open variables of a clue that cannot hold, given what the other rules say of them alone."""
    free, missing, spare = _open_demand(rows, values, r)
    near = _rows_within(rows, clues, free)
    if not near:
        return {}  # the clue by itself says it all
    implied = {x: _implied_literals(rows, values, near, free, x) for literal in free for x in (literal, -literal)}
    graph = _exclusion_graph({x: implied[x] for x in free})
    return {x: None for x, literals in implied.items() if not _can_hold(graph, literals, missing, spare)}


def _can_hold(graph: ExclusionGraph, literals: frozenset[int], missing: int, spare: int) -> bool:
    """Can a clue with this graph be met if these literals hold? None do, if there are none."""
    held = [x for x in literals if x in graph]
    if not literals or len(held) > spare:
        return False
    decided = {*held, *(-x for x in literals), *(y for x in held for y in graph[x])}
    return has_independent_set(graph, missing - len(held), decided)


def _open_demand(rows: RowTable, values: Values, r: int) -> tuple[list[int], int, int]:
    """The open literals of a clue, how many more of them it asks for, and how many more it allows. No literals where
    it is not looked at: it is no count, or has too many."""
    free = [x for x in rows.literals[r] if not values[x]]
    held = sum(values[x] > 0 for x in rows.literals[r])
    looked_at = rows.kinds[r] == COUNT and len(free) <= LARGEST
    return free if looked_at else [], rows.lo[r] - held, rows.hi[r] - held


def _rows_within(rows: RowTable, clues: frozenset[int], free: list[int]) -> set[int]:
    """The rows that are no clues and have several of these literals."""
    shared = Counter(r for x in free for r in rows.occurrences[abs(x)])
    return {r for r, n in shared.items() if n > 1 and r not in clues}


def _implied_literals(rows: RowTable, values: Values, near: set[int], free: list[int], x: int) -> frozenset[int]:
    """x, and what these rows say of the literals that are free, one after the other; nothing if one of the rows cannot
    be kept then. values are left as they were."""
    variables, trail = {abs(y) for y in free}, [x]
    values[x], values[-x] = 1, -1
    broken = False
    for y in trail:  # it grows
        for r in near.intersection(rows.occurrences[abs(y)]):
            broken, forced, _because = propagate_row(rows, r, values)
            if broken:
                break
            new = [z for z in forced if abs(z) in variables]
            for z in new:
                values[z], values[-z] = 1, -1
            trail += new
        if broken:
            break
    for y in trail:
        values[y] = values[-y] = 0
    return frozenset() if broken else frozenset(trail)


def _exclusion_graph(implied: Mapping[int, frozenset[int]]) -> ExclusionGraph:
    """Which literals exclude each other: one of them implies that the other does not hold."""
    excluded = {(x, y) for x, literals in implied.items() for y in implied if -y in literals}
    pairs = excluded | {(y, x) for x, y in excluded}
    return {x: frozenset(y for z, y in pairs if z == x) for x in implied}


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
