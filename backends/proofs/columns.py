"""Clauses and proofs as columns: what all checkers take.

    Clauses   literals 1 -2 3 | -1 2, starts 0 3 5         the formula, clause 0 first
    Proof     the same, and for each step whether it deletes a clause; else the clause is a lemma
    Lrat      steps with an ID, a clause and hints: for a lemma the IDs of clauses, in the order in which they become
              unit, a negative one where a candidate of a RAT check begins; for a deletion the IDs of what is deleted

Literals are signed, as in DIMACS. The clauses of the formula have the IDs 1, 2, 3, ...
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import concatenated_ranges

Literals = NDArray[np.int32]
Starts = NDArray[np.int64]
Flags = NDArray[np.bool_]
MOST_VARIABLE = 2**30 - 1  # twice its number is a 32-bit number, still


@dataclass(frozen=True, slots=True, eq=False)
class Clauses:
    """literals: shape (literals,); starts: where each clause begins, and the end, shape (clauses + 1,)."""

    literals: Literals
    starts: Starts

    def __len__(self) -> int:
        return len(self.starts) - 1

    def clause(self, index: int) -> list[int]:
        """The literals of one clause, as they were written."""
        return [int(x) for x in self.literals[self.starts[index] : self.starts[index + 1]]]

    def lists(self) -> list[list[int]]:
        """All clauses."""
        return [self.clause(i) for i in range(len(self))]


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """A DRAT proof. clauses: of each step, the pivot first; deletes: shape (steps,)."""

    clauses: Clauses
    deletes: Flags

    def __len__(self) -> int:
        return len(self.deletes)


@dataclass(frozen=True, slots=True, eq=False)
class Lrat:
    """An LRAT proof. ids: of each step; a deletion has that of the lemma before it; hints, hint_starts: as clauses."""

    ids: Starts
    clauses: Clauses
    deletes: Flags
    hints: Starts
    hint_starts: Starts

    def __len__(self) -> int:
        return len(self.ids)


def clauses_from_lists(clauses: Iterable[Iterable[int]]) -> Clauses:
    """Clauses from lists of literals."""
    lists = [list(clause) for clause in clauses]
    starts = np.concatenate([[0], np.cumsum([len(clause) for clause in lists], dtype=np.int64)]).astype(np.int64)
    return Clauses(np.array([x for clause in lists for x in clause], np.int32), starts)


def clauses_from_zeros(flat: Literals) -> Clauses:
    """Clauses from one array with a 0 after each, as the lowering writes them."""
    ends = np.flatnonzero(flat == 0)
    starts = np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int64)
    return Clauses(flat[flat != 0].astype(np.int32), starts)


def proof_from_lists(steps: Iterable[tuple[bool, Iterable[int]]]) -> Proof:
    """A proof from pairs: is it a deletion, the clause."""
    pairs = [(deletes, list(clause)) for deletes, clause in steps]
    return Proof(clauses_from_lists(c for _, c in pairs), np.array([deletes for deletes, _ in pairs], np.bool_))


def take_clauses(store: Clauses, at: NDArray[np.int64]) -> Clauses:
    """Some clauses of a store, in that order."""
    lengths = np.diff(store.starts)[at]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return Clauses(store.literals[concatenated_ranges(store.starts[:-1][at], lengths)].astype(np.int32), starts)


def largest_variable(*stores: Clauses) -> int:
    """The largest number of a variable in any of these. Raises ValueError where one is too large, or a literal is 0."""
    literals = [store.literals for store in stores if len(store.literals)]
    if any((column == 0).any() for column in literals):
        raise ValueError("expected literals, found a 0 among them")
    largest = max((max(int(column.max()), -int(column.min())) for column in literals), default=0)
    if largest > MOST_VARIABLE:
        raise ValueError(f"expected variables up to {MOST_VARIABLE:,}, found {largest:,}")
    return largest
