"""Weighted sums of numbers and literals, as linear rows: each variable once in a row, what is known as a constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.constants import number_rows
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.columns import NumberColumns, joined_numbers
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import Rows, concatenated_ranges, rows_from_lengths


class Terms(NamedTuple):
    """Coefficient times literal, or integer, in a row; of a constant, the literal is ALWAYS.

    All three have the same length.
    """

    rows: NDArray[np.int64]
    literals: NDArray[np.int32]
    coefs: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """The sum of row r is constants[r], plus coefficient times value of each of its variables.

    coefs: one per variable, none of them 0
    constants: shape (rows,)
    """

    rows: Rows
    coefs: NDArray[np.int64]
    constants: NDArray[np.int64]

    def take(self, chosen: NDArray[np.bool_]) -> Sums:
        """The chosen rows."""
        places = self.rows.positions(np.flatnonzero(chosen))
        return Sums(self.rows.take(chosen), self.coefs[places], self.constants[chosen])


def literal_terms(rows: NDArray[np.int64], literals: NDArray[np.int32], coef: int = 1) -> Terms:
    """Each literal, with one coefficient."""
    return Terms(rows, literals, np.full(len(rows), coef, np.int64))


def number_terms(rows: NDArray[np.int64], numbers: NumberColumns, coefs: NDArray[np.int64] | int) -> Terms:
    """Coefficient i times number i, in row rows[i]."""
    weights = np.broadcast_to(np.asarray(coefs, np.int64), rows.shape)
    constant = np.full(len(numbers), ALWAYS, np.int32)
    refs, of_literal = (
        np.where(numbers.refs == 0, NEVER, numbers.refs),
        np.repeat(np.arange(len(rows)), numbers.lengths),
    )
    return Terms(
        np.concatenate([rows, rows, rows[of_literal]]),
        np.concatenate([constant, refs, numbers.literals]).astype(np.int32),
        np.concatenate([weights * numbers.constants, weights, weights[of_literal] * numbers.values]),
    )


def add_terms(count: int, *parts: Terms) -> Sums:
    """The sums of so many rows: terms of the same variable are one term."""
    rows, literals, coefs = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    known = np.abs(literals) == ALWAYS
    constants = np.zeros(count, np.int64)
    counted = (literals == ALWAYS) | (~known & (literals < 0))  # c * (not x) is c - c * x
    np.add.at(constants, rows[counted], coefs[counted])
    rows, variables, weights = rows[~known], np.abs(literals[~known]), (coefs * np.sign(literals))[~known]
    order = np.lexsort((variables, rows))
    rows, variables, weights = rows[order], variables[order], weights[order]
    first = np.ones(len(rows), np.bool_)
    first[1:] = (rows[1:] != rows[:-1]) | (variables[1:] != variables[:-1])
    begins = np.flatnonzero(first)
    totals = np.add.reduceat(weights, begins) if len(begins) else weights
    rows, variables = rows[begins][totals != 0], variables[begins][totals != 0]
    table = rows_from_lengths(np.bincount(rows, minlength=count), variables.astype(np.int32))
    return Sums(table, totals[totals != 0], constants)


def state_sums(
    m: StatingModel,
    rule: NumberRule,
    sums: Sums,
    owners: NDArray[np.int64],
    lo: int | None,
    hi: int | None,
    when: NDArray[np.int32] | None = None,
) -> None:
    """lo <= sum <= hi for each row of the sums; None leaves a side open.

    owners: of each sum the row of the rule
    when: a guard for each, perhaps ALWAYS or NEVER
    """
    low, high = (None if side is None else side - sums.constants for side in (lo, hi))
    holds = sums.rows.lengths == 0
    for bound, is_kept in ((low, np.less_equal), (high, np.greater_equal)):
        if bound is not None:
            holds = holds & is_kept(bound, 0)
    guards = np.full(len(holds), ALWAYS, np.int32) if when is None else when
    for is_guarded in (False, True):
        chosen = ~holds & (guards != NEVER) & ((guards != ALWAYS) == is_guarded)
        if chosen.any():
            mine = sums.take(chosen)
            sides = (None if bound is None else bound[chosen] for bound in (low, high))
            m.linear(*sides, rule.sentence, mine.rows, mine.coefs, when=guards[chosen] if is_guarded else None)
            number_rows(m, rule, owners[chosen])


def put_before(
    first: NumberColumns, numbers: NumberColumns, starts: NDArray[np.int64], what: str
) -> tuple[NumberColumns, NDArray[np.int64]]:
    """Rows of numbers, each with a further number as its first; a single one serves all rows. Raises ModelError."""
    count = len(starts) - 1
    if len(first) not in (1, count):
        raise ModelError(f"{what}: expected one number, or {count} (one per row), found {len(first)}")
    lengths = np.diff(starts) + 1
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = len(first) + concatenated_ranges(starts[:-1] - 1, lengths)
    places[ends[:-1]] = np.arange(count) if len(first) == count else 0
    return joined_numbers([first, numbers]).take(places), ends
