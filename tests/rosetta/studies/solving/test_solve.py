"""Whom `solve` asks for a second opinion, about what, and whose it takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from backends.contract import Limits, Options, Outcome, Status
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from report.comparison.records import Claims, Run
from rosetta.foundation.vocabulary import Caveat
from rosetta.studies.asking.entrants import Entrant, resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explained_formulation
from rosetta.studies.judging.attempts import Attempt
from rosetta.studies.solving import second_opinions
from rosetta.studies.solving import solve as solving
from rosetta.studies.solving.second_opinions import ON_OPTIMA
from rosetta.studies.solving.solve import GENERAL_BACKENDS, SMALL, default_backends, solve

TENTS = Question(puzzle("tents"), resolve("tents", "4x4:cbaea,1,1,0,2,0,2,0,2").instance)
LIGHTS = Question(puzzle("lightsout"), resolve("lightsout", "3").instance, {"any": "no"})
NO = Status.UNSATISFIABLE
UNKNOWN = Status.UNKNOWN
NONE = Claims("claimed")


@dataclass(frozen=True)
class Judged:
    """As much of a run as `solve` reads."""

    backend: str
    verdict: str
    claims: Claims
    status: str = "optimal"
    objective: int | None = None
    impossible_row: str | None = None

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        return Run.caveats.fget(self)


@pytest.fixture
def scripted(monkeypatch):
    """`scripted(question, statuses by backend, first)`: solve with these outcomes, the first claiming so; who was
    asked, within which limits, and what came of it."""

    def run(question, statuses, first, claims=NONE, verdict="unproved", options=None, took=0.0, **judged):
        asked: list[tuple[Entrant, float]] = []
        clock = [100.0]

        def attempt(_, entrant, limits, progress):
            asked.append((entrant, limits.seconds))
            clock[0] += took if len(asked) > 1 else 0.0
            return Attempt(entrant, Outcome(statuses[entrant.name]), {})

        def judge_attempts(_, attempts):
            return [Judged(each.entrant.name, verdict, claims, **judged) for each in attempts]

        for module in (solving, second_opinions):
            monkeypatch.setattr(module, "attempt", attempt)
            monkeypatch.setattr(module, "work_seconds", lambda: clock[0])
        monkeypatch.setattr(solving, "judge_attempts", judge_attempts)
        formulation = next(iter(question.puzzle.formulations))
        solved = solve(question, resolve_entrant(question, first, formulation, options or Options()), Limits(12.0))
        assert solved.run.backend == first
        return asked[1:], solved

    return run


def witness_of(solved):
    return None if solved.witness is None else solved.witness.backend


@pytest.mark.parametrize(
    ("first", "statuses", "asked", "witness"),
    [
        ("cnf", {"cpsat": NO}, ["cpsat"], "cpsat"),  # not cnf again
        ("minicard", {"cpsat": NO}, ["cpsat"], "cpsat"),  # nor another SAT solver
        ("highs", {"cnf": NO}, ["cnf"], "cnf"),
        ("cpsat", {"cnf": UNKNOWN, "clingo": UNKNOWN, "highs": NO}, ["cnf", "clingo", "highs"], "highs"),
        ("cpsat", {"cnf": Status.SATISFIED, "clingo": UNKNOWN, "highs": UNKNOWN}, ["cnf", "clingo", "highs"], "cnf"),
        ("cpsat", {"cnf": UNKNOWN, "clingo": UNKNOWN, "highs": Status.SATISFIED}, ["cnf", "clingo", "highs"], "highs"),
        ("cpsat", {"cnf": UNKNOWN, "clingo": UNKNOWN, "highs": Status.ERROR}, ["cnf", "clingo", "highs"], "cnf"),
    ],
)
def test_no_solution_is_put_to_engines_of_other_kinds(scripted, first, statuses, asked, witness):
    """One after the other until one says the same; else the last that decided it, or the first that was asked."""
    entrants, solved = scripted(TENTS, {first: NO, **statuses}, first)
    assert ([entrant.name for entrant, _ in entrants], witness_of(solved)) == (asked, witness)


@pytest.mark.parametrize(
    ("cells", "first"), [(SMALL, "cnf"), (SMALL + 1, GENERAL_BACKENDS[0]), (None, GENERAL_BACKENDS[0])]
)
def test_small_boards_are_put_to_the_engine_that_starts_quickest(cells, first):
    question = SimpleNamespace(puzzle=TENTS.puzzle, instance=TENTS.instance, cells=cells, state_model=TENTS.state_model)
    assert default_backends(question)[0] == first
    assert {"cnf", *GENERAL_BACKENDS} == set(default_backends(question))


@pytest.mark.parametrize(
    ("size", "density", "first"),
    [
        ((30, 30), {}, "cnf"),
        ((199, 199), {}, "cnf"),
        ((200, 200), {}, "windows"),
        ((100, 400), {}, "windows"),
        ((200, 200), {"bare": 2, "numbered": 2}, "windows"),
        ((190, 190), {"bare": 2, "numbered": 2}, "cnf"),
    ],
)
def test_akari_is_put_to_windows_from_the_measured_size_on(size, density, first):
    """Whatever the shape and the walls; below, to the engine that starts first (docs/measurements/performance.md)."""
    record = puzzle("akari")
    assert default_backends(Question(record, record.generate(size, 0, **density)[0]))[0] == first


@pytest.mark.parametrize(
    ("size", "first", "formulation"),
    [
        ((39, 41), ["cnf", "cpsat"], "default"),
        ((40, 40), ["cnf", "cpsat"], "borders"),
        ((50, 80), ["cnf", "cpsat"], "borders"),
        ((90, 100), ["cnf", "cpsat"], "borders"),
        ((91, 100), ["recombine", "cnf"], "default"),
    ],
)
def test_large_boards_of_tents_are_given_to_sat_with_counts_at_borders(size, first, formulation):
    """Beyond the sizes that SAT decides soon, local search on the clues as stated, which proves nothing, comes
    first."""
    record = puzzle("tents")
    question = Question(record, record.generate(size, 0)[0])
    assert list(default_backends(question))[: len(first)] == first
    entrant = resolve_entrant(question, first[0], None)
    assert (entrant.formulation, entrant.complete) == (formulation, first[0] == "cnf")
    assert explained_formulation(question) == "default"  # what a person reads


def test_where_one_row_cannot_hold_nobody_else_is_asked(monkeypatch):
    """A tree without a free cell: the row proves it, and the answer rests on no engine."""
    question = Question(TENTS.puzzle, resolve("tents", "2x1:___,0,0,0").instance)
    monkeypatch.setattr(solving, "ask_others", None)
    solved = solve(question, resolve_entrant(question, "cnf", "default"), Limits(60.0))
    assert (solved.run.verdict, solved.run.evidence, solved.run.claims) == ("correct", "proved", Claims("proved"))
    assert (solved.answers, solved.witness, solved.values) == ((), None, None)


def test_a_second_engine_has_options_of_its_own(scripted):
    """Not the solver and the parameters of the first one, but its profile and encodings, for the same board."""
    options = Options(solver="glucose42", parameters={"no": "such"}, profile="tuned")
    ((second, _),), _ = scripted(TENTS, {"cnf": NO, "cpsat": NO}, "cnf", options=options)
    assert second.options == replace(options, solver=None, parameters={}, cells=16)


@pytest.mark.parametrize(
    ("claims", "verdict", "after"),
    [
        (Claims("verified", optimal="claimed"), "unproved", "unproved"),
        (Claims("verified", optimal="cross-checked"), "correct", "correct"),
        (Claims("verified", optimal="proved"), "correct", "correct"),
        (Claims("verified"), "correct", "correct"),
        (Claims("proved"), "correct", "correct"),
    ],
)
def test_what_one_kind_of_engine_calls_the_best_is_put_to_others(scripted, claims, verdict, after):
    """The puzzle's own solvers first, which fit the board, then one engine of each other kind. What nobody confirms is
    unproved; what needs no second opinion costs nothing."""
    own = [each.name for each in LIGHTS.puzzle.extras.solvers if each.unfit_reason(LIGHTS.instance, any="no") is None]
    statuses = {"cpsat": Status.OPTIMAL, **dict.fromkeys([*own, "highs", "cnf"], Status.UNKNOWN)}
    asked, solved = scripted(LIGHTS, statuses, "cpsat", claims, verdict)
    others = [*own, *(name for name in ON_OPTIMA if name != "cpsat")]
    assert own
    assert [entrant.name for entrant, _ in asked] == (others if claims.optimal == "claimed" else [])
    assert solved.run.verdict == after


@pytest.mark.parametrize(("verdict", "after"), [("correct", "unproved"), ("wrong", "wrong")])
def test_an_answer_that_may_not_be_the_best_is_unproved(scripted, verdict, after):
    """The objective was asked for, and the engine does not say that none is better. A wrong answer stays wrong."""
    judged = {"status": "satisfied", "objective": 7}
    asked, solved = scripted(LIGHTS, {"cpsat": Status.SATISFIED}, "cpsat", Claims("verified"), verdict, **judged)
    assert (asked, solved.run.verdict) == ([], after)


def test_all_second_opinions_share_the_limit_once_more(scripted):
    """Half of what is left for each, as a proof comes after them; what one does not use the next has."""
    asked, solved = scripted(
        TENTS, {"cpsat": NO, "cnf": UNKNOWN, "clingo": UNKNOWN, "highs": UNKNOWN}, "cpsat", took=4.0
    )
    assert ([limit for _, limit in asked], solved.asking) == ([6.0, 4.0, 2.0], 12.0)
