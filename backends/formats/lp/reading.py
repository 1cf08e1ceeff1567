r"""LP files (CPLEX's format) read strictly: a neutral model of integers and linear rows.

    Minimize  obj: 2 x + 3 y + 5         a number alone is a constant
    Subject To
      r1: x - y >= 1                     names of rows may be left out; a number on the right
      2 <= x + y <= 4                    two bounds
    Bounds    x <= 7    -1 <= y <= 1    z = 2
    Generals  x y                        Binaries  b        End

Continuous variables (those in neither list) are refused, unless the rows show that they are whole, and integers
without bounds, unless the rows imply some (`text.implied_integers`). Fractions are scaled exactly (`text.decimals`).
Variables are numbered in the order in which they first occur. What the sections say of a variable counts in any order
(`bounds`). Sections of other kinds may be there if they are empty.

Blocks of tokens (`token_blocks`) become columns of terms, sides and bounds (`parsing_loops`, `parsed_columns`), and
these a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_NAMED, FileContent
from backends.formats.lp.bounds import LpBounds, read_bounds
from backends.formats.lp.parsed_columns import ParsedFile, Values, parse_file
from backends.formats.lp.parsing_loops import CONSTANT, LEFT, RIGHT
from backends.formats.lp.scanning_loops import AT_LEAST, AT_MOST, EXACTLY
from backends.formats.text.decimals import OPEN, Decimals, greatest, scale_rows, scaling_reason
from backends.formats.text.implied_integers import complete_linear
from backends.formats.text.linear_file import LinearFile
from backends.formats.text.linear_to_model import MOST_RULES, model_from_linear
from backends.formats.text.scanning import error_at
from backends.formats.text.words import PackedNames, decode_names
from models.neutral import ObjectiveSense
from models.neutral.errors import EXACT

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
CUT = (
    "{name} is binary, and its bounds go beyond 0..1: it stays within both, as SCIP has it; to HiGHS, GLPK and CBC the "
    "bounds count"
)


def read(content: bytes) -> FileContent:
    """The model of an LP file. Raises FileError."""
    parsed = parse_file(content)
    bounds = read_bounds(content, parsed)
    model = model_from_linear(_linear_file(content, parsed, bounds), "the rows of the file")
    notes = () if bounds.cut < 0 else (CUT.format(name=model.labels[bounds.cut]),)
    return FileContent(model, notes)


def _linear_file(content: bytes, parsed: ParsedFile, bounds: LpBounds) -> LinearFile:
    goal, goal_sides, rows = parsed.goal, parsed.goal_sides, len(parsed.labels)
    owner, sides = parsed.terms.rows[goal:], parsed.sides.rows[goal_sides:]
    values, numbers, _ = _scale(content, parsed.terms.after(goal), parsed.sides.after(goal_sides), rows)
    whats = parsed.whats[goal_sides:]
    left, constant, right = (_sum_by_row(sides, numbers, whats == each, rows) for each in (LEFT, CONSTANT, RIGHT))
    lo, hi = _sides_of_rows(parsed, left - constant, right - constant)
    sign = -1 if parsed.is_maximised else 1
    costs, fixed_costs, divisor = _scale(content, parsed.terms.up_to(goal), parsed.sides.up_to(goal_sides), 1)
    fixed = int(fixed_costs.sum())
    cost = (parsed.variables[:goal].astype(np.int64), sign * costs) if len(costs) or fixed else None
    linear_file = LinearFile(
        _names_of(content, parsed, parsed.named, MOST_NAMED),
        bounds.lower,
        bounds.upper,
        owner,
        parsed.variables[goal:],
        values,
        lo,
        hi,
        cost,
        ObjectiveSense(sign, divisor, Fraction(fixed, divisor)),
        row_names=_names_of(content, parsed, parsed.labels, MOST_RULES) if (parsed.labels >= 0).any() else (),
    )
    every = np.ones(len(bounds.lower), np.bool_)
    return complete_linear(
        linear_file,
        bounds.whole,
        every,
        lambda column, expected: error_at(content, int(bounds.places[column]), expected),
    )


def _names_of(content: bytes, parsed: ParsedFile, names: NDArray[np.int32], most: int) -> Sequence[str]:
    """These names as text, "" for -1. most: so many become text at once."""
    if not len(names):
        return ()
    there = names >= 0
    starts, ends = (np.where(there, column[names], 0) for column in (parsed.names.starts, parsed.names.ends))
    return (decode_names if len(names) <= most else PackedNames)(content, starts, ends)


def _sides_of_rows(parsed: ParsedFile, left: Column, right: Column) -> tuple[Column, Column]:
    """The bounds of each row, from the numbers on its sides; both sides hold, whatever they are."""
    lo, hi = np.full(len(left), -OPEN), np.full(len(left), OPEN)
    # a side before the sum is read from right to left: 2 <= x is x >= 2
    for sides, bounds, lower_sides, upper_sides in (
        (parsed.befores, left, AT_MOST, AT_LEAST),
        (parsed.afters, right, AT_LEAST, AT_MOST),
    ):
        lower = (sides == lower_sides) | (sides == EXACTLY)
        lo = np.where(lower, np.maximum(bounds, lo), lo)
        upper = (sides == upper_sides) | (sides == EXACTLY)
        hi = np.where(upper, np.minimum(bounds, hi), hi)
    return lo, hi


def _scale(content: bytes, terms: Values, sides: Values, rows: int) -> tuple[Column, Column, int]:
    """Whole numbers of terms and sides, and what the first row was multiplied by. Raises FileError."""
    values, numbers, divisor = terms.mantissas, sides.mantissas, 1
    if terms.exponents.any() or sides.exponents.any():
        values, numbers, divisor = _scale_fractions(content, terms, sides, rows)
    if greatest(values) * len(values) + greatest(numbers) * len(numbers) >= EXACT:
        _check_sums(content, terms, sides, values, numbers, rows)
    return values, numbers, divisor


def _scale_fractions(content: bytes, terms: Values, sides: Values, rows: int) -> tuple[Column, Column, int]:
    """The same, where powers of ten are left."""
    owner, places, mantissas, exponents = (
        np.concatenate(pair).astype(np.int64)
        for pair in (
            (terms.rows, sides.rows),
            (terms.places, sides.places),
            (terms.mantissas, sides.mantissas),
            (terms.exponents, sides.exponents),
        )
    )
    order = np.lexsort((np.maximum(places, 0), owner))  # the first that is wrong is told
    owner = np.maximum(owner, 0)
    numbers = Decimals(mantissas, exponents, np.zeros(len(owner), np.uint8))
    scaled = scale_rows(owner[order], numbers.take(order), rows)
    if scaled.wrong >= 0:
        raise error_at(content, int(places[order[scaled.wrong]]), scaling_reason(scaled, "this row"))
    values = np.empty_like(mantissas)
    values[order] = scaled.values
    return values[: len(terms.rows)], values[len(terms.rows) :], int(scaled.divisors[0]) if rows else 1


def _check_sums(content: bytes, terms: Values, sides: Values, values: Column, numbers: Column, rows: int) -> None:
    """Raise FileError for a row whose numbers sum up to 2^53 or more."""
    sums = np.zeros(rows)
    for part, column in ((terms, values), (sides, numbers)):
        sums += np.bincount(np.maximum(part.rows, 0), np.abs(column).astype(np.float64), minlength=rows)
    if sums.max(initial=0) >= EXACT:
        row = int(np.argmax(sums))
        place = max(int(part.places[np.maximum(part.rows, 0) == row].max(initial=-1)) for part in (terms, sides))
        raise error_at(content, place, "numbers of this row, made whole, that sum up to less than 2^53")


def _sum_by_row(rows: NDArray[np.int32], values: Column, chosen: Truth, count: int) -> Column:
    return np.bincount(rows[chosen], values[chosen].astype(np.float64), minlength=count).astype(np.int64)
