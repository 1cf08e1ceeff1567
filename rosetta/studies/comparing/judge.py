"""Judging attempts: no answer rests on one solver's word.

    an answer that keeps all rules                      correct, verified
    "no solution", and a row shows why by itself        correct, proved        (a sum that cannot be reached)
    "no solution", and parity rows that add up to 0 = 1 correct, proved        (added up again: `certificates`)
    "no solution", by engines of two kinds              correct, cross-checked
    "no solution", by one kind                          unproved, claimed
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
from dataclasses import replace
from functools import partial
from itertools import chain

from backends.contract import Status
from models.puzzles.contract import Answer
from report.comparison.records import RESOURCES, STEPS, Run
from rosetta.studies.attempts import Attempt
from rosetta.studies.comparing.certificates import contradiction, describe_infeasible_row
from rosetta.studies.comparing.claims import are_independent, claims_of, claims_unique, least_cost, refuting_cost
from rosetta.studies.comparing.derived_share import derived_share, is_refuted
from rosetta.studies.question import Question


def judge_attempts(
    question: Question,
    attempts: Sequence[Attempt],
    unique: bool = False,
    others: Sequence[Attempt] = (),
    planted: Answer | None = None,
) -> tuple[Run, ...]:
    """The attempts with their verdicts, in the same order. others: attempts that are not shown but count; planted: the
    answer that the instance was made from, on which shares are measured where nobody found one."""
    everything = [*attempts, *others]
    proof = _proof(question, everything)
    verified = verified_answers(everything)
    if (
        not verified
        and planted is not None
        and not question.puzzle.verify(question.instance, planted, **question.rules)
    ):
        verified = [planted]
    runs = (_judge_attempt(question, attempt, everything, proof, unique) for attempt in attempts)
    shares = (derived_share(question, attempt, verified) for attempt in attempts)
    return tuple(replace(run, derived=share) for run, share in zip(runs, shares, strict=True))


def verdict(runs: Sequence[Run]) -> str:
    """agree, disagree or incomplete, over all runs of one instance."""
    if any(run.verdict == "wrong" for run in runs):
        return "disagree"
    definite = {run.searcher for run in runs if run.verdict in ("correct", "unproved")}
    return "agree" if len(definite) >= 2 else "incomplete"


def verified_answers(attempts: Sequence[Attempt]) -> list[Answer]:
    """The different answers that keep all rules, in the order in which they were found."""
    answers: list[Answer] = []
    for attempt in attempts:
        answers += [
            checked.answer for checked in attempt.answers if not checked.broken and checked.answer not in answers
        ]
    return answers


def _proof(question: Question, attempts: Sequence[Attempt]) -> str | None:
    """Why there is no solution, in words: a certificate, or one row of a formulation that cannot be kept; else None."""
    claims = [claim for claim in attempts if claim.outcome.status is Status.UNSATISFIABLE]
    models = {name: question.model(name) for name in dict.fromkeys(claim.entrant.formulation for claim in claims)}
    rows = (describe_infeasible_row(question, m) for m in models.values())
    clash = question.puzzle.extras.clash
    words = None if clash is None else partial(clash, question.instance)
    together = (
        contradiction(models[claim.entrant.formulation], claim.outcome.certificate, words)
        for claim in claims
        if claim.outcome.certificate is not None
    )
    return next(filter(None, chain(together, rows)), None)


def _judge_attempt(
    question: Question, attempt: Attempt, everything: Sequence[Attempt], proof: str | None, unique: bool
) -> Run:
    outcome, broken = attempt.outcome, tuple(rule for checked in attempt.answers for rule in checked.broken)
    answers = [question.puzzle.answer_json(checked.answer) for checked in attempt.answers]
    claim = claims_unique(attempt) if unique else None
    opinion, evidence, note = _opinion(question, attempt, everything, proof, claim)
    if is_refuted(question, attempt, everything):
        opinion, evidence, note = "wrong", "verified", "propagation found a piece that a verified answer does not have"
    refuted_unique = bool(claim) and len(verified_answers(everything)) > 1
    claims = claims_of(
        question, attempt, everything, None if opinion == "wrong" else evidence, None if refuted_unique else claim
    )
    if opinion == "correct" and claims.unique == "claimed":
        note = "; ".join(filter(None, (note, "only one kind of engine claims that there is no other answer")))
    return Run(
        backend=attempt.entrant.name,
        engine=outcome.engine or attempt.entrant.name,
        version=outcome.version,
        formulation=attempt.entrant.formulation,
        status=outcome.status.value,
        verdict=opinion,
        evidence=evidence,
        encoding=outcome.encoding or None,
        profile=attempt.entrant.profile,
        unique=claim,
        objective=outcome.objective,
        bound=outcome.bound,
        special=attempt.entrant.special,
        complete=attempt.entrant.complete,
        seconds={step: attempt.seconds.get(step, 0.0) for step in STEPS},
        size={"variables": outcome.size.variables, "rows": outcome.size.rows, "literals": outcome.size.literals},
        answer=answers[0] if answers else None,
        second=answers[1] if len(answers) > 1 else None,
        broken=broken,
        stats=outcome.stats,
        resources=dict(zip(RESOURCES, (outcome.cpu, outcome.peak_memory, outcome.loading), strict=True)),
        note=note if evidence == "proved" else "; ".join(filter(None, (note, outcome.note))),
        claims=claims,
    )


def _opinion(
    question: Question, attempt: Attempt, everything: Sequence[Attempt], proof: str | None, unique: bool | None
) -> tuple[str, str | None, str]:
    """Verdict, evidence, and a note on what contradicts or supports the claim."""
    status = attempt.outcome.status
    if status is Status.UNSATISFIABLE:
        return _opinion_on_none(everything, proof)
    if status.is_definite and any(checked.broken for checked in attempt.answers):
        return "wrong", "verified", "the answer breaks a rule"
    if fault := _cost_fault(question, attempt, everything):
        return "wrong", "verified", fault
    if not status.is_definite:
        return "none", None, ""
    if unique and len(verified_answers(everything)) > 1:
        return "wrong", "verified", "claims one solution, but two different ones were verified"
    if status is Status.OPTIMAL and attempt.answers[0].cost is not None:
        return _opinion_on_optimum(attempt.answers[0].cost, everything)
    return "correct", "verified", ""


def _cost_fault(question: Question, attempt: Attempt, everything: Sequence[Attempt]) -> str:
    """What is wrong with the objective, the optimum or the bound that it claims, "" if nothing is. Numbers are in the
    sense in which the objective was stated."""
    outcome, least = attempt.outcome, least_cost(everything)
    if least is None or not (outcome.status.is_definite or outcome.bound is not None):
        return ""
    objective = question.state_model(attempt.entrant.formulation).model.objective
    if objective is None:
        return ""
    own = objective.sense.own_value
    cost = attempt.answers[0].cost if outcome.status.is_definite else None
    if cost is not None and outcome.objective != cost:
        claim = None if outcome.objective is None else own(outcome.objective)
        return f"claims the objective {claim}; its answer comes to {own(cost)}"
    if cost is not None and outcome.status is Status.OPTIMAL and least.cost < cost:
        return (
            f"claims {own(cost)} is optimal; the answer of {least.who}, which is verified, comes to {own(least.cost)}"
        )
    if refuting_cost(attempt, least) is not None and outcome.bound is not None:
        bound = objective.sense.own_bound(outcome.bound)
        return (
            f"claims the bound {bound:.12g}; the answer of {least.who}, which is verified, comes to {own(least.cost)}"
        )
    return ""


def _opinion_on_none(everything: Sequence[Attempt], proof: str | None) -> tuple[str, str | None, str]:
    """`no solution`: refuted by a solution, proved by a rule, or supported by engines of two kinds that searched."""
    if verified_answers(everything):
        return "wrong", "verified", "a verified answer is a solution"
    if proof:
        return "correct", "proved", proof
    searched = [a for a in everything if a.outcome.status is Status.UNSATISFIABLE and not a.outcome.by_rule]
    return ("correct", "cross-checked", "") if are_independent(searched) else ("unproved", "claimed", "")


def _opinion_on_optimum(cost: int, everything: Sequence[Attempt]) -> tuple[str, str | None, str]:
    """`optimal`, which no verified answer refutes: supported by engines of two kinds, or not."""
    alike = [a for a in everything if a.outcome.status is Status.OPTIMAL and a.outcome.objective == cost]
    if are_independent(alike):
        return "correct", "cross-checked", ""
    return "correct", "verified", "the answer is verified, that none is better is the claim of one kind of engine"
