"""Reduction to 3-SAT (Karp 1972): any clauses as clauses of three literals, by new variables y.

    l1 .. lk, k > 3    (l1 l2 y1) (-y1 l3 y2) (-y2 l4 y3) .. (-y(k-3) l(k-1) lk)
    l1 l2              (l1 l2 y) (l1 l2 -y)                                        where exactly three are asked for
    l1                 (l1 y z) (l1 y -z) (l1 -y z) (l1 -y -z)                      where exactly three are asked for

Every solution of the clauses extends to one of these, and every solution of these is one of the clauses: projected to
the old variables, the solutions are the same. A solution may have several extensions (y_i may be true as long as a
later literal holds), so count on the old variables only. An empty clause stays one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Literals = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ThreeSat:
    """clauses: all literals in one array, a 0 after each clause; rows: their number; variables: old and new."""

    clauses: Literals
    rows: int
    variables: int


def size(lengths: NDArray[np.int64], exactly: bool) -> int:
    """The number of literals after the reduction of clauses of these lengths."""
    return int((3 * _count_rows(lengths, exactly))[lengths > 3].sum() + _count_short(lengths, exactly).sum())


def three_sat(clauses: Literals, variables: int, exactly: bool = False) -> ThreeSat:
    """The clauses (a 0 after each) with at most three literals each, or with exactly three, in the same order; new
    variables are numbered from `variables` + 1 on."""
    ends = np.flatnonzero(clauses == 0)
    lengths = np.diff(ends, prepend=-1) - 1
    firsts = ends - lengths
    rows, fresh = _count_rows(lengths, exactly), _count_fresh(lengths, exactly)
    widths = _widths(lengths, exactly)
    starts = np.cumsum(widths) - widths
    next_fresh = variables + 1 + np.cumsum(fresh) - fresh
    flat = np.empty(int(widths.sum()), np.int32)
    for length in np.unique(lengths).tolist():
        here = np.flatnonzero(lengths == length)
        literals = clauses[firsts[here, None] + np.arange(length)]
        new = (next_fresh[here, None] + np.arange(int(_count_fresh(length, exactly)))).astype(np.int32)
        converted = _split_long(literals, new) if length > 3 else _pad_short(literals, new)
        flat[starts[here, None] + np.arange(converted.shape[1])] = converted
    return ThreeSat(flat, int(rows.sum()), variables + int(fresh.sum()))


def _split_long(literals: Literals, new: Literals) -> Literals:
    """A chain per row: its clauses, of three literals and a 0, one after the other."""
    number, length = literals.shape
    chain = np.zeros((number, length - 2, 4), np.int32)
    chain[:, 0, 0] = literals[:, 0]
    chain[:, 1:, 0] = -new
    chain[:, :, 1] = literals[:, 1:-1]
    chain[:, :-1, 2] = new
    chain[:, -1, 2] = literals[:, -1]
    return chain.reshape(number, -1)


def _pad_short(literals: Literals, new: Literals) -> Literals:
    """A short row once for each pair of signs of the new variables behind it; as it is where there are none."""
    number, length = literals.shape
    signs = 1 - 2 * (np.arange(2 ** new.shape[1])[:, None] >> np.arange(new.shape[1])[::-1] & 1)
    padded = np.zeros((number, len(signs), length + new.shape[1] + 1), np.int32)
    padded[:, :, :length] = literals[:, None]
    padded[:, :, length:-1] = new[:, None] * signs
    return padded.reshape(number, -1)


# ---- how many, by the length of a clause -------------------------------------------------------------------------


def _count_fresh(lengths: NDArray[np.int64] | int, exactly: bool) -> NDArray[np.int64]:
    short = 3 - np.asarray(lengths)
    return np.where(short < 0, -short, np.where(exactly & (short < 3), short, 0))


def _count_rows(lengths: NDArray[np.int64], exactly: bool) -> NDArray[np.int64]:
    return np.where(lengths > 3, lengths - 2, 2 ** _count_fresh(np.minimum(lengths, 3), exactly))


def _count_short(lengths: NDArray[np.int64], exactly: bool) -> NDArray[np.int64]:
    """The number of literals after the reduction of the clauses of at most three; 0 for longer ones."""
    fresh = _count_fresh(np.minimum(lengths, 3), exactly)
    return np.where(lengths > 3, 0, (lengths + fresh) * 2**fresh)


def _widths(lengths: NDArray[np.int64], exactly: bool) -> NDArray[np.int64]:
    """Literals and zeros."""
    rows = _count_rows(lengths, exactly)
    return np.where(lengths > 3, 4 * rows, _count_short(lengths, exactly) + rows)
