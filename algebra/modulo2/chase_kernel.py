"""The loops of `chase` and `peeling` over sparse rows, compiled by numba where it is there, else run as Python.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.jit import jit

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]
Bits = NDArray[np.bool_]
Words = NDArray[np.uint64]
NONE = -1


@jit
def transpose(starts: Column, entries: Numbers, places: Column, turned: Numbers) -> None:
    """Rows to columns; places: where each column begins in `turned`, used up."""
    for row in range(len(starts) - 1):
        for i in range(starts[row], starts[row + 1]):
            turned[places[entries[i]]] = row
            places[entries[i]] += 1


@jit
def chase(starts: Column, entries: Numbers, turned_starts: Column, turned: Numbers, order: Numbers, by: Numbers) -> int:
    """Which variable becomes known when: order, and by which row (NONE: guessed); how many do.

    Rows wait in a queue per number of unknowns, first come first served; one whose number has changed since is
    skipped when it is met, for it stands in another queue too."""
    rows = len(starts) - 1
    unknowns, last = np.zeros(rows, np.int32), np.zeros(rows, np.int32)  # last: the sum of the unknowns' numbers
    known = np.zeros(len(turned_starts) - 1, np.bool_)
    most = 0
    for row in range(rows):
        unknowns[row] = starts[row + 1] - starts[row]
        most = max(most, unknowns[row])
        for i in range(starts[row], starts[row + 1]):
            last[row] ^= entries[i]
    first_in, last_in = np.full(most + 1, NONE, np.int32), np.full(most + 1, NONE, np.int32)
    waiting, behind = np.empty(len(entries) + rows, np.int32), np.empty(len(entries) + rows, np.int32)
    made = 0
    for row in range(rows):
        made = enqueue_row(row, unknowns[row], made, first_in, last_in, waiting, behind)
    count = lowest = 0
    while True:
        row, lowest = next_row(unknowns, lowest, first_in, last_in, waiting, behind)
        if row == NONE:
            return count
        guessed = unknowns[row] > 1
        variable = choose_guess(row, starts, entries, turned_starts, turned, unknowns, known) if guessed else last[row]
        order[count], by[count] = variable, NONE if guessed else row
        count += 1
        known[variable] = True
        for i in range(turned_starts[variable], turned_starts[variable + 1]):
            other = turned[i]
            unknowns[other] -= 1
            last[other] ^= variable
            lowest = min(lowest, unknowns[other])
            made = enqueue_row(other, unknowns[other], made, first_in, last_in, waiting, behind)


@jit
def enqueue_row(
    row: int, unknowns: int, made: int, first_in: Numbers, last_in: Numbers, waiting: Numbers, behind: Numbers
) -> int:
    """Put a row at the end of the queue of its number; the number of places taken so far."""
    if unknowns == 0:
        return made
    waiting[made], behind[made] = row, NONE
    if last_in[unknowns] == NONE:
        first_in[unknowns] = made
    else:
        behind[last_in[unknowns]] = made
    last_in[unknowns] = made
    return made + 1


@jit
def next_row(
    unknowns: Numbers, lowest: int, first_in: Numbers, last_in: Numbers, waiting: Numbers, behind: Numbers
) -> tuple[int, int]:
    """The first row with the fewest unknowns, and how many that is; no queue below `lowest` has any."""
    for number in range(max(lowest, 1), len(first_in)):
        while first_in[number] != NONE:
            row = waiting[first_in[number]]
            if unknowns[row] == number:
                return int(row), number
            first_in[number] = behind[first_in[number]]
        last_in[number] = NONE
    return NONE, 1


@jit
def choose_guess(
    row: int, starts: Column, entries: Numbers, turned_starts: Column, turned: Numbers, unknowns: Numbers, known: Bits
) -> int:
    """The unknown of the row that leaves most rows with one unknown."""
    best, most, looks = NONE, -1, 0
    for i in range(starts[row], starts[row + 1]):
        variable = entries[i]
        if known[variable]:
            continue
        determined = 0
        for j in range(turned_starts[variable], turned_starts[variable + 1]):
            determined += unknowns[turned[j]] == 2
            looks += 1
        if determined > most:
            best, most = variable, determined
        if looks > 10_000:  # a crowd: whoever is best so far
            break
    return int(best)


@jit
def replay(starts: Column, entries: Numbers, order: Numbers, by: Numbers, odd: Bits, values: Words) -> None:
    """Give every determined variable its value, in order. values: a row of words per variable, those of guesses are
    there; odd: right sides of rows, to be added to every bit, or none at all."""
    for k in range(len(order)):
        row, variable = by[k], order[k]
        if row == NONE:
            continue
        whole = np.uint64(0)
        if len(odd) and odd[row]:
            whole = ~whole
        target = values[variable]
        target[:] = whole
        for i in range(starts[row], starts[row + 1]):
            if entries[i] != variable:
                target ^= values[entries[i]]


@jit
def row_sums(starts: Column, entries: Numbers, chosen: Column, values: Words, sums: Words) -> None:
    """The sum of each chosen row, shape (chosen, words)."""
    for k in range(len(chosen)):
        target = sums[k]
        for i in range(starts[chosen[k]], starts[chosen[k] + 1]):
            target ^= values[entries[i]]


@jit
def adjoint(turned_starts: Column, turned: Numbers, order: Numbers, by: Numbers, chosen: Bits) -> None:
    """Choose determining rows so that in the sum of all chosen rows no determined variable is left."""
    for k in range(len(order) - 1, -1, -1):
        row = by[k]
        if row == NONE:
            continue
        odd = False
        for i in range(turned_starts[order[k]], turned_starts[order[k] + 1]):
            if turned[i] != row and chosen[turned[i]]:
                odd = not odd
        chosen[row] = odd


@jit
def add_in_order(values: Bits, into: Numbers, added: Numbers) -> None:
    """values[into[i]] += values[added[i]], one after the other."""
    for i in range(len(into)):
        values[into[i]] ^= values[added[i]]


@jit
def complete(columns: Numbers, starts: Column, others: Numbers, odd: Bits, values: Words) -> None:
    """From the last pivot to the first: its variable is the sum of the others, and of its right side if given."""
    for k in range(len(columns) - 1, -1, -1):
        whole = np.uint64(0)
        if len(odd) and odd[k]:
            whole = ~whole
        target = values[columns[k]]
        target[:] = whole
        for i in range(starts[k], starts[k + 1]):
            target ^= values[others[i]]
