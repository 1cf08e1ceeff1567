"""Lazy cuts: graph rules that no rows state, for any backend: solve without them, forbid what breaks them, solve again.

    model without the rule --backend--> values --judge of the graph--> keeps it: the answer
              ^                                       |
              '------------- broken cuts -------------'

Each cut follows from the rule, so "no solution" and an optimum of what is left hold for the model. A backend that
offers `incremental` keeps what it has learnt from round to round, any other starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached
from backends.connectivity.cuts import broken_cuts, cut_rows
from backends.contract import (
    STEPS,
    Backend,
    Ending,
    Limits,
    Options,
    Outcome,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.outcomes import Stopwatch, refuted_by
from backends.passes.blocking import blocking_clauses
from models.neutral import Model, Rows
from models.neutral.graphs import CIRCUIT, LAZY
from models.neutral.rows import rows_of

ENGINE = "cuts"  # where they decide alone
CUT = "a part that stands alone is connected with the rest"
Ask: TypeAlias = Callable[[Rows], Outcome]


def cutting_backend(inner: Backend) -> Backend:
    """The backend, which now also takes models with graph rules that no rows state."""
    return replace(
        inner,
        solve=partial(solve, inner),
        solutions=partial(solutions, inner),
        count=None if inner.count is None else partial(count, inner),
        refusal=partial(refusal, inner),
    )


def refusal(inner: Backend, model: Model) -> str | None:
    """Why the backend does not take the model, graph rules without rows aside; None if it may."""
    try:
        stated = model.relaxed() if needs_cuts(inner, model) else model
    except Unsupported as reason:
        return str(reason)
    return None if inner.refusal is None else inner.refusal(stated)


def solve(inner: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    if not needs_cuts(inner, model):
        return inner.solve(model, limits, options, tell)
    return _Rounds(inner, model, limits, options, tell).next_outcome(cut_rows([]))


def solutions(
    inner: Backend, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    if not needs_cuts(inner, model):
        yield from inner.solutions(model, project, limits, options)
        return
    if not inner.complete:
        raise Unsupported(f"{inner.name} leaves models open, so it cannot list all solutions")
    rounds, shape = _Rounds(inner, _without_objective(model), limits, options), blocking_clauses(model, project)
    outcome = rounds.next_outcome(cut_rows([]))
    while outcome.values is not None:
        yield outcome.values
        clause = shape.clause(outcome.values == 1)
        if not len(clause):  # there is no other solution
            return
        outcome = rounds.next_outcome(rows_of([clause]))
    if not outcome.refutes:
        raise LimitReached(outcome.note or limits.time_limit_note)


def settle_common(
    inner: Backend, model: Model, project: NDArray[np.int32], limits: Limits
) -> tuple[Values | None, list[tuple[int, NDArray[np.int32]]]]:
    """A solution, None if there is none; and the cuts without which it would not be known what all solutions have in
    common on `project`, each with the number of its rule: solutions are looked for that differ from all so far in
    something that those have in common, until there is none (the backbone; Janota, Lynce and Marques-Silva, 2015).
    Raises LimitReached."""
    rounds = _Rounds(inner, _without_objective(model), limits, Options())
    outcome = rounds.next_outcome(cut_rows([]))
    first = outcome.values
    common = np.zeros(0, np.int32) if first is None else np.where(first[project] == 1, project, -project)
    while outcome.values is not None and len(common):
        outcome = rounds.next_outcome(rows_of([-common]))
        if outcome.values is not None:
            common = common[(outcome.values[np.abs(common)] == 1) == (common > 0)]
    if outcome.values is None and not outcome.refutes:
        raise LimitReached(outcome.note or limits.time_limit_note)
    return first, rounds.cuts


def _without_objective(model: Model) -> Model:
    without = model.copy()
    without.objective = None
    return without


def count(
    inner: Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    tell: Tell = ignore_outcome,
) -> int:
    if needs_cuts(inner, model):
        raise Unsupported(f"{inner.name} counts what keeps rows, and a rule of this formulation has none")
    assert inner.count is not None
    return inner.count(model, project, limits, options, tell)


def needs_cuts(backend: Backend, model: Model) -> bool:
    """Whether the model has rules without rows that the backend does not know. Raises Unsupported where cuts are not
    what the formulation is."""
    unknown = [rule for rule in model.open_rules if not (rule.by == CIRCUIT and backend.cycles)]
    if any(rule.by == CIRCUIT for rule in unknown):
        raise Unsupported(f"{backend.name} has no constraint for cycles of its own; try the formulation lazy")
    return bool(unknown)


def suit_backend(backend: Backend, model: Model) -> Model:
    """The model, whose open rules the backend takes in the best way it can: cycles by its own constraint, if it has one
    (with cuts it would start anew in each round), all others by cuts."""
    if not model.open_rules:
        return model
    twin = model.copy()
    twin.graph_rules = [
        replace(rule, by=CIRCUIT if rule.cycle and backend.cycles else LAZY) if rule.is_open else rule
        for rule in model.graph_rules
    ]
    return twin


class _Rounds:
    """One solve after the other, each with more clauses."""

    def __init__(
        self, inner: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
    ) -> None:
        self.rules, self.limits, self.watch = model.open_rules, limits, Stopwatch()
        self.spent, self.rounds = dict.fromkeys(STEPS, 0.0), 0
        self.cuts: list[tuple[int, NDArray[np.int32]]] = []  # each with the number of its rule
        self.seen: set[bytes] = set()
        self.ask = _ask_again(inner, model.relaxed(), replace(options, file=None), self._rest, tell)

    def next_outcome(self, clauses: Rows) -> Outcome:
        """The next outcome that keeps the graph rules, or has no assignment. clauses: to be added before."""
        while True:
            outcome = self.ask(clauses)
            if self.rounds:  # the stated rows can hold, each by itself: what cannot is a cut, or a forbidden answer
                outcome = replace(refuted_by(outcome, ENGINE, ""), by_rule=outcome.ended is Ending.NOT_ASKED)
            self.rounds += 1
            self.spent = {step: self.spent[step] + outcome.seconds.get(step, 0.0) for step in STEPS}
            found = [] if outcome.values is None else self._broken_cuts(outcome.values)
            if not found:
                stats = {**outcome.stats, "rounds": float(self.rounds), "cuts": float(len(self.cuts))}
                return replace(outcome, seconds=self.spent, stats=stats, certificate=None)
            known = len(self.seen)
            self.seen.update(clause.tobytes() for _, clause in found)
            if len(self.seen) == known:  # it breaks cuts that it has: whoever judges the answer sees that
                return outcome
            clauses = cut_rows([clause for _, clause in found])
            self.cuts += found

    def _broken_cuts(self, values: Values) -> list[tuple[int, NDArray[np.int32]]]:
        return [(number, cut) for number, rule in enumerate(self.rules) for cut in broken_cuts(rule, values)]

    def _rest(self) -> Limits:
        return replace(self.limits, seconds=self.watch.seconds_left(self.limits))


def _ask_again(inner: Backend, model: Model, options: Options, rest: Callable[[], Limits], tell: Tell) -> Ask:
    """The function that adds clauses and solves: with one solver that stays, or each time with a new one."""
    if inner.incremental is not None and model.objective is None:
        return inner.incremental(model, rest(), options, tell)
    grown = model

    def ask(clauses: Rows) -> Outcome:
        nonlocal grown
        if len(clauses):
            grown = grown.copy()
            grown.any(CUT, clauses)
        return inner.solve(grown, rest(), options, tell)

    return ask
