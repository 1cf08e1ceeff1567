"""The loop of `peeling`, compiled by numba if it is installed, else run as plain Python.

An entry of the table is a node; it is never removed, only switched off and on, so that a row can be added to another
at a cost of its own length, however long the other is:

    (row, column) --hash--> node          alive[node]: is the entry 1?
    first_of_row, next_in_row             the nodes of a row, switched off or not; a row is read once, as a pivot
    first_of_column, next_in_column       the same for a column

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
NONE = -1


class Entries(NamedTuple):
    """The table as nodes; `slots` is a hash table of open addressing, of a size that is a power of two. weight: the
    entries that are 1, by row and by column; node_count: how many nodes there are, shape (1,)."""

    row: Numbers
    column: Numbers
    alive: NDArray[np.bool_]
    next_in_row: Numbers
    next_in_column: Numbers
    first_of_row: Numbers
    first_of_column: Numbers
    row_weight: Numbers
    column_weight: Numbers
    slots: Numbers
    node_count: Column


class PeelingLog(NamedTuple):
    """rows, columns: the pivots in order; starts, others: the other variables in the pivot's row at that time; into,
    added: which rows had which added to them; counts: pivots, others, additions."""

    rows: Numbers
    columns: Numbers
    starts: Column
    others: Numbers
    targets: Numbers
    sources: Numbers
    counts: Column


@jit
def find(entries: Entries, row: int, column: int) -> int:
    """The node of an entry; one is made, switched off, where there was none. NONE when there is no room."""
    mask = len(entries.slots) - 1
    key = (np.int64(row) * 2654435761 + np.int64(column) * 40503 * 2246822519) & 0x7FFFFFFFFFFFFFF
    at = (key ^ (key >> 29)) & mask
    while entries.slots[at] != NONE:
        node = entries.slots[at]
        if entries.row[node] == row and entries.column[node] == column:
            return int(node)
        at = (at + 1) & mask
    node = entries.node_count[0]
    if node == len(entries.row):
        return NONE
    entries.node_count[0] += 1
    entries.slots[at] = node
    entries.row[node], entries.column[node] = row, column
    entries.next_in_row[node], entries.first_of_row[row] = entries.first_of_row[row], node
    entries.next_in_column[node], entries.first_of_column[column] = entries.first_of_column[column], node
    return int(node)


@jit
def flip(entries: Entries, row: int, column: int) -> bool:
    """Turn one entry; False if there is no room for it."""
    node = find(entries, row, column)
    if node == NONE:
        return False
    change = -1 if entries.alive[node] else 1
    entries.alive[node] = not entries.alive[node]
    entries.row_weight[row] += change
    entries.column_weight[column] += change
    return True


@jit
def fill(entries: Entries, starts: Column, variables: Numbers) -> None:
    """Make a node of every entry of a table of rows."""
    for row in range(len(starts) - 1):
        for i in range(starts[row], starts[row + 1]):
            flip(entries, row, variables[i])


@jit
def peel(entries: Entries, peeled: PeelingLog, queue: Column, light: int, cost: int) -> None:
    """Eliminate while some row or column of at most two entries has a pivot that costs no more than that.

    queue: a ring of rows r and columns -c - 1 to look at, all that are light first; of length one more than rows and
    columns. Whatever stops it, the table is sound."""
    rows, columns = len(entries.row_weight), len(entries.column_weight)
    queued = np.zeros(rows + columns, np.bool_)
    head = tail = 0
    for item in range(-columns, rows):
        weight = entries.row_weight[item] if item >= 0 else entries.column_weight[-item - 1]
        if 1 <= weight <= light:
            queue[tail] = item
            queued[item + columns] = True
            tail += 1
    scratch = np.empty(max(rows, columns, 1), np.int32)
    while head != tail:
        item = queue[head]
        head = (head + 1) % len(queue)
        queued[item + columns] = False
        row, column = pivot(entries, item, light)
        if row == NONE or (entries.row_weight[row] - 1) * (entries.column_weight[column] - 1) > cost:
            continue
        if not eliminate(entries, peeled, row, column, scratch):
            return
        for i in range(peeled.starts[peeled.counts[0] - 1], peeled.counts[1]):  # columns that may have become light
            other = peeled.others[i]
            if 1 <= entries.column_weight[other] <= light and not queued[columns - other - 1]:
                queue[tail], queued[columns - other - 1] = -other - 1, True
                tail = (tail + 1) % len(queue)
        node = entries.first_of_column[column]
        while node != NONE:  # and rows
            other = entries.row[node]
            if 1 <= entries.row_weight[other] <= light and not queued[columns + other]:
                queue[tail], queued[columns + other] = other, True
                tail = (tail + 1) % len(queue)
            node = entries.next_in_column[node]


@jit
def pivot(entries: Entries, item: int, light: int) -> tuple[int, int]:
    """Row and column of the cheapest pivot in a light row or column; NONE if it is not light any more."""
    best_row = best_column = NONE
    if item >= 0:
        if not 1 <= entries.row_weight[item] <= light:
            return NONE, NONE
        node = entries.first_of_row[item]
        while node != NONE:
            column = entries.column[node]
            if entries.alive[node] and (
                best_column == NONE or entries.column_weight[column] < entries.column_weight[best_column]
            ):
                best_column = column
            node = entries.next_in_row[node]
        return item, best_column
    column = -item - 1
    if not 1 <= entries.column_weight[column] <= light:
        return NONE, NONE
    node = entries.first_of_column[column]
    while node != NONE:
        row = entries.row[node]
        if entries.alive[node] and (best_row == NONE or entries.row_weight[row] < entries.row_weight[best_row]):
            best_row = row
        node = entries.next_in_column[node]
    return best_row, column


@jit
def eliminate(entries: Entries, peeled: PeelingLog, row: int, column: int, scratch: Numbers) -> bool:
    """Add the row to every other that has the column, then take both away. False, with nothing done, if there may not
    be room for it."""
    width, targets = 0, 0
    others = peeled.others[peeled.counts[1] :]
    needed = int(entries.row_weight[row]) * int(entries.column_weight[column])
    if entries.node_count[0] + needed > len(entries.row) or peeled.counts[2] + needed > len(peeled.targets):
        return False
    node = entries.first_of_row[row]
    while node != NONE:
        if entries.alive[node] and entries.column[node] != column:
            others[width] = entries.column[node]
            width += 1
        node = entries.next_in_row[node]
    node = entries.first_of_column[column]
    while node != NONE:
        if entries.alive[node] and entries.row[node] != row:
            scratch[targets] = entries.row[node]
            targets += 1
        node = entries.next_in_column[node]
    for i in range(targets):
        target = scratch[i]
        flip(entries, target, column)
        for j in range(width):
            flip(entries, target, others[j])
        peeled.targets[peeled.counts[2]], peeled.sources[peeled.counts[2]] = target, row
        peeled.counts[2] += 1
    for j in range(width):
        flip(entries, row, others[j])
    flip(entries, row, column)
    at = peeled.counts[0]
    peeled.rows[at], peeled.columns[at] = row, column
    peeled.counts[1] += width
    peeled.counts[0] += 1
    peeled.starts[at + 1] = peeled.counts[1]
    return True
