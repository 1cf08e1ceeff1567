"""The order in which `border_dp` closes variables and equations; compiled by numba if installed, else run as Python.

The graph has a node for each variable and each equation, an edge for each entry of the table. A node that is closed
becomes a *cluster*: its neighbours, the cluster's *scope*, are from then on joined to each other, without an edge
being written down. A later node takes in all clusters it is in the scope of (the quotient graph of George & Liu 1981).
The next node is one with the smallest scope to come (minimum degree; Tinney & Walker 1967), or the next of a given
order.

    member:  | scope of cluster 7 | scope of cluster 3 | ...      a slot names a node of a scope, and is at the same
    following:  slot -> next slot with the same node              time the link in that node's list of clusters

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
NONE = -1
COUNTED = 24  # neighbours and clusters of a node, up to which its scope is counted after every change
HIGHEST = 96  # what is larger counts as this


class Queue(NamedTuple):
    """Nodes by degree, in doubly linked lists: first by degree; after, before, degree by node."""

    first: Numbers
    after: Numbers
    before: Numbers
    degree: Numbers


class QuotientGraph(NamedTuple):
    """starts, stops, nodes: the neighbours that were not closed yet when last looked at; parents: of a closed node the
    one that took its cluster in; closed, live (neighbours and clusters not taken in), head (of the list of slots) by
    node; stamps: for counting, the last one used in entry -1."""

    starts: Column
    stops: Column
    nodes: Numbers
    parents: Numbers
    closed: NDArray[np.bool_]
    live: Numbers
    head: Column
    begins: Column
    sizes: Numbers
    stamps: Column


@jit
def insert_node(queue: Queue, node: int, degree: int) -> None:
    """Into the list of its degree, in front."""
    other = queue.first[degree]
    queue.degree[node], queue.after[node], queue.before[node] = degree, other, NONE
    if other != NONE:
        queue.before[other] = node
    queue.first[degree] = node


@jit
def remove_node(queue: Queue, node: int) -> None:
    """Out of its list."""
    before, after = queue.before[node], queue.after[node]
    if before == NONE:
        queue.first[queue.degree[node]] = after
    else:
        queue.after[before] = after
    if after != NONE:
        queue.before[after] = before


@jit
def fill(queue: Queue, degrees: Numbers) -> None:
    """All nodes, so that of those with one degree the first is in front."""
    for node in range(len(degrees) - 1, -1, -1):
        insert_node(queue, node, min(degrees[node], HIGHEST))


@jit
def grow_array(numbers: NDArray[Any]) -> NDArray[Any]:
    """The same with as much room again."""
    more = np.empty(2 * len(numbers), numbers.dtype)
    more[: len(numbers)] = numbers
    return more


@jit
def degree_of(graph: QuotientGraph, node: int, member: Numbers, owner: Numbers, following: Column) -> int:
    """How many other nodes its cluster would have in scope if it were closed now. What is gone is dropped from its
    lists on the way."""
    graph.stamps[-1] += 1
    stamp = graph.stamps[-1]
    graph.stamps[node] = stamp
    degree = 0
    at = graph.starts[node]
    while at < graph.stops[node]:
        other = graph.nodes[at]
        if graph.closed[other]:
            graph.stops[node] -= 1
            graph.nodes[at], graph.nodes[graph.stops[node]] = graph.nodes[graph.stops[node]], other
            continue
        graph.stamps[other] = stamp
        degree += 1
        at += 1
    slot, last = graph.head[node], NONE
    while slot != NONE:
        cluster = owner[slot]
        if graph.parents[cluster] != NONE:
            if last == NONE:
                graph.head[node] = following[slot]
            else:
                following[last] = following[slot]
        else:
            last = slot
            for at in range(graph.begins[cluster], graph.begins[cluster] + graph.sizes[cluster]):
                other = member[at]
                if graph.stamps[other] != stamp:
                    graph.stamps[other] = stamp
                    degree += 1
        slot = following[slot]
    return degree


@jit
def close(graph: QuotientGraph, node: int, member: Numbers, owner: Numbers, following: Column) -> None:
    """Write the scope of its cluster to its place in `member`: its neighbours, and the scopes of the clusters that it
    takes in. What they have lost by that is taken off `live`. Right after `degree_of`, which drops what is gone."""
    graph.closed[node] = True
    graph.stamps[-1] += 1
    stamp = graph.stamps[-1]
    graph.stamps[node] = stamp
    end = graph.begins[node]
    for at in range(graph.starts[node], graph.stops[node]):
        other = graph.nodes[at]
        graph.stamps[other] = stamp
        graph.live[other] -= 1
        member[end] = other
        end += 1
    slot = graph.head[node]
    while slot != NONE:
        cluster = owner[slot]
        graph.parents[cluster] = node
        for at in range(graph.begins[cluster], graph.begins[cluster] + graph.sizes[cluster]):
            other = member[at]
            graph.live[other] -= 1
            if graph.stamps[other] != stamp:
                graph.stamps[other] = stamp
                member[end] = other
                end += 1
        slot = following[slot]


@jit
def close_all(graph: QuotientGraph, queue: Queue, fixed_order: Numbers, most: int, order: Numbers) -> int:
    """Close every node. fixed_order: in which order, empty for minimum degree; order: room for the order. The number of
    nodes in the largest scope; NONE, with not all done, if one would be above `most`."""
    count = len(order)
    member, owner = np.empty(4 * count + 64, np.int32), np.empty(4 * count + 64, np.int32)
    following = np.empty(4 * count + 64, np.int64)
    used, lowest, largest = 0, 0, 0
    for step in range(count):
        if len(fixed_order):
            node = fixed_order[step]
        else:
            while queue.first[lowest] == NONE:
                lowest += 1
            node = queue.first[lowest]
            remove_node(queue, node)
        # a node that has more neighbours and clusters than are counted may have a small scope: look at what is there
        size = degree_of(graph, node, member, owner, following)
        if size > most:
            return NONE
        while used + size > len(member):
            member, owner, following = grow_array(member), grow_array(owner), grow_array(following)
        largest = max(largest, size)
        graph.begins[node], graph.sizes[node] = used, size
        order[step] = node
        close(graph, node, member, owner, following)
        used += size
        for at in range(graph.begins[node], used):
            other = member[at]
            owner[at], following[at], graph.head[other] = node, graph.head[other], at
            graph.live[other] += 1
        if not len(fixed_order):
            for at in range(graph.begins[node], used):
                other = member[at]
                degree = graph.live[other]
                if degree <= COUNTED:
                    degree = degree_of(graph, other, member, owner, following)
                remove_node(queue, other)
                insert_node(queue, other, min(degree, HIGHEST))
                lowest = min(lowest, min(degree, HIGHEST))
    return largest


@jit
def postorder(parents: Numbers, order: Numbers) -> Numbers:
    """The nodes with every one behind its children, subtree by subtree. order: children before parents."""
    count = len(parents)
    first, other = np.full(count, NONE, np.int32), np.full(count, NONE, np.int32)
    placed, path = np.empty(count, np.int32), np.empty(count, np.int32)
    for i in range(count - 1, -1, -1):
        node = order[i]
        parent = parents[node]
        if parent != NONE:
            other[node], first[parent] = first[parent], node
    position = 0
    for root in order:
        if parents[root] != NONE:
            continue
        path[0], depth = root, 1
        while depth:
            node = path[depth - 1]
            child = first[node]
            if child != NONE:
                first[node] = other[child]
                path[depth] = child
                depth += 1
            else:
                placed[position] = node
                position += 1
                depth -= 1
    return placed
