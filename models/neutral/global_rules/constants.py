"""Rows with literals that always hold, or never (`numbers.domains`): the same rows without these."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import Rows, RowsLike, rows_from_lengths, rows_of
from models.neutral.wording.phrases import Each


def clauses_without_constants(table: RowsLike) -> tuple[Rows, NDArray[np.int64]]:
    """Clauses as `Model.any` takes them, and which of the given rows each is: without literals that never hold, without
    doubles, and without the rows that hold in any case."""
    rows = rows_of(table)
    # One number encodes row, variable and sign: it is sorted much faster than by three keys.
    keys = (rows.owners << 32) | (np.abs(rows.literals.astype(np.int64)) << 1) | (rows.literals > 0)
    keys.sort()
    owners, variables = keys >> 32, (keys & 0xFFFFFFFF) >> 1
    literals = np.where(keys & 1, variables, -variables)
    follows = np.zeros(len(owners), bool)
    follows[1:] = (owners[1:] == owners[:-1]) & (np.abs(literals[1:]) == np.abs(literals[:-1]))
    double = follows.copy()
    double[1:] &= literals[1:] == literals[:-1]
    holds = np.zeros(len(rows), bool)
    holds[owners[(literals == ALWAYS) | (follows & ~double)]] = True
    keep = ~double & (literals != NEVER) & ~holds[owners]
    lengths = np.bincount(owners[keep], minlength=len(rows))[~holds]
    return rows_from_lengths(lengths, literals[keep].astype(np.int32)), np.flatnonzero(~holds)


def state_clauses(m: StatingModel, rule: NumberRule, table: RowsLike, owners: NDArray[np.int64]) -> None:
    """Clauses of a rule, whose literals may be known, and stand twice. owners: of each clause the row of the rule."""
    rows, left = clauses_without_constants(table)
    if len(rows):
        m.any(rule.sentence, rows)
        number_rows(m, rule, owners[left])


def number_rows(m: StatingModel, rule: NumberRule, owners: NDArray[np.int64]) -> None:
    """Let the rows that were stated last, one block, have the numbers and the names of these rows of the rule."""
    m.stated_blocks[-1] = replace(m.stated_blocks[-1], number=owners.copy(), of=rule.of)


def counts_without_constants(table: RowsLike) -> tuple[Rows, NDArray[np.int64]]:
    """Rows whose literals are counted, without those that are known, and how many of these hold in each row: of a
    literal and its opposite, one."""
    rows = rows_of(table)
    known = np.abs(rows.literals) == ALWAYS
    fixed = rows.sums((rows.literals == ALWAYS).astype(np.int64))
    opposed = _opposed(rows) & ~known
    fixed += rows.sums(opposed.astype(np.int64)) // 2
    keep = ~known & ~opposed
    return rows_from_lengths(rows.sums(keep.astype(np.int64)), rows.literals[keep]), fixed


def state_counts(
    m: StatingModel,
    least: NDArray[np.int64] | int | None,
    most: NDArray[np.int64] | int,
    sentence: str,
    table: RowsLike,
    of: str | Each = "",
) -> None:
    """At least so many of the literals of each row hold, and at most so many; None: any number, down to none. Literals
    may be known, and stand several times in a row, with their opposites, too."""
    rows, fixed = counts_without_constants(table)
    order = np.lexsort((rows.literals, rows.owners))
    owners, literals = rows.owners[order], rows.literals[order]
    fresh = np.ones(len(order), bool)
    fresh[1:] = (owners[1:] != owners[:-1]) | (literals[1:] != literals[:-1])
    if fresh.all():
        if least is None:
            m.at_most(most - fixed, sentence, rows, of=of)
        else:
            m.between(least - fixed, most - fixed, sentence, rows, of=of)
        return
    places = np.flatnonzero(fresh)
    coefs = np.diff(np.append(places, len(order)))
    lengths = np.bincount(owners[places], minlength=len(rows))
    weighted = rows_from_lengths(lengths, literals[places])
    m.linear(None if least is None else least - fixed, most - fixed, sentence, weighted, coefs, of=of)


def _opposed(rows: Rows) -> NDArray[np.bool_]:
    """Which literals make pairs with their opposites: of each as many as there are of the rarer one, shape (t,)."""
    opposed = np.zeros(len(rows.literals), bool)
    variables, negated = np.abs(rows.literals), rows.literals < 0
    order = np.lexsort((negated, variables, rows.owners))
    owner, variable = rows.owners[order], variables[order]
    first = np.ones(len(order), bool)
    first[1:] = (owner[1:] != owner[:-1]) | (variable[1:] != variable[:-1])
    if first.all():
        return opposed
    starts = np.append(np.flatnonzero(first), len(order))
    ones = np.concatenate([[0], np.cumsum(negated[order])])
    minus = ones[starts[1:]] - ones[starts[:-1]]
    size = np.diff(starts)
    pairs = np.minimum(minus, size - minus)
    place = np.arange(len(order)) - np.repeat(starts[:-1], size)
    taken = np.where(negated[order], place - np.repeat(size - minus, size), place) < np.repeat(pairs, size)
    opposed[order[taken]] = True
    return opposed
