"""The same request by a command, from Python and by a campaign: the same runs, but for times."""

from __future__ import annotations

import json

import pytest

import rosetta as rs
from rosetta.commands.main import run_verb

BOARDS = [
    ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", {}, ("cpsat", "cnf", "cbc")),
    ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", {"tree_rule": "adjacent"}, ("cpsat", "cnf")),
    ("lightsout", "4x4", {"lit": "random"}, ("cnf", "gf2")),
    ("starbattle", "5", {}, ("cpsat", "minicard")),
]
SIZES = ("variables", "rows", "literals")
TOLD = ("status", "verdict", "evidence", "objective", "unique", "formulation", "profile", "version")


def runs_of(document):
    """The runs of a document by backend and formulation: what does not depend on time."""
    (instance,) = document["instances"]
    runs = instance["runs"]
    kept = {(run["backend"], run["formulation"]): {key: run[key] for key in (*TOLD, "size", "answer")} for run in runs}
    assert len(kept) == len(runs)
    return kept


def row_as_run(row):
    """A row of a campaign with the keys of a run; `unique` is what was asked there, `is_unique` what was found."""
    told = {key: row["is_unique" if key == "unique" else key] for key in TOLD}
    run = {key: None if value != value else value for key, value in told.items()}
    run["unique"] = None if run["unique"] is None else bool(run["unique"])
    return {**run, "size": {key: row[key] for key in SIZES}, "answer": json.loads(row["answer"])}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("puzzle", "what", "choices", "backends"), BOARDS)
def test_a_comparison_is_the_same_three_ways(puzzle, what, choices, backends, capsys):
    flags = [word for name, value in choices.items() for word in (f"--{name.replace('_', '-')}", value)]
    words = [puzzle, what, *flags, "--backends", ",".join(backends), "--profile", "default", "--unique", "--json"]
    assert run_verb("compare", words) == 0
    by_command = runs_of(json.loads(capsys.readouterr().out))
    board = rs.load(puzzle, what, **choices)
    compared = rs.compare(board, list(backends), profile="default", unique=True)
    assert runs_of(compared.to_json()) == by_command
    report = rs.campaign(board, list(backends), profile="default", unique=True)
    rows = report.to_pandas(answers=True).to_dict("records")
    assert {(row["backend"], row["formulation"]): row_as_run(row) for row in rows} == by_command
