"""What each claim of an attempt rests on: the answer, that none is better, that there is no other.

    verified         it keeps all rules; two different ones do, where "not the only one" is claimed
    proved           "no solution" by a row or by rows added up; "none is better", as the objective reaches no less;
                     "no other", by a row too
    cross-checked    engines of two kinds searched, and say the same
    claimed          one kind of engine says so
    None             not claimed, or refuted

Two engines support each other only if both searched, and not both on what our propagation, or our elimination modulo 2,
gave them. What all testimonies show together is worked out once (`shared_evidence`), so that judging takes time in
proportion to their number.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from backends.contract import Status
from report.comparison.records import Claims
from rosetta.foundation.vocabulary import Evidence
from rosetta.studies.judging.testimony import AnswerGiven, Testimony, pieces_of

ROUNDING = 1e-6  # of a bound, relative: solvers of linear programs work with floating point numbers


@dataclass(frozen=True, slots=True)
class VerifiedCost:
    """What a verified answer costs, and whose answer it is."""

    cost: int
    who: str


@dataclass(frozen=True, slots=True)
class SharedEvidence:
    """What all testimonies about a question show together. least: the least cost of a verified answer; solutions: how
    many different answers are verified; proof: that there is none, in words; none_supported, unique_supported: engines
    of two kinds that searched say "no solution", "no other answer"; optima_supported: the objectives that two kinds
    call optimal; common_pieces: by formulation, those that all verified answers have, where pieces were derived."""

    least: VerifiedCost | None
    solutions: int
    proof: str | None
    none_supported: bool
    unique_supported: bool
    optima_supported: frozenset[int]
    common_pieces: Mapping[str, frozenset[str]]


def shared_evidence(testimonies: Sequence[Testimony]) -> SharedEvidence:
    """What they show together, in whatever order they are."""
    proofs = [t.certified for t in testimonies] + [t.infeasible_row for t in testimonies]
    optima: defaultdict[int, list[Testimony]] = defaultdict(list)
    for testimony in testimonies:
        if testimony.status is Status.OPTIMAL and testimony.objective is not None:
            optima[testimony.objective].append(testimony)
    searched = [t for t in testimonies if t.status is Status.UNSATISFIABLE and not t.by_rule]
    alone = [t for t in testimonies if t.complete and claims_unique(t) and not t.answers[0].broken]
    return SharedEvidence(
        least=least_cost(testimonies),
        solutions=len({answer.text for testimony in testimonies for answer in _verified_answers(testimony)}),
        proof=next(filter(None, proofs), None),
        none_supported=are_independent(searched),
        unique_supported=are_independent(alone),
        optima_supported=frozenset(objective for objective, alike in optima.items() if are_independent(alike)),
        common_pieces=_common_pieces(testimonies),
    )


def least_cost(testimonies: Sequence[Testimony]) -> VerifiedCost | None:
    """The least of all verified answers, None where nobody has one, or nothing is minimised."""
    return min(_verified_costs(testimonies), key=lambda verified: verified.cost, default=None)


def is_bound_refuted(testimony: Testimony, least: VerifiedCost | None) -> bool:
    """Does it claim that no answer costs less than its bound, where one does?"""
    bound = testimony.bound
    if bound is None or least is None or bound == -math.inf:
        return False
    lowest = math.inf if bound == math.inf else math.ceil(bound - ROUNDING * max(1.0, abs(bound)))
    return lowest > least.cost


def is_derivation_refuted(testimony: Testimony, shared: SharedEvidence) -> bool:
    """Did propagation derive a piece that a verified answer of the same formulation does not have?"""
    common = shared.common_pieces.get(testimony.formulation)
    return testimony.derived is not None and common is not None and not testimony.derived <= common


def claims_of(testimony: Testimony, shared: SharedEvidence, evidence: Evidence | None, unique: bool | None) -> Claims:
    """What its claims rest on. evidence: of "no solution", None if that is refuted; unique: its claim, None where that
    is refuted."""
    if testimony.status is Status.UNSATISFIABLE:
        return Claims(answer=evidence)
    if not testimony.answers or testimony.answers[0].broken:
        return Claims()
    optimal, only = _support_of_optimum(testimony, shared), _support_of_uniqueness(testimony, shared, unique)
    return Claims(answer=Evidence.VERIFIED, optimal=optimal, unique=only)


def are_independent(testimonies: Iterable[Testimony]) -> bool:
    """Are there two of different kinds that do not rest on the same work of ours?"""
    sorts = dict.fromkeys((testimony.kind, testimony.foundations) for testimony in testimonies)
    return any(kind != other and not own & others for (kind, own), (other, others) in combinations(sorts, 2))


def claims_unique(testimony: Testimony) -> bool | None:
    """What it shows of uniqueness: False with two answers, True with one and a complete search, or where a row shows
    that there is no other."""
    if len(testimony.answers) > 1:
        return False
    return True if testimony.answers and (testimony.complete or testimony.sole_row) else None


def _verified_answers(testimony: Testimony) -> Iterator[AnswerGiven]:
    return (answer for answer in testimony.answers if not answer.broken)


def _verified_costs(testimonies: Sequence[Testimony]) -> Iterator[VerifiedCost]:
    for testimony in testimonies:
        for answer in _verified_answers(testimony):
            if answer.cost is not None:
                yield VerifiedCost(answer.cost, testimony.backend)


def _common_pieces(testimonies: Sequence[Testimony]) -> dict[str, frozenset[str]]:
    """By formulation, the pieces that all of its verified answers have; only of formulations where some were
    derived."""
    common: dict[str, frozenset[str]] = {}
    for formulation in {testimony.formulation for testimony in testimonies if testimony.derived}:
        alike = (testimony for testimony in testimonies if testimony.formulation == formulation)
        answers = dict.fromkeys(answer for testimony in alike for answer in _verified_answers(testimony))
        if answers:
            common[formulation] = frozenset.intersection(*map(pieces_of, answers))
    return common


def _support_of_optimum(testimony: Testimony, shared: SharedEvidence) -> Evidence | None:
    """What it rests on that no answer costs less."""
    cost, least = testimony.answers[0].cost, shared.least
    if testimony.status is not Status.OPTIMAL or cost is None or testimony.objective != cost:
        return None
    if least is not None and least.cost < cost:
        return None
    if testimony.least_conceivable is not None and cost <= testimony.least_conceivable:
        return Evidence.PROVED
    return Evidence.CROSS_CHECKED if cost in shared.optima_supported else Evidence.CLAIMED


def _support_of_uniqueness(testimony: Testimony, shared: SharedEvidence, unique: bool | None) -> Evidence | None:
    """What it rests on that the answer is the only one, or that it is not."""
    if unique is None:
        return None
    if not unique:
        return None if any(answer.broken for answer in testimony.answers) else Evidence.VERIFIED
    if testimony.sole_row:
        return Evidence.PROVED
    return Evidence.CROSS_CHECKED if shared.unique_supported else Evidence.CLAIMED
