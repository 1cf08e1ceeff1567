"""Breadth-first search over variables and rows, compiled by numba (see `ordering`). Imported when first used."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.jit import jit

Column = NDArray[np.int64]
Numbers = NDArray[np.int32]


@jit
def flood(
    source: int,
    stamp: int,
    begin: int,
    order: Numbers,
    stamps: NDArray[np.int8],
    row_stamps: NDArray[np.int8],
    starts: Column,
    literals: Numbers,
    occurrence_starts: Column,
    occurrence_rows: Numbers,
) -> int:
    """Write the variables reached from one to `order`, from `begin` on, nearest first; returns the end."""
    order[begin], stamps[source] = source, stamp
    end = begin + 1
    while begin < end:
        x = order[begin]
        begin += 1
        for place in range(occurrence_starts[x], occurrence_starts[x + 1]):
            row = occurrence_rows[place] if occurrence_rows[place] >= 0 else -occurrence_rows[place] - 1
            if row_stamps[row] < stamp:
                row_stamps[row] = stamp
                for at in range(starts[row], starts[row + 1]):
                    y = abs(literals[at])
                    if stamps[y] < stamp:
                        stamps[y] = stamp
                        order[end] = y
                        end += 1
    return end


@jit
def breadth_first_order(
    starts: Column, literals: Numbers, occurrence_starts: Column, occurrence_rows: Numbers
) -> Numbers:
    """All variables, component by component, each from the end that is farthest from its first variable."""
    variables = len(occurrence_starts) - 2
    order = np.empty(variables, np.int32)
    stamps, row_stamps = np.zeros(variables + 1, np.int8), np.zeros(len(starts) - 1, np.int8)
    end = 0
    for x in range(1, variables + 1):
        if stamps[x] == 0:
            reached_end = flood(
                x, 1, end, order, stamps, row_stamps, starts, literals, occurrence_starts, occurrence_rows
            )
            far = order[reached_end - 1]
            end = flood(far, 2, end, order, stamps, row_stamps, starts, literals, occurrence_starts, occurrence_rows)
    return order
