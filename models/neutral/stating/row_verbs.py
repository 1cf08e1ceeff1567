"""The verbs that state rows: what must hold of each row of literals, and the objective."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, freeze, integers_in_shape, literal_per_row, mask, per_row
from models.neutral.blocks import Block, Kind, Objective, ObjectiveSense, clause_block, new_block
from models.neutral.checking import check_block
from models.neutral.conditions.conditioned_rules import without_conditions
from models.neutral.conditions.derived_words import is_kept
from models.neutral.conditions.reified import equivalence
from models.neutral.conditions.soft_rules import with_weights
from models.neutral.errors import ModelError
from models.neutral.numbers.choices import expand_choices
from models.neutral.rows import Ints, RowsLike, rows_from_lengths, rows_of, shape_of_rows
from models.neutral.stating.calls import Bound, Scope, in_scope, verb
from models.neutral.stating.model_table import ModelTable


class RowVerbs(ModelTable):
    """Verbs of `models.neutral.model.Model` that state rows."""

    @verb
    def any(self, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least one of its literals holds."""
        self._state(clause_block(sentence, rows_of(rows)), **scope)

    @verb
    def true(self, sentence: str, literals: Ints | int, **scope: Unpack[Scope]) -> None:
        """Each of the literals (any shape, one row each) holds."""
        each = as_literals(literals, "literals").ravel()
        self._state(clause_block(sentence, rows_from_lengths(np.ones(len(each), np.int64), each)), **scope)

    @verb
    def at_most(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at most k of its literals hold."""
        table = rows_of(rows)
        most = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, np.minimum(most, 0), most), **scope)

    @verb
    def at_least(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least k of its literals hold."""
        table = rows_of(rows)
        least = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, least, np.maximum(table.lengths, least)), **scope)

    @verb
    def exactly(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: exactly k of its literals hold."""
        table = rows_of(rows)
        count = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, count, count), **scope)

    @verb
    def between(self, lo: Bound, hi: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least lo and at most hi of its literals hold."""
        table = rows_of(rows)
        least, most = per_row(lo, len(table), "lo"), per_row(hi, len(table), "hi")
        self._state(new_block(Kind.CARDINALITY, sentence, table, least, most), **scope)

    @verb
    def parity(self, odd: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: the number of its literals that hold is odd (odd = 1) or even (odd = 0)."""
        table = rows_of(rows)
        rest = per_row(odd, len(table), "odd")
        self._state(new_block(Kind.PARITY, sentence, table, rest, rest), **scope)

    @verb
    def linear(
        self, lo: Bound | None, hi: Bound | None, sentence: str, rows: RowsLike, coefs: Bound, **scope: Unpack[Scope]
    ) -> None:
        """Each row: lo <= sum of coefficient * value <= hi. A Boolean literal has the value 1 if it holds, else 0.

        None leaves a side open, but not both. `coefs` is one number for all literals, or one per literal, row after
        row. For a matrix it is also anything that broadcasts to its shape: a vector has one number per column, a
        column of shape (rows, 1) one per row.
        """
        if lo is None and hi is None:
            raise ModelError("linear: lo and hi are both open, so the rule says nothing")
        table = rows_of(rows)
        weights = integers_in_shape(coefs, shape_of_rows(rows), "coefs")
        table, weights = expand_choices(self.choice_arrays, table, weights)
        block = new_block(Kind.LINEAR, sentence, table, 0, 0, weights)
        low, high = (
            None if side is None else per_row(side, len(table), what) for side, what in ((lo, "lo"), (hi, "hi"))
        )
        if low is None or high is None:
            low, high = self._close_side(block, low, high)
        self._state(replace(block, lo=low, hi=high), **scope)

    @verb
    def iff(
        self,
        sentence: str,
        literals: Ints | int,
        rows: RowsLike,
        at_least: Bound = 1,
        at_most: Bound | None = None,
        **scope: Unpack[Scope],
    ) -> None:
        """Literal i holds if and only if at least one literal of row i holds. (For "all": negate both.) With other
        numbers: if and only if at least so many of them hold, and at most so many.

        At least one is stated as clauses: one that begins with -literal i, then one per literal of row i; all are
        number i. `when` and `where`, `at_least` and `at_most` have one entry per literal i.
        """
        heads, table = as_literals(literals, "literals").ravel(), rows_of(rows)
        if len(heads) != len(table):
            raise ModelError(f"iff: expected one literal per row, found {len(heads)} for {len(table)} rows")
        least = per_row(at_least, len(table), "at_least")
        if at_most is None and (least == 1).all():
            return self._state_equivalence(heads, clause_block(sentence, table), **scope)
        most = np.maximum(table.lengths, least) if at_most is None else per_row(at_most, len(table), "at_most")
        counted = new_block(Kind.CARDINALITY, sentence, table, least, most)
        if any(scope.get(name) is not None for name in ("when", "holds", "soft")):
            return self._state_sameness(heads, counted, **scope)
        named: Scope = {**scope, "holds": heads}
        return self._state(counted, **named)

    @verb
    def minimize(self, sentence: str, literals: Ints | int, coefs: Bound = 1) -> None:
        """The objective: the least sum of coefficient * value over the literals (any shape). At most once.

        `coefs` is one number, or anything that broadcasts to the shape of the literals.
        """
        self._state_objective("minimize", sentence, literals, coefs, ObjectiveSense())

    @verb
    def maximize(self, sentence: str, literals: Ints | int, coefs: Bound = 1) -> None:
        """The objective: the greatest sum, else as `minimize`. Solvers minimise its negative; reports have the sum."""
        self._state_objective("maximize", sentence, literals, coefs, ObjectiveSense(-1))

    def _state_equivalence(self, heads: NDArray[np.int32], rows: Block, **scope: Unpack[Scope]) -> None:
        """Literal i holds if and only if clause i does."""
        if any(scope.get(name) is not None for name in ("holds", "soft")):
            return self._state_sameness(heads, rows, **scope)
        clauses, number = equivalence(heads, rows.rows)
        if (when := scope.get("when")) is not None:
            several = when if isinstance(when, tuple) else (when,)
            each = tuple(literal_per_row(guard, len(heads), "when")[number] for guard in several)
            scope["when"] = each if isinstance(when, tuple) else each[0]
        if (where := scope.get("where")) is not None:
            scope["where"] = mask(where, len(heads))[number]
        self._state(replace(clause_block(rows.sentence, clauses), number=number), **scope)

    def _state_sameness(self, heads: NDArray[np.int32], rows: Block, **scope: Unpack[Scope]) -> None:
        """Literal i holds if and only if row i does, under conditions: a Boolean of its own holds as the row does, and
        the conditions speak of the rule that both are the same."""
        where = scope.get("where")
        kept = np.ones(len(rows), np.bool_) if where is None else mask(where, len(rows))
        check_block(clause_block(rows.sentence, rows_of(heads[:, None])).take(kept), self)
        values = np.zeros(len(rows), np.int32)
        words = without_conditions(scope)
        values[kept] = self.derive("holds", int(kept.sum()), is_kept(in_scope(rows, **words).take(kept)))
        of_rows: Scope = {**words, "holds": values, "where": kept}
        self._state(rows, **of_rows)
        same = rows_of(np.stack([heads, values], axis=1))
        self._state(new_block(Kind.PARITY, rows.sentence, same, 0, 0), **scope)

    def _close_side(
        self, block: Block, low: NDArray[np.int64] | None, high: NDArray[np.int64] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Both sides of each row: an open one is what the row reaches, so that it never contradicts the other."""
        least, most = self.reach(block)
        if low is None:
            return (least if high is None else np.minimum(least, high)), (most if high is None else high)
        return low, np.maximum(low, most)

    def _state_objective(
        self, name: str, sentence: str, literals: Ints | int, coefs: Bound, sense: ObjectiveSense
    ) -> None:
        """Set the objective, which is minimised within; the weights of soft rules are added to it."""
        if self.objective is not None and not self.objective.only_weights:
            does = "maximises" if self.objective.sense.sign < 0 else "minimises"
            raise ModelError(f"{name}: the model already {does} '{self.objective.sentence}'")
        terms = as_literals(literals, "literals")
        table = rows_from_lengths(np.array([terms.size]), terms.ravel())
        table, weights = expand_choices(self.choice_arrays, table, integers_in_shape(coefs, terms.shape, "coefs"))
        weights = weights * sense.sign
        check_block(new_block(Kind.LINEAR, sentence, table, 0, 0, weights), self)
        stated = Objective(sentence, table.literals, freeze(weights), sense)
        self.objective = with_weights(stated, self.soft_rules, self) if self.soft_rules else stated
