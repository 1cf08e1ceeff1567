"""What `narrow` has to do, before a single cost is added: the tables, how wide each is, and which entries make which.

Nodes are gone through children first. Each is joined, by itself, with what its children left, and closed; then what
comes of it is joined with what the children of its parent left so far. So tables wait on a stack, and a step takes
those on top of it. Compiled by numba where it is there, else run as Python; imported when first used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from backends.algebra.narrow_order_kernel import NONE, longer
from backends.algebra.narrow_space_kernel import BITS, TOO_WIDE, Stack, alone, joined
from backends.compiled import compiled

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]


class Program(NamedTuple):
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


@compiled
def emit(
    program: Program, step: int, column: int, width: int, visible: int, made: Column, shift: int, count: int
) -> None:
    """Write a step: how the entries of the joint space are made. shift: bits of the lower state; count: of both."""
    program.width[step], program.visible[step] = width, visible
    fixed_left = fixed_right = 0
    for bit in range(width):
        left = right = 0
        for old in range(shift):
            left |= (made[old] >> bit & 1) << old
        for old in range(shift, count):
            right |= (made[old] >> bit & 1) << (old - shift)
        program.lefts[column + bit], program.rights[column + bit] = left, right
    for old in range(shift):
        fixed_left |= (made[old] >> 62 & 1) << old
    for old in range(shift, count):
        fixed_right |= (made[old] >> 62 & 1) << (old - shift)
    program.fixed_left[step], program.fixed_right[step] = fixed_left, fixed_right


@compiled
def roomier(program: Program) -> Program:
    """With as much room again for the bits."""
    return Program(
        program.inputs,
        program.width,
        program.visible,
        program.ends,
        program.nodes,
        program.fixed_left,
        program.fixed_right,
        longer(program.lefts),
        longer(program.rights),
    )


@compiled
def planned(
    stack: Stack,
    program: Program,
    sequence: Numbers,
    parents: Numbers,
    ranks: Numbers,
    starts: Column,
    nodes: Numbers,
    variables: int,
    odd: NDArray[np.bool_],
    widest: int,
) -> tuple[Program, Column]:
    """The program for the nodes in that sequence, children first; ranks: of each node in the order of closing. Also
    (steps, bits, entries looked at, bits of choices, entries on the stack at most, the largest width); the number of
    steps is TOO_WIDE where a space would be wider than `widest`, CONTRADICTION where there is no solution."""
    rows, pivots, made = np.empty(len(stack.marks), np.int64), np.empty(64, np.int64), np.empty(64, np.int64)
    waits = np.zeros(len(parents), np.bool_)
    totals = np.zeros(6, np.int64)
    top = step = column = held = 0
    for node in sequence:
        parent = parents[node]
        free = stack.firsts[top] + starts[node + 1] - starts[node] + 2
        if free > len(stack.nodes):
            stack = Stack(stack.firsts, stack.dimensions, longer(stack.nodes), longer(stack.labels),
                          stack.places, stack.marks)  # fmt: skip
        while column + 2 * widest > len(program.lefts):
            program = roomier(program)
        own, _ = alone(stack, top, node, variables, starts, nodes, ranks)
        lower = top - 1 if waits[node] else top
        shift = stack.dimensions[lower] if waits[node] else 0
        right = node >= variables and odd[node - variables]
        width, visible = TOO_WIDE, 0
        if own <= BITS:
            width, visible = joined(stack, lower, top, variables, node, right, widest, rows, pivots, made)
        if width < 0:
            totals[0] = width
            return program, totals
        program.inputs[step], program.nodes[step] = 1 if waits[node] else 0, node if node < variables else NONE
        emit(program, step, column, width, visible, made, shift, shift + 1 if node < variables else shift)
        program.ends[step] = parent == NONE
        held += (1 << visible) - (1 << shift if waits[node] else 0)
        count(totals, width, visible, held)
        step, column, top = step + 1, column + width, lower + 1
        if parent == NONE:
            held -= 1 << visible
            top -= 1
        elif not waits[parent]:
            waits[parent] = True
        else:
            lower = top - 2
            shift, upper = stack.dimensions[lower], stack.dimensions[lower + 1]
            width, visible = joined(stack, lower, lower + 1, variables, NONE, False, widest, rows, pivots, made)
            if width < 0:
                totals[0] = width
                return program, totals
            program.inputs[step], program.nodes[step], program.ends[step] = 2, NONE, False
            emit(program, step, column, width, visible, made, shift, shift + upper)
            held += (1 << visible) - (1 << shift) - (1 << upper)
            count(totals, width, visible, held)
            step, column, top = step + 1, column + width, lower + 1
    totals[0], totals[1] = step, column
    return program, totals


@compiled
def count(totals: Column, width: int, visible: int, held: int) -> None:
    """A step, for the totals."""
    totals[2] += 1 << width
    totals[3] += (width - visible) << visible
    totals[4] = max(totals[4], held)
    totals[5] = max(totals[5], width)
