"""Loops over the rows of a window, compiled by numba (see `windowing` and `ordering`). Imported when first used.

`number`, shape (variables + 1,), is 0 for variables outside; inside it is a number from 1 on: a place in an order
(`rows_by_position`), or the variable's number in the window (`plain_rows`, `connecting_rows`). A block of rows is
given by its columns; `when` is empty where it has no guards.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Column: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]

IMPOSSIBLE = -1
ENOUGH = 2  # rows at a variable, so that it has a neighbour in two directions


@jit
def rows_by_position(
    starts: Column, literals: Numbers, when: Numbers, rows: Numbers, number: Numbers, size: int
) -> tuple[Numbers, Numbers, Numbers, int, int]:
    """Those of the rows that have a variable inside, by their first place, with first and last place (from 0 on); the
    sum of their spans, each as often as it has literals inside, and the number of these. size: how many are inside."""
    first, last = np.empty(len(rows), np.int32), np.empty(len(rows), np.int32)
    begins = np.zeros(size + 2, np.int32)
    spans = inside = 0
    for i in range(len(rows)):
        least, most, count = size, -1, 0
        for at in range(starts[rows[i]], starts[rows[i] + 1]):
            place = number[abs(literals[at])] - 1
            if place >= 0:
                least, most, count = min(least, place), max(most, place), count + 1
        if len(when) and number[abs(when[rows[i]])] > 0:
            place = number[abs(when[rows[i]])] - 1
            least, most = min(least, place), max(most, place)
        first[i], last[i] = least, most
        begins[least + 1] += 1
        if most >= 0:
            spans += count * (most - least)
            inside += count
    begins = np.cumsum(begins)
    kept = begins[size]
    by_row, by_first, by_last = np.empty(kept, np.int32), np.empty(kept, np.int32), np.empty(kept, np.int32)
    for i in range(len(rows)):
        if last[i] >= 0:
            to = begins[first[i]]
            begins[first[i]] += 1
            by_row[to], by_first[to], by_last[to] = rows[i], first[i], last[i]
    return by_row, by_first, by_last, spans, inside


@jit
def ascending(numbers: Numbers) -> Numbers:
    """The numbers, which are distinct, in ascending order: by marks, since those of a window lie close together."""
    if len(numbers) == 0:
        return numbers.copy()
    least, most = numbers.min(), numbers.max()
    if (most - least) // 64 > len(numbers):
        return np.sort(numbers)
    marks = np.zeros(most - least + 1, np.bool_)
    for number in numbers:
        marks[number - least] = True
    ordered, end = np.empty(len(numbers), np.int32), 0
    for place in range(len(marks)):
        ordered[end] = place + least
        end += marks[place]
        if end == len(numbers):
            break
    return ordered


@jit
def reaching_into(rows: Numbers, firsts: Numbers, lasts: Numbers, longest: int, first: int, last: int) -> Numbers:
    """Of rows by their first place, those that have a variable in first..last - 1, or may have one; ascending."""
    begin, end = np.searchsorted(firsts, first - longest), np.searchsorted(firsts, last)
    chosen, count = np.empty(end - begin, np.int32), 0
    for at in range(begin, end):
        if lasts[at] >= first:
            chosen[count] = rows[at]
            count += 1
    return ascending(chosen[:count])


@jit
def connecting_rows(
    starts: Column, literals: Numbers, when: Numbers, rows: Numbers, number: Numbers, covered: NDArray[np.int8]
) -> tuple[Column, Numbers]:
    """The rows without what is outside, but those that only have variables with ENOUGH rows already. covered: the
    number of rows so far, by number inside; it is continued."""
    room = 0
    for row in rows:
        room += starts[row + 1] - starts[row] + 1
    ends, terms = np.zeros(len(rows) + 1, np.int64), np.empty(room, np.int32)
    count = end = 0
    for row in rows:
        begin, needed = end, False
        for at in range(starts[row], starts[row + 1]):
            x = number[abs(literals[at])]
            if x > 0:
                terms[end] = x
                end += 1
                needed |= covered[x] < ENOUGH
        if len(when) and number[abs(when[row])] > 0:
            terms[end] = number[abs(when[row])]
            end += 1
        if not needed:
            end = begin
            continue
        for at in range(begin, end):
            covered[terms[at]] = min(covered[terms[at]] + 1, ENOUGH)
        count += 1
        ends[count] = end
    return ends[: count + 1].copy(), terms[:end].copy()


@jit
def plain_rows(
    is_clause: bool,
    starts: Column,
    literals: Numbers,
    lo: Column,
    hi: Column,
    rows: Numbers,
    lower: Column,
    upper: Column,
    number: Numbers,
) -> tuple[Numbers, int, Numbers, Numbers]:
    """Rows without guards and coefficients on the variables inside, relaxed as `restriction` has it, ready for a solver
    that takes at-most-k rows: clauses, a 0 after each; how many they are, or IMPOSSIBLE where a row cannot hold; the
    literals of the at-most rows, a 0 after each; their k. Rows that always hold are left out."""
    room, longest = 0, 0
    for row in rows:
        length = starts[row + 1] - starts[row]
        room, longest = room + length + 1, max(longest, length)
    sides = 1 if is_clause else 2  # a counting row may need one row for each of its bounds
    clauses, at_most = np.empty(sides * room, np.int32), np.empty(0 if is_clause else sides * room, np.int32)
    most, inside = np.empty(0 if is_clause else 2 * len(rows), np.int32), np.empty(longest, np.int32)
    count = end = row_count = row_end = 0
    for row in rows:
        k = ones = free = 0
        for at in range(starts[row], starts[row + 1]):
            literal = literals[at]
            x = abs(literal)
            if number[x] > 0:
                inside[k] = number[x] if literal > 0 else -number[x]
                k += 1
                continue
            least, largest = (lower[x], upper[x]) if literal > 0 else (1 - upper[x], 1 - lower[x])
            if is_clause and largest == 1:
                ones = 1
                break
            ones += least
            free += largest - least
        low, high = (1 - ones, k) if is_clause else (lo[row] - ones - free, hi[row] - ones)
        if low > k or high < 0:
            count = IMPOSSIBLE
            break
        for sign, bound in ((1, low), (-1, k - high)):  # at least so many of the literals, or of their negations
            if bound <= 0:
                continue
            if bound == 1 or bound == k:  # one clause, or each literal by itself
                for i in range(k):
                    clauses[end] = sign * inside[i]
                    end += 1
                    if bound == k or i == k - 1:
                        clauses[end] = 0
                        end, count = end + 1, count + 1
            else:
                for i in range(k):
                    at_most[row_end] = -sign * inside[i]
                    row_end += 1
                at_most[row_end] = 0
                most[row_count] = k - bound
                row_end, row_count = row_end + 1, row_count + 1
    return clauses[:end].copy(), count, at_most[:row_end].copy(), most[:row_count].copy()
