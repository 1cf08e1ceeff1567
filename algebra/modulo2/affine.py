"""All solutions of a system of equations modulo 2: one of them, and the kernel; or equations that sum to 0 = 1.

    equations --peeling--> fewer --chase--> equations in the guesses --dense--> solution, free guesses
                                                                     `-------> 0 = 1, as a sum of equations

The *parameters* are the variables that can be chosen freely: free guesses, and what stands in no equation. Each choice
gives exactly one solution, so there are 2^d of them; the kernel vector of a parameter has a 1 there and a 0 at all
others. Vectors are computed when asked for: with a million variables and a kernel of 30 000 dimensions, all of them
would not fit anywhere.

That there is no solution is shown by a vector y that picks equations: they sum to 0 = 1 (the Fredholm alternative). It
solves the transposed system, and is carried back through the chase and the peeling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algebra.modulo2.chase import ParityChase, guess_all, run_chase, set_bits
from algebra.modulo2.dense_elimination import (
    Echelon,
    Words,
    column,
    count_words,
    echelon,
    pack_bits,
    transpose_bits,
    unpack_bits,
)
from algebra.modulo2.peeling import PeelingLayer, peel_matrix
from algebra.modulo2.sparse_matrix import Bits, Column, Numbers, SparseMatrix
from rosetta.foundation.limits import TooLarge

LIGHT = 2, 4  # peeled always: ones in a row or column, cost of a pivot
DEEP = 8, 49  # and where guessing is expensive
PIVOT_SECONDS, WORD_SECONDS, PEEL_SECONDS = 5e-13, 1.5e-9, 1e-6  # measured: dense per bit, chase per word, per entry
DENSE_SHARE = 0.25  # with this share of ones there is nothing to chase


@dataclass(frozen=True, slots=True, eq=False)
class EliminationPlan:
    """How a system is taken apart: the layers peeled off, outermost first, and the chase through what is left."""

    layers: tuple[PeelingLayer, ...]
    core: ParityChase
    method: str

    @property
    def eliminated(self) -> int:
        """Variables taken out before the chase."""
        return sum(len(layer.columns) for layer in self.layers)


@dataclass(frozen=True, slots=True, eq=False)
class AffineSpace:
    """The solutions. solution: one of them, all parameters 0, shape (variables,); parameters: variables, from 0."""

    plan: EliminationPlan
    solution: Bits
    parameters: Numbers
    free_columns: Column
    form: Echelon

    @property
    def dimension(self) -> int:
        """Of the kernel; there are 2^dimension solutions."""
        return len(self.parameters)

    @property
    def rank(self) -> int:
        return len(self.solution) - self.dimension

    def kernel_vectors(self, chosen: Column) -> Words:
        """The kernel vectors of the chosen parameters (numbers into `parameters`), a bit each: shape
        (variables, words for them)."""
        values = np.zeros((len(self.solution), count_words(len(chosen))), np.uint64)
        set_diagonal_bits(values, self.parameters[chosen])
        outside = self.dimension - len(self.free_columns)
        pivots = self.plan.core.guesses[self.form.pivots]
        for bit, place in enumerate((chosen - outside).tolist()):
            if place >= 0:
                ones = column(self.form.matrix, int(self.free_columns[place])).astype(np.uint64)
                values[pivots, bit // 64] |= ones << np.uint64(bit % 64)
        _complete(self.plan, values, None)
        return values

    def combination(self, chosen: Bits) -> Bits:
        """The sum of the kernel vectors of the chosen parameters, shape (dimension,); shape (variables,)."""
        free = self.free_columns[chosen[self.dimension - len(self.free_columns) :]]
        mask = np.zeros((1, 64 * self.form.matrix.shape[1]), np.bool_)
        mask[0, free] = True
        values = np.zeros((len(self.solution), 1), np.uint64)
        values[self.parameters[chosen], 0] = 1
        ones = np.bitwise_count(self.form.matrix & pack_bits(mask)).sum(axis=1, dtype=np.int64)
        values[self.plan.core.guesses[self.form.pivots], 0] = ones % 2
        _complete(self.plan, values, None)
        return unpack_bits(values, 1)[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class Contradiction:
    """There is no solution: the chosen equations, shape (equations,), sum to 0 = 1."""

    plan: EliminationPlan
    chosen: Bits


def solve(
    table: SparseMatrix, odd: Bits, route: str = "auto", megabytes: float = np.inf, threads: int = 1
) -> AffineSpace | Contradiction:
    """The solutions of `table` x = odd. route: `chase`, `dense`, or `auto`; threads: for the dense part. Raises
    TooLarge where the equations in the guesses would not fit into that many megabytes."""
    plan = plan_elimination(table, route)
    core, count = plan.core, len(plan.core.guesses)
    needed = len(core.unused_rows) * count_words(count + 1) * 8 / 1e6
    if needed > megabytes / 4:
        raise TooLarge(f"{len(core.unused_rows):,} equations in {count:,} guesses are {needed:,.0f} MB; the limit is "
                       f"{megabytes:,.0f} MB for all")  # fmt: skip
    for layer in plan.layers:
        odd = layer.right_sides(odd)
    form = echelon(core.guess_equations(odd), count, threads)
    if len(form.nonpivot_rows) and column(form.nonpivot_rows, count).any():
        return Contradiction(plan, _contradiction(plan, odd, threads))
    outside = np.ones(table.columns, np.bool_)
    outside[core.order] = False
    for layer in plan.layers:
        outside[layer.columns] = False
    parameters = np.concatenate([np.flatnonzero(outside), core.guesses[form.free_columns]]).astype(np.int32)
    values = np.zeros((table.columns, 1), np.uint64)
    values[core.guesses[form.pivots], 0] = column(form.matrix, count)
    _complete(plan, values, odd)
    return AffineSpace(plan, unpack_bits(values, 1)[:, 0], parameters, form.free_columns, form)


def plan_elimination(table: SparseMatrix, route: str = "auto") -> EliminationPlan:
    """Peeled as far as is cheap, then chased; deeper, if that leaves fewer guesses and guesses are expensive."""
    ones, size = len(table.entries), len(table) * table.columns
    if route == "dense" or (route == "auto" and ones >= DENSE_SHARE * size):
        return EliminationPlan((), guess_all(table), "elimination of packed rows")
    outer = peel_matrix(table, *LIGHT)
    rest, peeled_rows = (table, np.zeros(0, np.int32)) if outer is None else (outer.rest, outer.rows)
    layers = () if outer is None else (outer,)
    plan = EliminationPlan(layers, run_chase(rest, peeled_rows), "chase")
    if _seconds(plan) > PEEL_SECONDS * len(rest.entries):
        inner = peel_matrix(rest, *DEEP)
        if inner is not None:
            deeper = EliminationPlan(
                (*layers, inner), run_chase(inner.rest, np.concatenate([peeled_rows, inner.rows])), "chase"
            )
            plan = min(plan, deeper, key=_seconds)
    return plan


def _seconds(plan: EliminationPlan) -> float:
    """What chase and elimination will take, roughly."""
    guesses, entries = float(len(plan.core.guesses)), len(plan.core.matrix.entries)
    return PIVOT_SECONDS * guesses**3 + WORD_SECONDS * entries * guesses / 64


def _complete(plan: EliminationPlan, values: Words, odd: Bits | None) -> None:
    """All variables from the guesses and the free ones. odd: the right sides after all additions."""
    plan.core.replay(values, odd)
    for layer in reversed(plan.layers):
        layer.complete(values, odd)


def _contradiction(plan: EliminationPlan, odd: Bits, threads: int) -> Bits:
    """The equations that sum to 0 = 1. odd: the right sides after all additions."""
    count, rows = len(plan.core.guesses), len(plan.core.unused_rows)
    across = transpose_bits(
        plan.core.guess_equations(odd), count + 1
    )  # a row per guess; the last, the right sides, is to be 1
    system = np.zeros((count + 1, count_words(rows + 1)), np.uint64)
    system[:, : across.shape[1]] = across
    system[count, rows // 64] |= np.uint64(1) << np.uint64(rows % 64)
    form = echelon(system, rows, threads)
    chosen = np.zeros(rows, np.bool_)
    chosen[form.pivots] = column(form.matrix, rows)
    combination = plan.core.combination(chosen)
    for layer in reversed(plan.layers):
        combination = layer.combination(combination)
    return combination


def set_diagonal_bits(values: Words, rows: Numbers) -> None:
    """Bit i of row rows[i], for different rows."""
    set_bits(values, rows, np.arange(len(rows)))
