"""The loops of the search for exact covers, compiled by numba (see `search`). Imported on first use.

A node is a set of options as bits, `alive`; a table (see `tables_kernel`) has the options of each item. The search
branches on the item with the fewest ways to cover it; choosing an option removes the rows of its items from `alive`. A
node whose options fit in half the words gets a smaller table of its own, which its children share.

If one of n options is needed, there are n ways, as each excludes the others. If k of n options are needed, there are
n - k + 1 ways to choose the first of them, where those before it are not chosen. In both cases the options tried leave
`alive`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from backends.covering.tables_kernel import (
    ALL_ONES,
    HALF,
    LOWER,
    ONE,
    ZERO,
    Numbers,
    Word,
    Words,
    list_alive,
    popcount,
    tabulate,
)
from rosetta.foundation.jit import is_compiled, jit, jit_inlined

Column = NDArray[np.int64]

ENDED, FULL, PAUSED, NODE = 0, 1, 2, 3  # no more covers; the batch is full; the work is used up; a node is returned
LEVEL, COUNT, BEFORE, FRESH, NODES = range(5)  # of `state`; BEFORE: chosen before the root; FRESH: next level unvisited
TABLE, ITEM, WORD, TRIED, TOTAL, OPEN, OWED = range(7)  # of a level, see `SearchArrays`
LANES = 8  # rows are counted in blocks of this many
PER_NODE = 128  # work beyond the words visited


class Problem(NamedTuple):
    """masks: which items an option covers, item i as bit i % 64 of word i // 64, shape (words, options). The same as
    lists: option o covers the items covered[starts[o]:ends[o]], ascending; those before once[o] at most once, exact[o]
    of them exactly once (the `primary_items`). Quota q is the item first_quota + q: least[q] to most[q]."""

    masks: Words
    starts: Column
    once: Column
    ends: Column
    exact: Column
    covered: Numbers
    least: Column
    most: Column
    primary_items: int
    first_quota: int


class SearchArrays(NamedTuple):
    """The state of a search. state: see above; levels: a row of TABLE .. OWED for each; alive: the options left at each
    level; used: of each quota; path: the options chosen. bases, lengths, firsts: where a table begins in `bits`, the
    words of its rows, and where the options that are its columns begin in `names`; counts and block are scratch."""

    state: Column
    levels: NDArray[np.int64]
    alive: Words
    used: NDArray[np.int64]
    path: Numbers
    bases: Column
    lengths: Column
    firsts: Column
    names: Numbers
    bits: Words
    counts: Words
    block: Words


@jit
def fewest_options(
    alive: Words, bits: Words, counts: Words, level: int, length: int, rows: int, counted: int, base: int
) -> tuple[Word, int]:
    """The fewest options of any counted item, in the upper half of the word, and its number in the lower half; how many
    items have none."""
    best, empty = ALL_ONES, 0
    start = Word(base + (length - 1) * rows)
    x = alive[level, length - 1]
    if length == 1:
        for i in range(counted):
            count = popcount(x & bits[start + Word(i)])
            best = min(best, (count << HALF) | Word(i) if count != 0 else ALL_ONES)
            empty += count == 0
        return best, empty
    y, first = alive[level, 0], Word(base)
    if length == 2:
        for i in range(counted):
            count = popcount(y & bits[first + Word(i)]) + popcount(x & bits[start + Word(i)])
            best = min(best, (count << HALF) | Word(i) if count != 0 else ALL_ONES)
            empty += count == 0
        return best, empty
    for i in range(counted):
        counts[Word(i)] = popcount(y & bits[first + Word(i)])
    for w in range(1, length - 1):
        y, first = alive[level, w], Word(base + w * rows)
        for i in range(counted):
            counts[Word(i)] += popcount(y & bits[first + Word(i)])
    for i in range(counted):
        count = counts[Word(i)] + popcount(x & bits[start + Word(i)])
        best = min(best, (count << HALF) | Word(i) if count != 0 else ALL_ONES)
        empty += count == 0
    return best, empty


@jit
def remove_options(
    covered: Numbers, start: int, end: int, alive: Words, level: int, bits: Words, base: int, rows: int, length: int
) -> None:
    """Set `alive` of the next level: the options of this one that cover none of the items covered[start:end]."""
    for v in range(length):
        gone, first = ZERO, Word(base + v * rows)
        for k in range(start, end):
            gone |= bits[first + Word(covered[Word(k)])]
        alive[level + 1, v] = alive[level, v] & ~gone


@jit
def next_option(levels: NDArray[np.int64], alive: Words, bits: Words, level: int, rows: int, base: int) -> int:
    """The column of the next option of the level's item; the option leaves `alive`."""
    w, row = levels[level, WORD], Word(base + levels[level, ITEM])
    while alive[level, w] & bits[row + Word(w * rows)] == 0:
        w += 1
    x = alive[level, w] & bits[row + Word(w * rows)]
    below = (x - ONE) & ~x
    alive[level, w] &= ~(below + ONE)
    levels[level, WORD] = w
    levels[level, TRIED] += 1
    column: int = 64 * w + int(popcount(below))
    return column


@jit_inlined
def choose_quota(level: int, problem: Problem, place: SearchArrays) -> bool:
    """Branch on an item with a quota instead, if that has fewer ways; False if one has too few options left."""
    levels, table, first = place.levels, place.levels[level, TABLE], problem.first_quota
    length, base, rows = place.lengths[table], place.bases[table], 64 * len(problem.masks)
    for quota in range(len(problem.least)):
        need, n = problem.least[quota] - place.used[level, quota], ZERO
        if need > 0:
            for w in range(length):
                n += popcount(place.alive[level, w] & place.bits[base + first + w * rows + quota])
            ways = int(n) - need + 1
            if ways <= 0:
                return False
            if ways < levels[level, TOTAL]:
                levels[level, ITEM], levels[level, TOTAL] = first + quota, ways
    return True


@jit_inlined
def use_quotas(option: int, level: int, problem: Problem, place: SearchArrays) -> None:
    """Count up the quotas that the option covers at this level; remove the other options of a quota that is used up."""
    levels, used, table = place.levels, place.used, place.levels[level, TABLE]
    length, base, rows = place.lengths[table], place.bases[table], 64 * len(problem.masks)
    for k in range(problem.once[option], problem.ends[option]):
        item = problem.covered[k]
        quota = item - problem.first_quota
        used[level, quota] += 1
        levels[level, OWED] -= used[level, quota] <= problem.least[quota]
        if used[level, quota] == problem.most[quota]:
            for w in range(length):
                place.alive[level, w] &= ~place.bits[base + w * rows + item]


@jit
def search(
    problem: Problem, place: SearchArrays, covers: Numbers, size: int, keep: bool, deepest: int, work: int
) -> int:
    """Continue the search from `place.state`, which is updated; returns why it stops: ENDED, FULL, PAUSED or NODE.

    Up to `size` covers go to covers[:state[COUNT]], filled up with -1; unless `keep`, they are only counted. A node at
    the level `deepest` that is not yet a cover is returned to the caller. work: how many words to visit.
    """
    masks, starts, once, _, exact, covered, least, _, primary_items, _ = problem
    state, levels, alive, used, path, bases, lengths, firsts, names, bits, counts, block = place
    level, count, before, fresh, nodes = state[LEVEL], state[COUNT], state[BEFORE], state[FRESH] != 0, state[NODES]
    rows, counted = 64 * len(masks), (primary_items + LANES - 1) // LANES * LANES
    reason = ENDED
    while level >= 0 or fresh:
        if work <= 0:
            reason = PAUSED
            break
        if not fresh:
            if levels[level, TRIED] == levels[level, TOTAL]:
                level -= 1
                continue
            table = levels[level, TABLE]
            length, base = lengths[table], bases[table]
            option = names[firsts[table] + next_option(levels, alive, bits, level, rows, base)]
            path[before + level] = option
            remove_options(covered, starts[option], once[option], alive, level, bits, base, rows, length)
            levels[level + 1, TABLE] = table
            levels[level + 1, OPEN] = levels[level, OPEN] - exact[option]
            levels[level + 1, OWED] = levels[level, OWED]
            if len(least) != 0:
                used[level + 1] = used[level]
                use_quotas(option, level + 1, problem, place)
        fresh, after = False, level + 1
        if levels[after, OPEN] == 0 and levels[after, OWED] == 0:
            if keep:
                covers[count, : before + after] = path[: before + after]
                covers[count, before + after :] = -1
            count += 1
            if count == size:
                reason = FULL
                break
            continue
        if after == deepest:
            reason = NODE
            break
        table = levels[after, TABLE]
        length, base = lengths[table], bases[table]
        work -= length * counted + PER_NODE
        nodes += 1
        best, empty = fewest_options(alive, bits, counts, after, length, rows, counted, base)
        if empty + levels[after, OPEN] != counted:
            continue
        levels[after, ITEM], levels[after, TOTAL] = int(best & LOWER), int(best >> HALF)
        levels[after, WORD] = levels[after, TRIED] = 0
        if levels[after, OWED] != 0 and not choose_quota(after, problem, place):
            continue
        level = after
        if length > 1 and levels[level, TOTAL] > 1:
            n = 0
            for w in range(length):
                n += int(popcount(alive[level, w]))
            if 2 * ((n + 63) // 64) <= length:
                first = firsts[table] + 64 * length
                list_alive(alive, level, length, names, firsts[table], first)
                table += 1
                levels[level, TABLE], firsts[table], lengths[table] = table, first, (n + 63) // 64
                bases[table] = base + length * rows
                tabulate(masks, names, first, n, bits, bases[table], rows, block)
    state[LEVEL], state[COUNT], state[FRESH], state[NODES] = level, count, 0, nodes
    return reason


COMPILED = is_compiled(search)
