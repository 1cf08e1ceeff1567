"""Regions that follow from their sizes as clauses that a person can follow, for explanations.

    full      connected vertices have n, and are n            ->   a vertex beside them has not n
    too many  with x, more than n connected ones would have n ->   x has not n
    no room   fewer than n vertices around x could have n     ->   x has not n
    needed    without x there is not room for n around some   ->   x has n

They are looked for as those about what is connected (`graph_rows`): with all that propagation has shown so far; then by
supposing; at last a literal of the solution is taken for granted. Cuts of a search for what all answers have in common
say what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.lazy_cuts import settle_common
from backends.connectivity.prober import Prober, find_needed_rows
from backends.connectivity.region_cuts import RegionCuts, lazy_regions, prepare_cuts
from backends.contract import Limits, Values
from backends.registry import backend_named
from models.neutral import Model
from models.neutral.numbers.domains import ALWAYS, NEVER


@dataclass(frozen=True, slots=True)
class RegionRow:
    """A clause that follows from a rule about regions. vertex: of the region; size: of it."""

    clause: tuple[int, ...]
    vertex: int
    size: int


def send_region_rows(send: Callable[[str, Any], None], model: Model, answer: NDArray[np.int32], limits: Limits) -> None:
    """A job: sends "found" with what `find_region_rows` returns, then "end"."""
    send("ready", None)
    send("progress", "looking at regions")
    send("found", find_region_rows(model, answer, limits))
    send("end", True)


def find_region_rows(model: Model, answer: NDArray[np.int32], limits: Limits) -> list[RegionRow]:
    """Rows with which a model with one open rule about regions says the same of `answer`. Raises LimitReached."""
    solution, cuts = settle_common(backend_named("cnf"), model, np.unique(answer), limits)
    regions = plain_cuts(model)
    return _find_steps(model, regions, solution, answer) + [name_cut(regions, cut) for _, cut in cuts]


def plain_cuts(model: Model) -> RegionCuts:
    """The cuts of its rule about regions, by no other literals than its own."""
    return prepare_cuts(model, ordered=False)[1][0]


def name_cut(regions: RegionCuts, clause: NDArray[np.int32]) -> RegionRow:
    """A cut as a row: of a region of the size, and the vertex, of its first literal that is negated."""
    first = -int(next(x for x in clause if x < 0)) if (clause < 0).any() else 0
    found = (
        (v, size)
        for v, own in enumerate(regions.is_)
        for x, size in zip(own, regions.sizes[v], strict=True)
        if x == first
    )
    return RegionRow(tuple(clause.tolist()), *next(found, (0, 0)))


def _find_steps(
    model: Model, regions: RegionCuts, solution: Values | None, answer: NDArray[np.int32]
) -> list[RegionRow]:
    """Those that propagation comes to need on the way to that solution, or to a contradiction."""
    stated, rule = model.copy(), lazy_regions(model)[0]
    stated.global_rules = [each for each in model.global_rules if each is not rule]
    variables = np.arange(model.variables + 1, dtype=np.int32)
    with Prober(stated, answer) as prober:
        return find_needed_rows(
            prober,
            solution,
            lambda: _rows_now(regions, prober.states(variables)),
            lambda: _rows_ahead(regions, prober),
        )


def _rows_ahead(regions: RegionCuts, prober: Prober) -> list[RegionRow]:
    """A row that refutes a literal: with what follows from it, the row is broken."""
    broken = (_rows_now(regions, values, most=0)[:1] for values in prober.suppose_each())
    return next((rows for rows in broken if rows), [])


def _rows_now(regions: RegionCuts, values: NDArray[np.int8], most: int = 1) -> list[RegionRow]:
    """The rows that say something new where so much is known. most: literals of a row that may be open."""
    known = [
        [(size, _find_state(x, values)) for x, size in zip(own, sizes, strict=True)]
        for own, sizes in zip(regions.is_, regions.sizes, strict=True)
    ]
    has = [next((size for size, state in states if state > 0), 0) for states in known]
    may = [{size for size, state in states if state >= 0} for states in known]
    rows = []
    for row in _list_rows(regions, has, may):
        states = [_find_state(x, values) for x in row.clause]
        if max(states, default=-1) <= 0 and states.count(0) <= most:
            rows.append(row)
    return rows


def _find_state(literal: int, values: NDArray[np.int8]) -> int:
    return 1 if literal == ALWAYS else int(values[abs(literal)] * np.sign(literal))


def _list_rows(regions: RegionCuts, has: list[int], may: list[set[int]]) -> Iterator[RegionRow]:
    """Rows about what is known. has: of each vertex its size, 0 where that is open; may: the sizes that it may have."""
    done = set[int]()
    for v, size in enumerate(has):
        if size and v not in done:
            known, possible = _having(has, size), _allowing(may, size)
            part = _reach(regions, v, known)
            done.update(part)
            if len(part) > size:
                yield _row(regions, part, [], v, size)
                continue
            for other in _rim(regions, part):
                if other in possible and not has[other]:
                    joined = _reach(regions, other, known | {other})
                    if len(joined) > size:
                        yield _row(regions, joined, [], v, size)
            if len(part) < size:
                yield from _room_rows(regions, v, size, part, possible)
        for number in sorted(may[v]) if not size else ():
            room = _reach(regions, v, _allowing(may, number), number)
            if len(room) < number:
                yield _row(regions, [v], _rim(regions, room), v, number)


def _having(has: list[int], size: int) -> set[int]:
    return {v for v, own in enumerate(has) if own == size}


def _allowing(may: list[set[int]], size: int) -> set[int]:
    return {v for v, own in enumerate(may) if size in own}


def _room_rows(regions: RegionCuts, v: int, size: int, part: list[int], possible: set[int]) -> Iterator[RegionRow]:
    """Whether there is room for a region, and what it needs of that."""
    room = _reach(regions, v, possible)
    if len(room) < size:
        yield _row(regions, [v], _rim(regions, room), v, size)
        return
    for x in sorted(set(room) - set(part)):
        rest = _reach(regions, v, possible - {x}, size)
        if len(rest) < size:
            yield _row(regions, [v], _rim(regions, rest), v, size)


def _reach(regions: RegionCuts, start: int, inside: set[int], most: int = 0) -> list[int]:
    """What is connected with a vertex by vertices of a set; no more than `most`, if that is given."""
    reached, known = [start], {start}
    for v in reached:
        if most and len(reached) >= most:
            break
        for other in regions.beside[v]:
            if other not in known and other in inside:
                known.add(other)
                reached.append(other)
    return reached


def _rim(regions: RegionCuts, part: list[int]) -> list[int]:
    return sorted({other for v in part for other in regions.beside[v]}.difference(part))


def _row(regions: RegionCuts, none_of: list[int], some_of: list[int], v: int, size: int) -> RegionRow:
    """Not all of some vertices have a size, or one of others has."""
    literals = [-regions.find_literal(x, size) for x in sorted(none_of)] + [
        regions.find_literal(x, size) for x in some_of
    ]
    return RegionRow(tuple(x for x in literals if x != NEVER), v, size)
