"""Unions: many small models side by side, without a common variable, as one model.

    part 0:  x1 + x2 >= 1                   one model:   x1 + x2 >= 1
    part 1:  x1 = 0, minimise -x1    --->                x3 = 0,  minimise -x3
                                        `parts`:         0 0 1

An answer of the union, restricted to a part, is an answer of that part; the least cost is the sum of the least costs;
there is no answer if one part has none. A solver costs some milliseconds a call whatever the model, and next to nothing
a row: so a hundred models cost little more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model
from models.neutral.evaluate import row_sums
from models.neutral.rows import literal_values, rename_literals
from rosetta.studies.fuzzing.rewriting import Rewriting

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Union:
    """model: of all parts, Booleans first; parts: the part of each variable, counted from 0, shape (variables + 1,),
    -1 at 0; count: how many parts there are."""

    model: Model
    parts: NDArray[np.int64]
    count: int

    def parts_of_rows(self, block: Block) -> NDArray[np.int64]:
        """The part of each row of a block, shape (rows,). No row is empty."""
        owners: NDArray[np.int64] = self.parts[np.abs(block.rows.literals[block.rows.starts[:-1]])]
        return owners


def take_parts(union: Union, chosen: Mask) -> tuple[Union, NDArray[np.int64]]:
    """The union of the chosen parts, which keep their order, and the numbers that its variables had, shape (variables +
    1,) with 0 at 0. chosen: shape (parts,)."""
    stays = np.concatenate([[False], chosen[union.parts[1:]]])
    former = np.concatenate([[0], np.flatnonzero(stays)])
    numbers = np.zeros(len(stays), np.int32)
    numbers[former] = np.arange(len(former), dtype=np.int32)
    old, model = union.model, Model(union.model.name)
    integer = old.integer[former]
    model.bools("x", int((~integer[1:]).sum()))
    if integer.any():
        model.ints("z", int(integer.sum()), old.lower[former][integer], old.upper[former][integer])
    for block in old.blocks:
        kept = block.take(chosen[union.parts_of_rows(block)])
        if len(kept):
            model.blocks.append(kept.renumbered(numbers))
    if old.objective is not None:
        mine = stays[np.abs(old.objective.literals)]
        literals = rename_literals(old.objective.literals[mine], numbers)
        model.objective = replace(old.objective, literals=literals, coefs=old.objective.coefs[mine])
    new_numbers = np.cumsum(chosen) - 1
    parts = np.concatenate([[-1], new_numbers[union.parts[former[1:]]]])
    return Union(model, parts, int(chosen.sum())), former


def rewritten_union(union: Union, rewriting: Rewriting) -> Union:
    """The union after a rewriting: what became of a variable belongs to the part that it belonged to."""
    marks = union.parts + 2  # an assignment, as it were; negated Booleans have 1 - mark, below 0
    marks[0] = 0
    lifted = rewriting.rewrite_values(marks)
    parts = np.where(lifted < 0, 1 - lifted, lifted) - 2
    parts[0] = -1
    return Union(rewriting.model, parts, union.count)


def broken_parts(union: Union, values: NDArray[np.int64]) -> Mask:
    """Which parts have a row that the assignment breaks, or a variable out of bounds. Shape (parts,)."""
    model, broken = union.model, np.zeros(union.count, np.bool_)
    outside = (values < model.lower) | (values > model.upper)
    outside[0] = False
    broken[union.parts[outside]] = True
    for block in model.blocks:
        sums = row_sums(block, values)
        bad = (sums < block.lo) | (sums > block.hi)
        if block.when is not None:
            bad &= literal_values(values, block.when) == 1
        broken[union.parts_of_rows(block)[bad]] = True
    return broken


def costs_of_parts(union: Union, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each part comes to, shape (parts,); 0 without an objective."""
    costs = np.zeros(union.count, np.int64)
    objective = union.model.objective
    if objective is not None:
        terms = literal_values(values, objective.literals) * objective.coefs
        np.add.at(costs, union.parts[np.abs(objective.literals)], terms)
    return costs


def largest_numbers(union: Union) -> NDArray[np.int64]:
    """The largest coefficient or bound of each part, without signs, shape (parts,)."""
    largest = np.zeros(union.count, np.int64)
    for block in union.model.blocks:
        owners = union.parts_of_rows(block)
        np.maximum.at(largest, owners, np.maximum(np.abs(block.lo), np.abs(block.hi)))
        if block.coefs is not None:
            np.maximum.at(largest, np.repeat(owners, block.rows.lengths), np.abs(block.coefs))
    return largest
