"""Whole comparisons that are to be proved: lying backends are refuted by answers that are shown; what nobody could say
is proved all the same."""

from __future__ import annotations

import pytest

from backends.contract import Limits, Options, Outcome, Status
from backends.cpsat import BACKEND as CPSAT
from backends.justifying.refutation import Refutation, RefutationStatus
from models.neutral import objective_value
from models.puzzles.registry import puzzle
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.comparing.compare import Plan, choose_entrants, compare
from rosetta.studies.proving.proved_runs import claims_left
from rosetta.studies.refuting import prove, worthwhile
from tests.support import fakes

ONE = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"  # Tents with one solution
NONE = "3x3:aaaaa,2,0,2,2,0,1"  # without one


def compare_and_prove(name, what, *backends, unique=False, **choices):
    """The comparison, and what is left to prove."""
    resolved, question = pose_question(puzzle(name), what, 0, choices)
    entrants = choose_entrants(question, backends, None, Options(), "default")
    comparison = compare(question, resolved, Plan(entrants, Limits(60), unique, prove=True), "")
    left = claims_left(comparison.runs, comparison.proofs, unique, comparison.answers_differ)
    return comparison, left


def call_the_worst_best(model, limits, options, tell=None):
    """An answer with as many presses as can be, which it calls the one with the fewest."""
    turned = model.copy()
    turned.objective = None
    turned.minimize("few that are not pressed", -model.boolean_variables)
    values = CPSAT.solve(turned, limits, options).values
    return Outcome(Status.OPTIMAL, values, objective=objective_value(model, values))


def test_a_denial_of_solutions_is_refuted_by_the_solution_that_is_shown(fake):
    """The solver that was to prove it finds one; the rules accept it; the judge says what contradicts."""
    comparison, left = compare_and_prove("tents", ONE, fake(fakes.SAYS_NO))
    (run,) = comparison.runs
    assert (comparison.verdict, run.verdict, run.claims.answer) == ("disagree", "wrong", None)
    assert run.note == "a verified answer is a solution"
    assert [board.title for board in comparison.boards] == ["puzzle", "answer"]
    assert left == frozenset()


def test_a_denial_of_other_solutions_is_refuted_by_another(fake):
    """Both are shown."""
    comparison, left = compare_and_prove("akari", "7", fake(fakes.SAYS_ONLY_ONE), unique=True)
    (run,) = comparison.runs
    assert (run.verdict, run.claims.unique, comparison.answers_differ) == ("wrong", None, True)
    assert "two different ones were verified" in run.note
    assert [board.title for board in comparison.boards] == ["puzzle", "answer", "another answer"]
    assert left == frozenset()


def test_an_optimum_that_is_none_is_refuted_by_a_better_answer(fake):
    """Of a circle of 12 every lamp is pressed; every third is enough."""
    name = fake(fakes.fake_backend("callstheworstbest", call_the_worst_best))
    comparison, _ = compare_and_prove("lightsout", "cycle:12", name)
    lies = [run for run in comparison.runs if run.objective == 12]
    honest = [run for run in comparison.runs if run.objective == 4]
    assert {(run.verdict, run.claims.optimal) for run in lies} == {("wrong", None)}
    assert {(run.verdict, run.claims.optimal) for run in honest} <= {("correct", "proved")}


@pytest.mark.parametrize("lies", [RefutationStatus.SATISFIABLE, RefutationStatus.REFUSED])
def test_a_solver_that_is_wrong_about_its_solution_refutes_nothing(monkeypatch, lies):
    """It says that there is one, and there is none: the claim is neither proved nor refuted."""
    monkeypatch.setattr(prove, "refute", lambda *_, **__: Refutation(lies, "so it says", Options()))
    comparison, left = compare_and_prove("tents", NONE, "cpsat")
    (run,) = comparison.runs
    assert (run.verdict, run.claims.answer, left) == ("unproved", "claimed", {"answer"})


def test_no_proof_makes_a_claim_true_that_an_answer_refutes(fake, monkeypatch):
    """Were the checkers wrong: another backend's answer counts for more."""
    monkeypatch.setattr(prove, "refute", lambda *_, **__: Refutation(RefutationStatus.PROVED, "", Options()))
    comparison, _ = compare_and_prove("akari", "7", fake(fakes.SAYS_ONLY_ONE), "cpsat", unique=True)
    assert {run.claims.unique for run in comparison.runs} <= {None, "verified"}
    assert comparison.runs[0].verdict == "wrong"


@pytest.mark.parametrize(("status", "left"), [(None, set()), (RefutationStatus.UNKNOWN, {"unique"})])
def test_uniqueness_that_no_backend_could_settle_is_proved(fake, monkeypatch, status, left):
    """One that gives an answer, and when it is asked for another gives up."""

    def give_up(model, limits, options, tell=None):
        other = len(model.blocks) > blocks
        return Outcome(Status.UNKNOWN) if other else CPSAT.solve(model, limits, options)

    _, question = pose_question(puzzle("tents"), ONE, 0, {})
    blocks = len(question.model("default").blocks)
    if status is not None:
        monkeypatch.setattr(prove, "refute", lambda *_, **__: Refutation(status, "time limit", Options()))
    comparison, still = compare_and_prove("tents", ONE, fake(fakes.fake_backend("givesup", give_up)), unique=True)
    assert comparison.runs[0].unique is None
    assert [proof.is_proved for proof in comparison.proofs] == [status is None]
    assert still == left


def test_a_certificate_is_proof_enough(monkeypatch):
    """Rows that add up to 0 = 1 were added up again."""
    monkeypatch.setattr(prove, "refute", None)
    comparison, left = compare_and_prove("lightsout", "4", "gf2", lit="0:0")
    assert (comparison.proofs, left, comparison.runs[0].claims.answer) == ((), frozenset(), "proved")


@pytest.mark.parametrize(("share", "proved"), [(1e6, ["unique"]), (1e-9, [])])
def test_long_runs_are_proved_unasked_as_far_as_that_costs_less(monkeypatch, share, proved):
    """Of what was not reached nothing is said."""
    monkeypatch.setattr(worthwhile, "LONG", 0.0)
    monkeypatch.setattr(worthwhile, "SHARE", share)
    resolved, question = pose_question(puzzle("tents"), ONE, 0, {})
    plan = Plan(choose_entrants(question, ["cpsat"], None, Options(), "default"), Limits(60), unique=True)
    comparison = compare(question, resolved, plan, "")
    assert [proof.claim for proof in comparison.proofs if proof.is_proved] == proved
    assert len(comparison.proofs) == len(proved)
    assert comparison.runs[0].claims.unique == ("proved" if proved else "claimed")


def test_short_runs_are_proved_only_where_asked():
    """A proof would cost more than all of the solving."""
    resolved, question = pose_question(puzzle("tents"), ONE, 0, {})
    plan = Plan(choose_entrants(question, ["cpsat"], None, Options(), "default"), Limits(60), unique=True)
    assert compare(question, resolved, plan, "").proofs == ()
