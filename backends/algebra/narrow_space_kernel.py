"""The spaces over which `narrow` keeps its tables, and how two of them are joined.

A cluster's costs are a table over a space of vectors modulo 2, its *states*; each node of its scope has a label, what
the state says of it: of a variable its value, of an equation the parity so far, an affine function of the state:

    label = bits of the state to add up, as a mask, and ONE where 1 is to be added

Two clusters are joined in the sum of their spaces, where a variable must have the same value in both and an equation
gets the parities of both. Elimination of what this demands leaves the joint space; what no label can tell apart is
minimised out at once. So a table has exactly one entry for each way in which the labels can be, and none is out of
reach. Compiled by numba where it is there, else run as Python; imported when first used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from backends.algebra.narrow_order_kernel import NONE
from backends.compiled import compiled

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
ONE = np.int64(1 << 62)
BITS = 60  # of a joint space, before its conditions
TOO_WIDE, CONTRADICTION = -1, -2


class Stack(NamedTuple):
    """The clusters that wait: first label and dimension of each, and the labels; places: by node, where its label is,
    NONE in between; marks: nothing but room."""

    firsts: Column
    dimensions: Column
    nodes: Numbers
    labels: Column
    places: Numbers
    marks: Column


@compiled
def low_bit(mask: int) -> int:
    """The place of the lowest bit that is 1."""
    place = 0
    while not mask & 1:
        mask >>= 1
        place += 1
    return place


@compiled
def reduced(rows: Column, count: int, pivots: Column) -> int:
    """The rows in reduced echelon form, in place; pivots: the bit of each. How many are not 0; NONE where one says
    0 = 1."""
    rank = 0
    for i in range(count):
        row = rows[i]
        for j in range(rank):
            if row >> pivots[j] & 1:
                row ^= rows[j]
        if row == 0:
            continue
        if row == ONE:
            return NONE
        pivot = low_bit(row)
        for j in range(rank):
            if rows[j] >> pivot & 1:
                rows[j] ^= row
        rows[rank], pivots[rank] = row, pivot
        rank += 1
    return rank


@compiled
def united(stack: Stack, lower: int, upper: int, variables: int, shift: int, rows: Column) -> tuple[int, int]:
    """The upper cluster's labels, moved up by `shift` bits, among those of the lower one. How many labels there are
    then, and how many conditions were written to `rows`."""
    first, middle, last = stack.firsts[lower], stack.firsts[upper], stack.firsts[upper + 1]
    for at in range(first, middle):
        stack.places[stack.nodes[at]] = at
    end, conditions = middle, 0
    for at in range(middle, last):
        node = stack.nodes[at]
        label = (stack.labels[at] & ~ONE) << shift | (stack.labels[at] & ONE)
        place = stack.places[node]
        if place == NONE:
            stack.nodes[end], stack.labels[end] = node, label
            end += 1
        elif node < variables:
            rows[conditions] = stack.labels[place] ^ label
            conditions += 1
        else:
            stack.labels[place] ^= label
    for at in range(first, middle):
        stack.places[stack.nodes[at]] = NONE
    return end - first, conditions


@compiled
def joined(
    stack: Stack,
    lower: int,
    upper: int,
    variables: int,
    closing: int,
    odd: bool,
    widest: int,
    rows: Column,
    pivots: Column,
    made: Column,
) -> tuple[int, int]:
    """Join two clusters that stand beside each other in the stack (one, where they are the same) into the lower one's
    place. closing: the node that is closed with it, NONE without; odd: if it is an equation, its right side; made: by
    bit of the lower and then the upper state, what it is in terms of the joint one. Width of the joint space and of the
    new table, or TOO_WIDE or CONTRADICTION and whatever."""
    shift = stack.dimensions[lower] if lower != upper else 0
    count = shift + stack.dimensions[upper]
    first = stack.firsts[lower]
    if count > BITS:
        return TOO_WIDE, 0
    labels, conditions = stack.firsts[upper + 1] - first, 0
    if lower != upper:
        labels, conditions = united(stack, lower, upper, variables, shift, rows)
    if closing != NONE:
        for at in range(first, first + labels):
            if stack.nodes[at] == closing:
                if closing >= variables:
                    rows[conditions] = stack.labels[at] ^ (ONE if odd else np.int64(0))
                    conditions += 1
                labels -= 1
                stack.nodes[at], stack.labels[at] = stack.nodes[first + labels], stack.labels[first + labels]
                break
    rank = reduced(rows, conditions, pivots)
    if rank == NONE:
        return CONTRADICTION, 0
    width = count - rank
    if width > widest:
        return TOO_WIDE, 0
    for bit in range(count):
        made[bit] = np.int64(1) << bit
    for i in range(rank):  # a bit that the conditions determine
        made[pivots[i]] = rows[i] ^ (np.int64(1) << pivots[i])
    for at in range(first, first + labels):
        label = stack.labels[at]
        for i in range(rank):
            if label >> pivots[i] & 1:
                label ^= rows[i]
        stack.labels[at] = label
    visible = shown(stack, first, labels, count, rank, rows, pivots, made)
    stack.dimensions[lower], stack.firsts[lower + 1] = visible, first + labels
    return width, visible


@compiled
def shown(
    stack: Stack, first: int, labels: int, count: int, rank: int, rows: Column, pivots: Column, made: Column
) -> int:
    """New bits for the joint space: first those that the labels tell, then the others. Labels and `made` are put in
    terms of them. How many the labels tell."""
    determined = np.int64(0)
    for i in range(rank):
        determined |= np.int64(1) << pivots[i]
    for i in range(labels):
        rows[i] = stack.labels[first + i] & ~ONE
    visible = reduced(rows, labels, pivots)
    seen, hidden = np.int64(0), visible
    for i in range(visible):
        seen |= np.int64(1) << pivots[i]
    marks = stack.marks  # by old bit, in new bits
    for bit in range(count):
        if not (determined | seen) >> bit & 1:
            marks[bit] = np.int64(1) << hidden
            hidden += 1
    for i in range(visible):
        mask = np.int64(1) << i
        for bit in range(count):
            if rows[i] >> bit & 1 and bit != pivots[i]:
                mask |= marks[bit]
        rows[i] = mask
    for i in range(visible):
        marks[pivots[i]] = rows[i]
    for at in range(first, first + labels):
        label = stack.labels[at] & ONE
        for i in range(visible):
            if stack.labels[at] >> pivots[i] & 1:
                label |= np.int64(1) << i
        stack.labels[at] = label
    for bit in range(count):
        old, new = made[bit], made[bit] & ONE
        for other in range(count):
            if old >> other & 1:
                new ^= marks[other]
        made[bit] = new
    return visible


@compiled
def alone(
    stack: Stack, top: int, node: int, variables: int, starts: Column, nodes: Numbers, ranks: Numbers
) -> tuple[int, int]:
    """The cluster of a node by itself, with what it shares an entry with and is closed later, on top of the stack: a
    variable's value, which its equations get; or the values of an equation's variables, any of them. Its dimension,
    and how many labels it has."""
    first = stack.firsts[top]
    end, values = first + 1, 0
    mine = np.int64(1 if node < variables else 0)
    for at in range(starts[node], starts[node + 1]):
        other = nodes[at]
        if ranks[other] > ranks[node]:
            if node < variables:
                stack.labels[end] = 1
            elif values < BITS:
                stack.labels[end] = np.int64(1) << values
                mine |= np.int64(1) << values
                values += 1
            else:
                return BITS + 1, 0
            stack.nodes[end] = other
            end += 1
    stack.nodes[first], stack.labels[first] = node, mine
    stack.dimensions[top] = 1 if node < variables else values
    stack.firsts[top + 1] = end
    return stack.dimensions[top], end - first
