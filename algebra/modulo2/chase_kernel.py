"""The loops of `chase` and `peeling` over sparse rows, compiled by numba if it is installed, else run as Python.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

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
