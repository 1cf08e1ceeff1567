"""Judging attempts: no answer rests on one solver's word.

    an answer that keeps all rules                      correct, verified
    "no solution", and a row shows why by itself        correct, proved        (a sum that cannot be reached)
    not asked, as a row shows that by itself            none: it said nothing  (the instance is proved by the row)
    "no solution", and parity rows that add up to 0 = 1 correct, proved        (added up again: `certificates`)
    "no solution", by engines of two kinds              correct, cross-checked
    "no solution", by one kind                          unproved, claimed
    an answer, and by one kind that none is better, or  unproved, verified     (the answer is)
    that there is no other
    an answer that breaks a rule                        wrong
    "no solution", "optimal", a bound or "unique"       wrong
    contradicted
    by a verified answer, of any engine and any round; so is a piece that propagation says all answers have

A lower bound above the cost of a verified answer is refuted like these. What each claim of a run rests on by itself,
`claims` says.

The kinds are cp, sat, ilp, algebra, exact cover, propagation, brute force, special-purpose. Two engines support each
other only if both searched, and not both on what our propagation, or our elimination modulo 2, gave them. Only
verified answers contradict anybody: two claims that differ are settled by an assignment, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from backends.contract import Ending, Status
from models.neutral.blocks import ObjectiveSense
from models.puzzles.contract import Answer
from report.comparison.records import RESOURCES, STEPS, Claims, Comparison, Run
from report.evidence_words import NOT_ASKED, NOT_ASKED_BY_ROW
from rosetta.foundation.vocabulary import Agreement, Evidence, Verdict
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt
from rosetta.studies.judging.claims import (
    SharedEvidence,
    claims_of,
    claims_unique,
    is_bound_refuted,
    is_derivation_refuted,
    shared_evidence,
)
from rosetta.studies.judging.derived_share import derived_share
from rosetta.studies.judging.testimony import Testimony, testimonies_of

NO_SUCH_ROW = f"{NOT_ASKED}, but no row was found that alone cannot hold"  # a note


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is thought of an attempt: verdict, evidence, unique and claims as in `Run`; note: what contradicts or
    supports it."""

    verdict: Verdict
    evidence: Evidence | None
    note: str
    unique: bool | None
    claims: Claims


Judged = TypeVar("Judged", Judgement, Run)


def label_as_proved(judged: Judged, claim: str) -> Judged:
    """The same with the label `proved` on that claim; correct, if nothing else rests on one kind of engine."""
    claims = replace(judged.claims, **{claim: Evidence.PROVED})
    evidence = Evidence.PROVED if claim == "answer" else judged.evidence
    return replace(
        judged, claims=claims, evidence=evidence, verdict=Verdict.UNPROVED if claims.lone else Verdict.CORRECT
    )


def judge_attempts(
    question: Question,
    attempts: Sequence[Attempt],
    unique: bool = False,
    others: Sequence[Attempt] = (),
    planted: Answer | None = None,
) -> tuple[Run, ...]:
    """The attempts with their verdicts, in the same order. others: attempts that are not shown but count; planted: the
    answer that the instance was made from, on which shares are measured where nobody found one."""
    everything = list(dict.fromkeys([*attempts, *others]))
    testimonies = dict(zip(everything, testimonies_of(question, everything), strict=True))
    shared = shared_evidence(list(testimonies.values()))
    verified = verified_answers(everything)
    if (
        not verified
        and planted is not None
        and not question.puzzle.verify(question.instance, planted, **question.rules)
    ):
        verified = [planted]
    judgements = [judge_testimony(testimonies[attempt], shared, unique) for attempt in attempts]
    told = [testimonies[attempt] for attempt in attempts]
    shares = [derived_share(question, attempt, verified) for attempt in attempts]
    return tuple(_run(question, *each) for each in zip(attempts, judgements, told, shares, strict=True))


def judge_testimony(testimony: Testimony, shared: SharedEvidence, unique: bool) -> Judgement:
    """The judgement on one testimony. shared: the evidence of all about the same question, this one among them; unique:
    was a second answer asked for?"""
    claim = claims_unique(testimony) if unique else None
    verdict, evidence, note = _opinion(testimony, shared, claim)
    if is_derivation_refuted(testimony, shared):
        verdict, evidence, note = (
            Verdict.WRONG,
            Evidence.VERIFIED,
            "propagation found a piece that a verified answer does not have",
        )
    refuted = bool(claim) and shared.solutions > 1
    claims = claims_of(testimony, shared, None if verdict == Verdict.WRONG else evidence, None if refuted else claim)
    if verdict == Verdict.CORRECT and claims.lone:
        verdict = Verdict.UNPROVED
    return Judgement(verdict, evidence, note, claim, claims)


def verdict(runs: Sequence[Run]) -> Agreement:
    """Over all runs of one instance."""
    if any(run.verdict == Verdict.WRONG for run in runs):
        return Agreement.DISAGREE
    definite = {run.searcher for run in runs if run.verdict in (Verdict.CORRECT, Verdict.UNPROVED)}
    if len(definite) >= 2:
        return Agreement.AGREE
    return Agreement.PROVED if any(run.impossible_row for run in runs) else Agreement.INCOMPLETE


def is_settled(comparison: Comparison, unique: bool = False) -> bool:
    """Is what was asked answered, and nothing of it on the word of one kind of engine: an answer, or that there is
    none; where something is minimised, that none is better; and, if that was asked, whether it is unique?"""
    if comparison.impossible_row:
        return True
    claims = [run.claims for run in comparison.runs if run.verdict in (Verdict.CORRECT, Verdict.UNPROVED)]
    wanted = {
        "answer": True,
        "optimal": any(run.objective is not None for run in comparison.runs),
        "unique": unique
        and not comparison.answers_differ
        and not any(run.status == Status.UNSATISFIABLE for run in comparison.runs),
    }
    return all(
        any(getattr(each, claim) not in (None, Evidence.CLAIMED) for each in claims)
        for claim, is_wanted in wanted.items()
        if is_wanted
    )


def verified_answers(attempts: Sequence[Attempt]) -> list[Answer]:
    """The different answers that keep all rules, in the order in which they were found."""
    answers: list[Answer] = []
    for attempt in attempts:
        answers += [
            checked.answer for checked in attempt.answers if not checked.broken and checked.answer not in answers
        ]
    return answers


def _run(question: Question, attempt: Attempt, judgement: Judgement, testimony: Testimony, share: float | None) -> Run:
    """The run as it is reported: objective and bound in the sense in which the objective was stated."""
    outcome, own = attempt.outcome, testimony.sense or ObjectiveSense()
    is_told, not_asked = (
        judgement.evidence == Evidence.PROVED,
        outcome.ended is Ending.NOT_ASKED,
    )  # by the judge's own words
    answers = [question.puzzle.answer_json(checked.answer) for checked in attempt.answers]
    return Run(
        backend=attempt.entrant.name,
        engine=outcome.engine or attempt.entrant.name,
        version=outcome.version,
        formulation=attempt.entrant.formulation,
        status=outcome.status,
        verdict=judgement.verdict,
        evidence=judgement.evidence,
        encoding=outcome.encoding or None,
        encodings=attempt.entrant.encodings,
        profile=attempt.entrant.profile,
        unique=judgement.unique,
        objective=None if outcome.objective is None else own.own_value(outcome.objective),
        bound=None if outcome.bound is None else own.own_bound(outcome.bound),
        maximised=own.sign < 0,
        derived=share,
        special=attempt.entrant.special,
        complete=attempt.entrant.complete,
        seconds={step: attempt.seconds.get(step, 0.0) for step in STEPS},
        size={"variables": outcome.size.variables, "rows": outcome.size.rows, "literals": outcome.size.literals},
        answer=answers[0] if answers else None,
        second=answers[1] if len(answers) > 1 else None,
        broken=tuple(rule for checked in attempt.answers for rule in checked.broken),
        stats=outcome.stats,
        resources=dict(zip(RESOURCES, (outcome.cpu, outcome.peak_memory, outcome.loading), strict=True)),
        note=judgement.note if is_told or not_asked else "; ".join(filter(None, (judgement.note, outcome.note))),
        claims=judgement.claims,
        ended=outcome.ending,
        impossible_row=testimony.infeasible_row if not_asked and judgement.verdict != Verdict.WRONG else None,
        sole_row=testimony.sole_row,
        cut_to=attempt.cut_to,
    )


def _opinion(testimony: Testimony, shared: SharedEvidence, unique: bool | None) -> tuple[Verdict, Evidence | None, str]:
    """Verdict, evidence, and a note on what contradicts or supports the claim."""
    status = testimony.status
    if testimony.ended is Ending.NOT_ASKED:
        return _opinion_on_not_asked(testimony, shared)
    if status is Status.UNSATISFIABLE:
        return _opinion_on_none(shared)
    if status.is_definite and any(answer.broken for answer in testimony.answers):
        return Verdict.WRONG, Evidence.VERIFIED, "the answer breaks a rule"
    if fault := _cost_fault(testimony, shared):
        return Verdict.WRONG, Evidence.VERIFIED, fault
    if not status.is_definite or not testimony.answers:
        return Verdict.NONE, None, ""
    if unique and shared.solutions > 1:
        return Verdict.WRONG, Evidence.VERIFIED, "claims one solution, but two different ones were verified"
    is_supported = status is Status.OPTIMAL and testimony.answers[0].cost in shared.optima_supported
    return Verdict.CORRECT, Evidence.CROSS_CHECKED if is_supported else Evidence.VERIFIED, ""


def _cost_fault(testimony: Testimony, shared: SharedEvidence) -> str:
    """What is wrong with the objective, the optimum or the bound that it claims, "" if nothing is. Numbers are in the
    sense in which the objective was stated."""
    least, sense = shared.least, testimony.sense
    if least is None or sense is None:
        return ""
    own = sense.own_value
    cost = testimony.answers[0].cost if testimony.status.is_definite and testimony.answers else None
    if cost is not None and testimony.objective != cost:
        claim = None if testimony.objective is None else own(testimony.objective)
        return f"claims the objective {claim}; its answer comes to {own(cost)}"
    refuted_by = f"the answer of {least.who}, which is verified, comes to {own(least.cost)}"
    if cost is not None and testimony.status is Status.OPTIMAL and least.cost < cost:
        return f"claims {own(cost)} is optimal; {refuted_by}"
    if testimony.bound is not None and is_bound_refuted(testimony, least):
        return f"claims the bound {sense.own_bound(testimony.bound):.12g}; {refuted_by}"
    return ""


def _opinion_on_not_asked(testimony: Testimony, shared: SharedEvidence) -> tuple[Verdict, Evidence | None, str]:
    """An engine that was not asked said nothing. Where there is a solution, its row can hold after all: a fault of the
    lowering. row: by the judge's own arithmetic."""
    if shared.solutions:
        return (
            Verdict.WRONG,
            Evidence.VERIFIED,
            "was not asked, as if one row could not hold; a verified answer is a solution",
        )
    return (
        Verdict.NONE,
        None,
        NO_SUCH_ROW if testimony.infeasible_row is None else f"{NOT_ASKED_BY_ROW}: {testimony.infeasible_row}",
    )


def _opinion_on_none(shared: SharedEvidence) -> tuple[Verdict, Evidence | None, str]:
    """`no solution`: refuted by a solution, proved by a rule, or supported by engines of two kinds that searched."""
    if shared.solutions:
        return Verdict.WRONG, Evidence.VERIFIED, "a verified answer is a solution"
    if shared.proof:
        return Verdict.CORRECT, Evidence.PROVED, shared.proof
    return (
        (Verdict.CORRECT, Evidence.CROSS_CHECKED, "")
        if shared.none_supported
        else (Verdict.UNPROVED, Evidence.CLAIMED, "")
    )
