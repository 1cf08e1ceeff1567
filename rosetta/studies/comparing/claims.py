"""What each claim of an attempt rests on: the answer, that none is better, that there is no other.

    verified         it keeps all rules; two different ones do, where "not the only one" is claimed
    proved           "no solution" by a row or by rows added up; "none is better", as the objective reaches no less
    cross-checked    engines of two kinds searched, and say the same
    claimed          one kind of engine says so
    None             not claimed, or refuted

Two engines support each other only if both searched, and not both on what our propagation, or our elimination modulo 2,
gave them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from backends.contract import Status
from backends.passes.gf2_presolve import FORMS
from report.comparison.records import Claims
from rosetta.studies.attempts import Attempt
from rosetta.studies.question import Question

ROUNDING = 1e-6  # of a bound, relative: solvers of linear programs work with floating point numbers


@dataclass(frozen=True, slots=True)
class VerifiedCost:
    """What a verified answer costs, and whose answer it is."""

    cost: int
    who: str


def least_cost(attempts: Sequence[Attempt]) -> VerifiedCost | None:
    """The least of all verified answers, None where nobody has one, or nothing is minimised."""
    return min(_verified_costs(attempts), key=lambda verified: verified.cost, default=None)


def refuting_cost(attempt: Attempt, least: VerifiedCost | None) -> VerifiedCost | None:
    """The cost that is less than the attempt's bound, which says that no answer costs less than that."""
    bound = attempt.outcome.bound
    if bound is None or least is None or bound == -math.inf:
        return None
    lowest = math.inf if bound == math.inf else math.ceil(bound - ROUNDING * max(1.0, abs(bound)))
    return least if lowest > least.cost else None


def claims_of(
    question: Question, attempt: Attempt, everything: Sequence[Attempt], evidence: str | None, unique: bool | None
) -> Claims:
    """What the attempt's claims rest on. evidence: of "no solution", None if that is refuted; unique: its claim, None
    where that is refuted."""
    sound = bool(attempt.answers) and not attempt.answers[0].broken
    if attempt.outcome.status is Status.UNSATISFIABLE:
        return Claims(answer=evidence)
    if not sound:
        return Claims()
    return Claims(
        answer="verified", optimal=_support_of_optimum(question, attempt, everything),
        unique=_support_of_uniqueness(attempt, everything, unique),
    )  # fmt: skip


def are_independent(attempts: Sequence[Attempt]) -> bool:
    """Are there two of different kinds that do not rest on the same work of ours?"""
    return any(
        a.entrant.kind != b.entrant.kind and not _foundations(a) & _foundations(b) for a, b in combinations(attempts, 2)
    )


def claims_unique(attempt: Attempt) -> bool | None:
    """What the attempt says of uniqueness: False with two answers, True with one and a complete search."""
    if len(attempt.answers) > 1:
        return False
    return True if attempt.answers and attempt.complete else None


def _verified_costs(attempts: Sequence[Attempt]) -> Iterator[VerifiedCost]:
    for attempt in attempts:
        for checked in attempt.answers:
            if not checked.broken and checked.cost is not None:
                yield VerifiedCost(checked.cost, attempt.entrant.name)


def _support_of_optimum(question: Question, attempt: Attempt, everything: Sequence[Attempt]) -> str | None:
    """What it rests on that no answer costs less."""
    cost, least = attempt.answers[0].cost, least_cost(everything)
    if attempt.outcome.status is not Status.OPTIMAL or cost is None or attempt.outcome.objective != cost:
        return None
    if least is not None and least.cost < cost:
        return None
    if cost <= _least_conceivable(question, attempt):
        return "proved"
    alike = [a for a in everything if a.outcome.status is Status.OPTIMAL and a.outcome.objective == cost]
    return "cross-checked" if are_independent(alike) else "claimed"


def _least_conceivable(question: Question, attempt: Attempt) -> int:
    """What the objective comes to if each variable costs as little as its bounds allow."""
    model = question.state_model(attempt.entrant.formulation).model
    assert model.objective is not None
    costs, constant = model.objective.variable_costs(model.variables)
    return constant + int(np.minimum(costs * model.lower, costs * model.upper).sum())


def _support_of_uniqueness(attempt: Attempt, everything: Sequence[Attempt], unique: bool | None) -> str | None:
    """What it rests on that the answer is the only one, or that it is not."""
    if unique is None:
        return None
    if not unique:
        return None if any(checked.broken for checked in attempt.answers) else "verified"
    alike = [other for other in everything if claims_unique(other) and not other.answers[0].broken]
    return "cross-checked" if are_independent(alike) else "claimed"


def _foundations(attempt: Attempt) -> frozenset[str]:
    """Our code that the attempt rests on: propagation, elimination modulo 2."""
    eliminated = attempt.entrant.kind == "algebra" or attempt.entrant.formulation in FORMS
    return frozenset(["propagation"] * (attempt.outcome.fixed is not None) + ["elimination"] * eliminated)
