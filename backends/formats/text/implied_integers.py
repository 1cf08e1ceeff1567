"""Continuous variables that the rows show to be whole, and bounds that the rows imply.

x continuous, y, z whole:   x + 2 y - 3 z = 4      x is whole: its coefficient divides all the others and the right side
then w:                     2 w + 4 x = 6          and so on, until no row shows more
u >= 0 whole, no upper bound:   u + y <= 9, 0 <= y <= 3      u <= 9

Only what holds in every solution is shown, so the file keeps its solutions. (Achterberg, Bixby, Gu, Rothberg &
Weninger 2020: Presolve reductions in mixed integer programming, section 3.3)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.decimals import OPEN
from backends.formats.text.linear_file import LinearFile
from backends.formats.text.linear_to_model import sum_terms
from models.neutral.errors import EXACT

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
CONTINUOUS = "an integer variable; continuous ones are not in the language, unless the rows show that they are whole"
MOST_LOOKS = 30  # at a row, on average, in search of bounds


def complete_linear(
    linear: LinearFile,
    integer: Truth,
    may_imply: Truth,
    error: Callable[[int, str], Exception],
    where: str = " in the section of bounds",
) -> LinearFile:
    """The file with whole variables and finite bounds. Raises `error` of the first column where that cannot be shown.
    A lower bound may still exceed the upper one.

    integer, may_imply: by column; is it an integer by declaration or by its bounds, and may a bound that is missing
    come from the rows? (If not, the file says nothing of the upper one.) where: bounds are stated, for messages.
    """
    if not integer.all() or (((linear.lower == -OPEN) | (linear.upper == OPEN)) & may_imply).any():
        rows = _MergedRows(linear)
        shown = rows.show_integers(integer)
        if not shown.all():
            raise error(int(np.argmin(shown)), CONTINUOUS)
        lower, upper = rows.imply_bounds(may_imply)
        linear = replace(linear, lower=lower, upper=upper)
    missing = (linear.lower == -OPEN) | (linear.upper == OPEN)
    if missing.any():
        column = int(np.argmax(missing))
        side = "a lower" if may_imply[column] and linear.lower[column] == -OPEN else "an upper"
        advice = "the rows imply none, so state one" if may_imply[column] else "state one, or that there is none (PL)"
        raise error(column, f"{side} bound of every variable: {advice}{where}")
    return linear


def are_whole_by_bounds(lower: Column, upper: Column, fractional: Truth) -> Truth:
    """Which variables can only be whole: they have but one value, which is whole, or none. lower, upper: made whole;
    fractional: is one of the bounds, as it was stated, no whole number?"""
    whole: Truth = np.where(fractional, lower > upper + 1, lower >= upper)  # 1.1..1.9 became 2..1
    return whole


class _MergedRows:
    """The rows with each column once, and by column the rows that it is in."""

    def __init__(self, linear: LinearFile) -> None:
        self.linear = linear
        counts, self.columns, self.coefs = sum_terms(linear.owner, linear.columns, linear.coefs, len(linear.lo))
        kept = self.coefs != 0
        self.owner = np.repeat(np.arange(len(counts)), counts)[kept]
        self.columns, self.coefs = self.columns[kept], self.coefs[kept]
        self.starts = np.searchsorted(self.owner, np.arange(len(counts) + 1))
        order = np.argsort(self.columns, kind="stable")
        self.by_column = self.owner[order]
        self.column_starts = np.searchsorted(self.columns[order], np.arange(len(linear.lower) + 1))

    def terms(self, row: int) -> slice:
        return slice(self.starts[row], self.starts[row + 1])

    def rows_of(self, column: int) -> list[int]:
        rows: list[int] = self.by_column[self.column_starts[column] : self.column_starts[column + 1]].tolist()
        return rows

    def show_integers(self, integer: Truth) -> Truth:
        """Which columns are whole in every solution. integer: those that are so by declaration."""
        shown = integer.copy()
        equation = self.linear.lo == self.linear.hi
        unknown = np.bincount(self.owner[~shown[self.columns]], minlength=len(self.linear.lo))
        waiting = deque(np.flatnonzero(equation & (unknown == 1)).tolist())
        while waiting:
            row = waiting.popleft()
            columns, coefs = self.columns[self.terms(row)], self.coefs[self.terms(row)]
            open_places = np.flatnonzero(~shown[columns])
            if len(open_places) != 1:
                continue
            divisor = abs(int(coefs[open_places[0]]))
            if int(self.linear.lo[row]) % divisor or (coefs % divisor).any():
                continue
            column = int(columns[open_places[0]])
            shown[column] = True
            for other in self.rows_of(column):
                unknown[other] -= 1
                if unknown[other] == 1 and equation[other]:
                    waiting.append(other)
        return shown

    def imply_bounds(self, wanted: Truth) -> tuple[Column, Column]:
        """Lower and upper bounds; those that are missing where wanted from the rows, as far as these give any."""
        lower, upper = self.linear.lower.tolist(), self.linear.upper.tolist()
        is_missing = wanted & ((self.linear.lower == -OPEN) | (self.linear.upper == OPEN))
        waiting = deque(np.unique(self.owner[is_missing[self.columns]]).tolist())
        queued, looks = set(waiting), MOST_LOOKS * (len(self.columns) + 1)
        while waiting and looks > 0:
            row = waiting.popleft()
            queued.discard(row)
            terms = list(zip(self.columns[self.terms(row)].tolist(), self.coefs[self.terms(row)].tolist(), strict=True))
            looks -= len(terms)
            for column in self._bound_terms(terms, int(self.linear.lo[row]), int(self.linear.hi[row]), lower, upper):
                is_missing[column] = lower[column] == -OPEN or upper[column] == OPEN
                for other in self.rows_of(column):
                    if other not in queued and is_missing[self.columns[self.terms(other)]].any():
                        queued.add(other)
                        waiting.append(other)
        wanted_lower = np.where(wanted, np.array(lower, np.int64), self.linear.lower)
        return wanted_lower, np.where(wanted, np.array(upper, np.int64), self.linear.upper)

    @staticmethod
    def _bound_terms(
        terms: list[tuple[int, int]], low: int, high: int, lower: list[int], upper: list[int]
    ) -> list[int]:
        """Bounds of variables that have none, from low <= sum of terms <= high; the columns that got one."""
        changed = []
        for side, sign in ((high, 1), (-low, -1)):  # sign * sum <= side
            if side == OPEN:
                continue
            least, without = 0, []  # the least that the bounded terms add, and the terms without a bound
            for column, coef in terms:
                weight = sign * coef
                bound = lower[column] if weight > 0 else upper[column]
                if abs(bound) == OPEN:
                    without.append((column, weight))
                else:
                    least += weight * bound
            for column, weight in terms if not without else without[: len(without) == 1]:
                weight = weight if without else sign * weight
                rest = side - least + (0 if without else weight * (lower[column] if weight > 0 else upper[column]))
                if weight > 0 and upper[column] == OPEN and abs(rest // weight) < EXACT:
                    upper[column] = rest // weight
                    changed.append(column)
                elif weight < 0 and lower[column] == -OPEN and abs(-(rest // -weight)) < EXACT:
                    lower[column] = -(rest // -weight)
                    changed.append(column)
        return changed
