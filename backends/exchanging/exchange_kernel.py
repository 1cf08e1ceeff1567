"""The loops of an annealing, compiled by numba (see `annealing`). Imported on first use.

A chain begins with one flip. While a kept row is broken, one of its variables whose flip helps is drawn and flipped, no
variable twice: one that breaks the fewest other kept rows, or in `noise` of 2^32 cases any. A chain that finds none, or
grows too long, is undone. Deviations and prefixes stay those before the chain until it is accepted.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.walking.xoshiro_kernel import next_word, random_below
from rosetta.foundation.jit import is_compiled, jit_in_place, jit_inlined

Column = NDArray[np.int32]
Numbers = NDArray[np.int64]
Int: TypeAlias = "int | np.int64 | np.int32"

STAMP, CHAIN, BROKEN, TOUCHED, OFF, ENERGY, EXCHANGES, ACCEPTED = range(8)  # of `numbers`
DRAWS = 30  # of a variable that helps a given row
UNIT = 2.0**-32


class SumRows(NamedTuple):
    """Rows and variables in columns, both numbered from 0.

    row_starts       the entries of row r are row_starts[r]..row_starts[r + 1]
    row_variables    the variable of each entry
    row_coefs        the coefficient of each entry
    variable_starts  the same by variable
    variable_rows    the row of each entry, ascending within a variable
    variable_coefs   the coefficient of each entry
    lo, hi           the bounds of each row
    segment_ends     by row, the row after the last one of its segment
    kept             how many rows are kept, the first ones
    """

    row_starts: Column
    row_variables: Column
    row_coefs: Column
    variable_starts: Column
    variable_rows: Column
    variable_coefs: Column
    lo: Column
    hi: Column
    segment_ends: Column
    kept: int


class ChainSettings(NamedTuple):
    """How chains are drawn and judged.

    weight    of the squares of the prefix sums, against those of the deviations
    focus     in so many of 2^32 cases a chain begins in a row with a deviation
    noise     in so many of 2^32 cases a repair does not look at what it breaks
    longest   flips of a chain at the most
    """

    weight: int
    focus: int
    noise: int
    longest: int


class SearchState(NamedTuple):
    """The assignment, what follows from it, and the chain that is being tried.

    values      of the variables
    sums        of every row under these values
    deviations  by row, how far the sum of a counted row lies outside its bounds, with its sign
    prefixes    by row, the sum of the deviations of its segment up to it
    off         the counted rows with a deviation, numbers[OFF] of them
    places      by row, where it stands in `off`, -1 if nowhere
    marks       by variable, numbers[STAMP] if it is in the chain
    row_marks   by row, numbers[STAMP] if it is in `touched`
    flipped     the variables of the chain, numbers[CHAIN] of them
    broken      kept rows that a flip broke, numbers[BROKEN] of them; some may be mended again
    touched     counted rows that the chain changed, numbers[TOUCHED] of them, each once
    numbers     STAMP .. ACCEPTED
    words       the state of the random numbers
    """

    values: Column
    sums: Column
    deviations: Column
    prefixes: Column
    off: Column
    places: Column
    marks: Numbers
    row_marks: Numbers
    flipped: Column
    broken: Column
    touched: Column
    numbers: Numbers
    words: Numbers


@jit_inlined
def deviation(r: Int, sums: Column, lo: Column, hi: Column) -> int:
    """How far the row's sum lies outside its bounds: negative below, positive above."""
    if sums[r] < lo[r]:
        return int(sums[r] - lo[r])
    return int(max(sums[r] - hi[r], 0))


@jit_inlined
def flip(v: Int, rows: SumRows, state: SearchState) -> None:
    """Flip a variable as part of the chain."""
    numbers, sums = state.numbers, state.sums
    stamp = numbers[STAMP]
    sign = 1 - 2 * state.values[v]
    state.values[v] = 1 - state.values[v]
    state.marks[v] = stamp
    state.flipped[numbers[CHAIN]] = v
    numbers[CHAIN] += 1
    for k in range(rows.variable_starts[v], rows.variable_starts[v + 1]):
        r = rows.variable_rows[k]
        sums[r] += sign * rows.variable_coefs[k]
        if r < rows.kept:
            if sums[r] < rows.lo[r] or sums[r] > rows.hi[r]:
                state.broken[numbers[BROKEN]] = r
                numbers[BROKEN] += 1
        elif state.row_marks[r] != stamp:
            state.row_marks[r] = stamp
            state.touched[numbers[TOUCHED]] = r
            numbers[TOUCHED] += 1


@jit_inlined
def undo_chain(rows: SumRows, state: SearchState) -> None:
    """Flip the variables of the chain back."""
    for i in range(state.numbers[CHAIN]):
        v = state.flipped[i]
        sign = 1 - 2 * state.values[v]
        state.values[v] = 1 - state.values[v]
        for k in range(rows.variable_starts[v], rows.variable_starts[v + 1]):
            state.sums[rows.variable_rows[k]] += sign * rows.variable_coefs[k]


@jit_inlined
def draw_start(focus: int, rows: SumRows, state: SearchState) -> int:
    """The first variable of a chain: of a row with a deviation, one that lowers it, in `focus` of 2^32 cases; else any.
    -1 where some draws found none."""
    words = state.words
    if state.numbers[OFF] == 0 or next_word(words) >= focus:
        return random_below(words, len(state.values))
    r = state.off[random_below(words, state.numbers[OFF])]
    first, length = rows.row_starts[r], int(rows.row_starts[r + 1] - rows.row_starts[r])
    if length == 0:  # its literals cancelled each other
        return -1
    for _ in range(DRAWS):
        k = first + random_below(words, length)
        v = rows.row_variables[k]
        if (1 - 2 * state.values[v]) * rows.row_coefs[k] * state.deviations[r] < 0:
            return int(v)
    return -1


@jit_inlined
def count_broken(v: Int, rows: SumRows, state: SearchState) -> int:
    """How many of the kept rows of a variable do not hold once it is flipped."""
    sign, broken = 1 - 2 * state.values[v], 0
    for k in range(rows.variable_starts[v], rows.variable_starts[v + 1]):
        r = rows.variable_rows[k]
        if r >= rows.kept:  # rows of a variable ascend
            break
        total = state.sums[r] + sign * rows.variable_coefs[k]
        broken += total < rows.lo[r] or total > rows.hi[r]
    return broken


@jit_inlined
def draw_repair(r: Int, need: int, random: bool, rows: SumRows, state: SearchState) -> int:
    """A variable of the row whose flip moves its sum towards `need` (1: up, -1: down), not in the chain: any where
    `random`, else one that leaves the fewest of its kept rows broken; -1: none."""
    stamp = state.numbers[STAMP]
    count, chosen, fewest = 0, -1, 0
    for k in range(rows.row_starts[r], rows.row_starts[r + 1]):
        v = rows.row_variables[k]
        if state.marks[v] == stamp or (1 - 2 * state.values[v]) * rows.row_coefs[k] * need <= 0:
            continue
        broken = 0 if random else count_broken(v, rows, state)
        if count == 0 or broken < fewest:
            count, chosen, fewest = 1, int(v), broken
        elif broken == fewest:
            count += 1
            if random_below(state.words, count) == 0:
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
def energy_change(weight: int, rows: SumRows, state: SearchState) -> int:
    """What the chain adds to the energy. Touched rows are in ascending order."""
    touched, number = state.touched, state.numbers[TOUCHED]
    change, carried = 0, 0
    for i in range(number):
        r = touched[i]
        new, old = deviation(r, state.sums, rows.lo, rows.hi), state.deviations[r]
        change += new * new - old * old
        carried += new - old
        end = rows.segment_ends[r]
        last = end
        if i + 1 < number and touched[i + 1] < last:
            last = touched[i + 1]
        if carried:
            for k in range(r, last):
                change += weight * carried * (carried + 2 * state.prefixes[k])
        if last == end:
            carried = 0
    return int(change)


@jit_inlined
def set_deviation(r: Int, new: int, state: SearchState) -> None:
    """Note the deviation of a counted row, in the list of rows with a deviation, too."""
    off, places, numbers = state.off, state.places, state.numbers
    state.deviations[r] = new
    if new != 0 and places[r] < 0:
        off[numbers[OFF]], places[r] = r, numbers[OFF]
        numbers[OFF] += 1
    elif new == 0 and places[r] >= 0:
        numbers[OFF] -= 1
        last = off[numbers[OFF]]
        off[places[r]], places[last] = last, places[r]
        places[r] = -1


@jit_inlined
def accept_chain(rows: SumRows, state: SearchState) -> None:
    """Bring deviations, prefixes and the list of rows with a deviation up to date."""
    touched, number = state.touched, state.numbers[TOUCHED]
    carried = 0
    for i in range(number):
        r = touched[i]
        new = deviation(r, state.sums, rows.lo, rows.hi)
        carried += new - state.deviations[r]
        set_deviation(r, new, state)
        end = rows.segment_ends[r]
        last = end
        if i + 1 < number and touched[i + 1] < last:
            last = touched[i + 1]
        if carried:
            for k in range(r, last):
                state.prefixes[k] += carried
        if last == end:
            carried = 0


@jit_in_place
def begin(weight: int, rows: SumRows, state: SearchState) -> int:
    """Sums, deviations and energy of the assignment; how many kept rows it breaks."""
    numbers = state.numbers
    broken, carried = 0, 0
    numbers[OFF], numbers[ENERGY] = 0, 0
    for r in range(len(rows.lo)):
        total = 0
        for k in range(rows.row_starts[r], rows.row_starts[r + 1]):
            total += rows.row_coefs[k] * state.values[rows.row_variables[k]]
        state.sums[r] = total
        d = deviation(r, state.sums, rows.lo, rows.hi)
        if r < rows.kept:
            broken += d != 0
            continue
        carried += d
        state.prefixes[r], state.places[r] = carried, -1
        numbers[ENERGY] += d * d + weight * carried * carried
        set_deviation(r, d, state)
        if r + 1 == rows.segment_ends[r]:
            carried = 0
    return int(broken)


@jit_inlined
def mend_rows(v: Int, settings: ChainSettings, rows: SumRows, state: SearchState) -> bool:
    """Flip this variable, then others until no kept row is broken; False where no variable helps, or the chain would
    grow too long."""
    numbers = state.numbers
    flip(v, rows, state)
    while numbers[BROKEN] > 0:
        r = state.broken[numbers[BROKEN] - 1]
        d = deviation(r, state.sums, rows.lo, rows.hi)
        if d == 0:
            numbers[BROKEN] -= 1
            continue
        if numbers[CHAIN] == settings.longest:
            return False
        v = draw_repair(r, 1 if d < 0 else -1, next_word(state.words) < settings.noise, rows, state)
        if v < 0:
            return False
        flip(v, rows, state)
    return True


@jit_in_place
def anneal(attempts: int, temperature: float, settings: ChainSettings, rows: SumRows, state: SearchState) -> None:
    """Try so many chains at one temperature; ends at energy 0."""
    numbers = state.numbers
    for _ in range(attempts):
        if numbers[ENERGY] == 0:
            return
        v = draw_start(settings.focus, rows, state)
        if v < 0:
            continue
        numbers[STAMP] += 1
        numbers[CHAIN], numbers[BROKEN], numbers[TOUCHED] = 0, 0, 0
        if mend_rows(v, settings, rows, state):
            numbers[EXCHANGES] += 1
            sort_touched(state.touched, numbers[TOUCHED])
            change = energy_change(settings.weight, rows, state)
            if change <= 0 or next_word(state.words) * UNIT < math.exp(-change / temperature):
                accept_chain(rows, state)
                numbers[ENERGY] += change
                numbers[ACCEPTED] += 1
                continue
        undo_chain(rows, state)


COMPILED = is_compiled(anneal)
