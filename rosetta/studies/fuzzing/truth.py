"""What is true of the parts of a union, by trying every assignment of each, of all parts at once.

    assignment  part  row 1 of its part  row 2 of its part ...
    0           0     holds              holds              stays
    1           0     broken                                goes
    0           1     holds              broken             goes

The assignments of all parts stand in one column; after each row those that break it go, so that few are left for the
later rows. Nothing is shared with the engines, nor with the judge of rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind
from models.neutral.rows import concatenated_ranges
from rosetta.studies.fuzzing.unions import Union

Column = NDArray[np.int64]
NEVER_ON = 0  # no guard


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """solutions: how many each part has, shape (parts,); best: the least cost of each, 0 where there is none; witness:
    an assignment that attains it in each part that has one, shape (variables + 1,)."""

    solutions: Column
    best: Column
    witness: Column


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of all blocks, sorted by part. starts: of each row in literals and coefs, shape (rows + 1,)."""

    parts: Column
    starts: Column
    literals: Column
    coefs: Column
    lo: Column
    hi: Column
    when: Column
    is_parity: NDArray[np.bool_]


def truth_of_parts(union: Union) -> Truth:
    """Try every assignment of every part."""
    model, sizes = union.model, union.model.upper - union.model.lower + 1
    strides, totals = _strides(union, sizes)
    owner = np.repeat(np.arange(union.count), totals)
    number = concatenated_ranges(np.zeros(union.count, np.int64), totals)
    rows = _sorted_rows(union)
    first = np.searchsorted(rows.parts, np.arange(union.count + 1))
    for place in range(int(np.diff(first).max(initial=0))):
        row = first[owner] + place
        has = row < first[owner + 1]
        keeps = np.ones(len(owner), np.bool_)
        keeps[has] = _keeps_row(rows, row[has], number[has], strides, sizes, model.lower)
        owner, number = owner[keeps], number[keeps]
    solutions = np.bincount(owner, minlength=union.count)
    costs = np.zeros(len(owner), np.int64)
    if model.objective is not None:
        literals, coefs = model.objective.literals.astype(np.int64), model.objective.coefs
        order = np.argsort(union.parts[np.abs(literals)], kind="stable")
        terms = np.searchsorted(union.parts[np.abs(literals)][order], np.arange(union.count + 1))
        costs = _sums(
            literals[order], coefs[order], terms[owner], terms[owner + 1], number, strides, sizes, model.lower
        )
    cheapest = np.lexsort((costs, owner))
    best_place = cheapest[np.searchsorted(owner[cheapest], np.flatnonzero(solutions))]
    best, chosen = np.zeros(union.count, np.int64), np.zeros(union.count, np.int64)
    best[owner[best_place]], chosen[owner[best_place]] = costs[best_place], number[best_place]
    witness = model.lower + chosen[union.parts] // strides % sizes
    witness[0] = 0
    return Truth(solutions, best, witness)


def _strides(union: Union, sizes: Column) -> tuple[Column, Column]:
    """By variable: what a step of it adds to the number of an assignment of its part; how many each part has."""
    strides, totals = np.ones(len(sizes), np.int64), np.ones(union.count, np.int64)
    order = np.argsort(union.parts[1:], kind="stable") + 1
    place = concatenated_ranges(np.zeros(union.count, np.int64), np.bincount(union.parts[1:], minlength=union.count))
    for each in range(int(place.max(initial=-1)) + 1):
        variables = order[place == each]
        strides[variables] = totals[union.parts[variables]]
        totals[union.parts[variables]] *= sizes[variables]
    return strides, totals


def _sorted_rows(union: Union) -> _Rows:
    blocks = union.model.blocks
    if not blocks:
        none = np.zeros(0, np.int64)
        return _Rows(none, np.zeros(1, np.int64), none, none, none, none, none, np.zeros(0, np.bool_))
    parts = np.concatenate([union.parts_of_rows(block) for block in blocks])
    lengths = np.concatenate([block.rows.lengths for block in blocks])
    literals = np.concatenate([block.rows.literals for block in blocks]).astype(np.int64)
    ones = [np.ones(len(block.rows.literals), np.int64) for block in blocks]
    coefs = np.concatenate(
        [one if block.coefs is None else block.coefs for one, block in zip(ones, blocks, strict=True)]
    )
    when = np.concatenate([np.full(len(block), NEVER_ON) if block.when is None else block.when for block in blocks])
    order = np.lexsort((lengths, parts))
    begins = np.cumsum(lengths) - lengths
    at = concatenated_ranges(begins[order], lengths[order])
    return _Rows(
        parts[order],
        np.concatenate([[0], np.cumsum(lengths[order])]),
        literals[at],
        coefs[at],
        np.concatenate([block.lo for block in blocks])[order],
        np.concatenate([block.hi for block in blocks])[order],
        when[order].astype(np.int64),
        np.repeat([block.kind is Kind.PARITY for block in blocks], [len(block) for block in blocks])[order],
    )


def _keeps_row(
    rows: _Rows, row: Column, number: Column, strides: Column, sizes: Column, lower: Column
) -> NDArray[np.bool_]:
    """Does each assignment keep its row? row, number: shape (assignments,)."""
    sums = _sums(rows.literals, rows.coefs, rows.starts[row], rows.starts[row + 1], number, strides, sizes, lower)
    sums = np.where(rows.is_parity[row], sums % 2, sums)
    guard = rows.when[row]
    at = np.abs(guard)
    is_on = (lower[at] + number // strides[at] % sizes[at] == (guard > 0)) | (guard == NEVER_ON)
    keeps: NDArray[np.bool_] = ~is_on | ((rows.lo[row] <= sums) & (sums <= rows.hi[row]))
    return keeps


def _sums(
    literals: Column,
    coefs: Column,
    begin: Column,
    end: Column,
    number: Column,
    strides: Column,
    sizes: Column,
    lower: Column,
) -> Column:
    """The sum of the terms begin..end for each assignment."""
    sums, lengths = np.zeros(len(number), np.int64), end - begin
    for place in range(int(lengths.max(initial=0))):
        some = np.flatnonzero(lengths > place)
        term = begin[some] + place
        literal = literals[term]
        at = np.abs(literal)
        value = lower[at] + number[some] // strides[at] % sizes[at]
        sums[some] += coefs[term] * np.where(literal > 0, value, 1 - value)
    return sums
