"""Light chasing modulo k, on any sparse system: an equation with one unknown determines it; where none has, one is
guessed.

    0 1 2 3     the guesses of a board, and in which step each of the other presses becomes known: all of a step depend
    . 1 2 3     on earlier ones only, so that numpy does a step at a time, for all guesses at once

As modulo 2 (LaMacchia and Odlyzko 1990; the "Spanish method" of chasing lights), with one difference: a x = b tells x
only if a is a unit modulo k. A variable whose factor is none, 2 modulo 6, is left to other equations, and guessed in
the end. So every variable is a sum of guesses and a constant, modulo k, and the equations that determined nothing say
what the guesses have to satisfy: their solutions and those of the whole system correspond one to one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from operator import xor

import numpy as np

from algebra.modulok.rows import Ints, ModularRows, Numbers

BATCH_NUMBERS = 2**26  # numbers at a time; what guesses mean for the variables is found so many guesses at a time
DENSE_SHARE, LONG = 0.05, 16  # share of entries, and so many per row, from which elimination alone takes less time
NO_ROW = -1


@dataclass(frozen=True, eq=False)
class ModularChase:
    """by (variables,): the row that determines each, NO_ROW for a guess; step (variables,): when it becomes known, 0
    for guesses; guesses, left: the variables and rows that are; loose: the variables in no row, which may be anything.
    """

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
        kept = np.flatnonzero((variable != NO_ROW) & (variable != rows.entries))
        kept = kept[np.argsort(variable[kept], kind="stable")]
        variable = variable[kept]
        starts = np.searchsorted(variable, np.arange(rows.columns + 1))
        values = -rows.values[kept] * self._inverse[variable] % rows.modulus
        return ModularRows(starts, rows.entries[kept], values, rows.columns, rows.modulus)

    def complete(self, values: Numbers, right: Ints | None = None) -> Numbers:
        """Fills in the determined variables. values: (variables, g), the guesses and the loose ones there, changed in
        place; right: the right sides (rows,), None for zeros."""
        if right is None or not self.steps:
            return self._substitutions.substitute(values, self.steps)
        return self._substitutions.substitute(
            values, self.steps, self._inverse * right[self.determining_row] % self.rows.modulus
        )

    def zeros(self, width: int) -> Numbers:
        """Room for so many values of each variable."""
        return np.zeros((self.rows.columns, width), self.rows.sum_type)

    def guess_equations(self, right: Ints) -> tuple[Ints, Ints]:
        """What the rows that are left say of the guesses: matrix (rows left, guesses) and right sides (rows left,)."""
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
        """With weights (rows left,) of the rows left that cancel every guess: weights of all rows, shape (rows,), that
        cancel every variable. The last determined variable first: it is in its own row and in later ones only."""
        weights = np.zeros((len(self.rows), 1), np.int64)
        weights[self.unused_rows, 0] = chosen
        rows, steps = self.rows.transpose, [self.determining_row[variables] for variables in reversed(self.steps)]
        determined = self.determining_row[rows.owners]
        kept = np.flatnonzero((determined != NO_ROW) & (determined != rows.entries))
        kept = kept[np.argsort(determined[kept], kind="stable")]
        values = -rows.values[kept] * self._inverse[rows.owners[kept]] % rows.modulus
        starts = np.searchsorted(determined[kept], np.arange(len(self.rows) + 1))
        told = ModularRows(starts, rows.entries[kept], values, len(self.rows), rows.modulus)
        return told.substitute(weights, steps)[:, 0]


def run_chase(rows: ModularRows) -> ModularChase:
    """Who becomes known when; in a crowded system every variable is guessed, so that elimination is all there is."""
    n = rows.columns
    by, step = (np.full(n, NO_ROW), np.zeros(n, np.int64)) if is_dense(rows) else _order(rows)
    met = np.bincount(rows.entries, minlength=n) > 0
    used = np.zeros(len(rows), np.bool_)
    used[by[by != NO_ROW]] = True
    guesses, loose = np.flatnonzero((by == NO_ROW) & met), np.flatnonzero(~met)
    return ModularChase(rows, by, step, guesses, loose, np.flatnonzero(~used))


def is_dense(rows: ModularRows) -> bool:
    """Is there nothing to gain from chasing?"""
    return len(rows.entries) >= len(rows) * max(LONG, DENSE_SHARE * rows.columns)


def _order(rows: ModularRows) -> tuple[Ints, Ints]:
    """by and step. Rows wait in a queue per number of unknowns, first come first served; one whose number has changed
    since is skipped when it is met, for it waits in another queue too."""
    present, across = _lists(rows), _lists(rows.transpose)
    unit = (np.gcd(rows.values, rows.modulus) == 1).tolist()
    starts, all_units = rows.starts.tolist(), all(unit)
    unknowns, known = rows.lengths.tolist(), [False] * rows.columns
    last = [reduce(xor, entries, 0) for entries in present]  # of the unknowns: of one, that is it
    by, step = [NO_ROW] * rows.columns, [0] * rows.columns
    queues: list[deque[int]] = [deque() for _ in range(max(unknowns, default=0) + 1)]
    for row, number in enumerate(unknowns):
        queues[number].append(row)
    lowest, hopeless = 1, deque[int]()  # hopeless: rows with one unknown whose factor is no unit
    while True:
        while lowest < len(queues) and not queues[lowest]:
            lowest += 1
        waiting = queues[lowest] if lowest < len(queues) else hopeless
        if not waiting:
            return np.array(by, np.int64), np.array(step, np.int64)
        row = waiting.popleft()
        number = unknowns[row]
        if number == 0 or (number != lowest and waiting is not hopeless):
            continue
        if number > 1:
            variable = _guess(present[row], across, unknowns, known)
        else:
            variable = last[row]
            if all_units or unit[starts[row] + present[row].index(variable)]:
                by[variable], step[variable] = row, 1 + max([step[entry] for entry in present[row]])
            elif waiting is not hopeless:
                hopeless.append(row)
                continue
        known[variable] = True
        for other in across[variable]:
            last[other] ^= variable
            left = unknowns[other] = unknowns[other] - 1
            if left:
                queues[left].append(other)
                if left < lowest:
                    lowest = left


def _guess(entries: list[int], across: list[list[int]], unknowns: list[int], known: list[bool]) -> int:
    """The unknown that leaves most rows with one unknown, the first of these."""
    open_ = [entry for entry in entries if not known[entry]][:100]  # in a crowd any will do
    return max(open_, key=lambda entry: sum(unknowns[row] == 2 for row in across[entry][:100]))


def _lists(rows: ModularRows) -> list[list[int]]:
    """The columns in which each row has entries."""
    entries, starts = rows.entries.tolist(), rows.starts.tolist()
    return [entries[a:b] for a, b in pairwise(starts)]
