"""Which vertices of a graph are cut off from all roots once some are gone: loops for many questions about one graph.

A forest of shortest ways from the roots is kept. Only what hangs on a vertex that is gone may be cut off, and of that
what is beside another vertex of the forest is joined again, with all behind it (Even and Shiloach, 1981).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

GONE, LOOSE, JOINED = 1, 2, 3  # states of vertices, 0 for those that no change touches
NO_WAY, ROOT = -1, -2  # in place of a parent
IMPOSSIBLE = -1


class GraphColumns(NamedTuple):
    """A graph whose vertices have literals."""

    starts: NDArray[np.int64]  # beside vertex v are ends[starts[v]:starts[v + 1]]
    ends: NDArray[np.int64]
    on: NDArray[np.int64]  # by vertex: it is there if that holds; 0: it always is
    place_starts: NDArray[np.int64]  # of variable x are the vertices places[place_starts[x]:place_starts[x + 1]]
    places: NDArray[np.int64]


class Scratch(NamedTuple):
    """What `find_strays` writes to, all by vertex."""

    state: NDArray[np.int64]  # all 0, and so it is left
    touched: NDArray[np.int64]
    queue: NDArray[np.int64]
    strays: NDArray[np.int64]  # the literals found


@jit
def grow_forest(
    graph: GraphColumns,
    roots: NDArray[np.bool_],
    value: NDArray[np.int8],
    parent: NDArray[np.int64],
    queue: NDArray[np.int64],
) -> None:
    """Of each vertex its parent, where literals have these values: 1 or -1 by variable, 0 open."""
    starts, ends, on = graph.starts, graph.ends, graph.on
    last = 0
    for v in range(len(on)):
        parent[v] = NO_WAY
        if roots[v] and (on[v] == 0 or value[abs(on[v])] * np.sign(on[v]) >= 0):
            parent[v] = ROOT
            queue[last] = v
            last += 1
    first = 0
    while first < last:
        v = queue[first]
        first += 1
        for i in range(starts[v], starts[v + 1]):
            w = ends[i]
            if parent[w] == NO_WAY and (on[w] == 0 or value[abs(on[w])] * np.sign(on[w]) >= 0):
                parent[w] = v
                queue[last] = w
                last += 1


@jit
def find_strays(
    graph: GraphColumns,
    value: NDArray[np.int8],
    parent: NDArray[np.int64],
    literals: NDArray[np.int64],
    scratch: Scratch,
) -> int:
    """How many open vertices are cut off if these literals hold, too; IMPOSSIBLE if one is that is there. Their
    literals, which cannot hold, are written to `scratch.strays`. parent: as `grow_forest` leaves it for these values.
    """
    starts, ends, on, place_starts, places = graph.starts, graph.ends, graph.on, graph.place_starts, graph.places
    state, touched, queue, strays = scratch.state, scratch.touched, scratch.queue, scratch.strays
    count = 0
    for i in range(len(literals)):
        x = abs(literals[i])
        if x < len(value) and value[x] == 0:
            value[x] = 2 * np.sign(literals[i])
            for k in range(place_starts[x], place_starts[x + 1]):
                v = places[k]
                if parent[v] != NO_WAY and value[x] * np.sign(on[v]) < 0:
                    state[v] = GONE
                    touched[count] = v
                    count += 1
    i = 0
    while i < count:
        v = touched[i]
        i += 1
        for k in range(starts[v], starts[v + 1]):
            w = ends[k]
            if parent[w] == v and state[w] == 0:
                state[w] = LOOSE
                touched[count] = w
                count += 1
    last = 0
    for i in range(count):
        v = touched[i]
        if state[v] == LOOSE:
            for k in range(starts[v], starts[v + 1]):
                w = ends[k]
                if parent[w] != NO_WAY and state[w] == 0:
                    state[v] = JOINED
                    queue[last] = v
                    last += 1
                    break
    while last > 0:
        last -= 1
        v = queue[last]
        for k in range(starts[v], starts[v + 1]):
            w = ends[k]
            if state[w] == LOOSE:
                state[w] = JOINED
                queue[last] = w
                last += 1
    found = 0
    for i in range(count):
        v = touched[i]
        if state[v] == LOOSE and found != IMPOSSIBLE:
            if on[v] == 0 or value[abs(on[v])] * np.sign(on[v]) > 0:
                found = IMPOSSIBLE
            else:
                strays[found] = on[v]
                found += 1
        state[v] = 0
    for i in range(len(literals)):
        x = abs(literals[i])
        if x < len(value) and abs(value[x]) == 2:
            value[x] = 0
    return found
