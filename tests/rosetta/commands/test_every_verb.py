"""Every verb on every registered puzzle: a new puzzle works everywhere without a line outside its own file.

What the verbs say about particular boards is tested elsewhere; here they end with a fitting exit code, say nothing on
stderr that is no note, and their documents hold what the contract of the command line promises.
"""

from __future__ import annotations

import csv
import json
import platform
import shlex
import tempfile
from functools import cache
from importlib import import_module

import pytest

from instances.formats.contract import formats
from models.puzzles.registry import ON_GRAPHS, names, puzzle
from rosetta.commands import flags
from rosetta.commands.verb_list import VERBS
from tests.support.in_a_fork import rosetta
from tests.support.small_boards import board_words, small_board

NOT_OF_A_PUZZLE = {"fuzz", "reproduce", "schema", "doctor", "completion", "play"}
GRAPHS = {form.name for form in formats().values() if form.puzzles == ON_GRAPHS}  # a board read from these is a graph
SOLVER_FORMATS = ("dimacs", "lp", "opb", "mps")


def run(verb: str, *words: str, code: int = 0, input: str = "") -> str:
    """What the verb prints."""
    completed = rosetta(verb, *words, input=input)
    assert completed.returncode == code, (verb, words, completed.stdout[-2000:], completed.stderr)
    assert "Traceback" not in completed.stderr, completed.stderr
    return completed.stdout


def document(verb: str, *words: str) -> dict:
    """The JSON document that the verb prints."""
    read = json.loads(run(verb, *words, "--json"))
    assert read["schema"] == 1
    check_provenance(read, verb)
    return read


def check_provenance(read: dict, verb: str) -> None:
    """Machine, versions, limits and the command are in every document, and the command is one that the parser takes."""
    assert list(read)[-4:] == ["machine", "versions", "limits", "command"], verb
    assert read["machine"]["cores"] >= 1
    assert read["versions"]["python"] == platform.python_version()
    assert {"rosetta", "ortools", "numpy"} <= read["versions"].keys()
    program, _, module, *words = shlex.split(read["command"])
    assert (program, module) == ("python", f"models.{verb}")
    parser = import_module(f"rosetta.commands.{verb}").parser("x")
    flags.add_rules(parser, words)
    assert parser.parse_args(words).json


@cache
def solve(name: str) -> dict:
    """The document of `solve`; the drawn answer is in its text."""
    solved, record = document("solve", *board_words(name)), puzzle(name)
    assert solved["verdict"] == "correct"
    answer = record.answer_from_json(small_board(name), solved["answer"])
    assert record.draw_text(small_board(name), answer).splitlines()[0] in run("solve", *board_words(name))
    return solved


def check_compare(name):
    """With HiGHS, but where a race to all answers is advised, in which it takes all of its ten seconds."""
    backends = "cpsat,cnf,minicard" if puzzle(name).extras.advice(small_board(name)).race else "cpsat,cnf,highs"
    compared = document("compare", *board_words(name), "--backends", backends, "--time-limit", "30")
    (about,) = compared["instances"]
    assert {attempt["verdict"] for attempt in about["runs"]} == {"correct"}
    assert "agree" in run("compare", *board_words(name), "--backends", "cnf,cpsat")


def check_solve(name):
    solve(name)


def check_verify(name):
    """The answer of `solve`, a part of it, and the example that the refusal of another word shows."""
    answer = solve(name)["answer"]
    assert run("verify", *board_words(name), json.dumps(answer))
    assert document("verify", *board_words(name), json.dumps(answer))["valid"] is True
    first = next(iter(answer))
    broken = {**answer, first: answer[first][1:]}
    assert run("verify", *board_words(name), json.dumps(broken), code=1)
    refused = rosetta("verify", *board_words(name), "no such file")
    example = json.loads(refused.stderr.split("such as ")[1].split(", an existing")[0])
    assert (refused.returncode, list(example)) == (2, list(answer)), refused.stderr
    if name != "tiling":  # whose pieces have names of their own
        assert puzzle(name).answer_from_json(puzzle(name).generate((10, 10), seed=0)[0], example)


def check_count(name):
    assert int(document("count", *board_words(name))["count"]) >= 1


NEVER_EASY = {"kakuro", "skyscraper"}  # sums, and what is seen, take more than one rule at a time to explain


def check_generate(name):
    """Any board, one with a single answer, and one of a difficulty, where the puzzle has any of it."""
    generated = document("generate", *board_words(name), "--count", "2")
    assert len(generated["instances"]) == 2
    limits = "--time-limit", "60", "--budget", "60"
    if name != "lightsout":  # its boards are uniquely solvable or not by their size alone
        (unique,) = document("generate", *board_words(name), "--unique", *limits)["instances"]
        assert unique["unique"] is True
        what = unique["id"] if not unique["id"].startswith("sha256:") else "-"
        counted = json.loads(run("count", name, what, "--json", input=unique.get("text", "")))
        assert counted["count"] == "1"
        grade = "hard" if name in NEVER_EASY else "easy"
        graded = document("generate", *board_words(name), "--difficulty", grade, *limits)
        assert [instance["difficulty"] for instance in graded["instances"]] == [grade]


def check_formulas(name):
    text = run("formulas", *board_words(name))
    model = next(iter(puzzle(name).formulations.values()))(small_board(name))
    assert all(block.sentence in text for block in model.blocks if len(block))
    assert document("formulas", *board_words(name))["rules"]


def check_explain(name):
    assert run("explain", *board_words(name))
    assert document("explain", *board_words(name))


def check_convert(name):
    """Its own plain text, the exchange formats that know it (there and back), and files for solvers."""
    plain = run("convert", *board_words(name), "--to", "plain")
    for form in (form for form in formats().values() if name in form.puzzles):
        completed = rosetta("convert", *board_words(name), "--to", form.name)
        if completed.returncode == 0:
            back = run("convert", name, "-", "--to", "plain", input=completed.stdout)
            assert back == plain or form.name in GRAPHS, form.name
        else:
            assert (completed.returncode, completed.stdout) == (2, ""), form.name  # it says what it cannot express
    for form in SOLVER_FORMATS:
        assert run("convert", *board_words(name), "--to", form)


def check_list(name):
    """The rules as the record says them, and the sentences of the text."""
    assert document("list", name)["rules"] == list(puzzle(name).rules)
    assert puzzle(name).rules[0][1:30] in run("list", name)


def check_bench(name):
    """A campaign of one board, twice: nothing is left to do the second time, and each cell has one row. Two backends
    of one library have one warm parent."""
    with tempfile.TemporaryDirectory() as folder:
        store, table = f"{folder}/c.db", f"{folder}/c.csv"
        for _ in range(2):
            run("bench", "run", *board_words(name), "--backends", "cnf,minicard", "--store", store)
        run("bench", "export", "--store", store, "--csv", table)
        with open(table, newline="") as lines:
            rows = list(csv.DictReader(lines))
    assert {row["backend"] for row in rows} == {"cnf", "minicard"}
    assert {row["puzzle"] for row in rows} == {name}
    assert len({row["cell"] for row in rows}) == len(rows)


CHECKS = {verb: globals().get(f"check_{verb}") for verb in VERBS if verb not in NOT_OF_A_PUZZLE}


@pytest.mark.sample(2, each="verb")
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("verb", CHECKS)
def test_every_verb_works_on_every_puzzle(verb, name):
    check = CHECKS[verb]
    assert check is not None, f"a new verb needs a check_{verb} here, or a place in NOT_OF_A_PUZZLE"
    check(name)


@pytest.mark.sample(0.125)
def test_reproduce_says_where_its_documents_come_from():
    document("reproduce")
    document("reproduce", "tents-trees")
