"""The loops of `chase_order`: run as Python on lists, or on arrays, compiled by `chase_order_kernel`."""

from __future__ import annotations

from typing import Any, TypeAlias

NONE = -1
LAST_RESORT = 0  # the queue of rows whose last unknown has no unit
CROWD = 10_000  # entries that are looked at before a guess

# Plain tuples, of arrays or of lists: a compiled loop cannot be read any more where a NamedTuple has changed its name.
Table: TypeAlias = tuple[Any, Any]
"""A sparse matrix: starts, entries. Row r has entries[starts[r]:starts[r + 1]], none twice."""
Unknowns: TypeAlias = tuple[Any, Any, Any]
"""number (rows,): how many unknowns a row has; last (rows,): their exclusive or, of one unknown that one; is_known
(variables,)."""
Queues: TypeAlias = tuple[Any, Any, Any, Any]
"""Rows wait in a queue per number of unknowns, first come first served. head, tail (queues,): the places of the row
that was served last and of the row that came last, in the beginning an empty place; row, behind (places,): who waits
there, and the next place. A row whose number has changed since is skipped: it waits in another queue too."""


def determine(rows: Table, across: Table, units: Any, unknowns: Unknowns, queues: Queues, order: Any, by: Any) -> int:
    """Fills in order and by: how many variables become known."""
    number, last, is_known = unknowns
    starts, entries = across
    _, tail, waiting, behind = queues
    place, lowest, count = enqueue_all(number, queues), 1, 0
    while True:
        row, lowest = next_row(number, queues, lowest)
        if row == NONE:
            return count
        variable = choose_guess(row, rows, across, number, is_known) if lowest > 1 else last[row]
        if lowest == 1:
            if len(units) and not is_unit(row, variable, rows, units):
                waiting[place] = row
                behind[tail[LAST_RESORT]] = place
                tail[LAST_RESORT] = place
                place += 1
                continue
            by[count] = row
        order[count] = variable
        count += 1
        is_known[variable] = True
        for other in entries[starts[variable] : starts[variable + 1]]:
            remaining = number[other] - 1
            number[other] = remaining
            last[other] ^= variable
            if remaining:
                waiting[place] = other
                behind[tail[remaining]] = place
                tail[remaining] = place
                place += 1
                if remaining < lowest:
                    lowest = remaining


def enqueue_all(number: Any, queues: Queues) -> int:
    """Every row with an unknown waits: the first free place."""
    _, tail, waiting, behind = queues
    place = len(tail)
    for row in range(len(number)):
        least = number[row]
        if least:
            waiting[place] = row
            behind[tail[least]] = place
            tail[least] = place
            place += 1
    return place


def next_row(number: Any, queues: Queues, lowest: int) -> tuple[int, int]:
    """The row that has waited longest of those with the fewest unknowns, and how many that is; LAST_RESORT if only such
    rows are left, and NONE if none are. No queue below `lowest` has any."""
    head, _, waiting, behind = queues
    for least in range(max(lowest, 1), len(head)):
        while behind[head[least]] != NONE:
            head[least] = behind[head[least]]
            row = waiting[head[least]]
            if number[row] == least:
                return row, least
    while behind[head[LAST_RESORT]] != NONE:
        head[LAST_RESORT] = behind[head[LAST_RESORT]]
        row = waiting[head[LAST_RESORT]]
        if number[row] == 1:
            return row, LAST_RESORT
    return NONE, 1


def choose_guess(row: int, rows: Table, across: Table, number: Any, is_known: Any) -> int:
    """The unknown of the row that leaves most rows with one unknown, the first of these."""
    best, most, looks = NONE, -1, 0
    (begins, entries), (starts, others) = rows, across
    for variable in entries[begins[row] : begins[row + 1]]:
        if is_known[variable]:
            continue
        determined = 0
        for other in others[starts[variable] : starts[variable + 1]]:
            if number[other] == 2:
                determined += 1
        if determined > most:
            best, most = variable, determined
        looks += starts[variable + 1] - starts[variable]
        if looks > CROWD:  # whoever is best so far
            break
    return best


def is_unit(row: int, variable: int, rows: Table, units: Any) -> bool:
    """Has the variable a unit in the row?"""
    starts, entries = rows
    for i in range(starts[row], starts[row + 1]):
        if entries[i] == variable:
            return bool(units[i])
    return False
