"""Bounds propagation: the bounds that each row implies for its variables, until no row implies a new one.

    row        a_1 v_1 + .. + a_n v_n <= hi       (and >= lo, with all signs reversed)
    implies    a_i v_i <= hi - (least sum of the others), rounded inwards to an integer
    literals   x is v, -x is 1 - v; a clause is a sum of at least 1
    parity     the last open literal takes the missing value
    guard      a row with a false guard implies nothing; a row that cannot hold makes its guard false

This is bounds(R) consistency of each row by itself (Schulte & Stuckey 2005: When do bounds and domain propagation lead
to the same search space?), which for clauses is unit propagation and for counting rows the usual counting rule. It is
monotone, so the fixpoint does not depend on the order of visits. Each row keeps the least and the largest sum it can
reach (as slacks, see `propagation_kernel`). When a variable changes, the rows it occurs in are adjusted, and only those
that may now imply something are queued. People who solve puzzles with a pencil do the same: a clue with as many free
neighbours as missing lamps, a cell that only one candidate can light.

A derived bound carries its row, in order of derivation: it follows from the bounds before it and that one row. There is
no search, so variables may stay open. Integers may creep (x < y, y < x on long ranges moves one step per visit), so
their number of derivations is limited; the status is then STOPPED, and all bounds are still valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model

STEPS_PER_INTEGER = 200
Column = NDArray[np.int64]


class PropagationStatus(Enum):
    """How propagation ended, in the kernel's numbering."""

    FIXPOINT = 0
    CONTRADICTION = 1
    STOPPED = 2


@dataclass(frozen=True, slots=True, eq=False)
class Derivations:
    """Derived bounds in order. literals: x for the lower bound of x, -x for the upper one (of a Boolean: the literal
    that now holds); bounds: their values; blocks, rows: which row of which of the model's blocks gave it."""

    literals: NDArray[np.int32]
    bounds: Column
    blocks: Column
    rows: Column

    def __len__(self) -> int:
        return len(self.literals)


@dataclass(frozen=True, slots=True, eq=False)
class PropagationResult:
    """lower, upper: by variable number, shape (variables + 1,); broken: block and row of a contradiction (the bounds
    are those just before it); visits: of rows; open_rows: the rows that may still be broken, one column per block."""

    status: PropagationStatus
    lower: Column
    upper: Column
    broken: tuple[int, int] | None
    derivations: Derivations
    visits: int
    open_rows: tuple[NDArray[np.bool_], ...]

    @property
    def all_rows_hold(self) -> bool:
        """Does every row hold, whatever values the open variables take?"""
        return self.broken is None and not any(rows.any() for rows in self.open_rows)

    def fixed_literals(self, model: Model) -> NDArray[np.int32]:
        """The Boolean literals that hold in every solution, by ascending variable."""
        at = model.boolean_variables[(self.lower == self.upper)[model.boolean_variables]]
        literals: NDArray[np.int32] = np.where(self.lower[at] == 1, at, -at)
        return literals


@dataclass(frozen=True, slots=True, eq=False)
class PropagationInput:
    """A model in the kernel's tables. block_starts: the number of each block's first row, then the number of rows."""

    tables: Any
    slack: Column
    block_starts: Column
    lower: Column
    upper: Column

    def places(self, rows: NDArray[Any]) -> tuple[Column, Column]:
        """Block and row within it, by number in the table."""
        blocks = np.searchsorted(self.block_starts, rows, side="right") - 1
        return blocks, rows - self.block_starts[blocks]


def propagate_bounds(model: Model) -> PropagationResult:
    """The bounds that follow from the model's rows, each taken by itself. The objective plays no part."""
    return run_propagation(load_rows(model), model)


def prepare() -> None:
    """Compile the kernels, or read them from disk, so that no solve pays for it."""
    m = Model("every kind of row, guarded and not")
    x = m.bools("x", 3)
    m.exactly(1, "one", x)
    m.parity(1, "odd", x, when=x[0])
    m.linear(0, 3, "weighted", x, [1, -2, 3])
    propagate_bounds(m)


# ---- a model in tables -------------------------------------------------------------------------------------------


def load_rows(model: Model) -> PropagationInput:
    """The model's rows in one table, with its occurrences and the slack of each row."""
    from backends.passes import propagation_kernel as kernel

    blocks = model.blocks
    literals = _concatenate([block.rows.literals for block in blocks], np.int32)
    starts = _prefix_sums(_concatenate([block.rows.lengths for block in blocks], np.int64))
    coefs, when = np.zeros(0, np.int64), np.zeros(0, np.int32)
    if any(block.coefs is not None for block in blocks):
        coefs = _concatenate(
            [np.ones(len(b.rows.literals), np.int64) if b.coefs is None else b.coefs for b in blocks], np.int64
        )
    if any(block.when is not None for block in blocks):
        when = _concatenate([np.zeros(len(b), np.int32) if b.when is None else b.when for b in blocks], np.int32)
    transpose = kernel.occurrences if kernel.COMPILED else kernel.occurrences_by_columns
    occurrences = transpose(starts, literals, coefs, model.variables)
    guard_occurrences = transpose(np.arange(len(when) + 1), when, coefs[:0], model.variables)
    slack = _concatenate([_slack(block, model) for block in blocks], np.int64).reshape(-1, 4)
    return PropagationInput(
        kernel.Tables(starts, literals, coefs, when, *occurrences, *guard_occurrences[:2]),
        slack,
        _prefix_sums(np.array([len(block) for block in blocks], np.int64)),
        model.lower.copy(),
        model.upper.copy(),
    )


def _slack(block: Block, model: Model) -> Column:
    """above, below, span and widest of each row (see `propagation_kernel`), shape (rows, 4)."""
    from backends.passes.propagation_kernel import PARITY

    least, most = model.reach(block)
    match block.kind:
        case Kind.PARITY:
            widest = np.full(len(block), PARITY)
        case Kind.CLAUSE | Kind.CARDINALITY:
            widest = np.ones(len(block), np.int64)
        case Kind.LINEAR:
            assert block.coefs is not None
            at = np.abs(block.rows.literals)
            widest = np.zeros(len(block), np.int64)
            np.maximum.at(widest, block.rows.owners, np.abs(block.coefs) * (model.upper[at] - model.lower[at]))
        case _:
            assert_never(block.kind)
    return np.stack([block.hi - least, most - block.lo, block.hi - block.lo, widest], axis=1)


def _concatenate(pieces: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    """One new column of all the pieces."""
    return np.concatenate(pieces) if pieces else np.zeros(0, kind)


def _prefix_sums(lengths: Column) -> Column:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


# ---- the run -----------------------------------------------------------------------------------------------------


def run_propagation(loaded: PropagationInput, model: Model) -> PropagationResult:
    """Propagate over the loaded tables, which it changes."""
    from backends.passes import propagation_kernel as kernel

    state, when = _state(loaded, model), loaded.tables.when
    impossible = _impossible_rows(loaded.slack)
    impossible[: len(when)] &= when == 0
    if impossible.any():  # before anything is derived: a row that cannot hold by itself
        status, broken = kernel.CONTRADICTION, int(impossible.argmax())
    else:
        status, broken = kernel.propagate(loaded.tables, state)
    count = int(state.counts[kernel.DERIVED])
    blocks, rows = loaded.places(state.reasons[:count])
    where = loaded.places(np.array([broken]))
    return PropagationResult(
        PropagationStatus(status),
        loaded.lower,
        loaded.upper,
        None if status != kernel.CONTRADICTION else (int(where[0][0]), int(where[1][0])),
        Derivations(state.derived[:count], state.bounds[:count], blocks, rows),
        int(state.counts[kernel.VISITS]),
        tuple(np.split(_open_rows(loaded), loaded.block_starts[1:-1])) if model.blocks else (),
    )


def _state(loaded: PropagationInput, model: Model) -> Any:
    """An empty queue, and arrays for as many derivations as are allowed."""
    from backends.passes import propagation_kernel as kernel

    steps = np.minimum((loaded.upper - loaded.lower)[model.integer], STEPS_PER_INTEGER)
    most, rows = int((~model.integer).sum() + steps.sum()), len(loaded.slack)
    return kernel.State(
        loaded.lower,
        loaded.upper,
        loaded.slack,
        queue=np.zeros(max(rows, 1), np.int32),
        queued=np.zeros(rows, np.bool_),
        counts=np.zeros(4, np.int64),
        derived=np.zeros(most, np.int32),
        bounds=np.zeros(most, np.int64),
        reasons=np.zeros(most, np.int32),
    )


def _impossible_rows(slack: Column) -> NDArray[np.bool_]:
    """Rows that allow none of the sums they can reach."""
    from backends.passes.propagation_kernel import PARITY

    above, below, _, widest = slack.T
    return np.asarray(np.where(widest == PARITY, (above + below == 0) & (above % 2 == 1), (above < 0) | (below < 0)))


def _open_rows(loaded: PropagationInput) -> NDArray[np.bool_]:
    """Rows that some assignment within the bounds breaks."""
    from backends.passes.propagation_kernel import PARITY

    above, below, span, widest = loaded.slack.T
    closed = np.where(widest == PARITY, (above + below == 0) & (above % 2 == 0), (above <= span) & (below <= span))
    when = loaded.tables.when
    if len(when):
        x = np.abs(when)
        closed |= (when != 0) & (loaded.lower[x] == loaded.upper[x]) & ((loaded.lower[x] == 1) != (when > 0))
    return np.asarray(~closed)


if __name__ == "__main__":  # `make` compiles them
    prepare()
