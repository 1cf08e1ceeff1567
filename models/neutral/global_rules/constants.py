"""Rows with literals that always hold, or never (`numbers.domains`): the same rows without these."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import Rows, RowsLike, rows_from_lengths, rows_of


def clauses_without_constants(table: RowsLike) -> tuple[Rows, NDArray[np.int64]]:
    """Clauses as `Model.any` takes them, and which of the given rows each is: without literals that never hold, without
    doubles, and without the rows that hold in any case."""
    rows = rows_of(table)
    owners, literals = rows.owners, rows.literals
    order = np.lexsort((literals, np.abs(literals), owners))
    owners, literals = owners[order], literals[order]
    follows = np.zeros(len(owners), bool)
    follows[1:] = (owners[1:] == owners[:-1]) & (np.abs(literals[1:]) == np.abs(literals[:-1]))
    double = follows.copy()
    double[1:] &= literals[1:] == literals[:-1]
    holds = np.zeros(len(rows), bool)
    holds[owners[(literals == ALWAYS) | (follows & ~double)]] = True
    keep = ~double & (literals != NEVER) & ~holds[owners]
    lengths = np.bincount(owners[keep], minlength=len(rows))[~holds]
    return rows_from_lengths(lengths, literals[keep].astype(np.int32)), np.flatnonzero(~holds)


def counts_without_constants(table: RowsLike) -> tuple[Rows, NDArray[np.int64]]:
    """Rows whose literals are counted, without those that are known, and how many of these hold in each row."""
    rows = rows_of(table)
    known = np.abs(rows.literals) == ALWAYS
    fixed = rows.sums((rows.literals == ALWAYS).astype(np.int64))
    lengths = rows.sums((~known).astype(np.int64))
    return rows_from_lengths(lengths, rows.literals[~known]), fixed
