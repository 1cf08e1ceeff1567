"""BOUNDS of an MPS file: what its lines say of each variable together, in any order.

UP B x 5    LO B x 2      2..5
UP B x 5    UP B x 3      ..3: of several on a side the last one counts; a note, since HiGHS lets the first one count
UP B x 0    BV B x        0..0: a binary variable is in 0..1, and within its other bounds; the same note
UP B x -2                 refused without a lower bound, which is 0 to some solvers and minus infinity to others
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.mps.lines import AT_END, MpsLines
from backends.formats.mps.vectors import keep_first_vector
from backends.formats.text.decimals import OPEN, Decimals, whole_bounds
from backends.formats.text.implied_integers import are_whole_by_bounds
from backends.formats.text.words import Offsets, WordNumbers

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
KINDS = ("UP", "LO", "FX", "BV", "LI", "UI", "FR", "MI", "PL")
UP, LO, FX, BV, LI, UI, FR, MI, PL = range(len(KINDS))
LOWER_KINDS, UPPER_KINDS = (LO, FX, LI, FR, MI), (UP, FX, UI, FR, PL)
VALUED = (UP, LO, FX, LI, UI)
IMPOSSIBLE = "a bound that some number keeps"
NO_LOWER = "a lower bound, too (LO or MI): where the upper one is below 0, it is 0 to some solvers and none to others"
OVERRULED = (
    "line {line}: {name} has another bound on that side: the last one counts, and BV means 0..1 besides; HiGHS lets "
    "the first one count, GLPK refuses such files"
)


@dataclass(frozen=True, slots=True, eq=False)
class _BoundLines:
    """By line: kind (index in KINDS), column and value."""

    lines: Column
    kinds: Column
    columns: Offsets
    values: Decimals


@dataclass(frozen=True, slots=True, eq=False)
class MpsBounds:
    """By column: lower and upper bounds, made whole, -OPEN and OPEN where there are none; do the bounds make it an
    integer; do they allow but one number, which is whole, or none; the last line about it, -1 for none; does the file
    give an upper bound, or say that there is none?"""

    lower: Column
    upper: Column
    integer: Truth
    whole: Truth
    lines: Column
    is_told: Truth


def read_bounds(lines: MpsLines, names: WordNumbers, firsts: Column) -> MpsBounds:
    """What the section says. names: of the columns; firsts: the line of the first mention of each."""
    stated = _read_lines(lines, names, firsts)
    count = len(firsts)
    lower, upper = np.zeros(count, np.int64), np.full(count, OPEN)
    has_lower, is_told, integer, binary, fractional = np.zeros((5, count), np.bool_)
    low, high = whole_bounds(stated.values, upwards=True), whole_bounds(stated.values, upwards=False)
    low = np.where(np.isin(stated.kinds, (FR, MI)), -OPEN, low)
    high = np.where(np.isin(stated.kinds, (FR, PL)), OPEN, high)
    valued = np.isin(stated.kinds, VALUED)
    for kinds, target, values, told in ((LOWER_KINDS, lower, low, has_lower), (UPPER_KINDS, upper, high, is_told)):
        here = np.isin(stated.kinds, kinds)
        target[stated.columns[here]] = values[here]
        told[stated.columns[here]] = True
        fractional[stated.columns[here]] |= valued[here] & (stated.values.exponents[here] < 0)
    integer[stated.columns[np.isin(stated.kinds, (BV, LI, UI))]] = True
    binary[stated.columns[stated.kinds == BV]] = True
    if binary.any():
        lower[binary], upper[binary] = np.maximum(lower[binary], 0), np.minimum(upper[binary], 1)
    is_told |= binary
    last = np.full(count, -1)
    last[stated.columns] = stated.lines
    bare = np.flatnonzero((upper < 0) & ~has_lower & ~binary)
    lines.require(last[bare], np.zeros(len(bare), np.bool_), lines.count[last[bare]] - 1, NO_LOWER, 4)
    _note_overruled(lines, stated, lower, upper, low, high, firsts)
    return MpsBounds(lower, upper, integer, are_whole_by_bounds(lower, upper, fractional), last, is_told)


def _read_lines(lines: MpsLines, names: WordNumbers, firsts: Column) -> _BoundLines:
    """The lines of the first vector; complains of those that are wrong in any vector."""
    mine = lines.of("BOUNDS")
    kinds = _read_kinds(lines, lines.first[mine])
    fine = lines.require(mine, kinds >= 0, 0, f"one of {', '.join(KINDS)}", 0)
    mine, kinds = mine[fine], kinds[fine]
    valued, count = np.isin(kinds, VALUED), lines.count[mine]
    least = 2 + valued
    ignored = ~valued & (count == 4)  # a number where none is needed
    fits = (count == least) | (count == least + 1) | ignored
    for has_value in (False, True):
        here = valued == has_value
        expected = "a kind of bound, the name of the set, a variable" + ", a number" * has_value
        lines.require(mine[here], fits[here], AT_END, expected, 1)
    mine, kinds, valued, count, ignored = mine[fits], kinds[fits], valued[fits], count[fits], ignored[fits]
    place = np.where(ignored, 2, count - 1 - valued)
    which = lines.number(names, lines.first[mine] + place)
    known = which < len(firsts)
    known[known] = firsts[which[known]] < mine[known]
    lines.require(mine, known, place, "the name of a variable", 2)
    first = keep_first_vector(lines, mine, np.where(place == 2, 1, -1), "BOUNDS")
    mine, kinds, which, place, first = mine[known], kinds[known], which[known], place[known], first[known]
    valued, ignored = valued[known], ignored[known]
    values = lines.decimals(lines.first[mine] + place + (valued | ignored))
    has_number = valued | ignored
    lines.require_numbers(mine[has_number], values.take(has_number), (place + 1)[has_number], 3, infinite=True)
    infinite, below = values.infinite, lines.initials(lines.first[mine] + place + has_number) == ord("-")
    wrong = valued & infinite & ((kinds == FX) | (np.isin(kinds, (LO, LI)) != below))
    lines.require(mine, ~wrong, place + 1, IMPOSSIBLE, 3)
    return _BoundLines(mine[first], kinds[first], which[first], values.take(first))


def _read_kinds(lines: MpsLines, words: Column) -> Column:
    """The kind of each line, -1 for none."""
    kinds = np.full(len(words), -1)
    short = lines.lengths(words) == 2
    letters = np.stack([lines.initials(words), np.zeros(len(words), np.uint8)])
    text = np.frombuffer(lines.words.content, np.uint8) if lines.words.content else np.zeros(0, np.uint8)
    letters[1, short] = text[lines.words.starts[words[short]] + 1]
    letters &= 0xDF
    for kind, name in enumerate(KINDS):
        kinds[short & (letters[0] == ord(name[0])) & (letters[1] == ord(name[1]))] = kind
    return kinds


def _note_overruled(
    lines: MpsLines, stated: _BoundLines, lower: Column, upper: Column, low: Column, high: Column, firsts: Column
) -> None:
    """Note the first line whose bound is not the one that counts. lower, upper, firsts: by column; low, high: by line;
    firsts: the line of its first mention."""
    boolean = stated.kinds == BV
    overruled = np.zeros(len(stated.kinds), np.bool_)
    for kinds, target, values, of_boolean in ((LOWER_KINDS, lower, low, 0), (UPPER_KINDS, upper, high, 1)):
        here = np.isin(stated.kinds, kinds) | boolean
        overruled |= here & (np.where(boolean, of_boolean, values) != target[stated.columns])
    if overruled.any():
        line, column = (int(each[np.argmax(overruled)]) for each in (stated.lines, stated.columns))
        name = lines.names(lines.first[firsts[[column]]])[0]
        lines.notes.append(OVERRULED.format(line=lines.line_number(line), name=name))
