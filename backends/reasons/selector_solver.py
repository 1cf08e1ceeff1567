"""All rows of a model in one incremental solver, each behind a switch of its own.

    row r        ->   "if s_r then row r", in clauses by whatever encoding suits the row (`backends.lowering.clauses`)
    which rows?       those whose switch is assumed; nothing is encoded twice, and what was learnt is kept
    why not?          the assumptions in the core

`minimal_core` deletes rows and facts, one at a time, that are not needed (deletion-based minimal unsatisfiable subset;
Chinneck & Dravnieks 1991; Marques-Silva 2010): what remains is minimal, though not always the smallest there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import Any, TypeAlias

import numpy as np

from backends.contract import Limits, Options, Values
from backends.lowering.clauses import Cnf, to_clauses
from backends.reasons.row_table import RowTable
from models.neutral import Block, Model
from models.neutral.blocks import clause_block
from models.neutral.rows import rows_of
from rosetta.foundation.work_clock import work_seconds

SOLVER = "minisat22"  # small formulas, thousands of calls: what counts is the cost of a call
FACTS = 60  # that are tried one by one; of more than that nobody reads whether one could be left out
SLICE = 2000  # conflicts between two looks at the clock
Core: TypeAlias = tuple[list[int], list[int]]
"""Rows by number in the table, and facts as literals."""


def selector_model(model: Model, rows: RowTable) -> Model:
    """The model with a guard on every row: variable model.variables + 1 + r for row r of the table."""
    whole = model.copy()
    whole.objective, whole.blocks = None, []
    switch = np.asarray(whole.bools("which rules are asked", len(rows)))
    first = 0
    for block in model.blocks:
        mine = switch[first : first + len(block)]
        first += len(block)
        whole.blocks += _guard_block(whole, block, mine, first)
    return whole


def _guard_block(whole: Model, block: Block, mine: Any, first: int) -> list[Block]:
    """The block with switches; where a row has a guard already, both together are a new one."""
    if block.when is None:
        return [replace(block, when=mine)]
    both = np.asarray(whole.bools(f"rows {first} on, where both guards hold", len(block)))
    forward = clause_block("both guards", rows_of(np.stack([-mine, -block.when, both], axis=1)))
    return [replace(block, when=both), forward]


class SolverTimeout(Exception):
    """The time for a question was over before it was answered."""


class SelectorSolver:
    """The solver. Rows are meant by their number in the table. `delete` it in the end. until: the moment (of
    `time.monotonic`) from which on questions raise Undecided instead of being answered; none at first."""

    def __init__(self, model: Model, rows: RowTable, limits: Limits) -> None:
        from pysat.solvers import Solver

        self.rows, self.model = rows, model
        self._first = model.variables + 1
        self._whole = selector_model(model, rows)
        self.cnf: Cnf = to_clauses(self._whole, limits, Options())
        self._solver = Solver(name=SOLVER)
        self._solver.append_formula(list(self.cnf.clause_lists()))
        self._next = self.cnf.variables
        self.until = inf

    def selectors(self, chosen: Iterable[int]) -> list[int]:
        return [self._first + r for r in chosen]

    def satisfiable(self, chosen: Iterable[int], literals: Iterable[int] = ()) -> bool:
        """Can these rows be kept together, with these literals true? Raises Undecided."""
        answer = self.solve_until(chosen, literals, self.until)
        if answer is None:
            raise SolverTimeout
        return answer

    def solve_until(self, chosen: Iterable[int], literals: Iterable[int], until: float) -> bool | None:
        """The same, None if it is not known by then. What was learnt is kept, and so is the way so far."""
        assumed = [*literals, *self.selectors(chosen)]
        if until == inf:
            return bool(self._solver.solve(assumptions=assumed))
        while True:
            self._solver.conf_budget(SLICE)
            answer: bool | None = self._solver.solve_limited(assumptions=assumed)
            if answer is not None or work_seconds() > until:
                return answer

    def values(self) -> Values:
        """The assignment that was found last."""
        return self.cnf.values(self._whole, self._solver.get_model()[: self.cnf.variables])[: self._first]

    def literals(self) -> list[int]:
        """The true literals of the model's own variables, in the assignment found last."""
        model: list[int] = self._solver.get_model()
        return [x for x in model if abs(x) < self._first]

    def add(self, clause: Sequence[int]) -> int:
        """A clause that holds where the literal returned does."""
        self._next += 1
        self._solver.add_clause([-self._next, *clause])
        return self._next

    def core(self, literals: Sequence[int]) -> Core:
        """Of the last call, which was unsatisfiable: the rows it needed, and which of these literals."""
        core = set(self._solver.get_core() or ())
        chosen = [x - self._first for x in core if self._first <= x < self._first + len(self.rows)]
        return sorted(chosen), [x for x in literals if x in core]

    def minimal_core(self, chosen: Sequence[int], facts: Sequence[int], literals: Sequence[int]) -> Core | None:
        """Of these rows and facts, a minimal part that contradicts the literals; rows that come first are let go
        first. None if they do not contradict. No row can be left out with all facts that are given; then facts go, one
        at a time if there are no more than `FACTS`."""
        if self.satisfiable(chosen, [*literals, *facts]):
            return None
        remaining, used = self._drop_rows(chosen, facts, literals)
        if self.satisfiable(remaining, [*literals, *used]):
            used = list(facts)
        return remaining, self._drop_facts(remaining, used, literals) if len(used) <= FACTS else used

    def _drop_rows(self, chosen: Sequence[int], facts: Sequence[int], literals: Sequence[int]) -> Core:
        """Of the rows, which the last call found to contradict, those none of which can be left out, and the facts that
        were needed last."""
        needed, used = self.core(facts)
        remaining = _choose_needed(chosen, needed)
        for r in list(remaining):
            fewer = [other for other in remaining if other != r]
            if r in remaining and not self.satisfiable(fewer, [*literals, *facts]):
                needed, used = self.core(facts)
                remaining = _choose_needed(fewer, needed)
        return remaining, used

    def _drop_facts(self, rows: Sequence[int], facts: list[int], literals: Sequence[int]) -> list[int]:
        """Of the facts, which contradict with the rows, those none of which can be left out."""
        used = facts
        for x in facts:
            fewer = [other for other in used if other != x]
            if x in used and not self.satisfiable(rows, [*literals, *fewer]):
                used = self.core(fewer)[1]
        return used

    def delete(self) -> None:
        self._solver.delete()


def _choose_needed(rows: Sequence[int], needed: Sequence[int]) -> list[int]:
    """The rows that are needed, in their order."""
    among = set(needed)
    return [r for r in rows if r in among]
