"""An entrant is resolved once: its backend, its kind, and all of its options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends import profiles, registry
from backends.contract import Limits, Options
from backends.profile_table import PROFILE, TunedLine
from backends.profiles import DEFAULT, TUNED
from backends.registry import UnknownBackend
from instances.resolve import resolve
from models.neutral import Form, Model
from models.puzzles.registry import puzzle
from rosetta.studies.asking import entrants as resolved
from rosetta.studies.asking.entrants import engines_of_other_kinds, resolve_entrant, resolve_entrants
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import Plan, compare


def question(name: str, what: str) -> Question:
    return Question(puzzle(name), resolve(name, what).instance)


def test_a_name_a_formulation_and_options_become_an_entrant():
    """The solver of the name, the encodings of the formulation, below those asked for, and a presolve."""
    board = question("lightsout", "4")
    entrant = resolve_entrant(board, "cnf:glucose42", "merged", Options(encodings={Form.PARITY: "parity-tree"}))
    assert (entrant.name, entrant.backend.name, entrant.kind, entrant.complete) == ("cnf:glucose42", "cnf", "sat", True)
    assert (entrant.options.solver, entrant.options.presolve) == ("glucose42", "merged")
    assert entrant.options.encodings == {Form.PARITY: "parity-tree"}
    extras = replace(board.puzzle.extras, encodings={"native": {"parity": "parity-direct"}})
    encoded = Question(replace(board.puzzle, extras=extras), board.instance)
    named = Options(encodings={Form.AT_MOST_ONE: "ladder"})
    expected = {Form.PARITY: "parity-direct", Form.AT_MOST_ONE: "ladder"}
    assert resolve_entrant(encoded, "cnf", "native", named).options.encodings == expected
    assert resolve_entrant(encoded, "cnf", "merged", named).options.encodings == named.encodings
    assert not resolve_entrant(board, "propagate", "native").complete
    assert resolve_entrant(board, "gf2", "native").counts
    assert not resolve_entrant(board, "cnf", "native").counts


def test_a_puzzle_s_own_solver_reads_the_instance():
    """So nothing is presolved for it."""
    entrant = resolve_entrant(question("lightsout", "4"), "polynomial", "merged")
    assert (entrant.special, entrant.options.presolve, entrant.profile) == (True, None, DEFAULT)


@pytest.fixture
def tuned_for_small_tents(monkeypatch):
    """A table of our own: no test depends on what was measured, and at which sizes."""
    chosen = {"cpsat": {"linearization_level": "0"}, "cnf": {"solver": "minisat22"}}
    table = tuple(TunedLine(PROFILE, name, "tents", 30, 40, each, 2.0, 2.0) for name, each in chosen.items())
    monkeypatch.setattr(profiles, "table", lambda: table)


def test_the_profile_is_the_one_that_it_runs_with(tuned_for_small_tents):
    """Where nothing is tuned it is the default one; what was asked for stays, for second opinions."""
    board = question("tents", "6")
    tuned = resolve_entrant(board, "cpsat", "default", Options(profile=TUNED))
    untuned = resolve_entrant(board, "gf2", "default", Options(profile=TUNED))
    assert (tuned.profile, tuned.options.profile) == (TUNED, TUNED)
    assert (untuned.profile, untuned.options.profile) == (DEFAULT, TUNED)


def test_the_size_of_the_board_settles_what_is_tuned(tuned_for_small_tents):
    """It is counted as campaigns count it, and reaches whoever looks the parameters up. A model that somebody stated is
    of no board, whatever its name."""
    stated = Model("tents")
    stated.any("one of them", stated.bools("x", 36))
    _, of_model = question_about_model(stated)
    boards = [(question("tents", what), cells) for what, cells in (("6", 36), ("5x6", 30), ("5", 25), ("5x9", 45))]
    for board, cells in [*boards, (of_model, None)]:
        formulation = next(iter(board.puzzle.formulations))
        entrant = resolve_entrant(board, "cpsat", formulation, Options(profile=TUNED))
        assert (board.cells, entrant.options.cells) == (cells, cells)
        assert entrant.profile == (TUNED if cells in (30, 36) else DEFAULT)
        profiles_run = [each.profile for each in resolve_entrants(board, ["cpsat"], [formulation], Options())]
        assert profiles_run == ([DEFAULT, TUNED] if cells in (30, 36) else [DEFAULT])
    assert question("lightsout", "4x5").cells == 20


def test_an_unknown_name_is_refused():
    for name in ("nothing", "hybrid:nothing", "gf2:nothing"):
        with pytest.raises(UnknownBackend, match=f"unknown backend '{name}'"):
            resolve_entrant(question("tents", "6"), name, "default")


def test_second_opinions_come_from_other_kinds():
    assert [backend.name for backend in engines_of_other_kinds("sat")] == ["cpsat", "clingo", "highs"]
    assert [backend.name for backend in engines_of_other_kinds("algebra")] == ["cnf", "cpsat", "clingo", "highs"]


@pytest.mark.sample(0.125)
def test_a_comparison_looks_up_each_name_once(monkeypatch, tuned_for_small_tents):
    """However many formulations, profiles, rounds and verdicts there are."""
    looked_up: list[str] = []
    split = registry.split_name
    monkeypatch.setattr(resolved, "split_name", lambda name, options: looked_up.append(name) or split(name, options))
    board = question("tents", "6")
    entrants = resolve_entrants(board, ["cnf", "cpsat"], ["default", "source-ilp"], Options(profile=TUNED))
    assert len(entrants) > 4
    compare(board, resolve("tents", "6"), Plan(entrants, Limits(seconds=60.0), unique=True, repeat=2), "")
    assert looked_up == ["cnf", "cpsat"]
