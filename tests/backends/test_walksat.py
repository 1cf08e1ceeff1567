"""Local search as a backend: what it claims, what it leaves open, and its flags on the command line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.contract import Limits, Options, Status, Unsupported
from backends.lowering.clause_form import FORMS
from backends.lowering.clauses import to_clauses
from backends.profiles import resolve_options, supported_parameters
from backends.registry import backend_named, modules
from backends.walking.heuristics import HEURISTICS
from backends.walksat import BACKEND
from models.neutral import Model, evaluate
from models.puzzles.registry import puzzle
from rosetta.commands.main import run_verb

LIMITS = Limits(seconds=60.0)
BOARD = "7x7:bBd1e1cBjBa1f11fBBb"


def pigeons(holes: int) -> Model:
    """One more pigeon than there are holes: no row shows by itself that there is no solution."""
    model = Model("pigeons")
    sits = model.bools("sits", (holes + 1, holes))
    model.any("every pigeon sits", sits)
    model.at_most(1, "one to a hole", sits.T)
    return model


def board(size: int, seed: int) -> Model:
    p, _ = puzzle("akari").generate((size, size), seed)
    return puzzle("akari").formulations["default"](p)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("heuristic", [name for name in HEURISTICS if name != "moms"])
def test_a_board_is_solved_with_every_heuristic_in_every_form(heuristic, form):
    """An assignment that keeps every row; MOMS, which is stuck on most boards, may find none."""
    model = board(7, 0)
    options = Options(parameters={"heuristic": heuristic, "clauses": form, "flips": "1000000"})
    outcome = BACKEND.solve(model, LIMITS, options)
    assert outcome.status is Status.SATISFIED
    assert evaluate(model, outcome.values) == []
    assert outcome.stats["flips"] > 0
    assert (f"clauses={form}" in outcome.encoding) is (form != "any")


def test_what_has_no_solution_is_left_open():
    """`undef`, and never UNSATISFIABLE, with how far it came."""
    outcome = BACKEND.solve(pigeons(4), LIMITS, Options(parameters={"flips": "500", "tries": "3"}))
    assert (outcome.status, outcome.values) == (Status.UNKNOWN, None)
    assert outcome.note == "undecided after 1,500 flips in 3 tries; never fewer than 1 clauses unsatisfied"


def test_a_limit_ends_a_try_and_is_told():
    """However many flips are allowed."""
    outcome = BACKEND.solve(pigeons(5), Limits(seconds=0.3), Options(parameters={"flips": "1000000000000"}))
    assert outcome.status is Status.UNKNOWN
    assert "time limit of 0.3 s" in outcome.note


def test_the_seed_decides():
    """The same run twice; another one with another seed."""
    model = board(10, 1)
    notes = [BACKEND.solve(model, replace(LIMITS, seed=seed), Options()).note for seed in (1, 1, 2)]
    assert notes[0] == notes[1] != notes[2]


def test_a_list_of_solutions_is_refused_in_words():
    """It would not know when to stop."""
    with pytest.raises(Unsupported, match="cannot tell whether there are others; try cnf"):
        BACKEND.solutions(board(5, 0), board(5, 0).boolean_variables, LIMITS, Options())


def test_a_model_without_clauses_needs_no_flip():
    """Any assignment will do."""
    model = Model("free")
    model.bools("x", 3)
    assert to_clauses(model, LIMITS, Options()).rows == 0
    outcome = BACKEND.solve(model, LIMITS, Options())
    assert (outcome.status, outcome.note) == (Status.SATISFIED, "0 flips in 1 try")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("noise", "1.5", "walksat, noise: expected a number from 0 to 1, found '1.5'"),
        ("noise", "nan", "walksat, noise: expected a number from 0 to 1, found 'nan'"),
        ("flips", "0", "walksat, flips: expected a whole number from 1 to 10^18, found '0'"),
        ("tries", "1e3", "walksat, tries: expected a whole number from 1 to 10^18, found '1e3'"),
        ("heuristic", "best", "walksat, heuristic: expected one of skc, probsat, jw, moms, score, least-modified; "),
        ("clauses", "4", "walksat, clauses: expected one of any, 3, exactly-3; found '4'"),
        ("restarts", "4", "walksat has no parameter 'restarts'; known: flips, noise, heuristic, tries, clauses"),
    ],
)
def test_settings_are_checked(key, value, message):
    """With what was expected and what was found."""
    with pytest.raises(Unsupported) as refusal:
        resolve_options(BACKEND, Options(parameters={key: value}), "akari")
    assert str(refusal.value).startswith(message)


def test_every_setting_reads_the_values_it_should():
    """And the backends around others, or behind an elimination, hand settings on."""
    good = {"flips": "100000", "noise": "0.1", "heuristic": "jw", "tries": "1", "clauses": "3"}
    assert resolve_options(BACKEND, Options(parameters=good), "akari").parameters == good
    assert supported_parameters(backend_named("cnf"), good) == {"clauses": "3"}
    for name in modules():
        assert all(setting.help and setting.letter for setting in backend_named(name).settings.values())
    assert backend_named("hybrid:cnf").settings == backend_named("windows:cnf").settings != {}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ("--backend walksat --heuristic jw --noise 0.1 --flips 100000", 0, "(walksat jw numba"),
        ("--backend=walksat --tries 1 --flips 1", 3, "undecided after 1 flips in 1 try"),
        ("--backend cnf --clauses exactly-3", 0, "satisfied"),
        ("--backend walksat --noise 2", 2, "--noise: expected a number from 0 to 1, found '2'"),
        ("--backend walksat --heuristic probsat --noise 0.2", 2, "probsat draws every variable, and has no noise"),
        ("--backend walksat --all", 2, "walksat cannot list answers"),
        ("--backend cnf --noise 0.2", 2, "--noise"),
        ("--noise 0.2", 2, "--noise"),
    ],
)
def test_the_flags_of_solve(words, code, text, capsys):
    """Those of the backend that is named, and no others."""
    try:
        exit_code = run_verb("solve", ["akari", BOARD, *words.split()])
    except SystemExit as refused:
        exit_code = refused.code
    printed = capsys.readouterr()
    assert exit_code == code
    assert text in printed.out + printed.err


def test_a_comparison_gives_each_backend_the_settings_that_it_has(capsys):
    """And repeats them in the command that asks the same again."""
    words = f"akari {BOARD} --backends walksat,minicard --noise 0.2 --clauses 3 --profile default"
    assert run_verb("compare", words.split()) == 0
    printed = capsys.readouterr().out
    assert "--noise 0.2 --clauses 3" in printed
    assert "agree: 2 engines (walksat skc, minicard) found verified solutions" in " ".join(printed.split())
