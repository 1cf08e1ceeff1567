"""A backend of somebody else that misbehaves ends no verb: its run is an error or wrong, and the others are shown."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rosetta as rs
from backends.contract import Outcome, Status
from models.puzzles.registry import names
from rosetta.commands.main import run_verb
from tests.support.fakes import MALFORMED, fake_backend
from tests.support.small_boards import board_words

RING = "3x3:aaaaa,2,0,2,2,0,2"
COMMON = ("oneshort", "nan", "nothing", "unknownstatus")


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
    assert run_verb("compare", [*words, "--unique", "--all", "--budget", "6"]) == 0
    assert f"{len(COMMON)} errors (" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize("said", [said for said, backend in MALFORMED.items() if backend.name in COMMON])
def test_a_malformed_result_is_the_reason_of_a_verb_that_has_nobody_else(said, fake, capsys):
    """No traceback, no usage error: status `error`, exit code 3, and what was expected."""
    name, board = fake(MALFORMED[said]), rs.load("tents", RING)
    for options in ((), ("--unique",), ("--all",)):
        assert run_verb("solve", ["tents", RING, "--backend", name, *options]) == 3, options
        assert said in capsys.readouterr().out, options
    assert run_verb("count", ["tents", RING, "--backend", name]) in (
        0,
        3,
    )  # its list may be right where its count is none
    assert capsys.readouterr().err == ""
    assert rs.solve(board, name).status == "error"


@pytest.mark.parametrize("name", names())
def test_nonsense_in_the_right_shape_is_wrong(name, fake, capsys):
    """Values beyond their bounds are decoded, checked and shown on every puzzle, and break rules."""
    sevens = fake_backend("sevens", lambda model, *_: Outcome(Status.SATISFIED, np.full(model.variables + 1, 7)))
    liar = fake(sevens)
    assert run_verb("compare", [*board_words(name), "--backends", f"{liar},cpsat"]) == 1
    assert "WRONG answer from sevens" in capsys.readouterr().out.replace("\n", " ")
    assert run_verb("solve", [*board_words(name), "--backend", liar, "--unique", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "wrong"
