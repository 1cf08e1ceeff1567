"""The loops of a walk, compiled by numba (see `walk`). Imported on first use.

    counts[c]    true literals of clause c, and the exclusive or of their variables: where there is one true literal,
                 that is its variable, without a look at the clause
    unsatisfied  the clauses without a true literal; numbers[UNSATISFIED] of them, place[c] is where c stands
    breaks[v]    clauses in which v has the only true literal: those that a flip of v would leave unsatisfied

A flip of v visits first the clauses of the literal that becomes true, then those of the one that becomes false, both
ascending. When a clause leaves the list of unsatisfied ones, the last takes its place; a new one is appended.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from algebra.jit import is_compiled, jit
from backends.walking.xoshiro_kernel import next_word, random_below

Column = NDArray[np.int32]
Starts = NDArray[np.int64]
Flags = NDArray[np.uint8]
Weights = NDArray[np.float64]
Numbers = NDArray[np.int64]

JW, MOMS, SCORE, LEAST_MODIFIED, SKC, PROBSAT = 0, 1, 2, 3, 4, 5
UNSATISFIED, FLIPS, FEWEST = 0, 1, 2  # of `numbers`; FEWEST: the fewest unsatisfied clauses so far
UNIT = 2.0**-32


@jit
def has_repeats(starts: Starts, literals: Column, last_clause: Numbers) -> bool:
    """Does a variable occur twice in a clause? last_clause: -1 for every variable."""
    for c in range(len(starts) - 1):
        for i in range(starts[c], starts[c + 1]):
            v = literals[i] >> 1
            if last_clause[v] == c:
                return True
            last_clause[v] = c
    return False


@jit
def begin(
    starts: Starts,
    literals: Column,
    holds: Flags,
    counts: Column,
    unsatisfied: Column,
    place: Column,
    breaks: Column,
    modified: Numbers,
    of_length: Numbers,
    numbers: Numbers,
    s: Numbers,
) -> None:
    """A random assignment, variable by variable: true where the first bit of the next word is 1."""
    breaks[:] = 0
    modified[:] = 0
    of_length[:] = 0
    for v in range(1, len(breaks)):
        bit = next_word(s) >> 31
        holds[2 * v], holds[2 * v + 1] = bit, 1 - bit
    number = 0
    for c in range(len(starts) - 1):
        true, critical = 0, 0
        for i in range(starts[c], starts[c + 1]):
            if holds[literals[i]]:
                true += 1
                critical ^= literals[i] >> 1
        counts[2 * c], counts[2 * c + 1] = true, critical
        if true == 0:
            unsatisfied[number], place[c] = c, number
            of_length[starts[c + 1] - starts[c]] += 1
            number += 1
        elif true == 1:
            breaks[critical] += 1
    numbers[UNSATISFIED], numbers[FLIPS], numbers[FEWEST] = number, 0, number


@jit
def flip(
    v: int,
    starts: Starts,
    at: Starts,
    clauses: Column,
    holds: Flags,
    counts: Column,
    unsatisfied: Column,
    place: Column,
    breaks: Column,
    of_length: Numbers,
    number: int,
    kind: int,
) -> int:
    """Flip v; how many clauses are unsatisfied then, where there were `number`. Only what the heuristic uses is
    updated."""
    breaking, counting = kind in (SCORE, SKC, PROBSAT), kind == MOMS
    falls = 2 * v + 1 - int(holds[2 * v])  # as Python, bytes stay bytes
    rises = falls ^ 1
    holds[falls], holds[rises] = 0, 1
    gained = 0
    for i in range(at[rises], at[rises + 1]):
        c = clauses[i]
        true = counts[2 * c]
        if true == 0:
            number -= 1
            last, hole = unsatisfied[number], place[c]
            unsatisfied[hole], place[last] = last, hole
            gained += 1
            if counting:
                of_length[starts[c + 1] - starts[c]] -= 1
        elif true == 1 and breaking:
            breaks[counts[2 * c + 1]] -= 1
        counts[2 * c] = true + 1
        counts[2 * c + 1] ^= v
    for i in range(at[falls], at[falls + 1]):
        c = clauses[i]
        true = counts[2 * c] - 1
        critical = counts[2 * c + 1] ^ v
        counts[2 * c], counts[2 * c + 1] = true, critical
        if true == 0:
            unsatisfied[number], place[c] = c, number
            number += 1
            if counting:
                of_length[starts[c + 1] - starts[c]] += 1
        elif true == 1 and breaking:
            breaks[critical] += 1
    breaks[v] = gained  # the clauses that v alone satisfies now; those it alone satisfied before are unsatisfied
    return number


@jit
def count_occurrences(l: int, length: int, starts: Starts, at: Starts, clauses: Column, counts: Column) -> int:  # noqa: E741
    """How many unsatisfied clauses have the literal; only those of that length, unless it is 0."""
    count = 0
    for i in range(at[l], at[l + 1]):
        c = clauses[i]
        if counts[2 * c] == 0 and (length == 0 or starts[c + 1] - starts[c] == length):
            count += 1
    return count


@jit
def best_variable(
    kind: int,
    c: int,
    starts: Starts,
    literals: Column,
    at: Starts,
    clauses: Column,
    counts: Column,
    breaks: Column,
    modified: Numbers,
    of_length: Numbers,
    weights: Weights,
) -> int:
    """The variable of clause c that the heuristic rates highest; among equals the first in the clause."""
    shortest = 1
    while kind == MOMS and of_length[shortest] == 0:
        shortest += 1
    chosen, most = 0, -np.inf
    for i in range(starts[c], starts[c + 1]):
        l = literals[i]  # noqa: E741
        if kind == JW:
            liked = weights[l]
        elif kind == MOMS:
            liked = float(count_occurrences(l, shortest, starts, at, clauses, counts))
        elif kind == SCORE:
            liked = float(count_occurrences(l, 0, starts, at, clauses, counts) - breaks[l >> 1])
        else:
            liked = -float(modified[l >> 1])
        if liked > most:
            chosen, most = l >> 1, liked
    return chosen


@jit
def skc(c: int, threshold: int, starts: Starts, literals: Column, breaks: Column, s: Numbers) -> int:
    """A variable of least break; but if every one breaks a clause, any variable with the probability of the noise."""
    first, end = starts[c], starts[c + 1]
    least, ties = breaks[literals[first] >> 1], 0
    for i in range(first, end):
        b = breaks[literals[i] >> 1]
        if b < least:
            least, ties = b, 1
        elif b == least:
            ties += 1
    if least > 0 and next_word(s) < threshold:
        return int(literals[first + random_below(s, end - first)] >> 1)
    skip = random_below(s, ties) if ties > 1 else 0
    for i in range(first, end):
        if breaks[literals[i] >> 1] == least:
            if skip == 0:
                return int(literals[i] >> 1)
            skip -= 1
    return 0


@jit
def probsat(c: int, starts: Starts, literals: Column, breaks: Column, chances: Weights, s: Numbers) -> int:
    """A variable with a probability that is in proportion to chances[its break]."""
    total = 0.0
    for i in range(starts[c], starts[c + 1]):
        total += chances[breaks[literals[i] >> 1]]
    remaining = next_word(s) * UNIT * total
    for i in range(starts[c], starts[c + 1]):
        remaining -= chances[breaks[literals[i] >> 1]]
        if remaining < 0:
            return int(literals[i] >> 1)
    return int(literals[starts[c + 1] - 1] >> 1)  # rounding


@jit
def walk(
    kind: int,
    threshold: int,
    until: int,
    starts: Starts,
    literals: Column,
    at: Starts,
    clauses: Column,
    weights: Weights,
    chances: Weights,
    holds: Flags,
    counts: Column,
    unsatisfied: Column,
    place: Column,
    breaks: Column,
    modified: Numbers,
    of_length: Numbers,
    numbers: Numbers,
    s: Numbers,
) -> None:
    """Flip until every clause is satisfied, or until there were `until` flips since `begin`. threshold: the noise,
    times 2^32."""
    number, fewest = numbers[UNSATISFIED], numbers[FEWEST]
    flips = numbers[FLIPS]
    while number > 0 and flips < until:
        c = unsatisfied[random_below(s, number)]
        if kind == PROBSAT:
            v = probsat(c, starts, literals, breaks, chances, s)
        elif kind == SKC:
            v = skc(c, threshold, starts, literals, breaks, s)
        elif next_word(s) < threshold:  # drawn before the clause is looked at
            v = literals[starts[c] + random_below(s, starts[c + 1] - starts[c])] >> 1
        else:
            v = best_variable(kind, c, starts, literals, at, clauses, counts, breaks, modified, of_length, weights)
        if kind == LEAST_MODIFIED:
            modified[v] += 1
        number = flip(v, starts, at, clauses, holds, counts, unsatisfied, place, breaks, of_length, number, kind)
        flips += 1
        fewest = min(fewest, number)
    numbers[UNSATISFIED], numbers[FLIPS], numbers[FEWEST] = number, flips, fewest


COMPILED = is_compiled(walk)
