"""A backend of somebody else that misbehaves ends no verb: its run is an error or wrong, and the others are shown."""

from __future__ import annotations

import json
import types

import numpy as np
import pytest

import rosetta as rs
from backends.contract import Outcome, Status
from backends.cpsat import BACKEND as CPSAT
from models.puzzles.registry import names
from rosetta.commands.main import run_verb
from rosetta.foundation.limits import LimitReached
from rosetta.studies.proving import proved_answers
from tests.support import fakes
from tests.support.fakes import MALFORMED, fake_backend
from tests.support.in_a_fork import load_solvers
from tests.support.small_boards import board_words

RING = "3x3:aaaaa,2,0,2,2,0,2"
TWO = "4x4:cbaea,1,1,0,2,0,2,0,2"  # one solution by matching, two by adjacent
COMMON = ("oneshort", "nan", "nothing", "unknownstatus")


@pytest.fixture(scope="module", autouse=True)
def _solvers():
    """Loaded once, in this process: each child need not do it again."""
    load_solvers()


@pytest.fixture
def unbundled(monkeypatch):
    """What is wrong is not made smaller, which takes seconds: `tests/rosetta/studies/disagreements` does that."""
    nothing = types.SimpleNamespace(caught=())
    monkeypatch.setattr("rosetta.studies.disagreements.bundle.write_bundle", lambda *_, **__: nothing)


@pytest.mark.sample(0.125)
def test_malformed_results_are_errors_of_their_runs(fake, capsys):
    """In `compare` the others are shown; the table names who failed."""
    strange = [fake(backend) for backend in MALFORMED.values()]
    words = ["tents", RING, "--backends", ",".join(["cpsat", *strange, "cnf"]), "--profile", "default"]
    assert run_verb("compare", [*words, "--json"]) == 0
    (about,) = json.loads(capsys.readouterr().out)["instances"]
    verdicts = {run["backend"]: (run["status"], run["verdict"]) for run in about["runs"]}
    correct = dict.fromkeys(("cpsat", "cnf"), ("satisfied", "correct"))
    assert verdicts == {**correct, **dict.fromkeys(strange, ("error", "none"))}
    notes = {run["backend"]: run["note"] for run in about["runs"]}
    assert all(said in notes[backend.name] for said, backend in MALFORMED.items())
    assert about["verdict"] == "agree"
    words[3] = ",".join([*COMMON, "cpsat", "cnf"])
    assert run_verb("compare", [*words, "--unique", "--all", "--budget", "600"]) == 0
    assert f"{len(COMMON)} ended with an error (" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.sample(1)
@pytest.mark.parametrize("said", [said for said, backend in MALFORMED.items() if backend.name in COMMON])
def test_a_malformed_result_is_the_reason_of_a_verb_that_has_nobody_else(said, fake, capsys):
    """No traceback, no usage error: status `error`, exit code 3, and what was expected."""
    name, board = fake(MALFORMED[said]), rs.load("tents", RING)
    for options in ((), ("--unique",), ("--all",)):
        assert run_verb("solve", ["tents", RING, "--backend", name, *options]) == 3, options
        assert said in " ".join(capsys.readouterr().out.split()), options
    assert run_verb("count", ["tents", RING, "--backend", name]) in (
        0,
        3,
    )  # its list may be right where its count is none
    assert capsys.readouterr().err == ""
    assert rs.solve(board, name).status == "error"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", names())
def test_nonsense_in_the_right_shape_is_wrong(name, fake, capsys):
    """Values beyond their bounds are decoded, checked and shown on every puzzle, and break rules."""
    sevens = fake_backend("sevens", lambda model, *_: Outcome(Status.SATISFIED, np.full(model.variables + 1, 7)))
    liar = fake(sevens)
    assert run_verb("compare", [*board_words(name), "--backends", f"{liar},cpsat"]) == 1
    assert "WRONG answer from sevens" in capsys.readouterr().out.replace("\n", " ")
    assert run_verb("solve", [*board_words(name), "--backend", liar, "--unique", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "wrong"


@pytest.mark.sample(0.125)
def test_solve_says_who_missed_which_answer(fake, capsys, unbundled):
    """The verdict is that of the exit code: `wrong` and 1. The answer that was missed is drawn, and in the document."""
    liar = fake(fakes.SAYS_ONLY_ONE)
    words = ["tents", TWO, "--tree-rule", "adjacent", "--backend", liar]
    for options in (["--unique"], ["--all"], ["--unique", "--all"]):
        assert run_verb("solve", [*words, *options]) == 1
        printed = capsys.readouterr().out
        assert "cnf found an answer that saysonlyone missed" in printed
        assert "where the answer that saysonlyone missed differs:" in printed
        assert "not settled" not in printed
        assert run_verb("solve", [*words, *options, "--json"]) == 1
        solved = json.loads(capsys.readouterr().out)
        assert (solved["verdict"], solved["evidence"]) == ("wrong", "verified")
        assert solved["note"] == "cnf found an answer that saysonlyone missed"
        board = rs.load("tents", TWO, tree_rule="adjacent")
        assert rs.verify(board, solved["missed"]) == rs.verify(board, solved["answer"]) == []
        assert solved["missed"] != solved["answer"]
        if "--unique" in options:
            assert (solved["unique"], solved["claims"]["unique"]) == (False, "verified")
    assert rs.solve(board, liar, unique=True).verdict == "wrong"


def test_what_is_not_settled_is_unproved(fake, capsys, monkeypatch):
    """A limit before uniqueness or the end of a list, and no proof: exit code 3, and the document does not say
    `correct`."""
    monkeypatch.setattr(proved_answers, "prove_unasked", lambda found, *_: found)

    def list_one(model, project, limits, options):
        yield CPSAT.solve(model, limits, options).values
        raise LimitReached("too slow")

    slow = fake(fake_backend("slow", CPSAT.solve, solutions=list_one))
    for options, note in ((["--unique"], "uniqueness not settled; too slow"), (["--all"], "too slow")):
        assert run_verb("solve", ["tents", TWO, "--backend", slow, *options, "--json"]) == 3
        solved = json.loads(capsys.readouterr().out)
        assert (solved["verdict"], solved["evidence"], solved["note"]) == ("unproved", "verified", note)
        assert solved["claims"] == {"answer": "verified", "optimal": None, "unique": None, "count": None}
    assert run_verb("count", ["tents", TWO, "--backend", slow, "--json"]) == 3
    counted = json.loads(capsys.readouterr().out)
    assert (counted["count"], counted["exact"], counted["verdict"]) == ("1", False, "unproved")
    assert (counted["note"], counted["claims"]["count"]) == ("too slow", None)


@pytest.mark.sample(0.125)
def test_a_lying_number_is_wrong_in_every_form(fake, capsys, unbundled):
    """A counter that is one off: exit code 1, verdict `wrong`, and who counts what."""
    liar = fake(fake_backend("oneoff", CPSAT.solve, solutions=CPSAT.solutions, count=lambda *_: 3, takes=CPSAT.takes))
    assert run_verb("count", ["tiling", "3x20", "--backend", liar, "--json"]) == 1
    counted = json.loads(capsys.readouterr().out)
    assert (counted["exact"], counted["verdict"], counted["evidence"]) == (False, "wrong", None)
    assert "merging counts 8" in counted["note"]
    assert run_verb("count", ["tiling", "3x20", "--backend", liar]) == 1
    assert capsys.readouterr().out.startswith("WRONG: ")
