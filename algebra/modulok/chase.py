"""Light chasing modulo k, on any sparse system: an equation with one unknown determines it; if there is none,
one is guessed.

    0 1 2 3     the guesses of a board, and in which step each of the other presses becomes known: all of a step depend
    . 1 2 3     on earlier ones only, so that numpy does a step at a time, for all guesses at once

The order is that of `algebra.chase_order`: a x = b determines x only if a is a unit modulo k. So every variable is a
sum of guesses and a constant, modulo k, and the equations that determined nothing say what the guesses have to satisfy:
their solutions and those of the whole system correspond one to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from algebra.chase_order import NO_ROW, chase_levels, chase_order
from algebra.modulok.rows import Ints, ModularRows, Numbers

BATCH_NUMBERS = 2**26  # numbers at a time; what guesses mean for the variables is found so many guesses at a time
DENSE_SHARE, LONG = 0.05, 16  # share of entries, and so many per row, from which elimination alone takes less time


@dataclass(frozen=True, eq=False)
class ModularChase:
    """determining_row (variables,): NO_ROW for a guess; step (variables,): when it becomes known, 0 for guesses;
    guesses, unused_rows: the variables that are guessed and the rows that determine nothing; unconstrained: the
    variables in no row, which may be anything."""

    rows: ModularRows
    determining_row: Ints
    step: Ints
    guesses: Ints
    unconstrained: Ints
    unused_rows: Ints

    @cached_property
    def steps(self) -> list[Ints]:
        """The determined variables, step by step."""
        order = np.argsort(self.step, kind="stable")
        ends = np.searchsorted(self.step[order], np.arange(1, int(self.step.max(initial=0)) + 2))
        return [order[a:b] for a, b in pairwise(ends)]

    @cached_property
    def _inverse(self) -> Ints:
        """1/a for the factor a of each determined variable in its row; 0 for others."""
        rows, k = self.rows, self.rows.modulus
        own = self.determining_row[rows.entries] == rows.owners
        inverse = np.zeros(rows.columns, np.int64)
        units, which = np.unique(rows.values[own], return_inverse=True)
        inverse[rows.entries[own]] = np.array([pow(int(a), -1, k) for a in units], np.int64)[which]
        return inverse

    @cached_property
    def _substitutions(self) -> ModularRows:
        """Each determined variable as a sum of earlier ones: -1/a of the others in its row; empty for guesses."""
        rows = self.rows
        determines = np.full(len(rows), NO_ROW, np.int64)
        determined = np.flatnonzero(self.determining_row != NO_ROW)
        determines[self.determining_row[determined]] = determined
        variable = determines[rows.owners]
        others = np.flatnonzero((variable != NO_ROW) & (variable != rows.entries))
        others = others[np.argsort(variable[others], kind="stable")]
        variable = variable[others]
        starts = np.searchsorted(variable, np.arange(rows.columns + 1))
        values = -rows.values[others] * self._inverse[variable] % rows.modulus
        return ModularRows(starts, rows.entries[others], values, rows.columns, rows.modulus)

    def complete(self, values: Numbers, right: Ints | None = None) -> Numbers:
        """Fills in the determined variables. values: (variables, g), the guesses and the unconstrained ones there,
        changed in place; right: the right sides (rows,), None for zeros."""
        if right is None or not self.steps:
            return self._substitutions.substitute(values, self.steps)
        return self._substitutions.substitute(
            values, self.steps, self._inverse * right[self.determining_row] % self.rows.modulus
        )

    def zeros(self, width: int) -> Numbers:
        """Room for so many values of each variable."""
        return np.zeros((self.rows.columns, width), self.rows.sum_type)

    def guess_equations(self, right: Ints) -> tuple[Ints, Ints]:
        """What the unused rows say of the guesses: matrix (unused rows, guesses) and right sides (unused rows,)."""
        if not self.steps:
            return self.rows.dense()[np.ix_(self.unused_rows, self.guesses)], right[self.unused_rows]
        matrix = np.zeros((len(self.unused_rows), len(self.guesses)), np.int64)
        batch = max(1, BATCH_NUMBERS // max(self.rows.columns, 1))
        for first in range(0, len(self.guesses), batch):
            some = self.guesses[first : first + batch]
            values = self.zeros(len(some))
            values[some, np.arange(len(some))] = 1
            matrix[:, first : first + batch] = self.rows.multiply(self.complete(values), self.unused_rows)
        constant = self.rows.multiply(self.complete(self.zeros(1), right), self.unused_rows)[:, 0].astype(np.int64)
        return matrix, (right[self.unused_rows] - constant) % self.rows.modulus

    def weights(self, chosen: Ints) -> Ints:
        """With weights (unused rows,) that cancel every guess: weights of all rows, shape (rows,), that cancel every
        variable. The last determined variable first: it is in its own row and in later ones only."""
        weights = np.zeros((len(self.rows), 1), np.int64)
        weights[self.unused_rows, 0] = chosen
        rows, steps = self.rows.transpose, [self.determining_row[variables] for variables in reversed(self.steps)]
        determined = self.determining_row[rows.owners]
        others = np.flatnonzero((determined != NO_ROW) & (determined != rows.entries))
        others = others[np.argsort(determined[others], kind="stable")]
        values = -rows.values[others] * self._inverse[rows.owners[others]] % rows.modulus
        starts = np.searchsorted(determined[others], np.arange(len(self.rows) + 1))
        substitutions = ModularRows(starts, rows.entries[others], values, len(self.rows), rows.modulus)
        return substitutions.substitute(weights, steps)[:, 0]


def run_chase(rows: ModularRows) -> ModularChase:
    """Which variable becomes known when; in a crowded system all are guessed, so that elimination is all there is."""
    n = rows.columns
    by, level = np.full(n, NO_ROW), np.zeros(n, np.int64)
    if not is_dense(rows):
        units = np.gcd(rows.values, rows.modulus) == 1
        table, across = (rows.starts, rows.entries), (rows.transpose.starts, rows.transpose.entries)
        order, rows_of_order = chase_order(table, across, units[:0] if units.all() else units)
        by[order], level = rows_of_order, chase_levels(table, order, rows_of_order, n)
    met = np.bincount(rows.entries, minlength=n) > 0
    used = np.zeros(len(rows), np.bool_)
    used[by[by != NO_ROW]] = True
    guesses, unconstrained = np.flatnonzero((by == NO_ROW) & met), np.flatnonzero(~met)
    return ModularChase(rows, by, level, guesses, unconstrained, np.flatnonzero(~used))


def is_dense(rows: ModularRows) -> bool:
    """Is there nothing to gain from chasing?"""
    return len(rows.entries) >= len(rows) * max(LONG, DENSE_SHARE * rows.columns)
