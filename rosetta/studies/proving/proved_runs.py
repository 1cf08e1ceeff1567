"""Runs that were judged, with what was proved of their claims, or refuted: for all runs on a question at once.

a run claims "none is better"     proved            its label says so, and the caveat of a lone engine goes
                                  counterexample    it is wrong
                                  neither           as it was

A counterexample is an attempt like any other (`refuting_attempts`): judged with the others, it is shown, and refutes
whatever it contradicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backends.contract import Limits, Options, Outcome, Status, Values
from backends.justifying.refutation import SOLVER
from models.neutral import Model, objective_value
from report.comparison.records import Run, ShownProof
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Evidence, Verdict
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer
from rosetta.studies.judging.judge import label_as_proved
from rosetta.studies.refuting.prove import CLAIMS, ClaimProof, prove_claims


def prove_runs(
    question: Question,
    attempts: Sequence[Attempt],
    runs: Sequence[Run],
    limits: Limits,
    progress: Progress = ignore_progress,
    again: bool = False,
    unique: bool = False,
) -> tuple[ClaimProof, ...]:
    """Proofs of what the runs claim and is not proved yet. attempts: those of the runs; limits: of each claim; again:
    also of what is proved already, by a certificate of another kind; unique: also that there is no other answer, where
    that was asked and no run could say."""
    wanted = frozenset(claim for run in runs for claim in claims_of_run(run, again))
    wanted |= frozenset(["unique"]) if unique and is_uniqueness_open(runs) else frozenset()
    if not wanted:
        return ()
    formulation, values = _best_answer(attempts, runs)
    return prove_claims(question, formulation, wanted, values, limits, progress)


def is_uniqueness_open(runs: Sequence[Run]) -> bool:
    """Is there a verified answer, and does no run say whether there is another?"""
    answered = [run for run in runs if run.answer is not None and run.verdict != Verdict.WRONG]
    return bool(answered) and all(run.unique is None for run in answered)


def claims_left(
    runs: Sequence[Run], proofs: Sequence[ShownProof], unique: bool = False, differ: bool = False
) -> frozenset[str]:
    """What is to be proved and is not, after all was tried. unique: was that asked? differ: do verified answers?"""
    left = frozenset(claim for run in runs for claim in claims_of_run(run))
    proved = {proof.claim for proof in proofs if proof.is_proved}
    is_open = unique and not differ and "unique" not in proved and is_uniqueness_open(runs)
    return left | {"unique"} if is_open else left


def refuting_attempts(question: Question, proofs: Sequence[ClaimProof]) -> tuple[Attempt, ...]:
    """The counterexamples that were found, each as an attempt that found it."""
    return tuple(
        refuting_attempt(question, proof.stated.formulation, proof.stated.model, proof.counterexample)
        for proof in proofs
        if proof.counterexample is not None
    )


def refuting_attempt(question: Question, formulation: str, stated: Model, values: Values) -> Attempt:
    """A counterexample as an attempt that found it. stated: the model of the claim, in that formulation."""
    model = question.model(formulation)
    cost = objective_value(model, values[: model.variables + 1])  # a claim may have added variables of the answer
    found = CheckedAnswer(question.answer(stated, values), cost, ())
    outcome = Outcome(Status.SATISFIED, values, objective=cost, engine=SOLVER)
    return Attempt(resolve_entrant(question, f"cnf:{SOLVER}", formulation, Options()), outcome, {}, (found,))


def claims_of_run(run: Run, again: bool = False) -> frozenset[str]:
    """Which of CLAIMS the run makes and nothing refuted, without those that are proved. again: with them."""
    if run.verdict == Verdict.WRONG:
        return frozenset()
    made = {
        "answer": run.status == Status.UNSATISFIABLE or (again and bool(run.impossible_row)),
        "optimal": run.claims.optimal is not None,
        "unique": run.unique is True and run.claims.unique is not None,
        "count": run.claims.count is not None,
    }
    return frozenset(
        name for name, is_made in made.items() if is_made and (again or getattr(run.claims, name) != Evidence.PROVED)
    )


def label_run(run: Run, proofs: Sequence[ClaimProof]) -> Run:
    """The run with the labels that the proofs of its claims give it."""
    for proof in proofs:
        if proof.claim not in claims_of_run(run):
            continue
        if proof.is_proved:
            run = label_as_proved(run, proof.claim)
        elif proof.counterexample is not None:
            run = _refute_run(run, proof.claim)
    return run


def _refute_run(run: Run, claim: str) -> Run:
    why = f"claims `{CLAIMS[claim]}`; an answer that keeps all rules and refutes that was found while proving it"
    note = "; ".join(filter(None, (why, run.note)))
    unique = False if claim in ("unique", "count") else run.unique
    return replace(
        run,
        verdict=Verdict.WRONG,
        evidence=Evidence.VERIFIED,
        note=note,
        unique=unique,
        claims=replace(run.claims, **{claim: None}),
    )


def _best_answer(attempts: Sequence[Attempt], runs: Sequence[Run]) -> tuple[str, tuple[Values, ...]]:
    """A formulation, and the assignment of the cheapest verified answer in it; none where there is no such answer, or
    only the puzzle's own solvers have it, which do not give an assignment."""
    found = [
        (attempt.answers[0].cost or 0, attempt.entrant.formulation, attempt.outcome.values)
        for attempt, run in zip(attempts, runs, strict=True)
        if run.verdict != Verdict.WRONG and attempt.answers and not attempt.answers[0].broken
    ]
    least = min((cost for cost, _, _ in found), default=0)
    for cost, formulation, values in found:
        if cost == least and values is not None:  # a dearer one would make "none is better" of the cheaper one wrong
            return formulation, (values,)
    denying = [run.formulation for run in runs if run.status == Status.UNSATISFIABLE or run.impossible_row]
    return (denying or [runs[0].formulation])[0], ()
