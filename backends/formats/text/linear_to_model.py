"""Linear rows of a file (OPB, LP, MPS) as a neutral model.

2 x - x + y >= 3      ->  x + y >= 3          terms of the same variable add up
3 <= x <= 1           ->  two rows (`reversed_sides`)
min: 2 x + 5          ->  2 x                 the constant is a part of the objective's sense
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_NAMED, FileError
from backends.formats.text.decimals import OPEN, greatest
from backends.formats.text.linear_file import Column, LinearFile
from backends.formats.text.reversed_sides import split_reversed
from backends.formats.text.scanning import choose_loops, is_plain
from models.neutral import Model, ModelError, ObjectiveSense
from models.neutral.arguments import freeze
from models.neutral.errors import EXACT
from models.neutral.rows import Rows, row_pieces, rows_from_lengths
from models.neutral.variables import NumberedNames

MOST_PIECES = 1_000  # arrays of variables that are numbered
MOST_RULES = 200  # rows that are rules of their own, by their names; lowering takes a millisecond for each


def model_from_linear(linear: LinearFile, sentence: str) -> Model:
    """The neutral model; variables 1..n are those of the file, in order. Raises FileError for numbers beyond 2^53."""
    try:
        return _model_from_linear(split_reversed(linear), sentence)
    except ModelError as error:
        raise FileError(str(error)) from None


def _model_from_linear(linear: LinearFile, sentence: str) -> Model:
    model = Model("file")
    _declare(model, linear)
    if linear.added:
        model.bools("product", linear.added)
    model.labels = linear.names or NumberedNames("x", len(linear.lower) - linear.added)
    for owner, coefs in (
        (linear.owner, linear.coefs),
        *([(0 * linear.cost[1], linear.cost[1])] if linear.cost else []),
    ):
        if greatest_sum(owner, coefs) >= EXACT:
            raise FileError(f"{sentence}: coefficients that sum up to 2^53 or more; beyond that they are not exact")
    counts, columns, coefs = sum_terms(linear.owner, linear.columns, linear.coefs, len(linear.lo))
    if linear.repeated is not None and len(columns) < len(linear.columns):
        raise linear.repeated()
    if len(linear.lo):
        rows = rows_from_lengths(counts, freeze((columns + 1).astype(np.int32, copy=False)))
        coefs = freeze(coefs)
        beyond = np.minimum(_reach_of_rows(linear, rows, coefs), 2.0**52).astype(np.int64) + 1  # never binds
        lo, hi = np.where(linear.lo == -OPEN, -beyond, linear.lo), np.where(linear.hi == OPEN, beyond, linear.hi)
        # of a row that cannot be kept, too, the open side lies beyond the other: it is no equation
        below, above = np.maximum(hi - 1, 1 - EXACT), np.minimum(lo + 1, EXACT - 1)
        lo, hi = (
            np.where(linear.lo == -OPEN, np.minimum(lo, below), lo),
            np.where(linear.hi == OPEN, np.maximum(hi, above), hi),
        )
        for name, first, last in _named_parts(linear, sentence):
            part = slice(rows.starts[first], rows.starts[last])
            some = rows if last - first == len(rows) else rows_from_lengths(counts[first:last], rows.literals[part])
            model.linear(lo[first:last], hi[first:last], name, some, coefs[part])
            own = linear.row_names if last - first == len(rows) else linear.row_names[first:last]
            model.blocks[-1] = replace(model.blocks[-1], names=own)
    if linear.cost is not None:
        state_objective(model, "the objective of the file", linear.cost[0] + 1, linear.cost[1], linear.sense)
    return model


def greatest_sum(owner: Column, coefs: Column) -> float:
    """The greatest sum of absolute values of a row, or a bound on it below 2^53. owner: the row of each."""
    bound = float(greatest(coefs)) * len(coefs)
    if bound < EXACT:  # so it is in nearly every file, and nothing is written to memory
        return bound
    return float(np.bincount(owner, np.abs(coefs).astype(np.float64)).max(initial=0))


def _reach_of_rows(linear: LinearFile, rows: Rows, coefs: Column) -> NDArray[np.float64]:
    """A bound on the absolute value of each row, exact below 2^53."""
    largest = np.maximum(np.abs(linear.lower), np.abs(linear.upper)).astype(np.float64)
    most = np.zeros(len(rows))
    for first, last in row_pieces(rows.starts):
        here = slice(rows.starts[first], rows.starts[last])
        terms = np.abs(largest[rows.literals[here] - 1] * coefs[here])
        owners = np.repeat(np.arange(last - first), np.diff(rows.starts[first : last + 1]))
        most[first:last] = np.bincount(owners, terms, minlength=last - first)
    return most


def _named_parts(linear: LinearFile, sentence: str) -> list[tuple[str, int, int]]:
    """A rule for each row, with its name; if they are many, or have none, one for all of them."""
    count = len(linear.lo)
    if count > MOST_RULES or not any(linear.row_names):
        return [(sentence, 0, count)]
    used = Counter(linear.row_names)
    names = [name if used[name] == 1 and name else f"row {row + 1}" for row, name in enumerate(linear.row_names)]
    return [(name, row, row + 1) for row, name in enumerate(names)]


def state_objective(model: Model, sentence: str, variables: Column, coefs: Column, sense: ObjectiveSense) -> None:
    """State the objective, from what is minimised; variables may repeat."""
    _, columns, weights = sum_terms(np.zeros(len(variables), np.int64), variables, coefs, 1)
    model.minimize(sentence, columns.astype(np.int32), weights)
    assert model.objective is not None
    model.objective = replace(model.objective, sense=sense)


def sum_terms(owner: Column, columns: Column, coefs: Column, rows: int) -> tuple[Column, Column, Column]:
    """Terms per row, columns and coefficients, each column once per row, in order."""
    if not is_plain(choose_loops(coefs.nbytes)):
        return _sum_many_terms(owner, columns, coefs, rows)
    if (owner[1:] < owner[:-1]).any() or ((owner[1:] == owner[:-1]) & (columns[1:] < columns[:-1])).any():
        order = np.lexsort((columns, owner))
        owner, columns, coefs = owner[order], columns[order], coefs[order]
    fresh = np.ones(len(owner), np.bool_)
    fresh[1:] = (owner[1:] != owner[:-1]) | (columns[1:] != columns[:-1])
    if fresh.all():
        return np.bincount(owner, minlength=rows), columns, coefs
    total = np.add.reduceat(coefs, np.flatnonzero(fresh)) if len(coefs) else coefs
    return np.bincount(owner[fresh], minlength=rows), columns[fresh], total


def _sum_many_terms(owner: Column, columns: Column, coefs: Column, rows: int) -> tuple[Column, Column, Column]:
    """The same, compiled: terms that come row by row are copied once, others twice as fast as they could be sorted."""
    from backends.formats.text.term_rows_kernel import BY_ROW, IN_ORDER, count_terms, merge_rows, scatter_terms

    starts = np.zeros(rows + 1, np.int64)
    order = count_terms(owner, columns, starts)
    if order == IN_ORDER:
        return np.diff(starts), columns, coefs
    if order == BY_ROW:
        columns, coefs = columns.copy(), coefs.copy()
    else:
        by_row = np.empty_like(columns), np.empty_like(coefs)
        scatter_terms(owner, columns, coefs, starts[:-1].copy(), *by_row)
        columns, coefs = by_row
    merge_rows(starts, columns, coefs)
    kept = starts[-1]
    return np.diff(starts), *((columns, coefs) if kept == len(columns) else (columns[:kept], coefs[:kept]))


def _declare(model: Model, linear: LinearFile) -> None:
    """Declare the variables by name; if they are many, in arrays of consecutive Booleans or integers."""
    own = len(linear.lower) - linear.added
    lower, upper = linear.lower[:own], linear.upper[:own]
    boolean = (lower >= 0) & (upper <= 1) & (upper > lower)
    if linear.names and len(linear.names) <= MOST_NAMED:
        model.singles(linear.names, lower, upper)
        return
    bounds = [0, *(np.flatnonzero(np.diff(boolean)) + 1).tolist(), len(boolean)]
    if len(bounds) > MOST_PIECES:  # in turn Booleans and integers: all are called integers
        model.ints("x", len(boolean), lower, upper)
        return
    for part, (first, end) in enumerate(pairwise(bounds)):
        name = "x" if len(bounds) == 2 else f"x{part}"
        if end > first and boolean[first]:
            model.bools(name, end - first)
        elif end > first:
            model.ints(name, end - first, lower[first:end], upper[first:end])
