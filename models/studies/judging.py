"""Judging attempts: no answer rests on one solver's word.

    an answer that keeps all rules                      correct, verified
    "no solution", and a row shows why by itself        correct, proved        (a sum that cannot be reached)
    "no solution", by engines of two kinds              correct, cross-checked
    "no solution", by one kind                          unproved, claimed
    an answer that breaks a rule                        wrong
    "no solution", "optimal" or "unique" contradicted   wrong
    by a verified answer

Only verified answers contradict anybody: two claims that differ are settled by an assignment, or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from backends.contract import Status
from models.neutral import Block, Kind, Model
from models.neutral.door import where_is
from models.puzzles.contract import Answer
from models.studies.attempts import Attempt, Question
from report.records import Run


def judged(question: Question, attempts: Sequence[Attempt], unique: bool = False) -> tuple[Run, ...]:
    """The attempts with their verdicts, in the same order."""
    proof = unreachable(question.model(attempts[0].entrant.formulation)) if attempts else None
    return tuple(_judged(question, one, attempts, proof, unique) for one in attempts)


def verdict(runs: Sequence[Run]) -> str:
    """agree, disagree or incomplete, over all runs of one instance."""
    if any(run.verdict == "wrong" for run in runs):
        return "disagree"
    definite = {run.engine for run in runs if run.verdict in ("correct", "unproved")}
    return "agree" if len(definite) >= 2 else "incomplete"


def established(runs: Sequence[Run]) -> bool:
    """Does some run give an answer that needs no belief?"""
    return any(run.verdict == "correct" for run in runs)


def verified_answers(attempts: Sequence[Attempt]) -> list[Answer]:
    """Every different answer that keeps all rules, in the order found."""
    answers: list[Answer] = []
    for one in attempts:
        answers += [answer for answer, broken in one.answers if not broken and answer not in answers]
    return answers


def unreachable(model: Model) -> str | None:
    """A rule that no assignment keeps, seen from one row alone: a certificate that needs no solver."""
    for block in model.blocks:
        least, most = model.reach(block)
        bad = (least > block.hi) | (most < block.lo)
        if block.kind is Kind.PARITY:
            bad = (block.rows.lengths == 0) & (block.lo == 1)
        if block.coefs is not None:
            bad |= ~_divisible(block)
        if block.when is None and bad.any():
            row = int(bad.argmax())
            return f"{where_is(block, row)}: no assignment brings it to {block.lo[row]}..{block.hi[row]}"
    return None


def _divisible(block: Block) -> NDArray[np.bool_]:
    """Is there a multiple of the greatest common divisor of a row's coefficients between its bounds?"""
    divisors = [math.gcd(*block.coefs[a:b].tolist()) or 1 for a, b in pairwise(block.rows.starts.tolist())]
    return block.hi // divisors * divisors >= block.lo


def _judged(question: Question, one: Attempt, all_of: Sequence[Attempt], proof: str | None, unique: bool) -> Run:
    outcome, broken = one.outcome, tuple(rule for _, rules in one.answers for rule in rules)
    answers = [answer for answer, _ in one.answers]
    claim = _claims_unique(one) if unique else None
    opinion, evidence, note = _opinion(one, all_of, proof, broken, claim)
    return Run(
        backend=one.entrant.backend,
        engine=outcome.engine or one.entrant.backend,
        version=outcome.version,
        formulation=one.entrant.formulation,
        status=outcome.status.value,
        verdict=opinion,
        evidence=evidence,
        encoding=one.outcome.encoding or None,
        profile=one.entrant.options.profile,
        unique=claim,
        objective=outcome.objective,
        bound=outcome.bound,
        seconds={step: one.seconds.get(step, 0.0) for step in ("build", "lower", "load", "solve", "decode", "verify")},
        size={"variables": outcome.size.variables, "rows": outcome.size.rows, "literals": outcome.size.literals},
        answer=question.puzzle.answer_json(answers[0]) if answers else None,
        second=question.puzzle.answer_json(answers[1]) if len(answers) > 1 else None,
        broken=broken,
        stats=outcome.stats,
        note="; ".join(filter(None, (note, outcome.note))),
    )


def _opinion(
    one: Attempt, all_of: Sequence[Attempt], proof: str | None, broken: tuple[str, ...], unique: bool | None
) -> tuple[str, str | None, str]:
    """Verdict, evidence, and a note on what contradicts or supports the claim."""
    status, known = one.outcome.status, verified_answers(all_of)
    if not status.definite:
        return "none", None, ""
    if broken:
        return "wrong", "verified", "the answer breaks a rule"
    if status is Status.UNSATISFIABLE:
        if known:
            return "wrong", "verified", "another backend's verified answer is a solution"
        if proof:
            return "correct", "proved", proof
        kinds = {other.kind for other in all_of if other.outcome.status is Status.UNSATISFIABLE}
        return ("correct", "cross-checked", "") if len(kinds) > 1 else ("unproved", "claimed", "")
    if unique and len(known) > 1:
        return "wrong", "verified", "claims one solution, but two different ones were verified"
    costs = [
        a.outcome.objective for a in all_of if a.answers and not a.answers[0][1] and a.outcome.objective is not None
    ]
    if status is Status.OPTIMAL and one.outcome.objective is not None and min(costs) < one.outcome.objective:
        return "wrong", "verified", f"claims {one.outcome.objective} is optimal; {min(costs)} was verified"
    return "correct", "verified", ""


def _claims_unique(one: Attempt) -> bool | None:
    """What the attempt says of uniqueness: two answers settle it, one needs completeness."""
    if len(one.answers) > 1:
        return False
    return True if one.answers and one.complete else None
