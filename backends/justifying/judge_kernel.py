"""The loops of the judge (see `judge`), compiled by numba if it is installed.

A clause is denied: its literals are false. So some of the model's variables are fixed, sums of others are bounded, and
parities are known. The parts of an integer are ordered, z_2 implies z_1: so denied parts leave a range low .. high of
how many of them hold.

    sums        acc[v] is the coefficient of v in all that must come to NEED at least; each variable at its better end
                reaches too little: a contradiction
    parities    odd[v] tells whether v counts; if none of those is free, and those that hold do not come to TARGET
                modulo 2: a contradiction

All that is put in is put back by `clear`, so that a clause takes time in proportion to what it mentions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Column = NDArray[np.int64]
Bytes = NDArray[np.int8]

FREE = -1
SUM, PARITY = 1, 2  # kinds of definitions, as in `definitions`
SUMS, NEED, SIZE, PARITIES, TARGET, TOUCHED = 0, 1, 2, 3, 4, 5  # of `numbers`
MOST_SIZE = 2**61  # of the coefficients in a sum; a definition that would make them more is left out


class JudgedClauses(NamedTuple):
    """clauses: literals and starts; origins: by clause the row, -1 for none; rows: see `StatedRows`; fresh variable
    first[0] + i: kind[i], its terms, what the sum comes to where it holds (at_least) and where it does not (at_most),
    size[i], the sum of its coefficients' absolute values; by variable of the model: the integer that it is a part of
    (0: of none), its place there, and by integer the number of parts. The rest is work space, by variable."""

    literals: Column
    clause_starts: Column
    origins: Column
    row_starts: Column
    row_variables: Column
    row_coefs: Column
    row_lo: Column
    row_hi: Column
    row_parity: Bytes
    row_guard: Column
    row_divisor: Column
    first: Column
    kind: Bytes
    starts: Column
    variables: Column
    coefs: Column
    at_least: Column
    at_most: Column
    size: Column
    integer: Column
    place: Column
    width: Column
    level: Bytes
    low: Column
    high: Column
    acc: Column
    odd: Bytes
    is_touched: Bytes
    touched: Column
    numbers: Column


@jit
def touch(j: JudgedClauses, variable: int) -> None:
    """Have the variable cleared later."""
    if not j.is_touched[variable]:
        j.is_touched[variable] = 1
        j.touched[j.numbers[TOUCHED]] = variable
        j.numbers[TOUCHED] += 1


@jit
def clear(j: JudgedClauses) -> None:
    """Forget the clause."""
    for i in range(j.numbers[TOUCHED]):
        v = j.touched[i]
        j.is_touched[v] = 0
        j.level[v] = FREE
        j.acc[v] = 0
        j.odd[v] = 0
        z = j.integer[v]
        if z != 0:
            j.low[z] = 0
            j.high[z] = j.width[z]
    j.numbers[:] = 0


@jit
def fix(j: JudgedClauses, v: int, holds: bool) -> bool:
    """Fix a variable of the model. Is that a contradiction already?"""
    touch(j, v)
    z = j.integer[v]
    if z != 0:
        if holds:
            j.low[z] = max(j.low[z], j.place[v] + 1)
        else:
            j.high[z] = min(j.high[z], j.place[v])
        return bool(j.low[z] > j.high[z])
    level = 1 if holds else 0
    if j.level[v] == 1 - level:
        return True
    j.level[v] = level
    return False


@jit
def find_level(j: JudgedClauses, v: int) -> int:
    """0 or 1 where the variable is fixed, else FREE."""
    z = j.integer[v]
    if z == 0:
        return int(j.level[v])
    if j.place[v] < j.low[z]:
        return 1
    return 0 if j.place[v] >= j.high[z] else FREE


@jit
def add_term(j: JudgedClauses, v: int, coef: int) -> None:
    """Add to the sum."""
    touch(j, v)
    j.acc[v] += coef


@jit
def flip(j: JudgedClauses, v: int) -> None:
    """Add to the parity."""
    touch(j, v)
    j.odd[v] ^= 1


@jit
def add_definition(j: JudgedClauses, i: int, holds: bool) -> None:
    """What it says that fresh variable i holds, or does not: nothing where its definition is not known."""
    if j.kind[i] == SUM and j.numbers[SIZE] + j.size[i] < MOST_SIZE:
        j.numbers[SUMS] += 1
        j.numbers[SIZE] += j.size[i]
        j.numbers[NEED] += j.at_least[i] if holds else -j.at_most[i]
        for t in range(j.starts[i], j.starts[i + 1]):
            add_term(j, j.variables[t], j.coefs[t] if holds else -j.coefs[t])
    elif j.kind[i] == PARITY:
        j.numbers[PARITIES] += 1
        j.numbers[TARGET] ^= (j.at_least[i] & 1) ^ (0 if holds else 1)
        for t in range(j.starts[i], j.starts[i + 1]):
            flip(j, j.variables[t])


@jit
def is_out_of_reach(j: JudgedClauses) -> bool:
    """Can the sum not come to what it needs?"""
    reach = 0
    for i in range(j.numbers[TOUCHED]):
        v = j.touched[i]
        coef = j.acc[v]
        if coef != 0:
            level = find_level(j, v)
            if level == 1 or (level == FREE and coef > 0):
                reach += coef
    return bool(reach < j.numbers[NEED])


@jit
def is_wrong_parity(j: JudgedClauses) -> bool:
    """Are all that count fixed, and come to the other parity?"""
    left = j.numbers[TARGET]
    for i in range(j.numbers[TOUCHED]):
        v = j.touched[i]
        if j.odd[v]:
            level = find_level(j, v)
            if level == FREE:
                return False
            left ^= level
    return bool(left == 1)


@jit
def add_row(j: JudgedClauses, row: int, factor: int, need: int) -> None:
    """Add the row's terms, times the factor, to the sum, and what they must come to."""
    j.numbers[NEED] += need
    for t in range(j.row_starts[row], j.row_starts[row + 1]):
        add_term(j, j.row_variables[t], factor * j.row_coefs[t])


@jit
def side_contradicts(j: JudgedClauses, row: int, factor: int) -> bool:
    """Does one side of the row, times the factor, contradict what is there?"""
    lo, hi = factor * j.row_lo[row], factor * j.row_hi[row]
    add_row(j, row, factor, lo)
    if is_out_of_reach(j):
        return True
    add_row(j, row, -2 * factor, -lo - hi)  # the other side: the negated sum comes to -hi at least
    if is_out_of_reach(j):
        return True
    add_row(j, row, factor, hi)  # as it was
    return False


@jit
def row_contradicts(j: JudgedClauses, row: int) -> bool:
    """Does the row contradict what is there? One with a guard counts only where the guard is fixed to hold."""
    guard = j.row_guard[row]
    if guard != 0 and find_level(j, abs(guard)) != (1 if guard > 0 else 0):
        return False
    begin, end = j.row_starts[row], j.row_starts[row + 1]
    if j.row_parity[row]:
        j.numbers[TARGET] ^= j.row_lo[row] & 1
        for t in range(begin, end):
            flip(j, j.row_variables[t])
        return is_wrong_parity(j)
    if j.row_lo[row] > j.row_hi[row]:
        return True
    # definitions come from the row as it was stated, or as it was divided: only with the same factor they cancel
    return side_contradicts(j, row, 1) or (j.row_divisor[row] > 1 and side_contradicts(j, row, j.row_divisor[row]))


@jit
def holds_always(j: JudgedClauses, clause: int) -> bool:
    """Does the clause hold in every solution, with the fresh variables as they are defined?"""
    first = j.first[0]
    for t in range(j.clause_starts[clause], j.clause_starts[clause + 1]):
        literal = j.literals[t]
        if abs(literal) < first and fix(j, abs(literal), literal < 0):
            return True
    for t in range(j.clause_starts[clause], j.clause_starts[clause + 1]):
        literal = j.literals[t]
        i = abs(literal) - first
        if 0 <= i < len(j.kind):
            add_definition(j, i, literal < 0)
    if j.numbers[SUMS] > 0 and is_out_of_reach(j):
        return True
    if j.numbers[PARITIES] > 0 and is_wrong_parity(j):
        return True
    return j.origins[clause] >= 0 and row_contradicts(j, j.origins[clause])


@jit
def find_unjustified(j: JudgedClauses, begin: int, end: int) -> int:
    """The first clause from begin on that need not hold; `end` if they all do."""
    for clause in range(begin, end):
        holds = holds_always(j, clause)
        clear(j)
        if not holds:
            return clause
    return end
