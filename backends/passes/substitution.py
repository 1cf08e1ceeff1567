"""A model without what is known: fixed variables become constants, rows that hold anyway go, the rest is renumbered.

    fixed x = c in a row       lo and hi lose its coefficient * c, the literal goes
    fixed in a clause          a true literal takes the row away, a false one goes
    fixed in a parity row      the remainder turns with every true literal that goes
    guard true, guard false    the guard goes, the row goes
    fixed in the objective     goes into `constant`

Sentences and row numbers stay, so that whatever comes after can still name the rule. The solutions of the smaller
model, lifted, are those of the model that lie within the bounds: all of them, if propagation gave the bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model
from models.neutral.evaluate import literal_values
from models.neutral.rows import from_lengths

Column = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Substituted:
    """model: the smaller one; kept: for each of its variables the number in the larger model, shape (variables + 1,)
    with 0 at 0; values: the fixed values by number in the larger model; constant: what they cost."""

    model: Model
    kept: NDArray[np.int32]
    values: Column
    constant: int

    def lift(self, values: Column) -> Column:
        """An assignment of the smaller model as one of the larger."""
        whole = self.values.copy()
        whole[self.kept[1:]] = values[1:]
        return whole

    def projection(self, project: NDArray[np.int32]) -> NDArray[np.int32]:
        """What is left of a projection: its variables that are kept, in the numbers of the smaller model."""
        at = np.searchsorted(self.kept, project)  # kept ascends
        at[at == len(self.kept)] = 0
        found: NDArray[np.int32] = at[self.kept[at] == project].astype(np.int32)
        return found


def substituted(model: Model, lower: Column, upper: Column) -> Substituted:
    """The model within these bounds (by variable number, none empty), without its fixed variables."""
    rest, open_ = Model(model.name), lower < upper
    for name, array in model.arrays.items():
        at = array.ravel()[open_[array.ravel()]]
        if len(at) and model.integer[at[0]]:
            rest.ints(name, len(at), lower[at], upper[at])
        elif len(at):
            rest.bools(name, len(at))
    number = np.cumsum(open_).astype(np.int32)
    for block in model.blocks:
        rest.blocks += [part for part in _reduced(block, model, rest, lower, open_, number) if len(part)]
    constant = 0
    if model.objective is not None:
        terms, coefs = model.objective.literals, model.objective.coefs
        left = open_[np.abs(terms)]
        rest.minimize(model.objective.sentence, _renumbered(terms[left], number), coefs[left])
        constant = int((literal_values(lower, terms) * coefs)[~left].sum())
    kept = np.flatnonzero(open_).astype(np.int32)
    return Substituted(rest, np.concatenate([np.zeros(1, np.int32), kept]), np.where(open_, 0, lower), constant)


def _reduced(
    block: Block, model: Model, rest: Model, lower: Column, open_: Mask, number: NDArray[np.int32]
) -> Iterator[Block]:
    """The rows of a block that may still be broken, in the new numbers: those without a guard, and those with one."""
    literals = block.rows.literals
    left = open_[np.abs(literals)]
    terms = literal_values(lower, literals) * (1 if block.coefs is None else block.coefs)
    gone = block.rows.sums(np.where(left, 0, terms))
    rows = from_lengths(block.rows.sums(left.astype(np.int64)), _renumbered(literals[left], number))
    coefs = None if block.coefs is None else block.coefs[left]
    smaller = replace(block, rows=rows, coefs=coefs, lo=block.lo - gone, hi=block.hi - gone, when=None)
    least, most = rest.reach(smaller)
    holds = (smaller.lo <= least) & (smaller.hi >= most)
    if block.kind is Kind.PARITY:
        odd = smaller.lo % 2
        smaller, holds = replace(smaller, lo=odd, hi=odd), (rows.lengths == 0) & (odd == 0)
    if block.kind is Kind.CLAUSE:
        one = np.ones(len(block), np.int64)
        smaller = replace(smaller, lo=one, hi=np.maximum(rows.lengths, 1))
    if block.when is None:
        yield smaller.take(~holds)
        return
    guard, known = np.abs(block.when), ~open_[np.abs(block.when)]
    true = known & ((lower[guard] == 1) == (block.when > 0))
    yield smaller.take(true & ~holds)
    yield replace(smaller, when=_renumbered(block.when, number)).take(~known & ~holds)


def _renumbered(literals: NDArray[np.int32], number: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.sign(literals) * number[np.abs(literals)]
