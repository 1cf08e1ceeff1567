"""The plan of `border_dp`, made before any cost is added: the tables, their widths, and which entries make which.

A cluster's costs are a table over a space of vectors modulo 2, its *states*; each node of its scope has a label, what
the state says of it: of a variable its value, of an equation the parity so far, an affine function of the state:

    label = bits of the state to add up, as a mask, and ONE where 1 is to be added

Two clusters are joined in the sum of their spaces, where a variable must have the same value in both and an equation
gets the parities of both. Elimination of what this demands leaves the joint space; what no label can tell apart is
minimised out at once. So a table has exactly one entry for each way in which the labels can be, and none is out of
reach.

Nodes are gone through children first. Each is joined, by itself, with what its children left, and closed; then what
comes of it is joined with what the children of its parent left so far. So tables wait on a stack, and a step takes
those on top of it. Compiled by numba where it is there, else run as Python; imported when first used.

Long because numba keeps a compiled function on disk together with those it calls, and looks only at the age of its own
file: a change in another file would go unnoticed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
NONE = -1
ONE = np.int64(1 << 62)
BITS = 60  # of a joint space, before its conditions
TOO_WIDE, CONTRADICTION = -1, -2


class TableProgram(NamedTuple):
    """Step i makes a table of 2^visible[i] entries, each the least over 2^(width[i] - visible[i]). inputs: how many
    tables it takes from the stack; nodes: the variable whose value it decides, NONE without; ends: its table is not
    needed. An entry of the joint space is made from entry `left` of the lower table and `right` of the upper one (where
    there is none, the variable's value): bit i of the joint state adds lefts[i], rights[i] to them, counted on
    through all steps, and fixed_left, fixed_right are added once."""

    inputs: NDArray[np.int8]
    width: NDArray[np.int8]
    visible: NDArray[np.int8]
    ends: NDArray[np.bool_]
    nodes: Numbers
    fixed_left: Numbers
    fixed_right: Numbers
    lefts: Numbers
    rights: Numbers


class Stack(NamedTuple):
    """The clusters that wait: first label and dimension of each, and the labels; places: by node, where its label is,
    NONE in between; marks: nothing but room, for more labels than two scopes have."""

    firsts: Column
    dimensions: Column
    nodes: Numbers
    labels: Column
    places: Numbers
    marks: Column


class NodeGraph(NamedTuple):
    """Which nodes share an entry: the variables come first, then the equations.

    starts      node v has neighbours[starts[v]:starts[v + 1]]
    neighbours  of the nodes
    variables   how many nodes are variables
    """

    starts: Column
    neighbours: Numbers
    variables: int


class ClosingOrder(NamedTuple):
    """In which order the nodes are closed.

    sequence  the nodes, subtree by subtree, children first
    parents   of each node, NONE without
    ranks     of each node in an order of closing that has the same parents
    """

    sequence: Numbers
    parents: Numbers
    ranks: Numbers


class JointSpace(NamedTuple):
    """Room for the space in which two clusters are joined, a number for each vector.

    rows     what is demanded of a joint state, as equations
    pivots   the bit of each of them, once they are reduced
    sources  by bit of the lower and then of the upper state, what it is in terms of the joint one
    """

    rows: Column
    pivots: Column
    sources: Column


@jit
def lowest_bit(mask: int) -> int:
    """The place of the lowest bit that is 1."""
    place = 0
    while not mask & 1:
        mask >>= 1
        place += 1
    return place


@jit
def reduce_rows(rows: Column, count: int, pivots: Column) -> int:
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
        pivot = lowest_bit(row)
        for j in range(rank):
            if rows[j] >> pivot & 1:
                rows[j] ^= row
        rows[rank], pivots[rank] = row, pivot
        rank += 1
    return rank


@jit
def unite_labels(stack: Stack, lower: int, upper: int, variables: int, shift: int, rows: Column) -> tuple[int, int]:
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


@jit
def join_clusters(
    stack: Stack, lower: int, upper: int, variables: int, closing: int, odd: bool, widest: int, joint: JointSpace
) -> tuple[int, int]:
    """Join two clusters that stand beside each other in the stack (one, where they are the same) into the lower one's
    place. closing: the node that is closed with it, NONE without; odd: if it is an equation, its right side. Width of
    the joint space and of the new table, or TOO_WIDE or CONTRADICTION and whatever."""
    rows, pivots, sources = joint
    shift = stack.dimensions[lower] if lower != upper else 0
    count = shift + stack.dimensions[upper]
    first = stack.firsts[lower]
    if count > BITS:
        return TOO_WIDE, 0
    labels, conditions = stack.firsts[upper + 1] - first, 0
    if lower != upper:
        labels, conditions = unite_labels(stack, lower, upper, variables, shift, rows)
    if closing != NONE:
        for at in range(first, first + labels):
            if stack.nodes[at] == closing:
                if closing >= variables:
                    rows[conditions] = stack.labels[at] ^ (ONE if odd else np.int64(0))
                    conditions += 1
                labels -= 1
                stack.nodes[at], stack.labels[at] = stack.nodes[first + labels], stack.labels[first + labels]
                break
    rank = reduce_rows(rows, conditions, pivots)
    if rank == NONE:
        return CONTRADICTION, 0
    width = count - rank
    if width > widest:
        return TOO_WIDE, 0
    for bit in range(count):
        sources[bit] = np.int64(1) << bit
    for i in range(rank):  # a bit that the conditions determine
        sources[pivots[i]] = rows[i] ^ (np.int64(1) << pivots[i])
    for at in range(first, first + labels):
        label = stack.labels[at]
        for i in range(rank):
            if label >> pivots[i] & 1:
                label ^= rows[i]
        stack.labels[at] = label
    visible = relabel_states(stack, first, labels, count, rank, joint)
    stack.dimensions[lower], stack.firsts[lower + 1] = visible, first + labels
    return width, visible


@jit
def relabel_states(stack: Stack, first: int, labels: int, count: int, rank: int, joint: JointSpace) -> int:
    """New bits for the joint space: first those that the labels tell, then the others. Labels and `sources` are put in
    terms of them. How many the labels tell."""
    rows, pivots, sources = joint
    determined = np.int64(0)
    for i in range(rank):
        determined |= np.int64(1) << pivots[i]
    for i in range(labels):
        rows[i] = stack.labels[first + i] & ~ONE
    visible = reduce_rows(rows, labels, pivots)
    visible_pivots, hidden = np.int64(0), visible
    for i in range(visible):
        visible_pivots |= np.int64(1) << pivots[i]
    marks = stack.marks  # by old bit, in new bits
    for bit in range(count):
        if not (determined | visible_pivots) >> bit & 1:
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
        old, new = sources[bit], sources[bit] & ONE
        for other in range(count):
            if old >> other & 1:
                new ^= marks[other]
        sources[bit] = new
    return visible


@jit
def push_cluster(stack: Stack, top: int, node: int, graph: NodeGraph, ranks: Numbers) -> tuple[int, int]:
    """The cluster of a node by itself, with what it shares an entry with and is closed later, on top of the stack: a
    variable's value, which its equations get; or the values of an equation's variables, any of them. Its dimension,
    and how many labels it has."""
    first = stack.firsts[top]
    end, values = first + 1, 0
    mine = np.int64(1 if node < graph.variables else 0)
    for at in range(graph.starts[node], graph.starts[node + 1]):
        other = graph.neighbours[at]
        if ranks[other] > ranks[node]:
            if node < graph.variables:
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
    stack.dimensions[top] = 1 if node < graph.variables else values
    stack.firsts[top + 1] = end
    return stack.dimensions[top], end - first


@jit
def emit_step(
    program: TableProgram, step: int, column: int, width: int, visible: int, sources: Column, shift: int, count: int
) -> None:
    """Write a step: how the entries of the joint space are made. shift: bits of the lower state; count: of both."""
    program.width[step], program.visible[step] = width, visible
    fixed_left = fixed_right = 0
    for bit in range(width):
        left = right = 0
        for old in range(shift):
            left |= (sources[old] >> bit & 1) << old
        for old in range(shift, count):
            right |= (sources[old] >> bit & 1) << (old - shift)
        program.lefts[column + bit], program.rights[column + bit] = left, right
    for old in range(shift):
        fixed_left |= (sources[old] >> 62 & 1) << old
    for old in range(shift, count):
        fixed_right |= (sources[old] >> 62 & 1) << (old - shift)
    program.fixed_left[step], program.fixed_right[step] = fixed_left, fixed_right


@jit
def grow_array(numbers: NDArray[Any]) -> NDArray[Any]:
    """The same with as much room again."""
    return np.concatenate((numbers, np.zeros_like(numbers)))


@jit
def grow_stack(stack: Stack) -> Stack:
    """With room for as many labels again."""
    nodes, labels = grow_array(stack.nodes), grow_array(stack.labels)
    return Stack(stack.firsts, stack.dimensions, nodes, labels, stack.places, stack.marks)


@jit
def grow_program(program: TableProgram) -> TableProgram:
    """With as much room again for the bits."""
    return TableProgram(
        program.inputs,
        program.width,
        program.visible,
        program.ends,
        program.nodes,
        program.fixed_left,
        program.fixed_right,
        grow_array(program.lefts),
        grow_array(program.rights),
    )


@jit
def plan_program(
    stack: Stack,
    program: TableProgram,
    order: ClosingOrder,
    graph: NodeGraph,
    odd: NDArray[np.bool_],
    widest: int,
) -> tuple[TableProgram, Column]:
    """The program for the nodes in that order. Also (steps, bits, entries looked at, bits of choices, entries on the
    stack at most, the largest width); the number of steps is TOO_WIDE where a space would be wider than `widest`,
    CONTRADICTION where there is no solution."""
    joint = JointSpace(np.empty(len(stack.marks), np.int64), np.empty(64, np.int64), np.empty(64, np.int64))
    parents, variables = order.parents, graph.variables
    waits = np.zeros(len(parents), np.bool_)
    totals = np.zeros(6, np.int64)
    top = step = column = held = 0
    for node in order.sequence:
        parent = parents[node]
        while stack.firsts[top] + len(stack.marks) > len(stack.nodes):
            stack = grow_stack(stack)
        while column + 2 * widest > len(program.lefts):
            program = grow_program(program)
        own, _ = push_cluster(stack, top, node, graph, order.ranks)
        lower = top - 1 if waits[node] else top
        shift = stack.dimensions[lower] if waits[node] else 0
        right = node >= variables and odd[node - variables]
        width, visible = TOO_WIDE, 0
        if own <= BITS:
            width, visible = join_clusters(stack, lower, top, variables, node, right, widest, joint)
        if width < 0:
            totals[0] = width
            return program, totals
        program.inputs[step], program.nodes[step] = 1 if waits[node] else 0, node if node < variables else NONE
        emit_step(program, step, column, width, visible, joint.sources, shift, shift + 1 if node < variables else shift)
        program.ends[step] = parent == NONE
        held += (1 << visible) - (1 << shift if waits[node] else 0)
        add_to_totals(totals, width, visible, held)
        step, column, top = step + 1, column + width, lower + 1
        if parent == NONE:
            held -= 1 << visible
            top -= 1
        elif not waits[parent]:
            waits[parent] = True
        else:
            lower = top - 2
            shift, upper = stack.dimensions[lower], stack.dimensions[lower + 1]
            width, visible = join_clusters(stack, lower, lower + 1, variables, NONE, False, widest, joint)
            if width < 0:
                totals[0] = width
                return program, totals
            program.inputs[step], program.nodes[step], program.ends[step] = 2, NONE, False
            emit_step(program, step, column, width, visible, joint.sources, shift, shift + upper)
            held += (1 << visible) - (1 << shift) - (1 << upper)
            add_to_totals(totals, width, visible, held)
            step, column, top = step + 1, column + width, lower + 1
    totals[0], totals[1] = step, column
    return program, totals


@jit
def add_to_totals(totals: Column, width: int, visible: int, held: int) -> None:
    """A step, for the totals."""
    totals[2] += 1 << width
    totals[3] += (width - visible) << visible
    totals[4] = max(totals[4], held)
    totals[5] = max(totals[5], width)
