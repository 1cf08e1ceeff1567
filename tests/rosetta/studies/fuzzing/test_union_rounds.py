"""Solvers that are wrong on one kind of part are caught in a union, and the part is named; memory stays as it is."""

from __future__ import annotations

import sys
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Status
from backends.running.inside import solve_inside
from models.neutral import Kind, Model, objective_value
from rosetta.studies.fuzzing import union_rounds
from rosetta.studies.fuzzing.fuzz import FuzzPlan, fuzz
from rosetta.studies.fuzzing.recipes import Recipe, draw_parts
from rosetta.studies.fuzzing.tally import FuzzTally
from rosetta.studies.fuzzing.truth import truth_of_parts
from rosetta.studies.fuzzing.union_rounds import UnionAnswer, UnionRequest, run_requests
from rosetta.studies.fuzzing.unions import take_parts
from tests.support.faulty_solvers import LIAR

TOGETHER = 30


def recipe_of(profile: str, priced: bool | None = None) -> Recipe:
    """A union of that profile, with an objective or without one, whichever is asked for."""
    for number in range(0, 40, 2):
        recipe = Recipe(profile, 2, number * TOGETHER, together=TOGETHER)
        if priced is None or (draw_parts(recipe).model.objective is not None) == priced:
            return recipe
    raise AssertionError("no such union")


def answer_of(recipe: Recipe, name: str = "cnf") -> UnionAnswer:
    round = run_requests(UnionRequest((recipe,), (TOGETHER,), (name,), Limits(5)))[0]
    return round.answers[name]


def numbers(recipe: Recipe, parts: np.ndarray) -> set[int]:
    return {recipe.number + int(part) for part in np.flatnonzero(parts)}


def lie(monkeypatch: pytest.MonkeyPatch, change) -> None:
    """The backends say what `change(model, outcome)` makes of their outcomes."""

    def solve(name, model, limits, options):
        return change(model, solve_inside(name, model, limits, options))

    monkeypatch.setattr(union_rounds, "solve_inside", solve)


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", ["cnf", "pb", "ilp", "parity", "mixed"])
def test_honest_solvers_are_left_in_peace(profile):
    """Every part with an answer gets one, and some parts without one are refuted."""
    recipe = recipe_of(profile)
    truth = truth_of_parts(draw_parts(recipe))
    for name in ("cnf", "cpsat", "propagate"):
        answer = answer_of(recipe, name)
        assert not answer.suspects
        assert not answer.whole
        refuted = min(int((truth.solutions == 0).sum()), union_rounds.REFUTED)
        assert sum(answer.statuses.values()) == (truth.solutions > 0).sum() + refuted
        if name != "propagate":
            assert answer.statuses["unsatisfiable"] + answer.statuses["not-asked"] == refuted


def test_no_solution_is_blamed_on_the_part_that_sets_it_off(monkeypatch):
    """It is found by halving: the solver lies about every model that has an odd row of two literals."""

    def sets_off(model: Model) -> bool:
        return any(((b.rows.lengths == 2) & (b.lo == 1)).any() for b in model.blocks if b.kind is Kind.PARITY)

    denial = Outcome(Status.UNSATISFIABLE)
    lie(monkeypatch, lambda model, outcome: denial if sets_off(model) else outcome)
    recipe = recipe_of("parity", priced=False)
    union = draw_parts(recipe)
    alone = [take_parts(union, np.arange(TOGETHER) == part)[0].model for part in range(TOGETHER)]
    guilty = np.array([sets_off(model) for model in alone]) & (truth_of_parts(union).solutions > 0)
    answer = answer_of(recipe)
    assert set(answer.suspects) == numbers(recipe, guilty)
    assert 0 < len(answer.suspects) < TOGETHER
    assert not answer.whole


def test_a_lie_about_the_union_alone_is_told(monkeypatch):
    """Larger models have no solution, it says; no part by itself is that large."""
    lie(monkeypatch, lambda model, outcome: Outcome(Status.UNSATISFIABLE) if model.variables > 100 else outcome)
    answer = answer_of(recipe_of("cnf"))
    assert not answer.suspects
    assert "no solution of a union" in answer.whole[0]


def test_an_answer_that_is_not_the_best_is_blamed_on_its_part(monkeypatch):
    """The first answer without a look at the cost, called optimal."""

    def settle(model: Model, outcome: Outcome) -> Outcome:
        if model.objective is None or outcome.status is not Status.OPTIMAL:
            return outcome
        free = model.copy()
        free.objective = None
        values = solve_inside("cnf", free, Limits(5), union_rounds.Options()).values
        return replace(outcome, values=values, objective=objective_value(model, values), bound=None)

    recipe = recipe_of("pb", priced=True)
    assert not answer_of(recipe, "maxsat").suspects
    lie(monkeypatch, settle)
    answer = answer_of(recipe, "maxsat")
    assert answer.suspects
    assert set(answer.suspects.values()) == {"not the least cost"}


def test_a_broken_row_and_an_answer_where_there_is_none_are_blamed_on_their_parts(monkeypatch):
    """The values that the model's lower bounds are."""

    def low(model: Model, outcome: Outcome) -> Outcome:
        return Outcome(Status.SATISFIED, model.lower.copy())

    lie(monkeypatch, low)
    recipe = recipe_of("cnf")
    union = draw_parts(recipe)
    broken = union_rounds.broken_parts(union, union.model.lower) & (truth_of_parts(union).solutions > 0)
    suspects = answer_of(recipe).suspects
    assert {each for each, why in suspects.items() if why == "breaks a row"} == numbers(recipe, broken)
    assert "an answer, but there is none" in suspects.values()


def test_a_literal_that_does_not_follow_is_blamed_on_its_part(monkeypatch):
    recipe = recipe_of("cnf")
    union = draw_parts(recipe)

    def derive(model: Model, outcome: Outcome) -> Outcome:
        return replace(outcome, fixed=np.array([1, -1], np.int32))  # of the first part with an answer

    lie(monkeypatch, derive)
    first = np.flatnonzero(truth_of_parts(union).solutions > 0)[0]
    assert set(answer_of(recipe, "propagate").suspects) == {recipe.number + int(first)}


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_what_is_wrong_alone_is_shrunk_and_written(tmp_path):
    """A program that lies about clauses of three and of two literals: its bundle has two rows."""
    program, folder = tmp_path / "liar", tmp_path / "found"
    program.write_text(LIAR.format(python=sys.executable))
    program.chmod(0o755)
    tally = FuzzTally()
    plan = FuzzPlan((f"external:{program}", "cnf"), ("cnf",), 1, Limits(10), folder, models=8, together=2)
    fuzz(plan, tally)
    assert tally.wrong
    assert tally.backends[f"external:{program}"].wrong
    assert not tally.backends["cnf"].wrong
    assert all("2 together" in said for said in tally.wrong)
    assert any("on 2 rows" in said for said in tally.wrong)


@pytest.mark.sample(0.125)
def test_memory_does_not_grow():
    """Of a round nothing stays."""
    recipes = [Recipe("mixed", 1, number * TOGETHER, together=TOGETHER) for number in range(24)]
    run_requests(UnionRequest(tuple(recipes[:4]), (TOGETHER,) * 4, ("propagate", "cnf"), Limits(5)))
    tracemalloc.start()
    try:
        sizes = []
        for recipe in recipes[4:]:
            answer_of(recipe, "propagate")
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[-1] - sizes[4] < 500_000


@pytest.mark.sample(1)
@pytest.mark.parametrize(("profile", "number"), [("ilp", 21_000), ("mixed", 25_800)])
def test_highs_denies_no_union_of_large_coefficients(profile, number):
    """Through scipy 1.17.1 it calls these infeasible, with and without presolve; every half of them it answers."""
    recipe = Recipe(profile, 41, number, together=200)
    answer = run_requests(UnionRequest((recipe,), (200,), ("highs",), Limits(20)))[0].answers["highs"]
    assert (answer.whole, answer.suspects) == ([], {})
    assert answer.statuses["optimal"] + answer.statuses["satisfied"] > 100
