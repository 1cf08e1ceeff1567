"""The order of a light chase: an equation with one unknown determines it; if there is none, one is guessed.

    known  known  known          On a board of lights with the presses of the first row guessed, the light above each
      .      ?      .            press of the second row determines it, and so on downwards; the lights of the last row
                                 say what the guesses must satisfy. (The "Spanish method".)

That is elimination with inactivation, as in structured Gaussian elimination (LaMacchia & Odlyzko 1990) and in the
decoding of fountain codes (Shokrollahi, Lassen & Karp 2005). Guesses are made where they determine most, in a row
with as few unknowns as there are, first come first served: on an n x m board, n <= m, that takes n guesses, along
diagonals. The guesses are a zero forcing set of the graph, whose size bounds the dimension of the kernel.

The order depends on where the entries are, and on one thing more: a x = b determines x only if a is a unit. Modulo 2
every entry is one; 2 modulo 6 is none. A row whose last unknown has no unit waits until nothing else can be done, and
then that unknown is guessed.

The loops (`chase_order_loops`) run as Python on lists, or compiled on arrays (`chase_order_kernel`): in a fiftieth of
the time, but loading the compiler takes as long as Python takes for COMPILE_FROM entries.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.chase_order_loops import NONE, Table, determine
from rosetta.foundation.jit import is_compiled

Numbers: TypeAlias = NDArray[np.int32]
Column: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = NDArray[np.bool_]

NO_ROW = -1
COMPILE_FROM = 400_000


def chase_order(rows: Table, across: Table, units: Bits, compiled: bool = False) -> tuple[Numbers, Numbers]:
    """The variables as they become known, and the row that determines each, NO_ROW for a guess. Variables that stand
    in no row are not in the order.

    rows, across: the matrix and its transpose, arrays; units (entries,): which entries of `rows` are units, empty if
    all are. compiled: in any case; else only where it costs nothing or pays. The order is the same."""
    variables, number = len(across[0]) - 1, np.diff(rows[0])
    places = int(number.max(initial=0)) + 1 + len(rows[1]) + len(number)  # per queue, entry and row: see `Queues`
    if compiled or len(rows[1]) >= COMPILE_FROM or "algebra.chase_order_kernel" in sys.modules:
        from algebra import chase_order_kernel as kernel

        if is_compiled(kernel.determine):
            return _compiled_order(kernel.determine, rows, across, units, places)
    ends = list(range(int(number.max(initial=0)) + 1))
    unknowns = number.tolist(), _exclusive_ors(rows).tolist(), [False] * variables
    queues = ends, ends.copy(), [0] * places, [NONE] * places
    order, by = [NONE] * variables, [NO_ROW] * variables
    count = determine(_lists(rows), _lists(across), units.tolist(), unknowns, queues, order, by)
    return np.array(order[:count], np.int32), np.array(by[:count], np.int32)


def _compiled_order(
    kernel: Callable[..., int], rows: Table, across: Table, units: Bits, places: int
) -> tuple[Numbers, Numbers]:
    """The same, on arrays. The tables are copied, since numba would compile once more for arrays that are read-only."""
    variables, number = len(across[0]) - 1, np.diff(rows[0]).astype(np.int32)
    ends = np.arange(number.max(initial=0) + 1, dtype=np.int32)
    matrix, turned = ((np.array(starts, np.int64), np.array(entries, np.int32)) for starts, entries in (rows, across))
    unknowns = number, _exclusive_ors(rows).astype(np.int32), np.zeros(variables, np.bool_)
    queues = ends, ends.copy(), np.zeros(places, np.int32), np.full(places, NONE, np.int32)
    order, by = np.full(variables, NONE, np.int32), np.full(variables, NO_ROW, np.int32)
    count = kernel(matrix, turned, units, unknowns, queues, order, by)
    return order[:count], by[:count]


def _exclusive_ors(rows: Table) -> Any:
    """(rows,): the exclusive or of the entries of each row."""
    starts, entries = rows
    ors, filled = np.zeros(len(starts) - 1, entries.dtype), np.flatnonzero(np.diff(starts))
    if len(filled):
        ors[filled] = np.bitwise_xor.reduceat(entries, starts[filled])
    return ors


def chase_levels(rows: Table, order: Numbers, by: Numbers, variables: int) -> Column:
    """(variables,): 0 for guesses, for others one more than the highest of those that stand in their row too."""
    starts, entries = _lists(rows)
    level = [0] * variables
    for variable, row in zip(order.tolist(), by.tolist(), strict=True):
        if row != NO_ROW:
            level[variable] = 1 + max([level[entry] for entry in entries[starts[row] : starts[row + 1]]])
    return np.array(level, np.int64)


def _lists(arrays: tuple[Any, ...]) -> Any:
    return tuple(array.tolist() for array in arrays)
