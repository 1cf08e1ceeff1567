"""The loops of a walk, compiled by numba (see `walk`). Imported on first use.

A flip of v visits first the clauses of the literal that becomes true, then those of the one that becomes false, both
ascending. When a clause leaves the list of unsatisfied ones, the last takes its place; a new one is appended.

Columns of numbers that are used as indices are unsigned: of a signed one numba asks each time whether it is negative.
Sums are made of signed numbers, as numba makes a float of an unsigned and a signed one.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.walking.xoshiro_kernel import next_word, random_below
from rosetta.foundation.jit import is_compiled, jit_in_place, jit_inlined

Column = NDArray[np.uint32]
Starts = NDArray[np.uint64]
Counts = NDArray[np.int32]
Int: TypeAlias = "int | np.int64"
Flags = NDArray[np.uint8]
Weights = NDArray[np.float64]
Numbers = NDArray[np.int64]

JW, MOMS, SCORE, LEAST_MODIFIED, SKC, PROBSAT = 0, 1, 2, 3, 4, 5
UNSATISFIED, FLIPS, FEWEST = 0, 1, 2  # of `numbers`; FEWEST: the fewest unsatisfied clauses so far
UNIT = 2.0**-32
ONE = np.uint32(1)


class WalkClauses(NamedTuple):
    """WalkClauses, and where each literal occurs; literal 2v is variable v, and 2v + 1 its negation.

    starts    the literals of clause c are literals[starts[c]:starts[c + 1]]
    literals  of the clauses, one after the other
    at        literal l occurs in clauses[at[l]:at[l + 1]]
    clauses   ascending for each literal
    """

    starts: Starts
    literals: Column
    at: Starts
    clauses: Column


class Heuristic(NamedTuple):
    """How a variable of a clause is chosen.

    kind       JW .. PROBSAT
    threshold  the noise, times 2^32
    weights    by literal, for JW
    chances    by break, for PROBSAT
    """

    kind: int
    threshold: int
    weights: Weights
    chances: Weights


class WalkState(NamedTuple):
    """The assignment, and what follows from it.

    holds        by literal
    counts       two numbers for each clause: its true literals, and the exclusive or of their variables, which where
                 there is one true literal is its variable, without a look at the clause
    unsatisfied  the clauses without a true literal, numbers[UNSATISFIED] of them
    place        by clause, where it stands in `unsatisfied`
    breaks       by variable, the clauses in which it has the only true literal: a flip would leave them unsatisfied
    modified     by variable, how often it was flipped, for LEAST_MODIFIED
    of_length    by length, how many clauses are unsatisfied, for MOMS
    numbers      UNSATISFIED, FLIPS, FEWEST
    words        the state of the random numbers
    """

    holds: Flags
    counts: Column
    unsatisfied: Column
    place: Column
    breaks: Counts
    modified: Numbers
    of_length: Numbers
    numbers: Numbers
    words: Numbers


@jit_in_place
def has_repeats(starts: Numbers, literals: Counts, last_clause: Numbers) -> bool:
    """Does a variable occur twice in a clause? last_clause: -1 for every variable."""
    for c in range(len(starts) - 1):
        for i in range(starts[c], starts[c + 1]):
            v = literals[i] >> 1
            if last_clause[v] == c:
                return True
            last_clause[v] = c
    return False


@jit_in_place
def begin(formula: WalkClauses, state: WalkState) -> None:
    """A random assignment, variable by variable: true where the first bit of the next word is 1."""
    starts, holds, breaks, of_length = formula.starts, state.holds, state.breaks, state.of_length
    breaks[:] = 0
    state.modified[:] = 0
    of_length[:] = 0
    for v in range(1, len(breaks)):
        bit = next_word(state.words) >> 31
        holds[2 * v], holds[2 * v + 1] = bit, 1 - bit
    number = 0
    for c in range(len(starts) - 1):
        true, critical = 0, 0
        for i in range(starts[c], starts[c + 1]):
            l = formula.literals[i]  # noqa: E741
            if holds[l]:
                true += 1
                critical ^= l >> 1
        state.counts[c, 0], state.counts[c, 1] = true, critical
        if true == 0:
            state.unsatisfied[number], state.place[c] = c, number
            of_length[starts[c + 1] - starts[c]] += 1
            number += 1
        elif true == 1:
            breaks[critical] += 1
    numbers = state.numbers
    numbers[UNSATISFIED], numbers[FLIPS], numbers[FEWEST] = number, 0, number


@jit_inlined
def flip(v: Int, kind: int, formula: WalkClauses, state: WalkState, number: int) -> int:
    """Flip v; how many clauses are unsatisfied then, where there were `number`. Only what the heuristic uses is
    updated."""
    starts, at, clauses, holds = formula.starts, formula.at, formula.clauses, state.holds
    counts, unsatisfied, place, breaks = state.counts, state.unsatisfied, state.place, state.breaks
    breaking, counting = kind in (SCORE, SKC, PROBSAT), kind == MOMS
    falls = 2 * v + 1 - int(holds[2 * v])  # as Python, bytes stay bytes
    rises = falls ^ 1
    holds[falls], holds[rises] = 0, 1
    gained, flipped = 0, np.uint32(v)
    for i in range(at[rises], at[rises + 1]):
        c = clauses[i]
        true = counts[c, 0]
        if true == 0:
            number -= 1
            last, hole = unsatisfied[number], place[c]
            unsatisfied[hole], place[last] = last, hole
            gained += 1
            if counting:
                state.of_length[starts[c + 1] - starts[c]] -= 1
        elif true == 1 and breaking:
            breaks[counts[c, 1]] -= 1
        counts[c, 0] = true + 1
        counts[c, 1] ^= flipped
    for i in range(at[falls], at[falls + 1]):
        c = clauses[i]
        true = counts[c, 0] - 1
        critical = counts[c, 1] ^ flipped
        counts[c, 0], counts[c, 1] = true, critical
        if true == 0:
            unsatisfied[number], place[c] = c, number
            number += 1
            if counting:
                state.of_length[starts[c + 1] - starts[c]] += 1
        elif true == 1 and breaking:
            breaks[critical] += 1
    breaks[v] = gained  # the clauses that v alone satisfies now; those it alone satisfied before are unsatisfied
    return number


@jit_inlined
def count_occurrences(l: int, length: int, formula: WalkClauses, state: WalkState) -> int:  # noqa: E741
    """How many unsatisfied clauses have the literal; only those of that length, unless it is 0."""
    starts, count = formula.starts, 0
    for i in range(formula.at[l], formula.at[l + 1]):
        c = formula.clauses[i]
        if state.counts[c, 0] == 0 and (length == 0 or starts[c + 1] - starts[c] == length):
            count += 1
    return count


@jit_inlined
def best_variable(c: Int, heuristic: Heuristic, formula: WalkClauses, state: WalkState) -> Int:
    """The variable of clause c that the heuristic rates highest; among equals the first in the clause."""
    kind, shortest = heuristic.kind, 1
    while kind == MOMS and state.of_length[shortest] == 0:
        shortest += 1
    chosen, most = np.int64(0), -np.inf
    for i in range(formula.starts[c], formula.starts[c + 1]):
        l = formula.literals[i]  # noqa: E741
        if kind == JW:
            liked = heuristic.weights[l]
        elif kind == MOMS:
            liked = float(count_occurrences(l, shortest, formula, state))
        elif kind == SCORE:
            liked = float(count_occurrences(l, 0, formula, state) - state.breaks[l >> 1])
        else:
            liked = -float(state.modified[l >> 1])
        if liked > most:
            chosen, most = np.int64(l >> 1), liked
    return chosen


@jit_inlined
def skc(c: Int, threshold: int, formula: WalkClauses, state: WalkState) -> Int:
    """A variable of least break; but if every one breaks a clause, any variable with the probability of the noise."""
    literals, breaks, words = formula.literals, state.breaks, state.words
    first, end = formula.starts[c], formula.starts[c + 1]
    least, ties = breaks[literals[first] >> 1], 0
    for i in range(first, end):
        b = breaks[literals[i] >> ONE]
        if b < least:
            least, ties = b, 1
        elif b == least:
            ties += 1
    if least > 0 and next_word(words) < threshold:
        return np.int64(literals[np.int64(first) + random_below(words, np.int64(end - first))] >> 1)
    skip = random_below(words, ties) if ties > 1 else 0
    for i in range(first, end):
        if breaks[literals[i] >> ONE] == least:
            if skip == 0:
                return np.int64(literals[i] >> 1)
            skip -= 1
    return np.int64(0)


@jit_inlined
def probsat(c: Int, chances: Weights, formula: WalkClauses, state: WalkState) -> Int:
    """A variable with a probability that is in proportion to chances[its break]."""
    literals, breaks = formula.literals, state.breaks
    first, end = formula.starts[c], formula.starts[c + 1]
    total = 0.0
    for i in range(first, end):
        total += chances[breaks[literals[i] >> ONE]]
    remaining = next_word(state.words) * UNIT * total
    for i in range(first, end):
        remaining -= chances[breaks[literals[i] >> ONE]]
        if remaining < 0:
            return np.int64(literals[i] >> 1)
    return np.int64(literals[np.int64(end) - 1] >> 1)  # rounding


@jit_in_place
def walk(until: int, heuristic: Heuristic, formula: WalkClauses, state: WalkState) -> None:
    """Flip until every clause is satisfied, or until there were `until` flips since `begin`."""
    kind, threshold, words, numbers = heuristic.kind, heuristic.threshold, state.words, state.numbers
    number, fewest = numbers[UNSATISFIED], numbers[FEWEST]
    flips = numbers[FLIPS]
    while number > 0 and flips < until:
        c = np.int64(state.unsatisfied[random_below(words, number)])
        if kind == PROBSAT:
            v = probsat(c, heuristic.chances, formula, state)
        elif kind == SKC:
            v = skc(c, threshold, formula, state)
        elif next_word(words) < threshold:  # drawn before the clause is looked at
            first = np.int64(formula.starts[c])
            v = np.int64(formula.literals[first + random_below(words, np.int64(formula.starts[c + 1]) - first)] >> 1)
        else:
            v = best_variable(c, heuristic, formula, state)
        if kind == LEAST_MODIFIED:
            state.modified[v] += 1
        number = flip(v, kind, formula, state, number)
        flips += 1
        fewest = min(fewest, number)
    numbers[UNSATISFIED], numbers[FLIPS], numbers[FEWEST] = number, flips, fewest


COMPILED = is_compiled(walk)
