"""Rows on some of the variables: what a row loses moves into its bounds.

    lo <= kept + gone <= hi,  least <= gone <= most     becomes     lo - most <= kept <= hi - least

A variable that is gone may have any value within its bounds. If all that are gone are fixed, `least` is `most` and
nothing is lost: that is substitution. Otherwise the row is relaxed: an assignment of the kept variables that can be
completed within the bounds keeps it, and so may others.

    clause        a literal that is gone and may hold takes the row away
    parity        the remainder turns with what is fixed; a literal that is gone and open takes the row away
    guard         gone and true: the row has no guard; gone and false, or gone and open: the row goes
    any row       that holds whatever the kept variables are goes

Sentences and row numbers stay, so that whatever comes after can still name the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model, Rows
from models.neutral.arguments import freeze

Column = NDArray[np.int64]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Restriction:
    """Which variables are kept. lower, upper: bounds by variable number, shape (variables + 1,); number: the new
    number of each that is kept, 0 for those that are gone."""

    lower: Column
    upper: Column
    number: Numbers

    def renumber(self, literals: Numbers) -> Numbers:
        """Literals of kept variables in the new numbers."""
        renumbered: Numbers = np.sign(literals) * self.number[np.abs(literals)]
        return renumbered


def restrict_model(
    model: Model, variables: Numbers, lower: Column, upper: Column, chosen: Sequence[Column] | None = None
) -> tuple[Model, Restriction]:
    """The model on those variables (ascending), within those bounds; of each block the chosen rows, if not all.

    The arrays keep their names; the objective is left out.
    """
    rest, number = Model(model.name), np.zeros(model.variables + 1, np.int32)
    number[variables] = np.arange(1, len(variables) + 1)
    for name, array in model.arrays.items():  # numbers follow each other within an array
        if array.size == 0:
            continue
        begin, end = np.searchsorted(variables, [array.flat[0], array.flat[-1] + 1])
        at = variables[begin:end]
        if len(at) and model.integer[at[0]]:
            rest.ints(name, len(at), lower[at], upper[at])
        elif len(at):
            rest.bools(name, len(at))
    kept = Restriction(lower, upper, number)
    for i, block in enumerate(model.blocks):
        rest.blocks += restrict_block(block, kept, None if chosen is None else chosen[i])
    return rest, kept


def prepare() -> None:
    """Have the loop compiled, or read from numba's cache, so that no solve pays for it."""
    m = Model("a row")
    x = m.bools("x", 2)
    m.at_most(1, "few", x)
    restrict_model(m, x[:1], m.lower, m.upper)


def restrict_block(block: Block, kept: Restriction, chosen: Column | None = None) -> Iterator[Block]:
    """What may be broken of the block's rows (of the chosen ones, if not of all): rows without a guard, then rows
    with one; a part that is empty is left out."""
    rows = np.arange(len(block)) if chosen is None else chosen
    if block.when is None:
        parts = [_restrict_rows(block, kept, rows)]
    else:
        x = np.abs(block.when[rows])
        gone, true = kept.number[x] == 0, np.where(block.when[rows] > 0, kept.lower[x] == 1, kept.upper[x] == 0)
        free, guarded = _restrict_rows(block, kept, rows[gone & true]), _restrict_rows(block, kept, rows[~gone])
        assert guarded.when is not None
        parts = [replace(free, when=None), replace(guarded, when=kept.renumber(guarded.when))]
    yield from (part for part in parts if len(part))


def _restrict_rows(block: Block, kept: Restriction, rows: Column) -> Block:
    """The rows without what is gone, and without those that then hold anyway; guards are as they were."""
    from backends.passes import restriction_kernel as kernel

    cut = kernel.restrict_rows if kernel.COMPILED else kernel.restrict_by_columns
    coefs = np.zeros(0, np.int64) if block.coefs is None else block.coefs
    rules = block.rows.starts, block.rows.literals, coefs, block.lo, block.hi, rows
    known = kept.lower, kept.upper, kept.number
    # to numba, columns that may be written are of another type: each mix of the two would be compiled by itself
    columns = (freeze(column.view()) for column in (*rules, *known))
    ends, terms, weights, left, lo, hi = cut(kernel.CODES[block.kind], *columns)
    return Block(
        block.kind,
        block.sentence,
        Rows(freeze(ends), freeze(terms)),
        lo,
        hi,
        block.number[left],
        None if block.coefs is None else weights,
        None if block.when is None else block.when[left],
    )
