"""Clauses in columns, and where each literal occurs in them, for local search.

    literal x   2x + 0        clause c        literals[starts[c] : starts[c + 1]], in the given order
    literal -x  2x + 1        clauses of l    clauses[occurrence_starts[l] : occurrence_starts[l + 1]], ascending

A walk counts true literals and keeps the exclusive or of their variables, so no variable may occur twice in a clause: a
repeated literal is dropped, and so is a clause with a literal and its negation, which always holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]
Starts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Formula:
    """See above. variables: how many, numbered from 1; literals 0 and 1 are not used."""

    variables: int
    starts: Starts
    literals: Column
    occurrence_starts: Starts
    clauses: Column

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Column:
        """Literals of each clause."""
        return np.diff(self.starts).astype(np.int32)


def formula(flat: NDArray[np.int32], variables: int) -> Formula:
    """From all literals in one array, as in DIMACS, a 0 after each clause. Raises ValueError for an empty clause,
    which no walk can satisfy, and for a literal beyond the variables."""
    ends = np.flatnonzero(flat == 0)
    signed = flat[flat != 0]
    starts = np.concatenate([[0], ends - np.arange(len(ends))])
    if len(signed) and max(signed.max(), -signed.min()) > variables:
        raise ValueError(f"expected variables up to {variables}; found {max(signed.max(), -signed.min())}")
    if (np.diff(starts) == 0).any():
        raise ValueError(f"clause {int(np.argmin(np.diff(starts)))} is empty")
    literals = (2 * np.abs(signed) + (signed < 0)).astype(np.int32)
    starts, literals = _remove_repeats(starts, literals, variables)
    row = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    at = np.concatenate([[0], np.cumsum(np.bincount(literals, minlength=2 * variables + 2))])
    return Formula(variables, starts, literals, at, row[np.argsort(literals, kind="stable")])


def _remove_repeats(starts: Starts, literals: Column, variables: int) -> tuple[Starts, Column]:
    """The same clauses with no variable twice; those that always hold are dropped. A formula without
    repeats is returned as it is, without sorting."""
    from backends.walking.walk_kernel import has_repeats

    if not has_repeats(starts, literals, np.full(variables + 1, -1, np.int64)):
        return starts, literals
    row = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    order = np.lexsort((literals, row))  # equal literals, and a literal and its negation, become neighbours
    same_row = row[order[1:]] == row[order[:-1]]
    keep = np.ones(len(literals), np.bool_)
    keep[order[1:][same_row & (literals[order[1:]] == literals[order[:-1]])]] = False  # stable: the first one stays
    clash = same_row & (literals[order[1:]] == (literals[order[:-1]] ^ 1))
    holds = np.zeros(len(starts) - 1, np.bool_)
    holds[row[order[1:][clash]]] = True
    keep &= ~holds[row]
    lengths = np.bincount(row[keep], minlength=len(holds))[~holds]
    return np.concatenate([[0], np.cumsum(lengths)]), literals[keep]
