"""Rows and bounds of a file whose lower side exceeds the upper one: legal, and there is no solution.

5 <= x + y <= 3    ->   x + y >= 5,  x + y <= 3                         two rows, since no row of a model is like that
3 <= x <= 1        ->   x >= 3,  x <= 1,  and x is declared in 1..3     so is 1.1 <= x <= 1.9, which became 2 <= x <= 1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.decimals import OPEN
from backends.formats.text.linear_file import Column, LinearFile

UPPER_SIDE, LOWER_BOUND, UPPER_BOUND = "{}, upper side", "lower bound of {}", "upper bound of {}"


def split_reversed(linear: LinearFile) -> LinearFile:
    """The same file without such rows and bounds."""
    rows, columns = np.flatnonzero(linear.lo > linear.hi), np.flatnonzero(linear.lower > linear.upper)
    if not len(rows) and not len(columns):
        return linear
    count, names = len(linear.lo), linear.names or [f"x{column + 1}" for column in range(len(linear.lower))]
    of_rows = _terms_of(linear, rows)
    lo, hi = linear.lo.copy(), linear.hi.copy()
    hi[rows] = OPEN
    bounds = count + len(rows) + np.arange(2 * len(columns))
    own = linear.row_names or [""] * count
    return replace(
        linear,
        lower=np.minimum(linear.lower, linear.upper),
        upper=np.maximum(linear.lower, linear.upper),
        owner=_join(linear.owner, of_rows[0], bounds),
        columns=_join(linear.columns, linear.columns[of_rows[1]], np.tile(columns, 2)),
        coefs=_join(linear.coefs, linear.coefs[of_rows[1]], np.ones(2 * len(columns), np.int64)),
        lo=_join(lo, np.full(len(rows), -OPEN), linear.lower[columns], np.full(len(columns), -OPEN)),
        hi=_join(hi, linear.hi[rows], np.full(len(columns), OPEN), linear.upper[columns]),
        row_names=(
            *own,
            *(own[row] and UPPER_SIDE.format(own[row]) for row in rows.tolist()),
            *_bound_names(LOWER_BOUND, names, columns),
            *_bound_names(UPPER_BOUND, names, columns),
        ),
    )


def _terms_of(linear: LinearFile, rows: NDArray[np.intp]) -> tuple[Column, NDArray[np.intp]]:
    """The terms of these rows: as those of new rows after all others, and their indices."""
    place = np.full(len(linear.lo), -1)
    place[rows] = len(linear.lo) + np.arange(len(rows))
    terms = np.flatnonzero(place[linear.owner] >= 0)
    return place[linear.owner[terms]], terms


def _join(*parts: Column) -> Column:
    return np.concatenate([part.astype(np.int64) for part in parts])


def _bound_names(words: str, names: Sequence[str], columns: NDArray[np.intp]) -> list[str]:
    return [words.format(names[column]) for column in columns.tolist()]
