"""Restriction of a model to some of its variables: what a row loses moves into its bounds.

    lo <= kept + gone <= hi,  least <= gone <= most     becomes     lo - most <= kept <= hi - least

A removed ("gone") variable may have any value within its bounds. If all removed variables are fixed, `least` equals
`most` and nothing is lost: that is substitution (`substitution`, for `hybrid`). Otherwise the row is relaxed
(`windowing`): every assignment of the kept variables that can be completed within the bounds satisfies it, and maybe
others.

    clause        a removed literal that may hold removes the row
    parity        the remainder changes with what is fixed; a removed open literal removes the row
    guard         removed and true: the row has no guard; removed and false, or removed and open: the row is removed
    any row       that holds for all values of the kept variables is removed

Sentences and row numbers stay, so that later steps can still name the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.passes.restriction_columns import restrict_by_columns
from models.neutral import Block, Kind, Model, Rows
from models.neutral.arguments import freeze

if TYPE_CHECKING:  # the compiled loop is loaded on first use
    from backends.passes.restriction_kernel import Restriction

Column = NDArray[np.int64]
Numbers = NDArray[np.int32]


def restrict_model(
    model: Model,
    variables: Numbers,
    lower: Column,
    upper: Column,
    chosen: Sequence[Column] | None = None,
    room: Numbers | None = None,
) -> tuple[Model, Restriction]:
    """The model on those variables (ascending), within those bounds; of each block the chosen rows, if not all.

    The arrays keep their names; the objective is left out. room: zeros, by variable, which are zeros again afterwards:
    for who restricts a large model many times, and needs no `Restriction`.
    """
    from backends.passes.restriction_kernel import Restriction

    rest, number = Model(model.name), np.zeros(model.variables + 1, np.int32) if room is None else room
    number[variables] = np.arange(1, len(variables) + 1)
    for name, array in model.arrays.items():  # numbers are consecutive within an array
        if array.size == 0:
            continue
        begin, end = np.searchsorted(variables, [array.flat[0], array.flat[-1] + 1])
        at = variables[begin:end]
        if len(at) and model.integer[at[0]]:
            rest.ints(name, len(at), lower[at], upper[at])
        elif len(at):
            rest.bools(name, len(at))
    restriction = Restriction(lower, upper, number)
    for i, block in enumerate(model.blocks):
        rest.blocks += restrict_block(block, restriction, None if chosen is None else chosen[i])
    if room is not None:
        room[variables] = 0
    return rest, restriction


def prepare() -> None:
    """Compile the loop, or read it from disk, so that no solve pays for it."""
    m = Model("a row")
    x = m.bools("x", 2)
    m.at_most(1, "few", x)
    restrict_model(m, x[:1], m.lower, m.upper)


def restrict_block(block: Block, restriction: Restriction, chosen: Column | None = None) -> Iterator[Block]:
    """The restricted rows that do not always hold (of the chosen ones, or of all): those without a guard, then those
    with one; an empty part is left out."""
    rows = np.arange(len(block)) if chosen is None else chosen
    if block.when is None:
        parts = [_restrict_rows(block, restriction, rows)]
    else:
        x = np.abs(block.when[rows])
        gone, true = (
            restriction.number[x] == 0,
            np.where(block.when[rows] > 0, restriction.lower[x] == 1, restriction.upper[x] == 0),
        )
        free, guarded = (
            _restrict_rows(block, restriction, rows[gone & true]),
            _restrict_rows(block, restriction, rows[~gone]),
        )
        assert guarded.when is not None
        parts = [replace(free, when=None), replace(guarded, when=restriction.renumber(guarded.when))]
    yield from (part for part in parts if len(part))


def _restrict_rows(block: Block, restriction: Restriction, rows: Column) -> Block:
    """The rows on the kept variables, except those that then always hold; guards are unchanged."""
    from backends.passes import restriction_kernel as kernel

    restrict = kernel.restrict_rows if kernel.COMPILED else restrict_by_columns
    coefs = np.zeros(0, np.int64) if block.coefs is None else block.coefs
    columns = kernel.RowColumns(
        kind_code(block.kind),
        *_frozen(block.rows.starts, block.rows.literals, coefs, block.lo, block.hi),
    )
    (chosen,), kept = _frozen(rows), kernel.Restriction(*_frozen(*restriction))
    ends, terms, weights, remaining, lo, hi = restrict(columns, chosen, kept)
    return Block(
        block.kind,
        block.sentence,
        Rows(freeze(ends), freeze(terms)),
        lo,
        hi,
        block.number[remaining],
        None if block.coefs is None else weights,
        None if block.when is None else block.when[remaining],
    )


def _frozen(*columns: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Views that are read-only: to numba, these and writable columns are different types, and each mix would be
    compiled by itself."""
    return (freeze(column.view()) for column in columns)


def kind_code(kind: Kind) -> int:
    """The kind as the loop knows it."""
    from backends.passes.restriction_kernel import CLAUSE, COUNT, PARITY

    match kind:
        case Kind.CARDINALITY | Kind.LINEAR:
            return COUNT
        case Kind.CLAUSE:
            return CLAUSE
        case Kind.PARITY:
            return PARITY
        case _:
            assert_never(kind)
