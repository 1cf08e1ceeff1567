"""Lowering to exact cover: options, and items that must be covered once, at most once, or a number of times.

    exactly one of these literals           an item, its options the literals
    at most one of these literals           an item that may stay uncovered ("secondary")
    -a or -b                                at most one of a, b
    all but one, all or all but one         the same of the negations
    a to b of these literals, b > 1         an item with a quota: a to b options cover it
    a + b odd                               exactly one of a, b;  even: exactly one of -a, b
    a literal that holds                    an item of one option, where others are concerned

A literal is an option. A variable that occurs with both signs adds an item, exactly one of x and -x. So does a variable
that is in no row with an exact number of true literals, since nothing else would decide it: so every cover is one
assignment, and every assignment one cover. Literals known to fail are dropped beforehand, variables in no row stay
free. Any other row is refused, with the rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Unsupported
from backends.lowering.canonical import canonical_rules
from models.neutral import Block, Kind, Model, Rows
from models.neutral.blocks import row_label
from models.neutral.rows import rows_from_lengths
from rosetta.foundation.limits import TooLarge

Literals = NDArray[np.int32]
Mask = NDArray[np.bool_]
Column = NDArray[np.int64]
NO_LITERALS: Literals = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """masks: which items each option covers, item i as bit i % 64 of masks[i // 64], shape (words, options);
    literals: the literal that an option stands for, shape (options,); items: how many there are; those below
    `primary_items` must be covered once, others below `first_quota` at most once (they start at a multiple of 8, so
    that there are gaps), and item first_quota + q is covered by least[q] to most[q] options, shape (quotas,);
    variables: of the model; fixed: literals that hold without being options; free: the variables in no row."""

    masks: NDArray[np.uint64]
    literals: Literals
    items: int
    primary_items: int
    first_quota: int
    variables: int
    least: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    most: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    fixed: Literals = field(default_factory=lambda: NO_LITERALS)
    free: Literals = field(default_factory=lambda: NO_LITERALS)

    def pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Option and item, for all items of all options, in order."""
        word, option = np.nonzero(self.masks)
        at, bit = np.nonzero(self.masks[word, option][:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1))
        options, items = option[at], 64 * word[at] + bit
        order = np.lexsort((items, options))
        return options[order], items[order].astype(np.int32)

    def base_assignment(self) -> NDArray[np.int64]:
        """The assignment without any option chosen, shape (variables + 1,): a variable whose only option is "not x"
        holds; the free ones are 0."""
        values = np.zeros(self.variables + 1, np.int64)
        values[self.fixed[self.fixed > 0]] = 1
        values[-self.literals[self.literals < 0]] = 1
        values[self.literals[self.literals > 0]] = 0
        return values


@dataclass(frozen=True, slots=True, eq=False)
class _Items:
    """Rows of which least to most literals hold, shape (rows,)."""

    rows: Rows
    least: Column
    most: Column

    def take(self, which: Mask) -> _Items:
        return _Items(self.rows.take(which), self.least[which], self.most[which])


def cover(model: Model, megabytes: int) -> Cover:
    """The model as options and items. Raises Unsupported, naming the first rule that does not fit; TooLarge."""
    if model.integer.any():
        raise Unsupported("exactcover takes Boolean variables only; the model has integers")
    items, fixed = _remove_fixed(
        _join_items([rows for block in canonical_rules(model).blocks for rows in _items(block)])
    )
    items = _add_sign_items(items)
    literals = np.unique(items.rows.literals)
    mentioned = np.zeros(model.variables + 1, np.bool_)
    mentioned[np.abs(literals)], mentioned[np.abs(fixed)] = True, True
    free = np.flatnonzero(~mentioned[1:]).astype(np.int32) + np.int32(1)
    order = np.lexsort((literals < 0, np.abs(literals)))
    options = np.argsort(order)[np.searchsorted(literals, items.rows.literals)]
    position, primary_items, first_quota = _number_items(items)
    quota = items.most > 1
    words = first_quota // 64 + -(-int(quota.sum()) // 64)
    if 3 * words * len(literals) * 8e-6 > megabytes / 2:  # the masks, and tables of twice their size
        raise TooLarge(f"{len(literals):,} options of {len(position):,} items are too much for {megabytes:,} MB")
    masks = np.zeros((words, len(literals)), np.uint64)
    at = position[items.rows.owners]
    np.bitwise_or.at(masks, (at // 64, options), np.uint64(1) << (at % 64).astype(np.uint64))
    least, most = items.least[quota], items.most[quota]
    return Cover(
        masks, literals[order], len(position), primary_items, first_quota, model.variables, least, most, fixed, free
    )


def _number_items(items: _Items) -> tuple[Column, int, int]:
    """The number of each item: first those that must be covered once, from a multiple of 8 those that may be, from a
    multiple of 64 those with quotas; the number of primary items, and the first quota."""
    kinds = np.select([items.most > 1, items.least == 1], [2, 0], 1)
    primary_items, optional_items = int(np.count_nonzero(kinds == 0)), int(np.count_nonzero(kinds == 1))
    start = -(-primary_items // 8) * 8
    first_quota = max(-(-(start + optional_items) // 64), 1) * 64
    position = np.zeros(len(kinds), np.int64)
    for kind, first in enumerate((0, start, first_quota)):
        position[kinds == kind] = first + np.arange(np.count_nonzero(kinds == kind))
    return position, primary_items, first_quota


# ---- rows as items --------------------------------------------------------------------------------------------------


def _items(block: Block) -> list[_Items]:
    """The rows of a block in its simplest kind as items. Raises Unsupported."""
    block = _drop_guards(block)
    rows, lengths, lo, hi = block.rows, block.rows.lengths, block.lo, block.hi
    ones = np.ones(len(lengths), np.int64)
    match block.kind:
        case Kind.PARITY:
            _check_rows(block, lengths <= 2)
            return [_Items(_negate_first(rows, lo % 2 == 0), ones, ones)]
        case Kind.CLAUSE:
            _check_rows(block, lengths <= 2)
            pairs = _Items(_negate_rows(rows), 0 * ones, ones)
            return [_Items(rows, ones, ones).take(lengths <= 1), pairs.take(lengths > 1)]
        case Kind.CARDINALITY:
            flipped = (lo == lengths - 1) & (hi > 1)  # all but one, or all: shorter with the negations
            negated = _Items(_negate_rows(rows), lengths - hi, lengths - lo)
            return [_Items(rows, lo, hi).take(~flipped), negated.take(flipped)]
        case Kind.LINEAR:
            _check_rows(block, np.zeros(len(block), np.bool_))
            return []
        case _:
            assert_never(block.kind)


def _check_rows(block: Block, accepted: Mask) -> None:
    if not accepted.all():
        row = int(np.argmin(accepted))
        raise Unsupported(
            f"{row_label(block, row)}: exactcover takes rows that say how many literals hold, or come down to that;"
            f" this is a {block.kind.value} row of {block.rows.lengths[row]} literals"
        )


def _drop_guards(block: Block) -> Block:
    """Clauses with the negated guard as an extra literal; a guard on any other row is refused."""
    if block.when is None:
        return block
    if block.kind is not Kind.CLAUSE:
        raise Unsupported(
            f"{row_label(block, 0)}: exactcover takes no guards, this is a {block.kind.value} row with one"
        )
    guards = block.when
    held = block.rows.literals == guards[block.rows.owners]
    always = block.rows.sums(held.astype(np.int64)) > 0  # "if g then g or .."
    other = block.rows.literals != -guards[block.rows.owners]  # "if g then -g or ..": once is enough
    keep = np.flatnonzero(~always)
    owners = np.concatenate([block.rows.owners[other], np.arange(len(block))])
    literals = np.concatenate([block.rows.literals[other], -guards])
    order = np.argsort(owners, kind="stable")
    rows = rows_from_lengths(np.bincount(owners, minlength=len(block)), literals[order]).take(keep)
    ones = np.ones(len(rows), np.int64)
    return Block(Kind.CLAUSE, block.sentence, rows, ones, rows.lengths, block.number[keep])


def _negate_rows(rows: Rows) -> Rows:
    return Rows(rows.starts, -rows.literals)


def _negate_first(rows: Rows, which: Mask) -> Rows:
    """The first literal negated in these rows, none of them empty."""
    literals = rows.literals.copy()
    literals[rows.starts[:-1][which]] *= -1
    return Rows(rows.starts, literals)


def _join_items(parts: list[_Items]) -> _Items:
    lengths = np.concatenate([np.zeros(0, np.int64), *(part.rows.lengths for part in parts)])
    literals = np.concatenate([NO_LITERALS, *(part.rows.literals for part in parts)])
    least, most = (
        np.concatenate([np.zeros(0, np.int64), *(getattr(part, name) for part in parts)]) for name in ("least", "most")
    )
    return _Items(rows_from_lengths(lengths, literals), least, most)


def _exactly_one(rows: Rows) -> _Items:
    ones = np.ones(len(rows), np.int64)
    return _Items(rows, ones, ones)


# ---- fixed literals, undecided variables ---------------------------------------------------------------------------


def _remove_fixed(items: _Items) -> tuple[_Items, Literals]:
    """The rows without literals known to fail. Literals known to hold become rows of one literal if they occur in
    other rows; the others are returned separately."""
    unit = (items.least == 1) & (items.rows.lengths == 1)
    holds = np.unique(items.rows.take(unit).literals)
    rest = items.take(~unit)
    unfixed = ~np.isin(rest.rows.literals, -holds)
    rows = rows_from_lengths(rest.rows.sums(unfixed.astype(np.int64)), rest.rows.literals[unfixed])
    remaining = _Items(rows, rest.least, rest.most).take((rest.least > 0) | (rows.lengths > rest.most))
    concerned = np.isin(holds, remaining.rows.literals)
    forced = holds[concerned]
    parts = [remaining, _exactly_one(rows_from_lengths(np.ones(len(forced), np.int64), forced))]
    if np.isin(holds, -holds).any():  # x and -x: an item without options
        parts.append(_exactly_one(rows_from_lengths(np.zeros(1, np.int64), NO_LITERALS)))
    return _join_items(parts), holds[~concerned]


def _add_sign_items(items: _Items) -> _Items:
    """An extra item {x, -x} for each variable that occurs with both signs, or in no row with an exact number of true
    literals."""
    literals = np.unique(items.rows.literals)
    both = np.abs(literals[np.isin(literals, -literals)])
    required = items.rows.literals[(items.least == items.most)[items.rows.owners]]
    undecided = np.abs(np.setdiff1d(literals, required))
    pairs = np.union1d(both, np.setdiff1d(undecided, np.abs(required)))
    rows = rows_from_lengths(np.full(len(pairs), 2), np.stack([pairs, -pairs], axis=1).ravel().astype(np.int32))
    return _join_items([items, _exactly_one(rows)])
