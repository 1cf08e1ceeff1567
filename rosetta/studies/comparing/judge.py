"""Judging attempts: no answer rests on one solver's word.

    an answer that keeps all rules                      correct, verified
    "no solution", and a row shows why by itself        correct, proved        (a sum that cannot be reached)
    "no solution", and parity rows that add up to 0 = 1 correct, proved        (added up again: `certificates`)
    "no solution", by engines of two kinds              correct, cross-checked        (not both on the same bounds)
    "no solution", by one kind                          unproved, claimed
    an answer that breaks a rule                        wrong
    "no solution", "optimal" or "unique" contradicted   wrong
    by a verified answer, of whomever and of any round; so is what propagation says of all answers

Only verified answers contradict anybody: two claims that differ are settled by an assignment, or not at all.
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
from rosetta.studies.attempts import Attempt, profile_of
from rosetta.studies.comparing.certificates import contradiction, describe_infeasible_row
from rosetta.studies.comparing.derived_share import derived_share, is_refuted
from rosetta.studies.question import Question
from rosetta.studies.special_solvers import KIND, resolve_backend


def judge_attempts(
    question: Question,
    attempts: Sequence[Attempt],
    unique: bool = False,
    others: Sequence[Attempt] = (),
    planted: Answer | None = None,
) -> tuple[Run, ...]:
    """The attempts with their verdicts, in the same order. others: attempts that are not shown, but known; planted: the
    answer that the instance was made from, against which shares are told where nobody found one."""
    everything = [*attempts, *others]
    proof = _proof(question, everything)
    known = verified_answers(everything)
    if not known and planted is not None and not question.puzzle.verify(question.instance, planted, **question.rules):
        known = [planted]
    runs = (_judge_attempt(question, one, everything, proof, unique) for one in attempts)
    shares = (derived_share(question, one, known) for one in attempts)
    return tuple(replace(run, derived=share) for run, share in zip(runs, shares, strict=True))


def verdict(runs: Sequence[Run]) -> str:
    """agree, disagree or incomplete, over all runs of one instance."""
    if any(run.verdict == "wrong" for run in runs):
        return "disagree"
    definite = {run.searcher for run in runs if run.verdict in ("correct", "unproved")}
    return "agree" if len(definite) >= 2 else "incomplete"


def verified_answers(attempts: Sequence[Attempt]) -> list[Answer]:
    """Every different answer that keeps all rules, in the order found."""
    answers: list[Answer] = []
    for one in attempts:
        answers += [known.answer for known in one.answers if not known.broken and known.answer not in answers]
    return answers


def _proof(question: Question, attempts: Sequence[Attempt]) -> str | None:
    """A rule of some formulation in use that shows by itself that there is no solution, or rows that do together."""
    claims = [one for one in attempts if one.outcome.status is Status.UNSATISFIABLE]
    models = {name: question.model(name) for name in dict.fromkeys(one.entrant.formulation for one in claims)}
    rows = (describe_infeasible_row(question, m) for m in models.values())
    clash = question.puzzle.clash
    words = None if clash is None else partial(clash, question.instance)
    together = (
        contradiction(models[one.entrant.formulation], one.outcome.certificate, words)
        for one in claims
        if one.outcome.certificate is not None
    )
    return next(filter(None, chain(together, rows)), None)


def _judge_attempt(
    question: Question, one: Attempt, everything: Sequence[Attempt], proof: str | None, unique: bool
) -> Run:
    outcome, broken = one.outcome, tuple(rule for known in one.answers for rule in known.broken)
    told = [question.puzzle.answer_json(known.answer) for known in one.answers]
    claim = _claims_unique(one) if unique else None
    opinion, evidence, note = _opinion(one, everything, proof, claim)
    if is_refuted(question, one, everything):
        opinion, evidence, note = "wrong", "verified", "propagation found a piece that a verified answer does not have"
    return Run(
        backend=one.entrant.backend,
        engine=outcome.engine or one.entrant.backend,
        version=outcome.version,
        formulation=one.entrant.formulation,
        status=outcome.status.value,
        verdict=opinion,
        evidence=evidence,
        encoding=outcome.encoding or None,
        profile=profile_of(question, one.entrant),
        unique=claim,
        objective=outcome.objective,
        bound=outcome.bound,
        special=one.kind == KIND,
        complete=resolve_backend(question, one.entrant.backend, one.entrant.options)[0].complete,
        seconds={step: one.seconds.get(step, 0.0) for step in STEPS},
        size={"variables": outcome.size.variables, "rows": outcome.size.rows, "literals": outcome.size.literals},
        answer=told[0] if told else None,
        second=told[1] if len(told) > 1 else None,
        broken=broken,
        stats=outcome.stats,
        note=note if evidence == "proved" else "; ".join(filter(None, (note, outcome.note))),
    )


def _opinion(
    one: Attempt, everything: Sequence[Attempt], proof: str | None, unique: bool | None
) -> tuple[str, str | None, str]:
    """Verdict, evidence, and a note on what contradicts or supports the claim."""
    status = one.outcome.status
    if not status.is_definite:
        return "none", None, ""
    if status is Status.UNSATISFIABLE:
        return _opinion_on_none(everything, proof)
    if any(known.broken for known in one.answers):
        return "wrong", "verified", "the answer breaks a rule"
    cost = one.answers[0].cost
    if cost is not None and one.outcome.objective != cost:
        return "wrong", "verified", f"claims the objective {one.outcome.objective}; its answer comes to {cost}"
    if unique and len(verified_answers(everything)) > 1:
        return "wrong", "verified", "claims one solution, but two different ones were verified"
    if status is Status.OPTIMAL and cost is not None:
        return _opinion_on_optimum(cost, everything)
    return "correct", "verified", ""


def _opinion_on_none(everything: Sequence[Attempt], proof: str | None) -> tuple[str, str | None, str]:
    """`no solution`: refuted by one, shown by a rule, or supported by engines of two kinds that really searched."""
    if verified_answers(everything):
        return "wrong", "verified", "a verified answer is a solution"
    if proof:
        return "correct", "proved", proof
    searched = [a for a in everything if a.outcome.status is Status.UNSATISFIABLE and not a.outcome.by_rule]
    return ("correct", "cross-checked", "") if _are_independent(searched) else ("unproved", "claimed", "")


def _opinion_on_optimum(cost: int, everything: Sequence[Attempt]) -> tuple[str, str | None, str]:
    """`optimal`: refuted by a better verified answer, supported by engines of two kinds."""
    costs = [known.cost for a in everything for known in a.answers if not known.broken and known.cost is not None]
    if min(costs) < cost:
        return "wrong", "verified", f"claims {cost} is optimal; {min(costs)} was verified"
    proved = [a for a in everything if a.outcome.status is Status.OPTIMAL and a.outcome.objective == cost]
    if _are_independent(proved):
        return "correct", "cross-checked", ""
    return "correct", "verified", "the answer is verified, that none is better is the claim of one kind of engine"


def _are_independent(attempts: Sequence[Attempt]) -> bool:
    """Are there two of different kind that do not rest on the same work of ours?"""
    return any(a.kind != b.kind and not _foundations(a) & _foundations(b) for a, b in combinations(attempts, 2))


def _foundations(one: Attempt) -> frozenset[str]:
    """What the engine was given, or is: our propagation, our elimination modulo 2."""
    eliminated = one.kind == "algebra" or one.entrant.formulation in FORMS
    return frozenset(["propagation"] * (one.outcome.fixed is not None) + ["elimination"] * eliminated)


def _claims_unique(one: Attempt) -> bool | None:
    """What the attempt says of uniqueness: two answers settle it, one needs completeness."""
    if len(one.answers) > 1:
        return False
    return True if one.answers and one.complete else None
