"""The propagation loop, compiled by numba; without numba, the same code runs as Python.

A row's reach [low, high] is kept as two slacks, so that one look at 32 bytes tells whether a row is worth a visit:

    above = hi - low       how much may still be added to the least sum         < 0: the row cannot hold
    below = high - lo      how much may still be taken from the largest sum     < 0: the row cannot hold
    span  = hi - lo        above <= span and below <= span: the row holds in any case
    widest                 the largest |coefficient| * (upper - lower) at the start; PARITY for parity rows

A bound of a term can only follow if above < widest or below < widest. For parity, above + below is the number of
open literals, and above is odd as long as an odd number is missing.

Imported when first used, since numba takes half a second to load. Where numba is missing, the table of occurrences, the
one step that touches every literal, is built by numpy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import is_compiled, jit

ABOVE, BELOW, SPAN, WIDEST = range(4)  # columns of `slack`
PARITY = -1  # in the column WIDEST
FIXPOINT, CONTRADICTION, STOPPED = range(3)
NO_ROW = -1

Numbers = NDArray[np.int32]
Column = NDArray[np.int64]


class Tables(NamedTuple):
    """A model as the loop reads it. coefs: one per literal, or none at all if every one is 1; when: one guard per
    row (0: none), or none at all; occurrence_rows: the rows of each variable, -r - 1 where it is negated in row r;
    weights: its coefficient there, with that sign (none if all are 1); guarded_rows: the rows that it guards."""

    starts: Column
    literals: Numbers
    coefs: Column
    when: Numbers
    occurrence_starts: Column
    occurrence_rows: Numbers
    weights: Column
    guarded_starts: Column
    guarded_rows: Numbers


class State(NamedTuple):
    """What the loop changes. slack: see above, shape (rows, 4); queue: a ring of rows, each at most once; counts: the
    first row in the queue, how many there are, visits, derivations. A derivation is a literal (x: the lower bound of
    x, -x: the upper one), the bound, and the row that gave it; there is room for as many as are allowed."""

    lower: Column
    upper: Column
    slack: Column
    queue: Numbers
    queued: NDArray[np.bool_]
    counts: Column
    derived: Numbers
    bounds: Column
    reasons: Numbers


FIRST, WAITING, VISITS, DERIVED = range(4)  # entries of `counts`


@jit
def occurrences(starts: Column, literals: Numbers, coefs: Column, variables: int) -> tuple[Column, Numbers, Column]:
    """The table of rows transposed: first place per variable, rows, coefficients (see `Tables`)."""
    first = np.zeros(variables + 2, np.int64)
    for literal in literals:
        first[abs(literal) + 1] += 1
    first = np.cumsum(first)
    place = first.copy()
    rows = np.empty(len(literals), np.int32)
    weights = np.empty(len(coefs), np.int64)
    for row in range(len(starts) - 1):
        for at in range(starts[row], starts[row + 1]):
            literal = literals[at]
            to = place[abs(literal)]
            place[abs(literal)] += 1
            rows[to] = row if literal > 0 else -row - 1
            if len(coefs):
                weights[to] = coefs[at] if literal > 0 else -coefs[at]
    return first, rows, weights


def occurrences_by_columns(
    starts: Column, literals: Numbers, coefs: Column, variables: int
) -> tuple[Column, Numbers, Column]:
    """As `occurrences`, with numpy."""
    at = np.abs(literals)
    first = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=variables + 1))])
    order = np.argsort(at, kind="stable")
    owners = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    rows = np.where(literals > 0, owners, -owners - 1)[order].astype(np.int32)
    weights = np.where(literals > 0, coefs, -coefs)[order] if len(coefs) else coefs
    return first.astype(np.int64), rows, weights


@jit
def is_worth_visiting(t: Tables, s: State, row: int) -> bool:
    """May a visit to the row derive something? False only if it cannot."""
    above, below, widest = s.slack[row, ABOVE], s.slack[row, BELOW], s.slack[row, WIDEST]
    if widest == PARITY:
        if above + below > 1:
            return False
    elif (above >= widest and below >= widest) or (above <= s.slack[row, SPAN] and below <= s.slack[row, SPAN]):
        return False
    if len(t.when) == 0 or t.when[row] == 0:
        return True
    guard = t.when[row]
    x = abs(guard)
    if s.lower[x] < s.upper[x]:  # open: the row can only imply that the guard is false
        return bool((above + below == 0) if widest == PARITY else (above < 0 or below < 0))
    return bool((s.lower[x] == 1) == (guard > 0))


@jit
def enqueue(t: Tables, s: State, row: int) -> None:
    """Put the row at the end of the queue, if it is worth a visit and not there already."""
    if not s.queued[row] and is_worth_visiting(t, s, row):
        s.queued[row] = True
        s.queue[(s.counts[FIRST] + s.counts[WAITING]) % len(s.queue)] = row
        s.counts[WAITING] += 1


@jit
def derive(t: Tables, s: State, literal: int, bound: int, reason: int) -> int:
    """Set a bound (x: the lower one, -x: the upper one), with the slacks of all rows its variable stands in."""
    x = abs(literal)
    if (literal > 0 and bound > s.upper[x]) or (literal < 0 and bound < s.lower[x]):
        return CONTRADICTION
    count = s.counts[DERIVED]
    if count == len(s.derived):
        return STOPPED
    s.derived[count], s.bounds[count], s.reasons[count] = literal, bound, reason
    s.counts[DERIVED] += 1
    delta = bound - s.lower[x] if literal > 0 else bound - s.upper[x]
    if literal > 0:
        s.lower[x] = bound
    else:
        s.upper[x] = bound
    for at in range(t.occurrence_starts[x], t.occurrence_starts[x + 1]):
        row = t.occurrence_rows[at] if t.occurrence_rows[at] >= 0 else -t.occurrence_rows[at] - 1
        weight = t.weights[at] if len(t.weights) else (1 if t.occurrence_rows[at] >= 0 else -1)
        step = weight * delta
        s.slack[row, BELOW if (weight > 0) == (literal < 0) else ABOVE] -= abs(step)
        enqueue(t, s, row)
    for at in range(t.guarded_starts[x], t.guarded_starts[x + 1]):
        enqueue(t, s, t.guarded_rows[at] if t.guarded_rows[at] >= 0 else -t.guarded_rows[at] - 1)
    return FIXPOINT


@jit
def visit_sum(t: Tables, s: State, row: int) -> int:
    """The bounds that a sum which must hold implies: no term may use more than the remaining slack."""
    for at in range(t.starts[row], t.starts[row + 1]):
        x = abs(t.literals[at])
        weight = t.coefs[at] if len(t.coefs) else 1
        if weight == 0 or s.lower[x] == s.upper[x]:
            continue
        sign = 1 if (weight > 0) == (t.literals[at] > 0) else -1  # of x in the sum
        room = s.slack[row, ABOVE] // abs(weight)  # from the end of x at which the sum is least
        if room < s.upper[x] - s.lower[x]:
            status = derive(t, s, -sign * x, s.lower[x] + room if sign > 0 else s.upper[x] - room, row)
            if status != FIXPOINT:
                return status
        room = s.slack[row, BELOW] // abs(weight)
        if room < s.upper[x] - s.lower[x]:
            status = derive(t, s, sign * x, s.upper[x] - room if sign > 0 else s.lower[x] + room, row)
            if status != FIXPOINT:
                return status
    return FIXPOINT


@jit
def visit_parity(t: Tables, s: State, row: int) -> int:
    """The value that a parity row which must hold implies for its last open literal."""
    for at in range(t.starts[row], t.starts[row + 1]):
        literal = t.literals[at]
        x = abs(literal)
        if s.lower[x] < s.upper[x]:
            if s.slack[row, ABOVE] % 2 == 0:
                literal = -literal
            return derive(t, s, literal, 1 if literal > 0 else 0, row)
    return FIXPOINT


@jit
def is_impossible(s: State, row: int) -> bool:
    """Does the row allow none of the sums it can reach?"""
    above, below = s.slack[row, ABOVE], s.slack[row, BELOW]
    if s.slack[row, WIDEST] == PARITY:
        return bool(above + below == 0 and above % 2 == 1)
    return bool(above < 0 or below < 0)


@jit
def visit(t: Tables, s: State, row: int) -> int:
    """Derive everything that a row implies now."""
    guard = t.when[row] if len(t.when) else 0
    if guard != 0:
        x = abs(guard)
        if s.lower[x] < s.upper[x]:  # open
            return derive(t, s, -guard, 0 if guard > 0 else 1, row) if is_impossible(s, row) else FIXPOINT
        if (s.lower[x] == 1) != (guard > 0):
            return FIXPOINT
    if is_impossible(s, row):
        return CONTRADICTION
    return visit_parity(t, s, row) if s.slack[row, WIDEST] == PARITY else visit_sum(t, s, row)


@jit
def propagate(t: Tables, s: State) -> tuple[int, int]:
    """Visit rows until none implies anything new: how it ended, and the row that cannot hold (or `NO_ROW`)."""
    for row in range(len(s.queued)):
        enqueue(t, s, row)
    while s.counts[WAITING] > 0:
        row = s.queue[s.counts[FIRST]]
        s.counts[FIRST] = (s.counts[FIRST] + 1) % len(s.queue)
        s.counts[WAITING] -= 1
        s.counts[VISITS] += 1
        before = s.counts[DERIVED]
        status = visit(t, s, row)  # a row does not enqueue itself, so it stays marked as queued
        if status != FIXPOINT:
            return status, row if status == CONTRADICTION else NO_ROW
        s.queued[row] = False
        if s.slack[row, WIDEST] > 1 and s.counts[DERIVED] > before:  # rounding may leave more to derive
            enqueue(t, s, row)
    return FIXPOINT, NO_ROW


COMPILED = is_compiled(propagate)
