"""The judge: does every clause hold in every solution of the model? Part of what a proof rests on.

It reads the model (through `stated_rows`), the clauses, and what others say of them: which row a clause comes from, and
what fresh variables stand for. Of what they say nothing is believed but what is checked here: a definition speaks of
variables of the model alone, an origin is the number of a row.

Where the coefficients of a definition are not all 1, not every sum can be reached: "at least 4" of 3 x + 5 y is "at
least 5". The sums that 0 and 1 can reach are found by a bit set, a bit for each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.justifying.definitions import SUM, Definitions
from backends.justifying.stated_rows import StatedRows, integer_parts, stated_rows
from backends.proofs.columns import Clauses
from models.neutral import Model
from rosetta.foundation.limits import TimeReached
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

Column = NDArray[np.int64]
SLICE = 20_000  # clauses between two looks at the clock
MOST_REACH = 1 << 20  # of sums that are told apart


@dataclass(frozen=True, slots=True)
class Justification:
    """refusal: None where every clause follows; else the first that does not, in words. clauses: how many were read."""

    refusal: str | None
    clauses: int

    @property
    def is_justified(self) -> bool:
        """Do all clauses hold in every solution of the model?"""
        return self.refusal is None


def judge_clauses(
    model: Model,
    clauses: Clauses,
    origins: Column,
    defined: Definitions,
    seconds: float = float("inf"),
    progress: Progress = ignore_progress,
) -> Justification:
    """Does each clause follow from the row that it is said to come from?

    origins: shape (clauses,), rows of the model counted block after block, negative where a clause comes from none.
    Raises ValueError for columns of the wrong shape or range, LimitReached after that many seconds."""
    from backends.justifying.judge_kernel import find_unjustified

    deadline = work_seconds() + seconds
    rows = stated_rows(model)
    _check_columns(model, clauses, origins, defined, rows)
    judged = _judged(model, clauses, origins, defined, rows)
    done = 0
    while done < len(clauses):
        end = min(done + SLICE, len(clauses))
        stop = int(find_unjustified(judged, done, end))
        if stop < end:
            return Justification(_describe_clause(model, rows, clauses, origins, stop), stop)
        done = end
        progress("checking clauses against rows", done, len(clauses))
        if work_seconds() > deadline:
            raise TimeReached("checking clauses against rows took too long")
    return Justification(None, done)


def _check_columns(model: Model, clauses: Clauses, origins: Column, defined: Definitions, rows: StatedRows) -> None:
    """Raise ValueError for what is not as the kernel expects it."""
    variables = model.variables + int(integer_parts(model).width.sum())
    checks = {
        "a clause for each origin": len(origins) == len(clauses),
        "origins that are rows": not len(origins) or int(origins.max()) < len(rows),
        "fresh variables after those of the model": defined.first == variables + 1,
        "definitions over variables of the model": not len(defined.variables)
        or (int(defined.variables.min()) >= 1 and int(defined.variables.max()) <= variables),
        "a k for each definition": len(defined.k) == len(defined) == len(defined.starts) - 1,
        "terms for each definition": defined.starts[0] == 0
        and bool((np.diff(defined.starts) >= 0).all())
        and defined.starts[-1] == len(defined.variables) == len(defined.coefs),
        "literals that are not 0": bool((clauses.literals != 0).all()),
    }
    for expected, is_so in checks.items():
        if not is_so:
            raise ValueError(f"expected {expected}")


def _judged(model: Model, clauses: Clauses, origins: Column, defined: Definitions, rows: StatedRows) -> Any:
    from backends.justifying.judge_kernel import JudgedClauses

    parts = integer_parts(model)
    integer, place = np.zeros(defined.first, np.int64), np.zeros(defined.first, np.int64)
    for z in np.flatnonzero(parts.width).tolist():
        at = slice(parts.first[z], parts.first[z] + parts.width[z])
        integer[at], place[at] = z, np.arange(parts.width[z])
    width = np.zeros(defined.first, np.int64)
    width[: len(parts.width)] = parts.width
    size = _sizes(defined)
    # a sum within -size .. size: a k beyond says the same as the first one beyond, and additions stay within 64 bits
    k = np.where(defined.kind == SUM, np.clip(defined.k, -size - 1, size + 1), defined.k & 1)
    defined = replace(defined, k=k)
    at_least, at_most = _tight_bounds(clauses, defined)
    return JudgedClauses(
        literals=clauses.literals.astype(np.int64),
        clause_starts=clauses.starts,
        origins=origins,
        row_starts=rows.starts,
        row_variables=rows.variables,
        row_coefs=rows.coefs,
        row_lo=rows.lo,
        row_hi=rows.hi,
        row_parity=rows.parity.astype(np.int8),
        row_guard=rows.guard,
        row_divisor=rows.divisor,
        first=np.array([defined.first]),
        kind=defined.kind.astype(np.int8),
        starts=defined.starts,
        variables=defined.variables,
        coefs=defined.coefs,
        at_least=at_least,
        at_most=at_most,
        size=size,
        integer=integer,
        place=place,
        width=width,
        level=np.full(defined.first, -1, np.int8),
        low=np.zeros(defined.first, np.int64),
        high=width.copy(),
        acc=np.zeros(defined.first, np.int64),
        odd=np.zeros(defined.first, np.int8),
        is_touched=np.zeros(defined.first, np.int8),
        touched=np.zeros(defined.first, np.int64),
        numbers=np.zeros(6, np.int64),
    )


def _sizes(defined: Definitions) -> Column:
    """By definition the sum of its coefficients' absolute values, 2^62 where it is more: those are left out."""
    size = np.zeros(len(defined))
    np.add.at(size, np.repeat(np.arange(len(defined)), np.diff(defined.starts)), np.abs(defined.coefs.astype(float)))
    return np.minimum(size, 2.0**62).astype(np.int64)


def _tight_bounds(clauses: Clauses, defined: Definitions) -> tuple[Column, Column]:
    """By definition, what the sum comes to at least if it is k or more, and at most if it is less; only of those that
    the clauses mention, k and k - 1 for the others."""
    at_least, at_most = defined.k.copy(), defined.k - 1
    used = np.zeros(len(defined), np.bool_)
    mentioned = np.abs(clauses.literals.astype(np.int64)) - defined.first
    used[mentioned[(mentioned >= 0) & (mentioned < len(defined))]] = True
    weighted = np.zeros(len(defined), np.bool_)
    weighted[np.repeat(np.arange(len(defined)), np.diff(defined.starts))[np.abs(defined.coefs) != 1]] = True
    for i in np.flatnonzero(used & weighted & (defined.kind == SUM)).tolist():
        coefs = defined.coefs[defined.starts[i] : defined.starts[i + 1]]
        if np.abs(coefs.astype(float)).sum() <= MOST_REACH:
            at_least[i], at_most[i] = reachable_neighbours(tuple(sorted(coefs.tolist())), int(defined.k[i]))
    return at_least, at_most


def reachable_neighbours(coefs: tuple[int, ...], k: int) -> tuple[int, int]:
    """The least sum of some of these coefficients that is k or more, and the greatest below k; k and k - 1 where there
    is none."""
    lowest = sum(c for c in coefs if c < 0)
    bits, at = _reachable_sums(coefs), max(k - lowest, 0)
    above, below = bits >> at, bits & ((1 << at) - 1)
    least = lowest + at + (above & -above).bit_length() - 1 if above else k
    return least, lowest + below.bit_length() - 1 if below else k - 1


@lru_cache(maxsize=1000)
def _reachable_sums(coefs: tuple[int, ...]) -> int:
    """Bit i is set if the lowest sum and i more can be reached."""
    bits = 1
    for c in coefs:
        bits |= bits << abs(c)
    return bits


def _describe_clause(model: Model, rows: StatedRows, clauses: Clauses, origins: Column, index: int) -> str:
    """`clause 7 (1 -2) does not follow from rule 'one in each', row 3`."""
    literals, row = " ".join(map(str, clauses.clause(index))), int(origins[index])
    if row < 0:
        return f"clause {index + 1} ({literals}) does not hold by itself"
    b = int(np.searchsorted(rows.first, row, side="right")) - 1
    block = model.blocks[b]
    where = block.name_of_row(row - int(rows.first[b]))
    return f"clause {index + 1} ({literals}) does not follow from rule '{block.sentence}', {where}"


def prepare() -> None:
    """Compile the kernel, or read it from disk."""
    from backends.proofs.columns import clauses_from_lists

    m = Model("three")
    m.any("one of three", m.bools("x", 3))
    none = np.zeros(0, np.int64)
    nothing = Definitions(4, none.astype(np.int8), none, np.zeros(1, np.int64), none, none)
    assert judge_clauses(m, clauses_from_lists([[1, 2, 3]]), np.zeros(1, np.int64), nothing).is_justified


if __name__ == "__main__":
    prepare()
