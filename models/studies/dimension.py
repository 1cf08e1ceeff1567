"""How many solutions parity rows have, counted a second time, by code that no backend shares.

A row is one Python integer, bit x for variable x and bit 0 for the right side; it is reduced by the rows before it, by
highest bit, until it is new or 0. The asked variables P have the low bits, so that the new rows whose highest bit is
in P are all that the rows say of P together: the solutions on P have the dimension |P| - their number.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model


def dimension(
    model: Model, project: NDArray[np.int32], deadline: float, watch: Callable[[str], None] | None = None
) -> int | None:
    """The number of solutions that differ on `project` is 2 to this; -1 for none at all. None where the model has
    other rows than parity and single literals, or with a guard, or at the deadline, on time.monotonic's clock.
    watch: told how far it is, row by row."""
    if model.integer.any() or not all(map(_is_parity, model.blocks)):
        return None
    at = np.zeros(model.variables + 1, np.int64)  # the bit of each variable: those of `project` first
    at[project] = np.arange(1, len(project) + 1)
    others = np.flatnonzero(at[1:] == 0) + 1
    at[others] = np.arange(len(project) + 1, model.variables + 1)
    basis: dict[int, int] = {}
    done, rows = 0, sum(map(len, model.blocks))
    for block in model.blocks:
        bits = at[np.abs(block.rows.literals)]
        odd = (block.lo + block.rows.sums((block.rows.literals < 0).astype(np.int64))) % 2
        for row, (start, stop) in enumerate(pairwise(block.rows.starts.tolist())):
            if time.monotonic() > deadline:
                return None
            if watch is not None:
                watch(f"elimination by integers: row {done} of {rows}")
            done, number = done + 1, int(odd[row])
            for bit in bits[start:stop].tolist():
                number ^= 1 << bit
            while number > 1 and (high := number.bit_length()) in basis:
                number ^= basis[high]
            if number == 1:
                return -1
            if number:
                basis[number.bit_length()] = number
    return len(project) - sum(high <= len(project) + 1 for high in basis)


def _is_parity(block: Block) -> bool:
    """Parity rows, or literals that hold, which are the same with one literal and an odd sum."""
    single = block.kind is Kind.CLAUSE and bool((block.rows.lengths == 1).all())
    return block.when is None and (block.kind is Kind.PARITY or single)
