"""Judging attempts: no answer rests on one solver's word.

    an answer that keeps all rules                      correct, verified
    "no solution", and a row shows why by itself        correct, proved        (a sum that cannot be reached)
    "no solution", and parity rows that add up to 0 = 1 correct, proved        (added up again: `certificates`)
    "no solution", by engines of two kinds              correct, cross-checked
    "no solution", by one kind                          unproved, claimed
    an answer that breaks a rule                        wrong
    "no solution", "optimal" or "unique" contradicted   wrong
    by a verified answer, of any engine and any round; so is a piece that propagation says all answers have

The kinds are cp, sat, ilp, algebra, exact cover, propagation, brute force, special-purpose. Two engines support each
other only if both searched, and not both on what our propagation, or our elimination modulo 2, gave them. Only
verified answers contradict anybody: two claims that differ are settled by an assignment, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations

from backends.contract import Status
from backends.passes.gf2_presolve import FORMS
from models.puzzles.contract import Answer
from report.comparison.records import STEPS, Run
from rosetta.studies.attempts import Attempt
from rosetta.studies.comparing.certificates import contradiction, describe_infeasible_row
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
    claim = _claims_unique(attempt) if unique else None
    opinion, evidence, note = _opinion(attempt, everything, proof, claim)
    if is_refuted(question, attempt, everything):
        opinion, evidence, note = "wrong", "verified", "propagation found a piece that a verified answer does not have"
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
        note=note if evidence == "proved" else "; ".join(filter(None, (note, outcome.note))),
    )


def _opinion(
    attempt: Attempt, everything: Sequence[Attempt], proof: str | None, unique: bool | None
) -> tuple[str, str | None, str]:
    """Verdict, evidence, and a note on what contradicts or supports the claim."""
    status = attempt.outcome.status
    if not status.is_definite:
        return "none", None, ""
    if status is Status.UNSATISFIABLE:
        return _opinion_on_none(everything, proof)
    if any(checked.broken for checked in attempt.answers):
        return "wrong", "verified", "the answer breaks a rule"
    cost = attempt.answers[0].cost
    if cost is not None and attempt.outcome.objective != cost:
        return "wrong", "verified", f"claims the objective {attempt.outcome.objective}; its answer comes to {cost}"
    if unique and len(verified_answers(everything)) > 1:
        return "wrong", "verified", "claims one solution, but two different ones were verified"
    if status is Status.OPTIMAL and cost is not None:
        return _opinion_on_optimum(cost, everything)
    return "correct", "verified", ""


def _opinion_on_none(everything: Sequence[Attempt], proof: str | None) -> tuple[str, str | None, str]:
    """`no solution`: refuted by a solution, proved by a rule, or supported by engines of two kinds that searched."""
    if verified_answers(everything):
        return "wrong", "verified", "a verified answer is a solution"
    if proof:
        return "correct", "proved", proof
    searched = [a for a in everything if a.outcome.status is Status.UNSATISFIABLE and not a.outcome.by_rule]
    return ("correct", "cross-checked", "") if _are_independent(searched) else ("unproved", "claimed", "")


def _opinion_on_optimum(cost: int, everything: Sequence[Attempt]) -> tuple[str, str | None, str]:
    """`optimal`: refuted by a better verified answer, supported by engines of two kinds."""
    costs = [
        checked.cost for a in everything for checked in a.answers if not checked.broken and checked.cost is not None
    ]
    if min(costs) < cost:
        return "wrong", "verified", f"claims {cost} is optimal; {min(costs)} was verified"
    proved = [a for a in everything if a.outcome.status is Status.OPTIMAL and a.outcome.objective == cost]
    if _are_independent(proved):
        return "correct", "cross-checked", ""
    return "correct", "verified", "the answer is verified, that none is better is the claim of one kind of engine"


def _are_independent(attempts: Sequence[Attempt]) -> bool:
    """Are there two of different kinds that do not rest on the same work of ours?"""
    return any(
        a.entrant.kind != b.entrant.kind and not _foundations(a) & _foundations(b) for a, b in combinations(attempts, 2)
    )


def _foundations(attempt: Attempt) -> frozenset[str]:
    """Our code that the attempt rests on: propagation, elimination modulo 2."""
    eliminated = attempt.entrant.kind == "algebra" or attempt.entrant.formulation in FORMS
    return frozenset(["propagation"] * (attempt.outcome.fixed is not None) + ["elimination"] * eliminated)


def _claims_unique(attempt: Attempt) -> bool | None:
    """What the attempt says of uniqueness: False with two answers, True with one and a complete search."""
    if len(attempt.answers) > 1:
        return False
    return True if attempt.answers and attempt.complete else None
