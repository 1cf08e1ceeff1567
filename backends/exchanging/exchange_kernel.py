"""The loops of an annealing, compiled by numba (see `annealing`). Imported on first use.

    values[v], sums[r]   the assignment, and the sum of every row under it
    deviations[r]        how far the sum of a counted row lies outside its bounds, with its sign
    prefixes[r]          the sum of the deviations of its segment up to r
    off, places          the counted rows with a deviation, numbers[OFF] of them, and where each stands, -1 if nowhere
    flipped              the variables of the chain, numbers[CHAIN] of them; marks[v] is numbers[STAMP] for each
    broken               kept rows that a flip broke, numbers[BROKEN] of them; some may be mended again
    touched              counted rows that the chain changed, numbers[TOUCHED] of them, each once

A chain begins with one flip. While a kept row is broken, one of its variables whose flip helps is drawn and flipped, no
variable twice: one that breaks the fewest other kept rows, or in `noise` of 2^32 cases any. A chain that finds none, or
grows too long, is undone. Deviations and prefixes stay those before the chain until it is accepted.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.jit import is_compiled, jit_in_place, jit_inlined
from backends.walking.xoshiro_kernel import next_word, random_below

Column = NDArray[np.int32]
Numbers = NDArray[np.int64]
Int: TypeAlias = "int | np.int64 | np.int32"

STAMP, CHAIN, BROKEN, TOUCHED, OFF, ENERGY, EXCHANGES, ACCEPTED = range(8)  # of `numbers`
DRAWS = 30  # of a variable that helps a given row
UNIT = 2.0**-32


@jit_inlined
def deviation(r: Int, sums: Column, lo: Column, hi: Column) -> int:
    """How far the row's sum lies outside its bounds: negative below, positive above."""
    if sums[r] < lo[r]:
        return int(sums[r] - lo[r])
    return int(max(sums[r] - hi[r], 0))


@jit_inlined
def flip(
    v: Int, starts: Column, rows: Column, coefs: Column, lo: Column, hi: Column, kept: int, values: Column,
    sums: Column, marks: Numbers, row_marks: Numbers, flipped: Column, broken: Column, touched: Column,
    numbers: Numbers,
) -> None:  # fmt: skip
    """Flip a variable as part of the chain."""
    stamp = numbers[STAMP]
    sign = 1 - 2 * values[v]
    values[v] = 1 - values[v]
    marks[v] = stamp
    flipped[numbers[CHAIN]] = v
    numbers[CHAIN] += 1
    for k in range(starts[v], starts[v + 1]):
        r = rows[k]
        sums[r] += sign * coefs[k]
        if r < kept:
            if sums[r] < lo[r] or sums[r] > hi[r]:
                broken[numbers[BROKEN]] = r
                numbers[BROKEN] += 1
        elif row_marks[r] != stamp:
            row_marks[r] = stamp
            touched[numbers[TOUCHED]] = r
            numbers[TOUCHED] += 1


@jit_inlined
def undo_chain(
    starts: Column, rows: Column, coefs: Column, values: Column, sums: Column, flipped: Column, numbers: Numbers
) -> None:
    """Flip the variables of the chain back."""
    for i in range(numbers[CHAIN]):
        v = flipped[i]
        sign = 1 - 2 * values[v]
        values[v] = 1 - values[v]
        for k in range(starts[v], starts[v + 1]):
            sums[rows[k]] += sign * coefs[k]


@jit_inlined
def draw_start(
    focus: int, row_starts: Column, row_variables: Column, row_coefs: Column, values: Column, deviations: Column,
    off: Column, numbers: Numbers, s: Numbers,
) -> int:  # fmt: skip
    """The first variable of a chain: of a row with a deviation, one that lowers it, in `focus` of 2^32 cases; else any.
    -1 where some draws found none."""
    if numbers[OFF] == 0 or next_word(s) >= focus:
        return random_below(s, len(values))
    r = off[random_below(s, numbers[OFF])]
    first, length = row_starts[r], int(row_starts[r + 1] - row_starts[r])
    if length == 0:  # its literals cancelled each other
        return -1
    for _ in range(DRAWS):
        k = first + random_below(s, length)
        v = row_variables[k]
        if (1 - 2 * values[v]) * row_coefs[k] * deviations[r] < 0:
            return int(v)
    return -1


@jit_inlined
def count_broken(
    v: Int, starts: Column, rows: Column, coefs: Column, lo: Column, hi: Column, kept: int, values: Column, sums: Column
) -> int:
    """How many of the kept rows of a variable do not hold once it is flipped."""
    sign, broken = 1 - 2 * values[v], 0
    for k in range(starts[v], starts[v + 1]):
        r = rows[k]
        if r >= kept:  # rows of a variable ascend
            break
        total = sums[r] + sign * coefs[k]
        broken += total < lo[r] or total > hi[r]
    return broken


@jit_inlined
def draw_repair(
    r: Int, need: int, random: bool, row_starts: Column, row_variables: Column, row_coefs: Column, starts: Column,
    rows: Column, coefs: Column, lo: Column, hi: Column, kept: int, values: Column, sums: Column, marks: Numbers,
    stamp: Int, s: Numbers,
) -> int:  # fmt: skip
    """A variable of the row whose flip moves its sum towards `need` (1: up, -1: down), not in the chain: any where
    `random`, else one that leaves the fewest of its kept rows broken; -1: none."""
    count, chosen, fewest = 0, -1, 0
    for k in range(row_starts[r], row_starts[r + 1]):
        v = row_variables[k]
        if marks[v] == stamp or (1 - 2 * values[v]) * row_coefs[k] * need <= 0:
            continue
        broken = 0 if random else count_broken(v, starts, rows, coefs, lo, hi, kept, values, sums)
        if count == 0 or broken < fewest:
            count, chosen, fewest = 1, int(v), broken
        elif broken == fewest:
            count += 1
            if random_below(s, count) == 0:
                chosen = int(v)
    return chosen


@jit_inlined
def sort_touched(touched: Column, number: Int) -> None:
    """Ascending, in place: a few rows."""
    for i in range(1, number):
        r, j = touched[i], i
        while j > 0 and touched[j - 1] > r:
            touched[j] = touched[j - 1]
            j -= 1
        touched[j] = r


@jit_inlined
def energy_change(
    weight: int, lo: Column, hi: Column, ends: Column, sums: Column, deviations: Column, prefixes: Column,
    touched: Column, numbers: Numbers,
) -> int:  # fmt: skip
    """What the chain adds to the energy. Touched rows are in ascending order."""
    change, carried = 0, 0
    for i in range(numbers[TOUCHED]):
        r = touched[i]
        new, old = deviation(r, sums, lo, hi), deviations[r]
        change += new * new - old * old
        carried += new - old
        last = ends[r]
        if i + 1 < numbers[TOUCHED] and touched[i + 1] < last:
            last = touched[i + 1]
        if carried:
            for k in range(r, last):
                change += weight * carried * (carried + 2 * prefixes[k])
        if last == ends[r]:
            carried = 0
    return int(change)


@jit_inlined
def accept_chain(
    lo: Column, hi: Column, ends: Column, sums: Column, deviations: Column, prefixes: Column, off: Column,
    places: Column, touched: Column, numbers: Numbers,
) -> None:  # fmt: skip
    """Bring deviations, prefixes and the list of rows with a deviation up to date."""
    carried = 0
    for i in range(numbers[TOUCHED]):
        r = touched[i]
        new = deviation(r, sums, lo, hi)
        carried += new - deviations[r]
        deviations[r] = new
        if new != 0 and places[r] < 0:
            off[numbers[OFF]], places[r] = r, numbers[OFF]
            numbers[OFF] += 1
        elif new == 0 and places[r] >= 0:
            numbers[OFF] -= 1
            last = off[numbers[OFF]]
            off[places[r]], places[last] = last, places[r]
            places[r] = -1
        end = ends[r]
        if i + 1 < numbers[TOUCHED] and touched[i + 1] < end:
            end = touched[i + 1]
        if carried:
            for k in range(r, end):
                prefixes[k] += carried
        if end == ends[r]:
            carried = 0


@jit_in_place
def begin(
    weight: int, row_starts: Column, row_variables: Column, row_coefs: Column, lo: Column, hi: Column, ends: Column,
    kept: int, values: Column, sums: Column, deviations: Column, prefixes: Column, off: Column, places: Column,
    numbers: Numbers,
) -> int:  # fmt: skip
    """Sums, deviations and energy of the assignment; how many kept rows it breaks."""
    broken, carried = 0, 0
    numbers[OFF], numbers[ENERGY] = 0, 0
    for r in range(len(lo)):
        total = 0
        for k in range(row_starts[r], row_starts[r + 1]):
            total += row_coefs[k] * values[row_variables[k]]
        sums[r] = total
        d = deviation(r, sums, lo, hi)
        if r < kept:
            broken += d != 0
            continue
        carried += d
        deviations[r], prefixes[r], places[r] = d, carried, -1
        numbers[ENERGY] += d * d + weight * carried * carried
        if d != 0:
            off[numbers[OFF]], places[r] = r, numbers[OFF]
            numbers[OFF] += 1
        if r + 1 == ends[r]:
            carried = 0
    return int(broken)


@jit_in_place
def anneal(
    attempts: int, temperature: float, weight: int, focus: int, noise: int, longest: int, row_starts: Column,
    row_variables: Column, row_coefs: Column, starts: Column, rows: Column, coefs: Column, lo: Column, hi: Column,
    ends: Column, kept: int, values: Column, sums: Column, deviations: Column, prefixes: Column, off: Column,
    places: Column, marks: Numbers, row_marks: Numbers, flipped: Column, broken: Column, touched: Column,
    numbers: Numbers, s: Numbers,
) -> None:  # fmt: skip
    """Try so many chains at one temperature; ends at energy 0."""
    for _ in range(attempts):
        if numbers[ENERGY] == 0:
            return
        v = draw_start(focus, row_starts, row_variables, row_coefs, values, deviations, off, numbers, s)
        if v < 0:
            continue
        numbers[STAMP] += 1
        numbers[CHAIN], numbers[BROKEN], numbers[TOUCHED] = 0, 0, 0
        whole = True
        while v >= 0:
            flip(
                v, starts, rows, coefs, lo, hi, kept, values, sums, marks, row_marks, flipped, broken, touched, numbers
            )
            v = -1
            while numbers[BROKEN] > 0 and v < 0 and whole:
                r = broken[numbers[BROKEN] - 1]
                d = deviation(r, sums, lo, hi)
                if d == 0:
                    numbers[BROKEN] -= 1
                elif numbers[CHAIN] == longest:
                    whole = False
                else:
                    need = 1 if d < 0 else -1
                    v = draw_repair(
                        r, need, next_word(s) < noise, row_starts, row_variables, row_coefs, starts, rows, coefs, lo,
                        hi, kept, values, sums, marks, numbers[STAMP], s,
                    )  # fmt: skip
                    whole = v >= 0
        if whole:
            numbers[EXCHANGES] += 1
            sort_touched(touched, numbers[TOUCHED])
            change = energy_change(weight, lo, hi, ends, sums, deviations, prefixes, touched, numbers)
            if change <= 0 or next_word(s) * UNIT < math.exp(-change / temperature):
                accept_chain(lo, hi, ends, sums, deviations, prefixes, off, places, touched, numbers)
                numbers[ENERGY] += change
                numbers[ACCEPTED] += 1
                continue
        undo_chain(starts, rows, coefs, values, sums, flipped, numbers)


COMPILED = is_compiled(anneal)
