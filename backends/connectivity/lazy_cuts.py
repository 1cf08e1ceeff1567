"""Lazy cuts: graph rules that no rows state, for any backend: solve without them, forbid what breaks them, solve again.

    model without the rule --backend--> values --judge of the graph--> keeps it: the answer
              ^                                       |
              '------------- broken cuts -------------'

Each cut follows from the rule, so "no solution" and an optimum of what is left hold for the model. A backend that
offers `incremental` keeps what it has learnt from round to round, any other starts anew.

On large graphs an incremental backend is told first what suppositions show (`probing`); if that is a contradiction, it
gets nothing else.

Answers are listed in three ways. All keep every cut.

    incremental        one solver for all answers: each is forbidden by a clause, like what breaks the rule
    list by list       the backend lists what keeps the cuts so far; of that, what breaks the rule is left out; once too
                       much of it does, its cuts are added, the answers are forbidden, and the backend lists again
    answer by answer   for backends that take the whole model again for each answer anyway (`Backend.lists_anew`)

A list ends where it comes to its end and nothing on it broke a rule: then everything that keeps the cuts is forbidden.
What breaks the rule may hide an answer with the same projection, so such a list is never the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.cuts import broken_cuts, cut_rows
from backends.connectivity.default_rows import keep_variables, state_unknown_rules, stating_backend
from backends.connectivity.local_cuts import is_local, local_cuts
from backends.connectivity.region_cuts import lazy_regions, prepare_cuts
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
from backends.outcomes import Stopwatch, limit_of, refuted_by
from backends.passes.blocking import SENTENCE, BlockingClauses, blocking_clauses
from models.neutral import Model, Rows
from models.neutral.global_rules.connected.rule import CIRCUIT, LAZY, GraphRule
from models.neutral.global_rules.contract import NATIVE
from models.neutral.restating import is_left_to_solvers
from models.neutral.rows import rows_of
from rosetta.foundation.limits import TooLarge

ENGINE = "cuts"  # where they decide alone
CUT = "a part that stands alone is connected with the rest"
NO_RULE = -1  # of cuts that are of no graph rule
PROBED = "what holds in all answers, as suppositions show"
PROBED_SHARE = 0.9  # of the limit, at most: where probing takes long, answers without it take longer
LEAST_PROBED = 600  # vertices of rules left to cuts: with fewer, loading the loops takes longer than the search
NumberedCut: TypeAlias = tuple[int, NDArray[np.int32]]  # the number of its rule in the model, and the clause
SOLVED = 2  # answers that are solved for, with all that the solver has, before it lists
MOST_BROKEN, BROKEN_SHARE = 8, 4  # assignments of a list that may break a rule: so many, and one for so many answers


def cutting_backend(inner: Backend) -> Backend:
    """The backend, which now also takes models with rules that no rows state: graph rules by cuts, others that it does
    not know by their default formulations."""
    cutting = replace(
        inner,
        solve=partial(solve, inner),
        solutions=partial(solutions, inner),
        count=None if inner.count is None else partial(count, inner),
        refusal=partial(refusal, inner),
    )
    return stating_backend(cutting)


def refusal(inner: Backend, model: Model) -> str | None:
    """Why the backend does not take the model, with rows for the rules that it gets as such, and without those that are
    kept by cuts; None if it may."""
    try:
        stated = _without_graph_rules(model) if needs_cuts(inner, model) else model
        return None if inner.refusal is None else inner.refusal(state_unknown_rules(inner, stated))
    except (Unsupported, TooLarge) as reason:
        return str(reason)


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
    lists = inner.incremental is None and not inner.lists_anew
    found, outcome = 0, rounds.next_outcome(cut_rows([]))
    while outcome.values is not None:
        yield outcome.values
        found, clause = found + 1, shape.clause(outcome.values == 1)
        if not len(clause):  # there is no other solution
            return
        if lists and found == SOLVED:
            rounds.add(SENTENCE, rows_of([clause]))
            yield from _list_by_lists(rounds, shape, found)
            return
        outcome = rounds.next_outcome(rows_of([clause]))
    if not outcome.refutes:
        raise limit_of(outcome, limits)


def _list_by_lists(rounds: _Rounds, shape: BlockingClauses, found: int) -> Iterator[Values]:
    """The answers besides those that are forbidden already, `found` of them. Raises LimitReached."""
    while True:
        signs, cuts = list[NDArray[np.bool_]](), list[NumberedCut]()
        broken, most = 0, MOST_BROKEN + found // BROKEN_SHARE  # what a new list costs grows with what it forbids
        for values in rounds.relaxed_solutions(shape.project):
            missed = rounds.broken_cuts(values)
            if rounds.knows(missed):  # none: an answer; cuts that it has: whoever judges the answer sees that
                yield values[: rounds.variables + 1]
                signs.append(values[shape.project] == 1)
                continue
            broken, cuts = broken + 1, cuts + missed
            if broken == most:
                break
        if not broken:
            return
        found += len(signs)
        rounds.add(CUT, rounds.learn(cuts))
        if signs:
            rounds.add(SENTENCE, shape.clauses(np.stack(signs)))


def settle_common(
    inner: Backend, model: Model, project: NDArray[np.int32], limits: Limits
) -> tuple[Values | None, list[NumberedCut]]:
    """A solution, None if there is none; and the cuts without which it would not be known what all solutions have in
    common on `project`, each with the number of its rule: solutions are looked for that differ from all so far in
    something that those have in common, until there is none (the backbone; Janota, Lynce and Marques-Silva, 2015).
    Raises LimitReached."""
    stated = state_unknown_rules(inner, _without_objective(model))
    rounds = _Rounds(inner, stated, limits, Options(), local=False)
    outcome = rounds.next_outcome(cut_rows([]))
    first = None if outcome.values is None else outcome.values[: model.variables + 1]
    common = np.zeros(0, np.int32) if first is None else np.where(first[project] == 1, project, -project)
    while outcome.values is not None and len(common):
        outcome = rounds.next_outcome(rows_of([-common]))
        if outcome.values is not None:
            common = common[(outcome.values[np.abs(common)] == 1) == (common > 0)]
    if outcome.values is None and not outcome.refutes:
        raise limit_of(outcome, limits)
    return first, rounds.cuts


def _without_graph_rules(model: Model) -> Model:
    """A copy without those that no rows state."""
    twin = model.copy()
    kept_by_cuts = {id(rule) for rule in (*model.open_graph_rules, *lazy_regions(model))}
    twin.global_rules = [rule for rule in model.global_rules if id(rule) not in kept_by_cuts]
    return twin


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
    """Whether the model has rules without rows that the backend does not know, or is not to use what it knows. Raises
    Unsupported where cuts are not what the formulation is."""
    unknown = [
        rule
        for rule in model.open_graph_rules
        if rule.by == LAZY or (rule.kind not in backend.native and not is_left_to_solvers(rule))
    ]
    if any(rule.by == CIRCUIT for rule in unknown):
        raise Unsupported(f"{backend.name} has no constraint for cycles of its own; try the formulation lazy")
    return bool(unknown) or bool(lazy_regions(model))


def suit_backend(backend: Backend, model: Model) -> Model:
    """The model, whose open graph rules the backend takes in the best way it can: by its own constraint, if it has one
    (with cuts it would start anew in each round, or learn only from whole answers), those with short ways by rows, if
    that was left to solvers, all others by cuts."""
    if not model.open_rules:
        return model
    twin = model.copy()
    twin.global_rules = [
        replace(rule, by=NATIVE if rule.kind in backend.native or is_left_to_solvers(rule) else LAZY)
        if isinstance(rule, GraphRule) and rule.is_open
        else rule
        for rule in model.global_rules
    ]
    return twin


class _Rounds:
    """One solve after the other, each with more clauses: by one solver that stays, or each time by a new one. local:
    from the beginning with `local_cuts`; else with none, so that `cuts` are all."""

    def __init__(
        self,
        inner: Backend,
        model: Model,
        limits: Limits,
        options: Options,
        tell: Tell = ignore_outcome,
        local: bool = True,
    ) -> None:
        self.rules, self.limits, self.watch = model.open_graph_rules, limits, Stopwatch()
        self.spent, self.rounds = dict.fromkeys(STEPS, 0.0), 0
        self.cuts: list[NumberedCut] = []
        self._seen: set[bytes] = set()
        extended, self.regions = prepare_cuts(model, local)
        self.inner, self.model, self.tell = inner, _without_graph_rules(extended), tell
        self.variables = model.variables
        self.is_probed = False
        if local:
            self.add(CUT, cut_rows([cut for rule in self.rules for cut in local_cuts(rule, model)]))
            self._probe(model)
        self.options = replace(options, file=None)
        self._ask: Callable[[Rows], Outcome] = self._ask_anew
        if inner.incremental is not None and model.objective is None:
            self._ask = inner.incremental(self.model, self._rest(), self.options, tell)

    def next_outcome(self, clauses: Rows) -> Outcome:
        """The next outcome that keeps the graph rules, or has no assignment. clauses: to be added before."""
        while True:
            outcome = self._ask(clauses)
            if self.rounds or self.is_probed:  # stated rows can hold, each by itself: what cannot was added
                outcome = replace(refuted_by(outcome, ENGINE, ""), by_rule=outcome.ended is Ending.NOT_ASKED)
            self.rounds += 1
            self.spent = {step: self.spent[step] + outcome.seconds.get(step, 0.0) for step in STEPS}
            found = [] if outcome.values is None else self.broken_cuts(outcome.values)
            if not found:
                stats = {**outcome.stats, "rounds": float(self.rounds), "cuts": float(len(self.cuts))}
                own = keep_variables(outcome, self.variables)
                return replace(own, seconds=self.spent, stats=stats, certificate=None)
            clauses = self.learn(found)
            if not len(clauses):  # it breaks cuts that it has: whoever judges the answer sees that
                return outcome

    def _probe(self, model: Model) -> None:
        """Add what probing shows, where it is likely to pay; a contradiction in place of all rows."""
        vertices = sum(len(rule.on) for rule in self.rules if is_local(rule))
        if self.inner.incremental is None or model.objective is not None or vertices < LEAST_PROBED:
            return
        from backends.connectivity.probing import probed_literals  # with compiled loops

        shown = probed_literals(model, self.watch.seconds_left(self.limits) * PROBED_SHARE)
        self.is_probed = len(shown) > 0
        if self.is_probed and len(np.unique(np.abs(shown))) < len(shown):
            self.model = self.model.copy()
            self.model.stated_blocks.clear()
            self.model.global_rules = []
        self.add(PROBED, rows_of(shown[:, None].astype(np.int32)))

    def relaxed_solutions(self, project: NDArray[np.int32]) -> Iterator[Values]:
        """Assignments that keep the rows and what was added, no two equal on these variables."""
        return self.inner.solutions(self.model, project, self._rest(), self.options)

    def broken_cuts(self, values: Values) -> list[NumberedCut]:
        """What an assignment breaks."""
        found = [(number, cut) for number, rule in enumerate(self.rules) for cut in broken_cuts(rule, values)]
        return [*found, *((NO_RULE, cut) for regions in self.regions for cut in regions.broken_cuts(values))]

    def knows(self, cuts: list[NumberedCut]) -> bool:
        """Were these learnt before?"""
        return all(clause.tobytes() in self._seen for _, clause in cuts)

    def learn(self, cuts: list[NumberedCut]) -> Rows:
        """Those that are new, which are to be added."""
        new = {clause.tobytes(): (number, clause) for number, clause in cuts if clause.tobytes() not in self._seen}
        self._seen.update(new)
        self.cuts += new.values()
        return cut_rows([clause for _, clause in new.values()])

    def add(self, sentence: str, clauses: Rows) -> None:
        """More rows for solvers that start anew."""
        if len(clauses):
            self.model = self.model.copy()
            self.model.any(sentence, clauses)

    def _ask_anew(self, clauses: Rows) -> Outcome:
        self.add(CUT, clauses)
        return self.inner.solve(self.model, self._rest(), self.options, self.tell)

    def _rest(self) -> Limits:
        return replace(self.limits, seconds=self.watch.seconds_left(self.limits))
