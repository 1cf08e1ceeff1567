"""Formulations that leave a rule open: "no solution", "no others" and lies are treated as with any other."""

from __future__ import annotations

import pytest

from backends.contract import Limits, Options
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.commands.main import run_verb
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing import compare
from rosetta.studies.solving.listing import list_answers
from rosetta.studies.solving.solve import choose_entrants, solve
from tests.support import fakes

NONE = "2x2t0:3333"  # four cells with three lines each: no loop
UNIQUE = "6x6t0:2323f3211111b123a32321a2e2"
LIMITS = Limits(seconds=60)


def question(what: str) -> Question:
    return Question(puzzle("slitherlink"), resolve("slitherlink", what).instance)


def test_a_solver_runs_on_the_formulation_advised_for_it():
    board = question(UNIQUE)
    (own,) = choose_entrants(board, "cpsat", None, Options())
    (general,) = choose_entrants(board, "cnf", None, Options())
    assert (own.formulation, general.formulation) == ("circuit", "lazy")
    both = compare.choose_entrants(board, ["cpsat", "cnf", "highs"], None, Options())
    assert {(entrant.name, entrant.formulation) for entrant in both} == {
        ("cpsat", "circuit"),
        ("cnf", "lazy"),
        ("highs", "lazy"),
    }
    named = compare.choose_entrants(board, ["cpsat", "cnf"], ["flow"], Options())
    assert {entrant.formulation for entrant in named} == {"flow"}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("backend", "formulation"), [("cpsat", "circuit"), ("cnf", "lazy"), ("highs", "lazy")])
def test_no_solution_and_no_others_are_confirmed_by_another_kind(backend, formulation):
    entrant = resolve_entrant(question(NONE), backend, formulation)
    none = solve(question(NONE), entrant, LIMITS)
    assert (none.run.status, none.run.verdict, none.run.evidence) == ("unsatisfiable", "correct", "cross-checked")
    only = list_answers(question(UNIQUE), resolve_entrant(question(UNIQUE), backend, formulation), LIMITS)
    assert (len(only.answers), only.complete, only.broken) == (1, True, ())
    assert only.witness != backend


@pytest.mark.sample(1)
@pytest.mark.parametrize("liar", [fakes.SAYS_NO, fakes.SAYS_ALL_ZERO, fakes.SAYS_ONLY_ONE], ids=lambda b: b.name)
def test_a_liar_is_exposed(fake, liar, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = UNIQUE if liar is not fakes.SAYS_ONLY_ONE else "4"
    code = run_verb("compare", ["slitherlink", board, "--unique", "--backends", f"{fake(liar)},cpsat,cnf"])
    shown = capsys.readouterr()
    assert code == 1, shown.out + shown.err
    assert "WRONG" in shown.out
