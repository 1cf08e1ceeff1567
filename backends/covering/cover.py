"""A model as exact cover: options, and items of which each must be covered once, or may be.

    exactly one of these literals           an item, its options the literals
    at most one of these literals           an item that may stay uncovered ("secondary")
    -a or -b                                at most one of a, b
    all but one, all or all but one         the same of the negations
    a + b odd                               exactly one of a, b;  even: exactly one of -a, b
    a literal that holds                    an item of one option, where others are concerned

A literal is an option. Where a variable occurs with both signs, exactly one of x and -x: an item more. The same where
it occurs in no row that must have one, since nothing else would decide whether it holds: so every cover is one
assignment, and every assignment one cover. Literals known to fail are left out beforehand, variables in no row stay
free. Any other row is refused with the rule's name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from backends.contract import TooLarge, Unsupported
from backends.passes.canonical import canonical
from models.neutral import Block, Kind, Model, Rows
from models.neutral.door import where_is
from models.neutral.rows import from_lengths

Literals = NDArray[np.int32]
Mask = NDArray[np.bool_]
NONE: Literals = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """masks: which items each option covers, item i as bit i % 64 of masks[i // 64], shape (words, options);
    literals: what choosing the option says, shape (options,); items below `needed` must be covered; variables: of the
    model; fixed: literals that hold without being options; free: the variables that no row speaks of."""

    masks: NDArray[np.uint64]
    literals: Literals
    items: int
    needed: int
    variables: int
    fixed: Literals = field(default_factory=lambda: NONE)
    free: Literals = field(default_factory=lambda: NONE)

    def where_none_is_chosen(self) -> NDArray[np.int64]:
        """The assignment that options change, shape (variables + 1,): a variable whose only option is "not x" holds
        where that is not chosen; the free ones are 0."""
        values = np.zeros(self.variables + 1, np.int64)
        values[self.fixed[self.fixed > 0]] = 1
        values[-self.literals[self.literals < 0]] = 1
        values[self.literals[self.literals > 0]] = 0
        return values


@dataclass(frozen=True, slots=True, eq=False)
class _Ones:
    """Rows of which exactly one literal holds, or at most one where not exact, shape (rows,)."""

    rows: Rows
    exact: Mask


def cover(model: Model, megabytes: int) -> Cover:
    """The model as options and items. Raises Unsupported, naming the first rule that says something else; TooLarge."""
    if model.integer.any():
        raise Unsupported("exactcover takes Boolean variables only; the model has integers")
    said = _joined([ones for block in canonical(model).blocks for ones in _ones(block)])
    rows, fixed = _without_fixed(said)
    rows = _decided(rows)
    literals = np.unique(rows.rows.literals)
    named = np.zeros(model.variables + 1, np.bool_)
    named[np.abs(literals)], named[np.abs(fixed)] = True, True
    free = np.flatnonzero(~named[1:]).astype(np.int32) + np.int32(1)
    order = np.lexsort((literals < 0, np.abs(literals)))
    position = np.argsort(order)
    options = position[np.searchsorted(literals, rows.rows.literals)]
    items = np.argsort(np.argsort(~rows.exact, kind="stable"))[rows.rows.owners]  # exact ones first
    words = max(-(-len(rows.exact) // 64), 1)
    if words * len(literals) * 8e-6 > megabytes / 4:
        raise TooLarge(f"{len(literals):,} options of {len(rows.exact):,} items are too much for {megabytes:,} MB")
    masks = np.zeros((words, len(literals)), np.uint64)
    np.bitwise_or.at(masks, (items // 64, options), np.uint64(1) << (items % 64).astype(np.uint64))
    needed = int(np.count_nonzero(rows.exact))
    return Cover(masks, literals[order], len(rows.exact), needed, model.variables, fixed, free)


# ---- rows of one ---------------------------------------------------------------------------------------------------


def _ones(block: Block) -> list[_Ones]:
    """The rows of a block in its simplest kind as rows of one. Raises Unsupported."""
    block = _unguarded(block)
    lengths, lo, hi = block.rows.lengths, block.lo, block.hi
    if block.kind is Kind.PARITY:
        _only(block, lengths <= 2)
        return [_Ones(_flipped(block.rows, lo % 2 == 0), lengths >= 0)]
    if block.kind is Kind.CLAUSE:
        _only(block, lengths <= 2)
        single = lengths <= 1
        return [_part(block.rows, single, True), _part(_negated(block.rows), ~single, False)]
    _only(block, (block.kind is Kind.CARDINALITY) & (((hi == 1) & (lo >= 0)) | ((lo == lengths - 1) & (hi >= lo))))
    direct = hi == 1
    negated = _negated(block.rows)
    return [
        _part(block.rows, direct & (lo == 1), True),
        _part(block.rows, direct & (lo == 0), False),
        _part(negated, ~direct & (hi == lo), True),
        _part(negated, ~direct & (hi > lo), False),
    ]


def _only(block: Block, taken: Mask) -> None:
    if not taken.all():
        row = int(np.argmin(taken))
        raise Unsupported(
            f"{where_is(block, row)}: exactcover takes exactly-one and at-most-one rows, and what comes down to them;"
            f" this is a {block.kind.value} row of {block.rows.lengths[row]} literals"
        )


def _unguarded(block: Block) -> Block:
    """Clauses with the negated guard as one literal more; a guard in front of anything else is refused."""
    if block.when is None:
        return block
    if block.kind is not Kind.CLAUSE:
        raise Unsupported(
            f"{where_is(block, 0)}: exactcover takes no guards, this is a {block.kind.value} row with one"
        )
    guards = block.when
    held = block.rows.literals == guards[block.rows.owners]
    always = block.rows.sums(held.astype(np.int64)) > 0  # "if g then g or .."
    other = block.rows.literals != -guards[block.rows.owners]  # "if g then -g or ..": said once is enough
    keep = np.flatnonzero(~always)
    owners = np.concatenate([block.rows.owners[other], np.arange(len(block))])
    literals = np.concatenate([block.rows.literals[other], -guards])
    order = np.argsort(owners, kind="stable")
    rows = from_lengths(np.bincount(owners, minlength=len(block)), literals[order]).take(keep)
    one = np.ones(len(rows), np.int64)
    return Block(Kind.CLAUSE, block.sentence, rows, one, rows.lengths, block.number[keep])


def _negated(rows: Rows) -> Rows:
    return Rows(rows.starts, -rows.literals)


def _flipped(rows: Rows, which: Mask) -> Rows:
    """The first literal negated in these rows, none of them empty."""
    literals = rows.literals.copy()
    literals[rows.starts[:-1][which]] *= -1
    return Rows(rows.starts, literals)


def _part(rows: Rows, which: Mask, exact: bool) -> _Ones:
    part = rows.take(which)
    return _Ones(part, np.full(len(part), exact))


def _joined(parts: list[_Ones]) -> _Ones:
    lengths = np.concatenate([np.zeros(0, np.int64), *(part.rows.lengths for part in parts)])
    literals = np.concatenate([NONE, *(part.rows.literals for part in parts)])
    return _Ones(from_lengths(lengths, literals), np.concatenate([np.zeros(0, np.bool_), *(p.exact for p in parts)]))


# ---- what is fixed, what is left to decide -------------------------------------------------------------------------


def _without_fixed(said: _Ones) -> tuple[_Ones, Literals]:
    """The rows without literals known to fail; those known to hold as rows of one literal where they occur elsewhere,
    the others apart."""
    single = said.exact & (said.rows.lengths == 1)
    holds = np.unique(said.rows.take(single).literals)
    rest, exact = said.rows.take(~single), said.exact[~single]
    left = ~np.isin(rest.literals, -holds)
    rest = from_lengths(rest.sums(left.astype(np.int64)), rest.literals[left])
    says = exact | (rest.lengths > 1)
    kept = _Ones(rest.take(says), exact[says])
    concerned = np.isin(holds, kept.rows.literals)
    forced = holds[concerned]
    parts = [kept, _Ones(from_lengths(np.ones(len(forced), np.int64), forced), np.ones(len(forced), np.bool_))]
    if np.isin(holds, -holds).any():  # x and -x: an item without options
        parts.append(_Ones(from_lengths(np.zeros(1, np.int64), NONE), np.ones(1, np.bool_)))
    return _joined(parts), holds[~concerned]


def _decided(ones: _Ones) -> _Ones:
    """An item {x, -x} more for each variable that occurs with both signs, or in no row that must have one."""
    literals = np.unique(ones.rows.literals)
    both = np.abs(literals[np.isin(literals, -literals)])
    required = ones.rows.literals[ones.exact[ones.rows.owners]]
    undecided = np.abs(np.setdiff1d(literals, required))
    pairs = np.union1d(both, np.setdiff1d(undecided, np.abs(required)))
    rows = from_lengths(np.full(len(pairs), 2), np.stack([pairs, -pairs], axis=1).ravel().astype(np.int32))
    return _joined([ones, _Ones(rows, np.ones(len(pairs), np.bool_))])
