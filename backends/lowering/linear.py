"""Lowering to linear rows, an integer program: lo <= sum of coefficient * column <= hi over integer columns.

    clause, cardinality   sum of literals, where -x counts as 1 - x (the ones move to the bounds)
    linear                as it is
    parity                sum - 2 z = b, z a new integer in 0..n/2
    guarded by g          least + (lo - least) g <= sum <= most - (most - hi) g: big-M from the row's own reach; or the
                          row as it is, with its guard beside it, for solvers that have indicators

Column j is variable j + 1 of the model; the slacks of parity rows follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Size, Unsupported, Values
from backends.lowering.canonical import CanonicalRules, canonical_rules
from models.neutral import Block, Kind, Model
from rosetta.foundation.limits import TooLarge

Column: TypeAlias = NDArray[np.int64]
GuardedRows: TypeAlias = Literal["big_m", "kept"]  # what a guarded row becomes
OPEN = 2**60  # a bound that never binds: beyond every sum that a model admits


@dataclass(frozen=True, slots=True, eq=False)
class LinearTable:
    """Rows lo <= sum of coefs * columns <= hi, flat: `owner` (entries,) is the row of each entry."""

    owner: Column
    columns: Column
    coefs: Column
    lo: Column
    hi: Column

    def sums(self, per_entry: Column) -> Column:
        """Exact row sums of one integer per entry (bincount's floats are exact below 2^53, which bounds all sums)."""
        return np.bincount(self.owner, weights=per_entry, minlength=len(self.lo)).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LinearProgram:
    """Minimise cost * x + constant over integers lower <= x <= upper that keep the table's rows.

    The table's entries are sorted by row, each column once per row. contradiction: a rule that cannot hold.
    rules: by row, the index of its rule in `sentences`, shape (rows,); numbers: by row, its number in the rule; names:
    by rule, those that its author gave to rows, by number; when: by row, the literal of the model without which it need
    not hold, 0 where there is none, as everywhere if guards are stated as big-M rows, shape (rows,); as_stated: its
    rows are those of the model, not their simplest forms.
    """

    table: LinearTable
    lower: Column
    upper: Column
    cost: Column
    constant: int
    contradiction: str | None
    rules: Column
    sentences: tuple[str, ...]
    numbers: Column
    names: tuple[Sequence[str], ...]
    when: NDArray[np.int32]
    as_stated: bool = False

    @property
    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Row bounds as floats, infinite where `told_sides` leaves a side out."""
        below, above = self.told_sides
        return np.where(below, self.table.lo, -np.inf), np.where(above, self.table.hi, np.inf)

    @property
    def binding_sides(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """By row: can its lower bound be missed, and its upper bound?"""
        least, most = activity_bounds(self.table, self.lower, self.upper)
        return self.table.lo > least, self.table.hi < most

    @property
    def told_sides(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """By row: are its lower and its upper bound written? Those that can be missed; of a stated row that always
        holds one, not that at which the language, or a reader of files, closes a side that its author left open."""
        below, above = self.binding_sides
        idle = ~below & ~above & (np.abs(self.table.lo) < OPEN) & (np.abs(self.table.hi) < OPEN)
        if not self.as_stated or not idle.any():
            return below, above
        least, most = activity_bounds(self.table, self.lower, self.upper)
        largest = np.maximum(np.abs(self.lower), np.abs(self.upper))[self.table.columns]
        beyond = self.table.sums(np.abs(self.table.coefs) * largest) + 1
        is_upper = (self.table.hi != most) & (self.table.hi != beyond)
        is_lower = ~is_upper & (self.table.lo != least) & (self.table.lo != -beyond)
        return below | (idle & is_lower), above | (idle & ~is_lower)

    @property
    def starts(self) -> Column:
        """Row i has the entries starts[i]..starts[i + 1], shape (rows + 1,)."""
        return np.searchsorted(self.table.owner, np.arange(len(self.table.lo) + 1))

    @property
    def size(self) -> Size:
        return Size(len(self.lower), len(self.table.lo), len(self.table.columns))

    @property
    def magnitude(self) -> float:
        """The largest of the numbers that a solver gets, without signs."""
        binds_below, binds_above = self.binding_sides
        numbers = (
            self.table.coefs,
            self.table.lo[binds_below],
            self.table.hi[binds_above],
            self.lower,
            self.upper,
            self.cost,
        )
        return max(float(np.abs(column).max(initial=0)) for column in numbers)

    def check_magnitudes(self, largest: int, solver: str) -> None:
        """Raise Unsupported if a number is too large for a solver that keeps rows only up to a tolerance: beyond it, a
        big-M row means something else to the solver than to us, and the fault would be counted as the solver's. What
        is `largest` stands in the solver's record (`Backend.largest_number`)."""
        if self.magnitude > largest:
            raise Unsupported(
                f"a coefficient or bound of {self.magnitude:,.0f}; {solver} is exact up to about {largest:,}"
            )

    def values(self, model: Model, columns: NDArray[np.float64]) -> Values:
        """The model's values from a solver's floats, rounded: solvers keep integers only up to a tolerance. What they
        cost is what these cost (`objective_value`): of what is almost whole, large costs make something else."""
        values = np.zeros(model.variables + 1, np.int64)
        values[1:] = np.rint(np.asarray(columns, np.float64)[: model.variables]).astype(np.int64)
        return values


def to_linear(model: Model, limits: Limits, as_stated: bool = False, guards: GuardedRows = "big_m") -> LinearProgram:
    """The model as a linear program. as_stated: with the rows that the model has, not in their simplest forms, and with
    those that always hold. guards: "big_m", each guarded row becomes two; "kept", it stays one, with its guard in
    `when`. Raises TooLarge when it would exceed `limits.literals` entries."""
    entries = sum(len(b.rows.literals) + len(b) for b in model.blocks)
    if entries > limits.literals:
        raise TooLarge(f"linear rows: {entries:,} coefficients, the budget is {limits.literals:,}")
    simple = CanonicalRules(tuple(model.blocks), None) if as_stated else canonical_rules(model)
    table, when, parity = join_blocks(simple.blocks)
    table = _with_slacks(table, np.flatnonzero(parity), model.variables)
    slack_upper = (np.bincount(table.owner, minlength=len(table.lo))[parity] - 1) // 2  # -1: the slack
    lower = np.concatenate([model.lower[1:], np.zeros(len(slack_upper), np.int64)])
    upper = np.concatenate([model.upper[1:], slack_upper])
    cost = np.zeros(len(lower), np.int64)
    constant = 0
    if model.objective is not None:
        weights, constant = model.objective.variable_costs(model.variables)
        cost[: model.variables] = weights[1:]
    origin = np.arange(len(when))
    if guards == "big_m":
        table, origin = _with_guards(table, when, lower, upper)
        when = np.zeros(len(origin), np.int32)
    rules = np.repeat(np.arange(len(simple.blocks)), [len(block) for block in simple.blocks])[origin]
    return LinearProgram(
        table,
        lower,
        upper,
        cost,
        constant,
        simple.contradiction,
        rules,
        sentences=tuple(block.sentence for block in simple.blocks),
        numbers=_concatenate([block.number for block in simple.blocks], np.int64)[origin],
        names=tuple(block.names for block in simple.blocks),
        when=when,
        as_stated=as_stated,
    )


def join_blocks(blocks: Sequence[Block]) -> tuple[LinearTable, NDArray[np.int32], NDArray[np.bool_]]:
    """All blocks as one table, with each row's guard (0: none) and whether it is a parity row."""
    counts = np.array([len(b) for b in blocks], np.int64)
    literals = _concatenate([b.rows.literals for b in blocks], np.int32)
    coefs = _concatenate(
        [np.ones(len(b.rows.literals), np.int64) if b.coefs is None else b.coefs for b in blocks], np.int64
    )
    negated = literals < 0
    columns, signed = np.abs(literals).astype(np.int64) - 1, np.where(negated, -coefs, coefs)
    first = np.concatenate([[0], np.cumsum(counts)])
    owner = _concatenate([b.rows.owners + start for b, start in zip(blocks, first, strict=False)], np.int64)
    table = LinearTable(
        owner,
        columns,
        signed,
        _concatenate([b.lo for b in blocks], np.int64),
        _concatenate([b.hi for b in blocks], np.int64),
    )
    moved = table.sums(np.where(negated, coefs, 0))
    table = replace(table, lo=table.lo - moved, hi=table.hi - moved)
    when = _concatenate([np.zeros(len(b), np.int32) if b.when is None else b.when for b in blocks], np.int32)
    return table, when, np.repeat(np.array([_needs_slack(b.kind) for b in blocks], np.bool_), counts)


def _needs_slack(kind: Kind) -> bool:
    """Are the rows equal to their bound only modulo 2?"""
    match kind:
        case Kind.PARITY:
            return True
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return False
        case _:
            assert_never(kind)


def _with_slacks(table: LinearTable, rows: Column, first: int) -> LinearTable:
    """The table with -2 z in each of the rows: z, half the number of true literals, is a new column from `first` on."""
    if not len(rows):
        return table
    slack = np.arange(first, first + len(rows))
    return _with_entries(table, rows, slack, np.full(len(rows), -2))


def _with_entries(table: LinearTable, rows: Column, columns: Column, coefs: Column) -> LinearTable:
    """The table with one more entry in each of the rows; entries stay sorted by row, repeats are summed."""
    owner = np.concatenate([table.owner, rows])
    column = np.concatenate([table.columns, columns])
    coef = np.concatenate([table.coefs, coefs])
    order = np.lexsort((column, owner))
    owner, column, coef = owner[order], column[order], coef[order]
    fresh = np.ones(len(owner), np.bool_)
    fresh[1:] = (owner[1:] != owner[:-1]) | (column[1:] != column[:-1])
    summed = np.add.reduceat(coef, np.flatnonzero(fresh)) if len(coef) else coef
    return replace(table, owner=owner[fresh], columns=column[fresh], coefs=summed)


def _with_guards(
    table: LinearTable, when: NDArray[np.int32], lower: Column, upper: Column
) -> tuple[LinearTable, Column]:
    """Each guarded row as two one-sided rows that hold anyway when the guard is false, and the origin of each row."""
    guarded = np.flatnonzero(when)
    if not len(guarded):
        return table, np.arange(len(when))
    least, most = activity_bounds(table, lower, upper)
    free = np.flatnonzero(when == 0)
    below = guarded[table.lo[guarded] > least[guarded]]
    above = guarded[table.hi[guarded] < most[guarded]]
    chosen = np.concatenate([free, below, above])
    lo = np.concatenate([table.lo[free], least[below], np.full(len(above), -OPEN)])
    hi = np.concatenate([table.hi[free], np.full(len(below), OPEN), most[above]])
    # -(lo - least) g on the lower row, +(most - hi) g on the upper one; g = 1 - v moves a constant to the bound
    weight = np.concatenate([least[below] - table.lo[below], most[above] - table.hi[above]])
    guard = when[np.concatenate([below, above])].astype(np.int64)
    rows = len(free) + np.arange(len(guard))
    moved = np.where(guard < 0, weight, 0)
    lo[rows[: len(below)]] -= moved[: len(below)]
    hi[rows[len(below) :]] -= moved[len(below) :]
    return _with_entries(
        _take_rows(table, chosen, lo, hi), rows, np.abs(guard) - 1, np.where(guard < 0, -weight, weight)
    ), chosen


def activity_bounds(table: LinearTable, lower: Column, upper: Column) -> tuple[Column, Column]:
    """The least and the largest value of each row's sum."""
    low, high = table.coefs * lower[table.columns], table.coefs * upper[table.columns]
    return table.sums(np.minimum(low, high)), table.sums(np.maximum(low, high))


def _take_rows(table: LinearTable, chosen: Column, lo: Column, hi: Column) -> LinearTable:
    """The chosen rows (repeats allowed) with new bounds."""
    starts = np.searchsorted(table.owner, np.arange(len(table.lo) + 1))
    lengths = np.diff(starts)[chosen]
    before = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(chosen) else lengths
    entries = np.arange(lengths.sum()) + np.repeat(starts[chosen] - before, lengths)
    return LinearTable(np.repeat(np.arange(len(chosen)), lengths), table.columns[entries], table.coefs[entries], lo, hi)


def _concatenate(columns: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate(columns).astype(dtype) if columns else np.zeros(0, dtype)
