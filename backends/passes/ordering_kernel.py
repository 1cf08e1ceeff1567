"""Breadth-first search over variables and rows, compiled by numba (see `ordering`). Imported when first used."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Column = NDArray[np.int64]
Numbers = NDArray[np.int32]


class RowGraph(NamedTuple):
    """Which variables a row has, and which rows have a variable.

    starts             row r has literals[starts[r]:starts[r + 1]]
    literals           of the rows
    occurrence_starts  variable x is in the rows of occurrences[occurrence_starts[x]:occurrence_starts[x + 1]]
    occurrences        row numbers; -1 - row where x is negated
    """

    starts: Column
    literals: Numbers
    occurrence_starts: Column
    occurrences: Numbers


class Stamps(NamedTuple):
    """The last search that reached each variable, and each row; 0 for none."""

    variables: NDArray[np.int8]
    rows: NDArray[np.int8]


@jit
def flood(source: int, stamp: int, begin: int, order: Numbers, reached: Stamps, graph: RowGraph) -> int:
    """Write the variables reached from one to `order`, from `begin` on, nearest first; returns the end."""
    order[begin], reached.variables[source] = source, stamp
    end = begin + 1
    while begin < end:
        x = order[begin]
        begin += 1
        for place in range(graph.occurrence_starts[x], graph.occurrence_starts[x + 1]):
            occurrence = graph.occurrences[place]
            row = occurrence if occurrence >= 0 else -occurrence - 1
            if reached.rows[row] < stamp:
                reached.rows[row] = stamp
                for at in range(graph.starts[row], graph.starts[row + 1]):
                    y = abs(graph.literals[at])
                    if reached.variables[y] < stamp:
                        reached.variables[y] = stamp
                        order[end] = y
                        end += 1
    return end


@jit
def breadth_first_order(graph: RowGraph) -> Numbers:
    """All variables, component by component, each from the end that is farthest from its first variable."""
    variables = len(graph.occurrence_starts) - 2
    order = np.empty(variables, np.int32)
    reached = Stamps(np.zeros(variables + 1, np.int8), np.zeros(len(graph.starts) - 1, np.int8))
    end = 0
    for x in range(1, variables + 1):
        if reached.variables[x] == 0:
            reached_end = flood(x, 1, end, order, reached, graph)
            far = order[reached_end - 1]
            end = flood(far, 2, end, order, reached, graph)
    return order
