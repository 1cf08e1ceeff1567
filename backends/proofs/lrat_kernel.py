"""The loops of the LRAT check (see `lrat`), compiled by numba if it is installed.

The whole trust: an assignment, one clause after the other as the hints say, no watches, no search.

Clause k < formula is of the formula, clause formula + j is that of step j. marks[l] is the number of the last check in
which literal l was false: assignments need not be taken back, but those of a RAT candidate.
"""

from __future__ import annotations

from typing import NamedTuple

from backends.proofs.propagation_kernel import Bytes, Column, Starts
from rosetta.foundation.jit import jit

HOLDS = 0
NOT_UNIT, NO_CONFLICT, GONE, NO_CANDIDATE, MISSING_CANDIDATE, NOT_RUP = 1, 2, 3, 4, 5, 6


class Judged(NamedTuple):
    """literals, starts: clauses of the formula and of the steps, pivot first; is_there: by clause; hints: by step, from
    hint_starts on, the numbers of clauses, -1 - k for the candidate k, NOBODY for an ID that no clause has; marks: by
    literal; trail: work space; numbers: the check."""

    literals: Column
    starts: Starts
    is_there: Bytes
    hints: Starts
    hint_starts: Starts
    deletes: Bytes
    marks: Starts
    trail: Column
    numbers: Starts


CHECK, LENGTH = 0, 1  # of `numbers`


@jit
def number_literal(x: int) -> int:
    """2x for x, 2x + 1 for -x."""
    return 2 * x if x > 0 else -2 * x + 1


@jit
def deny(j: Judged, literal: int) -> bool:
    """Make a literal false. Is it true already?"""
    if j.marks[literal ^ 1] == j.numbers[CHECK]:
        return True
    if j.marks[literal] != j.numbers[CHECK]:
        j.marks[literal] = j.numbers[CHECK]
        j.trail[j.numbers[LENGTH]] = literal
        j.numbers[LENGTH] += 1
    return False


@jit
def apply_hint(j: Judged, clause: int) -> int:
    """-1 if the clause is false; the literal that it implies; 0 if it implies none."""
    implied = 0
    for i in range(j.starts[clause], j.starts[clause + 1]):
        x = number_literal(j.literals[i])
        if j.marks[x] != j.numbers[CHECK]:
            if implied != 0 and implied != x:
                return 0
            implied = x
    return implied if implied != 0 else -1


@jit
def follow_hints(j: Judged, begin: int, end: int) -> tuple[int, int]:
    """Propagate the clauses that the hints name, up to a candidate or a conflict: the hint at which it ended (`end` if
    all are used up), and HOLDS after a conflict, NO_CONFLICT, or what is wrong with that hint."""
    for at in range(begin, end):
        hint = j.hints[at]
        if hint < 0:
            return at, NO_CONFLICT
        if hint >= len(j.is_there) or not j.is_there[hint]:
            return at, GONE
        implied = apply_hint(j, hint)
        if implied == -1:
            return at, HOLDS
        if implied == 0 or deny(j, implied ^ 1):
            return at, NOT_UNIT
    return end, NO_CONFLICT


@jit
def check_candidate(j: Judged, clause: int, denied: int, begin: int, end: int) -> tuple[int, int]:
    """Is the lemma, resolved with this clause, implied by these hints? The lemma is denied already."""
    length = j.numbers[LENGTH]
    at, verdict = begin, HOLDS
    is_true = False
    for i in range(j.starts[clause], j.starts[clause + 1]):
        x = number_literal(j.literals[i])
        if x != denied and deny(j, x):
            is_true = True
            break
    if not is_true:
        at, verdict = follow_hints(j, begin, end)
    for i in range(length, j.numbers[LENGTH]):
        j.marks[j.trail[i]] = 0
    j.numbers[LENGTH] = length
    return at, verdict


@jit
def check_rat(j: Judged, clause: int, begin: int, end: int) -> int:
    """Every clause that is there and denies the pivot has its hints, in the order of the clauses, and they hold."""
    if j.starts[clause] == j.starts[clause + 1]:
        return NO_CONFLICT
    denied = number_literal(j.literals[j.starts[clause]]) ^ 1
    at = begin
    for d in range(clause):
        has_pivot = False
        if j.is_there[d]:
            for i in range(j.starts[d], j.starts[d + 1]):
                has_pivot = has_pivot or number_literal(j.literals[i]) == denied
        if not has_pivot:
            continue
        if at == end or j.hints[at] != -1 - d:
            return MISSING_CANDIDATE
        at, verdict = check_candidate(j, d, denied, at + 1, end)
        if verdict != HOLDS:
            return NOT_RUP if verdict == NO_CONFLICT else verdict
        while at < end and j.hints[at] >= 0:
            at += 1  # hints behind a conflict
    return HOLDS if at == end else NO_CANDIDATE


@jit
def check_step(j: Judged, formula: int, step: int) -> int:
    """Do the hints derive the lemma of this step?"""
    clause, begin, end = formula + step, j.hint_starts[step], j.hint_starts[step + 1]
    j.numbers[CHECK] += 1
    j.numbers[LENGTH] = 0
    for i in range(j.starts[clause], j.starts[clause + 1]):
        if deny(j, number_literal(j.literals[i])):
            return HOLDS  # x or -x
    at, verdict = follow_hints(j, begin, end)
    if verdict == NO_CONFLICT:
        return check_rat(j, clause, at, end)
    return verdict


@jit
def delete_clauses(j: Judged, begin: int, end: int) -> int:
    """Take clauses away."""
    for at in range(begin, end):
        clause = j.hints[at]
        if clause < 0 or clause >= len(j.is_there) or not j.is_there[clause]:
            return GONE
        j.is_there[clause] = 0
    return HOLDS


@jit
def check_steps(j: Judged, formula: int, step: int, until: int) -> tuple[int, int, bool]:
    """The steps up to the empty clause, or up to `until`: the step behind, or the one that does not hold; the verdict;
    is the empty clause derived?"""
    while step < until:
        if j.deletes[step]:
            verdict = delete_clauses(j, j.hint_starts[step], j.hint_starts[step + 1])
        else:
            verdict = check_step(j, formula, step)
        if verdict != HOLDS:
            return step, verdict, False
        if not j.deletes[step]:
            j.is_there[formula + step] = 1
            if j.starts[formula + step] == j.starts[formula + step + 1]:
                return step + 1, HOLDS, True
        step += 1
    return step, HOLDS, False
