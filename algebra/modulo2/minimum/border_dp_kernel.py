"""The tables of `border_dp`, entry by entry, and the traceback; compiled by numba if installed, else run as Python.

A joint state is gone through in Gray code order, the bits that labels can tell inside those that they cannot: from one
state to the next, one bit turns, and with it the entries of the two tables it is made from. Imported when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

if TYPE_CHECKING:
    from algebra.modulo2.minimum.border_plan_kernel import TableProgram

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
NONE = -1


class TableStack(NamedTuple):
    """The tables that wait, and what was chosen on the way.

    tables   one after the other
    begins   where each begins
    at       tables on the stack, bits of steps done, bits of choices written
    best     room for one table
    hidden   room for one table: in which way its entries are got
    choices  a bit for each hidden bit of each entry
    """

    tables: Column
    begins: Column
    at: Column
    best: Column
    hidden: Numbers
    choices: NDArray[np.uint8]


@jit
def tabulate(program: TableProgram, first: int, last: int, weights: Column, stack: TableStack) -> None:
    """Run steps first..last - 1. weights: of each variable."""
    tables, begins, at, best, hidden, choices = stack
    top, column, chosen = at[0], at[1], at[2]
    for step in range(first, last):
        inputs, width, visible = int(program.inputs[step]), int(program.width[step]), int(program.visible[step])
        weight = weights[program.nodes[step]] if program.nodes[step] != NONE else 0
        lower = top - inputs
        low = begins[lower] if inputs else 0
        high = begins[lower + 1] if inputs == 2 else 0
        left, right = int(program.fixed_left[step]), int(program.fixed_right[step])
        for h in range(1 << (width - visible)):
            if h:
                bit = column + visible + lowest_bit(h)
                left ^= int(program.lefts[bit])
                right ^= int(program.rights[bit])
            state = 0
            for z in range(1 << visible):
                if z:
                    place = lowest_bit(z)
                    state ^= 1 << place
                    left ^= int(program.lefts[column + place])
                    right ^= int(program.rights[column + place])
                cost = weight if right & 1 else 0
                if inputs:
                    cost = tables[low + left] + (tables[high + right] if inputs == 2 else cost)
                if h == 0 or cost < best[state]:
                    best[state], hidden[state] = cost, h ^ (h >> 1)
            if visible:  # the last Gray code is not the first: back to state 0
                left ^= int(program.lefts[column + visible - 1])
                right ^= int(program.rights[column + visible - 1])
        extra = width - visible
        if extra:
            for state in range(1 << visible):
                for i in range(extra):
                    if hidden[state] >> i & 1:
                        choices[(chosen + i) >> 3] |= np.uint8(1 << ((chosen + i) & 7))
                chosen += extra
        begins[lower + 1] = begins[lower] + (1 << visible)
        tables[begins[lower] : begins[lower + 1]] = best[: 1 << visible]
        column += width
        top = lower if program.ends[step] else lower + 1
    at[0], at[1], at[2] = top, column, chosen


@jit
def lowest_bit(number: int) -> int:
    """The place of the lowest bit that is 1."""
    place = 0
    while not number & 1:
        number >>= 1
        place += 1
    return place


@jit
def trace_solution(
    program: TableProgram, steps: int, column: int, chosen: int, choices: NDArray[np.uint8], solution: NDArray[Any]
) -> None:
    """The way back through all steps, from the end: which entry was taken of each table, and so the variables' values.
    column, chosen: bits of all steps and of all choices."""
    entries = np.empty(steps + 1, np.int64)
    top = 0
    for step in range(steps - 1, -1, -1):
        inputs, width, visible = int(program.inputs[step]), int(program.width[step]), int(program.visible[step])
        column -= width
        chosen -= (width - visible) << visible
        state = 0
        if not program.ends[step]:
            top -= 1
            state = entries[top]
        place = chosen + state * (width - visible)
        for i in range(width - visible):
            if choices[(place + i) >> 3] >> ((place + i) & 7) & 1:
                state |= 1 << (visible + i)
        left, right = int(program.fixed_left[step]), int(program.fixed_right[step])
        for bit in range(width):
            if state >> bit & 1:
                left ^= int(program.lefts[column + bit])
                right ^= int(program.rights[column + bit])
        if inputs:
            entries[top] = left
            top += 1
        if inputs == 2:
            entries[top] = right
            top += 1
        if program.nodes[step] != NONE:
            solution[program.nodes[step]] = right & 1
