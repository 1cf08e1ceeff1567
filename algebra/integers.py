"""The number of solutions of equations modulo 2, by elimination with Python integers: slow, but independent of the
packed and sparse eliminations of `algebra.modulo2`, so that it can confirm their results.

An equation is one integer, bit x for variable x and bit 0 for the right side; it is reduced by the equations before it,
by highest bit, until it is new or 0. The variables P that are projected on have the low bits, so that the new equations
whose highest bit is in P are all that the system says of P together: the solutions on P have the dimension |P| - their
number.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds


def projected_dimension(
    starts: NDArray[np.int64],
    entries: NDArray[np.int64],
    odd: NDArray[np.bool_],
    variables: int,
    project: NDArray[np.int32],
    deadline: float,
    progress: Progress = ignore_progress,
) -> int | None:
    """The number of solutions that differ on `project` is 2 to this; -1 for none at all; None at the deadline, on
    time.monotonic's clock.

    starts (rows + 1,), entries: the variables of each equation, 1..variables, none twice; odd (rows,): its right side.
    progress: gets the number of the equation."""
    bit_of = np.zeros(variables + 1, np.int64)  # those of `project` first
    bit_of[project] = np.arange(1, len(project) + 1)
    others = np.flatnonzero(bit_of[1:] == 0) + 1
    bit_of[others] = np.arange(len(project) + 1, variables + 1)
    basis: dict[int, int] = {}
    bits, rows = bit_of[entries], len(odd)
    for row, (start, stop) in enumerate(pairwise(starts.tolist())):
        if work_seconds() > deadline:
            return None
        progress("elimination by integers", row, rows)
        number = int(odd[row])
        for bit in bits[start:stop].tolist():
            number ^= 1 << bit
        while number > 1 and (high := number.bit_length()) in basis:
            number ^= basis[high]
        if number == 1:
            return -1
        if number:
            basis[number.bit_length()] = number
    return len(project) - sum(high <= len(project) + 1 for high in basis)
