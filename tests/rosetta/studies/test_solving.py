"""Whom `solve` asks for a second opinion, about what, and whose it takes."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from backends.contract import Limits, Options, Outcome, Status
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies import solving
from rosetta.studies.attempts import Attempt
from rosetta.studies.entrants import Entrant, resolve_entrant
from rosetta.studies.question import Question
from rosetta.studies.solving import CHEAP, GENERAL_BACKENDS, SMALL, default_backends, solve

TENTS = Question(puzzle("tents"), resolve("tents", "4x4:cbaea,1,1,0,2,0,2,0,2").instance)
LIGHTS = Question(puzzle("lightsout"), resolve("lightsout", "3").instance)
NO = Status.UNSATISFIABLE


@pytest.fixture
def scripted(monkeypatch):
    """`scripted(question, statuses by backend, first)`: solve with these outcomes, judged so; who was asked, and the
    witness."""

    def run(question, statuses, first, judged=("unproved", "unsatisfiable", "claimed"), seconds=0.0, options=None):
        asked: list[Entrant] = []

        def attempt(_, entrant, limits, progress):
            asked.append(entrant)
            return Attempt(entrant, Outcome(statuses[entrant.name]), {"solve": seconds})

        def judge_attempts(_, attempts):
            verdict, status, evidence = judged
            return [SimpleNamespace(backend=a.entrant.name, verdict=verdict, status=status, evidence=evidence,
                                    impossible_row=None)
                    for a in attempts]  # fmt: skip

        monkeypatch.setattr(solving, "attempt", attempt)
        monkeypatch.setattr(solving, "judge_attempts", judge_attempts)
        formulation = next(iter(question.puzzle.formulations))
        solved = solve(question, resolve_entrant(question, first, formulation, options or Options()), Limits())
        assert solved.run.backend == first
        return asked[1:], None if solved.witness is None else solved.witness.backend

    return run


@pytest.mark.parametrize(
    ("first", "statuses", "asked", "witness"),
    [
        ("cnf", {"cpsat": NO}, ["cpsat"], "cpsat"),  # not cnf again
        ("minicard", {"cpsat": NO}, ["cpsat"], "cpsat"),  # nor another SAT solver
        ("highs", {"cnf": NO}, ["cnf"], "cnf"),
        ("cpsat", {"cnf": Status.UNKNOWN, "highs": NO}, ["cnf", "highs"], "highs"),
        ("cpsat", {"cnf": Status.SATISFIED, "highs": Status.UNKNOWN}, ["cnf", "highs"], "cnf"),
        ("cpsat", {"cnf": Status.UNKNOWN, "highs": Status.SATISFIED}, ["cnf", "highs"], "highs"),
        ("cpsat", {"cnf": Status.UNKNOWN, "highs": Status.ERROR}, ["cnf", "highs"], "cnf"),
    ],
)
def test_no_solution_is_put_to_engines_of_other_kinds(scripted, first, statuses, asked, witness):
    """One after the other until one says the same; else the last that decided it, or the first that was asked."""
    entrants, by = scripted(TENTS, {first: NO, **statuses}, first)
    assert ([entrant.name for entrant in entrants], by) == (asked, witness)


@pytest.mark.parametrize(
    ("cells", "first"), [(SMALL, "cnf"), (SMALL + 1, GENERAL_BACKENDS[0]), (None, GENERAL_BACKENDS[0])]
)
def test_small_boards_are_put_to_the_engine_that_starts_quickest(cells, first):
    question = SimpleNamespace(puzzle=TENTS.puzzle, instance=TENTS.instance, cells=cells)
    assert default_backends(question)[0] == first
    assert {"cnf", *GENERAL_BACKENDS} == set(default_backends(question))


def test_a_second_engine_has_options_of_its_own(scripted):
    """Not the solver and the parameters of the first one, but its profile and encodings, for the same board."""
    options = Options(solver="glucose42", parameters={"no": "such"}, profile="tuned")
    (second,), _ = scripted(TENTS, {"cnf": NO, "cpsat": NO}, "cnf", options=options)
    assert second.options == replace(options, solver=None, parameters={}, cells=16)


@pytest.mark.parametrize(
    ("judged", "seconds", "again"),
    [
        (("correct", "optimal", "verified"), CHEAP / 2, True),
        (("correct", "optimal", "verified"), CHEAP, False),
        (("correct", "optimal", "cross-checked"), CHEAP / 2, False),
        (("correct", "satisfied", "verified"), CHEAP / 2, False),
        (("correct", "unsatisfiable", "proved"), CHEAP / 2, False),
        (("wrong", "optimal", "proved"), CHEAP / 2, False),
    ],
)
def test_a_minimum_is_put_to_the_puzzles_own_solvers_where_that_is_cheap(scripted, judged, seconds, again):
    """Only what one engine alone calls the least."""
    own = [solver.name for solver in LIGHTS.puzzle.extras.solvers]
    statuses = {"cpsat": Status.OPTIMAL, **dict.fromkeys(own, Status.OPTIMAL)}
    entrants, witness = scripted(LIGHTS, statuses, "cpsat", judged, seconds)
    assert [entrant.name for entrant in entrants] == (own[:1] if again else [])
    assert witness == (own[0] if again else None)
