"""Blocks: a rule of a puzzle as one sentence and a table of rows; and the objective.

All columns are read-only numpy arrays. Every bound is finite: an open side has the largest (or the least) sum that
the row can reach.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import Rows, rename_literals
from models.neutral.wording.phrases import Each


class Kind(Enum):
    """What row r of a block says:

    CLAUSE        at least one literal holds                               (lo 1, hi the length of the row or more)
    CARDINALITY   lo[r] <= number of literals that hold <= hi[r]
    LINEAR        lo[r] <= sum of coefs * values        <= hi[r]
    PARITY        number of literals that hold = lo[r] (= hi[r]) modulo 2  (0: even, 1: odd)

    With a guard `when[r]`, the row counts only if that literal holds. The order of a row's literals means nothing.

    Code that asks what a row says names all kinds and ends in `assert_never`: mypy finds the places that do not know a
    new kind, and at run time they raise an error that names it (`tests/test_kinds.py`).
    """

    CLAUSE = "clause"
    CARDINALITY = "cardinality"
    LINEAR = "linear"
    PARITY = "parity"


NO_GRAPH = -1
TIES = -2


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One rule. Shapes: lo, hi, when, number (rows,); coefs (number of literals,), only for LINEAR.

    `number` is a row's number in the author's table, counted from 0: rows left out by `where=` do not change the
    numbers of the others, so that "row 7" is always row 7 of the board. names: of the rows in words, by `number`, ()
    where they have none; "" is none.

    of: what the rows are called, by `number`; None where nothing is said.
    is_clue: are their bounds numbers on the board, which a person may have written wrongly?
    evident: what a person says of all rows that decide a single literal by themselves; "" where the sentence is enough.
    graph: the number of the global rule of which they say a part; TIES where they say what the literals of numbers are;
        NO_GRAPH where they are a rule of their own.
    """

    kind: Kind
    sentence: str
    rows: Rows
    lo: NDArray[np.int64]
    hi: NDArray[np.int64]
    number: NDArray[np.int64]
    coefs: NDArray[np.int64] | None = None
    when: NDArray[np.int32] | None = None
    names: Sequence[str] = ()
    of: Each | None = None
    is_clue: bool = False
    evident: str = ""
    graph: int = NO_GRAPH

    def __post_init__(self) -> None:
        for column in (self.lo, self.hi, self.number, self.coefs, self.when):
            if column is not None:
                column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, chosen: NDArray[np.int64] | NDArray[np.bool_]) -> Block:
        """The block with only the chosen rows (numbers or a mask)."""
        if chosen.dtype == np.bool_ and len(chosen) == len(self) and chosen.all():
            return self
        picks = np.arange(len(self))[chosen]
        return Block(
            self.kind,
            self.sentence,
            self.rows.take(picks),
            self.lo[picks],
            self.hi[picks],
            self.number[picks],
            None if self.coefs is None else self.coefs[self.rows.positions(picks)],
            None if self.when is None else self.when[picks],
            self.names,
            self.of,
            self.is_clue,
            self.evident,
            self.graph,
        )

    def renumbered(self, new: NDArray[np.int32]) -> Block:
        """The block where variable x is called new[x], a literal; no two variables of a row get the same."""
        rows = Rows(self.rows.starts, rename_literals(self.rows.literals, new))
        return replace(self, rows=rows, when=None if self.when is None else rename_literals(self.when, new))

    def name_of_row(self, row: int) -> str:
        """`row 7` in the author's numbering, which counts from 0; `row capacity_7`, where it has a name; `rank 8`,
        where its words say so."""
        number = int(self.number[row])
        if self.of is not None:
            return self.of.word(number)
        return f"row {(self.names[number] if number < len(self.names) else '') or number}"


def new_block(
    kind: Kind,
    sentence: str,
    rows: Rows,
    lo: NDArray[np.int64] | int,
    hi: NDArray[np.int64] | int,
    coefs: NDArray[np.int64] | None = None,
) -> Block:
    """A block as it is first stated: no guard, the rows numbered from 0; one bound serves all rows."""
    low, high = (np.full(len(rows), bound) if isinstance(bound, int) else bound for bound in (lo, hi))
    return Block(kind, sentence, rows, low, high, np.arange(len(rows)), coefs)


def clause_block(sentence: str, rows: Rows) -> Block:
    """A block of clauses."""
    return new_block(Kind.CLAUSE, sentence, rows, 1, np.maximum(rows.lengths, 1))


@dataclass(frozen=True, slots=True)
class ObjectiveSense:
    """The objective as its author stated it, from the one that is minimised: sign * sum / divisor + constant.

    sign: -1 where the author maximises; divisor: what fractions were multiplied by to become integers."""

    sign: int = 1
    divisor: int = 1
    constant: Fraction = Fraction(0)

    def own_value(self, minimised: int) -> float:
        """The author's value: an int where it is whole, else the nearest float."""
        value = Fraction(self.sign * minimised, self.divisor) + self.constant
        return int(value) if value.denominator == 1 else float(value)

    def minimised_value(self, own: Fraction) -> Fraction:
        """What `own_value` makes the author's value of; whole, if the author's objective can have it."""
        return self.sign * (own - self.constant) * self.divisor

    def own_bound(self, minimised: float) -> float:
        """The same of a bound, which may be infinite."""
        bound = self.sign * minimised / self.divisor + float(self.constant)
        return self.own_value(int(minimised)) if math.isfinite(bound) and minimised == int(minimised) else bound


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """Minimise the sum of coefs * values of the literals; both have shape (terms,). only_weights: are these weights of
    soft rules, and no more, so that the author may still state one?"""

    sentence: str
    literals: NDArray[np.int32]
    coefs: NDArray[np.int64]
    sense: ObjectiveSense = ObjectiveSense()
    only_weights: bool = False

    def variable_costs(self, variables: int) -> tuple[NDArray[np.int64], int]:
        """The cost of each variable, shape (variables + 1,), and the constant: c (not x) is c - c x."""
        negated, weights = self.literals < 0, np.zeros(variables + 1, np.int64)
        weights[np.abs(self.literals)] = np.where(negated, -self.coefs, self.coefs)  # no variable occurs twice
        return weights, int(self.coefs[negated].sum())


def row_reach(block: Block, row: int, lower: NDArray[np.int64], upper: NDArray[np.int64]) -> tuple[int, int]:
    """The least and the greatest sum of a row within bounds by variable number, shape (variables + 1,)."""
    first, end = block.rows.starts[row : row + 2]
    literals = block.rows.literals[first:end]
    at, coefs = np.abs(literals), 1 if block.coefs is None else block.coefs[first:end]
    terms = np.stack([coefs * np.where(literals > 0, bounds[at], 1 - bounds[at]) for bounds in (lower, upper)])
    return int(terms.min(axis=0).sum()), int(terms.max(axis=0).sum())


def row_label(block: Block, row: int) -> str:
    """`rule 'row counts', row 7`."""
    return f"rule '{block.sentence}', {block.name_of_row(row)}"
