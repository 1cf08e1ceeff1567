"""`bench show`: a cell with its board, its verdict, what contradicts it, and what repeats it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backends.contract import Status
from rosetta.campaigns.planning.cells import cell_columns
from rosetta.campaigns.rows.columns import COLUMNS
from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb
from tests.support.in_a_fork import rosetta
from tests.support.lightsout_cells import BROKEN, FEWEST, MOST, claim_row, small_question


@pytest.fixture
def store(tmp_path):
    """A right answer, a dear one called optimal, a broken one, a denial, and a cell without a result; their ids."""
    _, first = small_question()
    stated = {
        "right": (replace(first, backend="cpsat"), Status.OPTIMAL, FEWEST),
        "dear": (replace(first, backend="cnf", unique=True), Status.OPTIMAL, MOST),
        "broken": (replace(first, backend="highs", encoding="parity=xor-chain", threads=2), Status.SATISFIED, BROKEN),
        "denial": (replace(first, backend="gf2"), Status.UNSATISFIABLE, None),
    }
    path, missing = tmp_path / "c.db", replace(first, seed=9)
    with open_store(path) as opened:
        opened.add_cells([*(cell for cell, *_ in stated.values()), missing])
        for cell, *said in stated.values():
            opened.record(claim_row(cell, *said))
    return path, {**{name: cell.id for name, (cell, *_) in stated.items()}, "missing": missing.id}


def shown(capsys, store, name: str, *flags: str) -> tuple[int, str]:
    path, ids = store
    code = run_verb("bench", ["show", ids[name], "--store", str(path), *flags], "rosetta bench")
    return code, capsys.readouterr().out


def test_a_right_cell_is_shown_with_its_board(capsys, store):
    code, out = shown(capsys, store, "right")
    assert code == 0
    assert "X o o" in out
    assert "result   claimed (unproved, verified): optimal, objective 2" in out
    assert "time     25 ms of 5 s (solve 25 ms)" in out
    assert "search   conflicts 12,345" in out
    assert "> cpsat, native" in out
    assert "attempt 1, at 2026-01-01T00:00:01.000+00:00, on abc, by 0, load 1.2" in out
    assert "compare  rosetta compare lightsout 2x3 --seed 0 --backends cpsat --formulation native" in out
    assert "\nlog\n  [0.001 s] solving\n" in out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dear", "claims 4 is optimal; the answer of cpsat, which is verified, comes to 2"),
        ("denial", "a verified answer is a solution"),
        ("broken", "the answer breaks a rule"),
    ],
)
def test_a_wrong_cell_is_shown_with_what_contradicts_it(capsys, store, name, words):
    """In words, and as a verified answer beside its own."""
    code, out = shown(capsys, store, name)
    assert code == 1
    assert "result   WRONG (wrong, verified)" in out
    assert words in out
    assert "a verified answer" in out
    assert ("breaks   " in out) == (name == "broken")
    lines = [line for line in out.splitlines() if line[2:].startswith(("cpsat", "cnf", "highs", "gf2"))]
    assert lines[-1].split()[0] == "cpsat,", "those that are wrong come first"


def test_what_repeats_it_has_the_options_of_the_cell(capsys, store):
    assert "--threads 2" in shown(capsys, store, "broken")[1]
    assert "--encoding parity=xor-chain" in shown(capsys, store, "broken")[1]
    assert "--unique" in shown(capsys, store, "dear")[1]
    assert "--unique" not in shown(capsys, store, "right")[1]
    path, ids = store
    assert f"rosetta bench rerun {ids['right']} --store {path}" in shown(capsys, store, "right")[1]


def test_the_command_it_names_runs(capsys, store):
    """It is taken as it stands."""
    out = shown(capsys, store, "right")[1]
    (command,) = (line.split(None, 2)[2] for line in out.splitlines() if line.startswith("compare  "))
    completed = rosetta(*command.split())
    assert completed.returncode == 3, completed.stderr  # one engine alone calls it optimal


def test_as_json_it_is_the_judged_row(capsys, store):
    code, out = shown(capsys, store, "dear", "--json")
    document = json.loads(out)
    assert code == 1
    assert (document["cell"]["result"], document["cell"]["objective"]) == ("wrong", 4)
    assert document["cell"]["answer"] == {"presses": [[0, 1], [0, 2], [1, 1], [1, 2]]}
    assert "is optimal" in document["note"]


@pytest.mark.parametrize("width", [60, 79, 200])
def test_no_line_is_longer_than_the_terminal(capsys, store, monkeypatch, width):
    """But for the commands, which are to be copied."""
    monkeypatch.setenv("COLUMNS", str(width))
    for name in ("right", "broken"):
        lines = shown(capsys, store, name)[1].splitlines()
        assert all(len(line) <= width for line in lines if not line.startswith(("again", "compare"))), width


def test_a_cell_must_be_there_and_be_the_only_one(capsys, store):
    path, ids = store
    for prefix, words in (
        (ids["missing"], "has no result yet"),
        ("x", "found that of none"),
        ("", "found that of 5, such as"),
        ("ffffffffffffffffffffffffffffffff0", "found that of none"),
    ):
        assert run_verb("bench", ["show", prefix, "--store", str(path)], "rosetta bench") == 2
        assert words in capsys.readouterr().err
    assert run_verb("bench", ["show", "a", "--store", str(path) + "x"], "rosetta bench") == 2


def test_every_attempt_is_told(store):
    """Those that do not count, too: in the text, in the document, and of a cell without a result, how many."""
    path, ids = store
    with open_store(path) as opened:
        right, missing = opened.find_cells(ids["right"])[0], opened.find_cells(ids["missing"])[0]
        crash = {"attempt": 2, "ended": "crash", "status": "error", "host": "abd", "total_s": 0.5}
        opened.record({**cell_columns(right), **crash, "contended": 1})
        opened.end_attempt(missing, opened.begin_attempt(missing), "cancelled")
    words = (ids["right"][:10], "--store", str(path))
    told = rosetta("bench", "show", *words).stdout.splitlines()
    assert "other    attempt 2: crash, 500 ms, on abd, contended: other processes took processor time" in told
    attempts = json.loads(rosetta("bench", "show", *words, "--json").stdout)["attempts"]
    assert [(attempt["attempt"], attempt["why"]) for attempt in attempts] == [(1, "answer"), (2, "crash")]
    refused = rosetta("bench", "show", ids["missing"], "--store", str(path))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith("has no result yet after 1 attempt\n")


def test_columns_are_shown_with_their_meaning(store):
    path, ids = store
    lines = rosetta("bench", "show", ids["right"], "--store", str(path), "--columns").stdout.splitlines()
    assert f"cell           {ids['right']}  ({COLUMNS['cell']})" in lines
    assert f"result         claimed  ({COLUMNS['result']})" in lines
    assert {line.split()[0] for line in lines} <= COLUMNS.keys()
    assert all(line.endswith(f"({COLUMNS[line.split()[0]]})") for line in lines)


def test_a_wrong_attempt_is_shown_before_a_later_right_one(capsys, store):
    """The later one is what counts otherwise."""
    path, ids = store
    with open_store(path) as opened:
        (cell,) = opened.find_cells(ids["denial"])
        opened.record(claim_row(cell, Status.OPTIMAL, FEWEST, attempt=2, started="2026-01-01T00:00:09.000+00:00"))
    code, out = shown(capsys, store, "denial")
    assert code == 1
    assert "result   WRONG" in out
    assert "attempt 1" in out
    assert sum("gf2, native" in line[2:] for line in out.splitlines() if line[:2] in ("> ", "  ")) == 1
