r"""LP files (CPLEX's format) read strictly: a neutral model of integers and linear rows.

    Minimize  obj: 2 x + 3 y + 5         a number alone is a constant
    Subject To
      r1: x - y >= 1                     names of rows may be left out; a number on the right
      2 <= x + y <= 4                    two bounds
    Bounds    x <= 7    -1 <= y <= 1    z = 2
    Generals  x y                        Binaries  b        End

Continuous variables (those in neither list) are refused, unless the rows show that they are whole, and integers
without bounds, unless the rows imply some (`text.implied_integers`). Fractions are scaled exactly (`text.decimals`).
Variables are numbered in the order in which they first occur.

The file becomes columns of tokens (`scanning_loops`), these become columns of terms and bounds (`parsing_loops`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_NAMED, FileError
from backends.formats.lp import parsing_loops, scanning_loops
from backends.formats.lp.parsing_loops import BOTH, CONSTANT, INFINITE, LEFT, LOWER, RIGHT, UPPER, ZERO
from backends.formats.lp.scanning_loops import AT_LEAST, AT_MOST, MAX, NAME, NUMBER
from backends.formats.text.decimals import (
    OPEN,
    REASONS,
    Decimals,
    read_decimals,
    scale_rows,
    scaling_reason,
    whole_bounds,
)
from backends.formats.text.implied_integers import complete_linear
from backends.formats.text.linear_to_model import MOST_RULES, LinearFile, greatest_sum, model_from_linear
from backends.formats.text.scanning import choose_loops, error_at, is_plain, text_for
from backends.formats.text.words import PackedNames, decode_names, number_words
from models.neutral import Model, ObjectiveSense
from models.neutral.errors import EXACT

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
SCAN_EXPECTED = {
    scanning_loops.STRANGE: "a name, a number, a sign or a side",
    scanning_loops.LONG_NAME: f"a name of at most {scanning_loops.LONGEST_NAME} letters",
    scanning_loops.NO_END: "End at the end of the file",
}
EXPECTED = {
    parsing_loops.NO_SENSE: "Minimize or Maximize",
    parsing_loops.NO_ROWS: "Subject To",
    parsing_loops.NO_SECTION: "a section, as in Bounds, Generals, Binaries or End",
    parsing_loops.OTHER_SECTION: "rows, bounds, integers and Booleans only",
    parsing_loops.NO_SIDE: "a side, as in `>= 1`",
    parsing_loops.NO_TERM: "a term, as in `2 x`, or a number",
    parsing_loops.NO_BOUND_SIDE: "a side, as in `<= x`",
    parsing_loops.NO_BOUNDED: "the name of a variable",
    parsing_loops.NO_FREE: "a side, as in `<= 7`, or `free`",
    parsing_loops.NO_NAME: "the name of a variable, or a section",
}


@dataclass(frozen=True, slots=True, eq=False)
class _LpTokens:
    """kinds, starts, ends: by token; expected: why the scan stopped at the last token, None if it did not; numbers: of
    the tokens at `places`, in order, ranks: the index of a token among these; names: the number of each token that is a
    name, words: what it may mean."""

    content: bytes
    kinds: NDArray[np.uint8]
    starts: NDArray[Any]
    ends: NDArray[Any]
    expected: str | None
    places: Column
    ranks: NDArray[np.int32]
    numbers: Decimals
    names: NDArray[np.int32]
    words: NDArray[np.int8]

    def error(self, token: int, expected: str) -> FileError:
        """The error at a token, or what stopped the scan there."""
        if self.expected is not None and token == len(self.kinds) - 1:
            return error_at(self.content, min(int(self.starts[token]), len(self.content.rstrip())), self.expected)
        return error_at(self.content, int(self.starts[token]), expected)

    def values(self, tokens: Column, turned: Column) -> Decimals:
        """The numbers of these tokens, or what stands in place of one: ZERO is 0, others are 1."""
        stated = tokens >= 0
        here = self.ranks[tokens[stated]]
        mantissas, exponents = np.ones(len(tokens), np.int64), np.zeros(len(tokens), np.int64)
        kinds = np.zeros(len(tokens), np.uint8)
        mantissas[tokens == ZERO] = 0
        mantissas[stated], exponents[stated] = self.numbers.mantissas[here], self.numbers.exponents[here]
        kinds[stated] = self.numbers.kinds[here]
        np.negative(mantissas, out=mantissas, where=turned != 0)
        return Decimals(mantissas, exponents, kinds)

    def names_of(self, tokens: Column, most: int) -> Sequence[str]:
        """These words as text, "" for a token of -1. most: so many become text at once."""
        there = tokens >= 0
        starts, ends = (np.where(there, column[tokens], 0) for column in (self.starts, self.ends))
        return (decode_names if len(tokens) <= most else PackedNames)(self.content, starts, ends)


@dataclass(frozen=True, slots=True, eq=False)
class _LpContent:
    """terms, rows and limits: as the `Output` of `parsing_loops`; integer and firsts (the first token): by variable."""

    terms: Column
    rows: Column
    limits: Column
    integer: Truth
    firsts: Column


def read(content: bytes) -> Model:
    """The model of an LP file. Raises FileError."""
    tokens = _scan(content)
    return model_from_linear(_linear_file(tokens, _parse(tokens)), "the rows of the file")


def _scan(content: bytes) -> _LpTokens:
    loops = choose_loops(len(content))
    text, scan, titles, classes = text_for(loops, content), scanning_loops.scan_tokens, *_tables(loops)
    if not is_plain(loops):
        from backends.formats.lp.reading_kernel import scan_tokens as scan
    kinds = np.empty(len(content) + 1, np.uint8)  # only what is used costs memory
    starts, ends = np.empty((2, len(content) + 1), np.int32 if len(content) < 2**31 else np.int64)
    count, error = scan(text, classes, titles, kinds, starts, ends)
    kinds, starts, ends = kinds[:count], starts[:count], ends[:count]
    places, named = np.flatnonzero(kinds == NUMBER), np.flatnonzero(kinds == NAME)
    names = np.full(count, -1, np.int32)
    names[named], firsts = number_words(content, starts[named], ends[named])
    words, firsts = np.zeros(len(firsts), np.int8), named[firsts]
    lengths = ends[firsts] - starts[firsts]
    for place in np.flatnonzero((lengths == 3) | (lengths == 4) | (lengths == 8)).tolist():
        word = content[starts[firsts[place]] : ends[firsts[place]]].lower()
        words[place] = {b"free": parsing_loops.FREE}.get(word, parsing_loops.NO_WORD)
        if word in (b"inf", b"infinity"):
            words[place] = parsing_loops.INFINITY
    numbers = read_decimals(content, starts[places], ends[places])
    ranks = np.empty(count, np.int32)
    ranks[places] = np.arange(len(places), dtype=np.int32)
    return _LpTokens(content, kinds, starts, ends, SCAN_EXPECTED.get(error), places, ranks, numbers, names, words)


def _tables(loops: Any) -> tuple[Any, Any]:
    """Titles and classes of bytes, as the loops take them."""
    titles, classes = scanning_loops.TITLES, scanning_loops.CLASSES
    return text_for(loops, titles), text_for(loops, classes)


def _parse(tokens: _LpTokens) -> _LpContent:
    """The content. Raises FileError."""
    loops, parse = choose_loops(len(tokens.content)), parsing_loops.parse_file
    size, most_variables = len(tokens.kinds), len(tokens.words)
    infinite = np.zeros(size, np.bool_)
    infinite[tokens.places] = tokens.numbers.infinite
    terms, rows, limits = (
        np.empty((4, size), np.int64),
        np.empty((3, size), np.int64),
        np.empty((4, 2 * size), np.int64),
    )  # only what is used costs memory
    variables, counts, firsts = np.full(most_variables, -1), np.zeros(4, np.int64), np.empty(most_variables, np.int64)
    integer = np.zeros(most_variables, np.bool_)
    columns: Any = (tokens.kinds, tokens.names, infinite, tokens.words)
    if not is_plain(loops):
        from backends.formats.lp.reading_kernel import parse_file as parse
    else:
        columns = tuple(column.tolist() for column in columns)
    error, token = parse(columns, (terms, rows, limits, variables, counts), integer, firsts)
    used = terms[2, : counts[0]], limits[2, : counts[2]]
    _check_numbers(tokens, *used, token if error else size)
    if error:
        raise tokens.error(token, EXPECTED[error])
    return _LpContent(
        terms[:, : counts[0]], rows[:, : counts[1]], limits[:, : counts[2]], integer[: counts[3]], firsts[: counts[3]]
    )


def _check_numbers(tokens: _LpTokens, terms: Column, limits: Column, end: int) -> None:
    """Raise FileError for the first token before `end` that is used as a number and is none below 2^53."""
    bad = (tokens.numbers.kinds != 0) | tokens.numbers.beyond
    if not bad.any():
        return
    used = np.zeros(len(tokens.kinds), np.bool_)
    used[terms[terms >= 0]] = True
    used[limits[limits >= 0]] = True
    wrong = np.flatnonzero(bad & used[tokens.places])
    if len(wrong) and tokens.places[wrong[0]] < end:
        kind = int(tokens.numbers.kinds[wrong[0]])
        raise tokens.error(int(tokens.places[wrong[0]]), REASONS.get(kind, "a number below 2^53"))


# ---- all of it ---------------------------------------------------------------------------------------------------


def _linear_file(tokens: _LpTokens, parsed: _LpContent) -> LinearFile:
    row, variable, number, turned = parsed.terms
    of_goal = int((row < 0).sum())  # the objective comes first
    count, rows = parsed.rows.shape[1], row[of_goal:]
    values = _scale(tokens, parsed, rows, number[of_goal:], turned[of_goal:], count)[0]
    role = variable[of_goal:]
    left, constant, right = (_sum_by_row(rows, values, role == each, count) for each in (LEFT, CONSTANT, RIGHT))
    before, after = parsed.rows[1], parsed.rows[2]
    # a side before the sum is read from right to left: 2 <= x is x >= 2
    lo, hi = np.full(count, -OPEN), np.full(count, OPEN)
    for sides, bounds, lower_sides, upper_sides in (
        (before, left, AT_MOST, AT_LEAST),
        (after, right, AT_LEAST, AT_MOST),
    ):
        lower = (sides == lower_sides) | (sides == scanning_loops.EXACTLY)
        lo = np.where(lower, np.maximum(bounds - constant, lo), lo)  # both sides hold, whatever they are
        upper = (sides == upper_sides) | (sides == scanning_loops.EXACTLY)
        hi = np.where(upper, np.minimum(bounds - constant, hi), hi)
    sign = -1 if tokens.kinds[0] == MAX else 1
    costs, divisor = _scale(tokens, parsed, row[:of_goal] + 1, number[:of_goal], turned[:of_goal], 1)
    priced = variable[:of_goal] >= 0
    fixed = sign * int(costs[~priced].sum())
    cost = (variable[:of_goal][priced], sign * costs[priced]) if priced.any() or fixed else None
    lower, upper, is_fixed = _bounds(tokens, parsed)
    terms, labels = role >= 0, parsed.rows[0]
    linear_file = LinearFile(
        tokens.names_of(parsed.firsts, MOST_NAMED),
        lower,
        upper,
        rows[terms],
        role[terms],
        values[terms],
        lo,
        hi,
        cost,
        fixed,
        ObjectiveSense(sign, divisor),
        row_names=tokens.names_of(labels, MOST_RULES) if (labels >= 0).any() else (),
    )
    every = np.ones(len(lower), np.bool_)
    return complete_linear(
        linear_file,
        parsed.integer | is_fixed,
        every,
        lambda column, expected: tokens.error(int(parsed.firsts[column]), expected),
    )


def _scale(
    tokens: _LpTokens, parsed: _LpContent, owner: Column, number: Column, turned: Column, rows: int
) -> tuple[Column, int]:
    """Whole numbers, and what the first row was multiplied by. Raises FileError."""
    scaled = scale_rows(owner, tokens.values(number, turned), rows)
    if scaled.wrong >= 0:
        raise tokens.error(int(number[scaled.wrong]), scaling_reason(scaled, "this row"))
    if greatest_sum(owner, scaled.values) >= EXACT:
        sums = np.bincount(owner, np.abs(scaled.values).astype(np.float64))
        row = int(np.argmax(sums))
        token = int(number[owner == row].max())
        raise tokens.error(token, "numbers of this row, made whole, that sum up to less than 2^53")
    return scaled.values, int(scaled.divisors[0]) if rows else 1


def _sum_by_row(rows: Column, values: Column, chosen: Truth, count: int) -> Column:
    return np.bincount(rows[chosen], values[chosen].astype(np.float64), minlength=count).astype(np.int64)


def _bounds(tokens: _LpTokens, parsed: _LpContent) -> tuple[Column, Column, Truth]:
    """Lower and upper bounds by variable, made whole, and whether they allow but one number, which is whole; of several
    bounds, the last one counts."""
    variable, which, number, turned = parsed.limits
    numbers = tokens.values(number, turned)
    lower, upper = np.zeros(len(parsed.firsts), np.int64), np.full(len(parsed.firsts), OPEN)
    fractional = np.zeros(len(lower), np.bool_)
    for target, side, upwards in ((lower, LOWER, True), (upper, UPPER, False)):
        here = (which == side) | (which == BOTH)
        values = np.where(number == INFINITE, -OPEN if upwards else OPEN, whole_bounds(numbers, upwards=upwards))
        target[variable[here]] = values[here]
        fractional[variable[here]] |= numbers.exponents[here] < 0
    return lower, upper, (lower == upper) & ~fractional
