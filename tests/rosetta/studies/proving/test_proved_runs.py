"""Runs of a comparison: what one of them claims is proved for all, and a lie is refuted by an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.contract import Limits, Options, Status
from models.neutral import objective_value
from models.puzzles.registry import puzzle
from report.comparison.json_documents import run_note
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.judging.attempts import CheckedAnswer, attempt
from rosetta.studies.judging.judge import judge_attempts
from rosetta.studies.proving.proved_runs import claims_of_run, label_run, prove_runs
from rosetta.studies.solving.listing import list_answers

LIMITS = Limits(60)
UNIQUE = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"


def attempts_of(name, what, backends=("cpsat",), unique=False):
    """The question, and an attempt by each backend."""
    _, question = pose_question(puzzle(name), what, 0, {})
    formulation = next(iter(question.puzzle.formulations))
    entrants = [resolve_entrant(question, backend, formulation, Options()) for backend in backends]
    return question, [attempt(question, entrant, LIMITS, unique) for entrant in entrants]


def prove_and_label(question, attempts, unique=False):
    """The runs as judged, and as they are after proving."""
    runs = judge_attempts(question, attempts, unique)
    proofs = prove_runs(question, attempts, runs, LIMITS)
    return runs, tuple(label_run(run, proofs) for run in runs), proofs


@pytest.mark.parametrize(
    ("name", "what", "unique", "claim"),
    [
        ("tents", UNIQUE, True, "unique"),
        ("lightsout", "5x5", False, "optimal"),
        ("tents", "3x3:aaaaa,2,0,2,2,0,1", False, "answer"),
    ],
)
@pytest.mark.parametrize("backends", [("cpsat",), ("cpsat", "cnf")])
def test_what_is_claimed_becomes_proved(name, what, unique, claim, backends):
    """By one engine alone, or by two; each claim once, for all of them."""
    question, attempts = attempts_of(name, what, backends, unique)
    before, after, proofs = prove_and_label(question, attempts, unique)
    expected = "claimed" if len(backends) == 1 else "cross-checked"
    assert [getattr(run.claims, claim) for run in before] == [expected] * len(backends)
    assert [proof.claim for proof in proofs] == [claim]
    assert [getattr(run.claims, claim) for run in after] == ["proved"] * len(backends)
    assert {run.verdict for run in after} == {"correct"}
    assert not any(claims_of_run(run) for run in after)
    assert not any("kind of engine" in run_note(run) for run in after)


def test_a_lie_about_no_solution_is_refuted():
    """The solver that is asked for a proof finds a solution; the answer is checked."""
    question, (honest,) = attempts_of("tents", UNIQUE)
    lie = replace(honest, outcome=replace(honest.outcome, status=Status.UNSATISFIABLE, values=None), answers=())
    (before,), (after,), (proof,) = prove_and_label(question, [lie])
    assert (before.verdict, before.claims.answer) == ("unproved", "claimed")
    assert proof.counterexample is not None
    assert (after.verdict, after.claims.answer) == ("wrong", None)
    assert "an answer that keeps all rules and refutes that was found" in after.note


def test_a_lie_about_the_optimum_is_refuted():
    """Of the 16 answers to 4x4 a dear one is called the best."""
    question, (honest,) = attempts_of("lightsout", "4")
    values = max(
        list_answers(question, honest.entrant, LIMITS).values,
        key=lambda each: objective_value(question.model("native"), each),
    )
    model = question.model("native")
    cost = objective_value(model, values)
    outcome = replace(honest.outcome, values=values, objective=cost, bound=None)
    lie = replace(honest, outcome=outcome, answers=(CheckedAnswer(question.answer(model, values), cost, ()),))
    (before,), (after,), _ = prove_and_label(question, [lie])
    assert (before.verdict, before.claims.optimal) == ("unproved", "claimed")
    assert (after.verdict, after.claims.optimal) == ("wrong", None)


def test_a_lie_about_uniqueness_is_refuted():
    """A board with several answers, of which one engine says that it has one."""
    question, (honest,) = attempts_of("akari", "7")
    lie = replace(honest, complete=True)
    (before,), (after,), _ = prove_and_label(question, [lie], unique=True)
    assert (before.unique, before.claims.unique) == (True, "claimed")
    assert (after.verdict, after.unique, after.claims.unique) == ("wrong", False, None)


def test_nothing_claimed_is_nothing_to_prove():
    """One answer, and nobody asked for more."""
    question, attempts = attempts_of("tents", UNIQUE)
    runs, after, proofs = prove_and_label(question, attempts)
    assert (after, proofs) == (runs, ())
