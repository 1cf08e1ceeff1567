"""Every verb takes every classic: what the command line says of its usual size, in process."""

from __future__ import annotations

import json

import pytest

import rosetta as rs
from models.puzzles.registry import CLASSICS, names, puzzle
from rosetta.foundation.errors import InputError
from tests.support.in_a_fork import rosetta

VERBS = ("solve", "compare", "count", "explain", "formulas", "convert", "verify", "list")
SMALL = {  # sizes that cost less than the usual ones, and have an answer
    **{"golomb": 4, "langford": 4, "golfers": 3, "job_shop": 2, "knapsack": 5, "colouring": 3, "bin_packing": 2},
    **{"timetable": 2, "tsp": 4, "marriages": 3, "nurses": 2, "magic_sequence": 5},
}


def run(verb: str, *words: str, code: int = 0) -> str:
    """What the verb prints."""
    completed = rosetta(verb, *words)
    assert completed.returncode == code, (verb, words, completed.stdout[-2000:], completed.stderr)
    assert "Traceback" not in completed.stderr, completed.stderr
    return completed.stdout


def small_what(name: str) -> str:
    return str(SMALL.get(name, puzzle(name).extras.stated.usual))


def check_solve(name, what):
    solved = json.loads(run("solve", name, what, "--json"))
    assert (solved["puzzle"], solved["verdict"]) == (name, "correct")
    assert solved["answer"]["values"].keys() == rs.load(name, what)._question.instance.answer_variables.keys()


def check_compare(name, what):
    assert "agree" in run("compare", name, what, "--backends", "cpsat,cnf")


def check_count(name, what):
    counted = json.loads(run("count", name, what, "--time-limit", "5", "--json"))
    assert int(counted["count"]) >= 1


def check_explain(name, what):
    """Some stop for want of time, which is another exit code."""
    explained = rosetta("explain", name, what, "--time-limit", "2")
    assert explained.returncode in (0, 3), explained.stderr
    assert f"{name}, stated for {what}" in explained.stdout


def check_formulas(name, what):
    text = run("formulas", name, what)
    assert all(rule.sentence in text for rule in rs.load(name, what).model().global_rules)


def check_convert(name, what):
    assert run("convert", name, what, "--to", "mps").startswith("*")


def check_verify(name, what):
    """The answer of `solve` is one; without its first array it is none."""
    answer = json.loads(run("solve", name, what, "--json"))["answer"]
    run("verify", name, what, json.dumps(answer))
    values = answer["values"]
    run("verify", name, what, json.dumps({"values": dict([*values.items()][1:])}), code=2)


def check_list(name, what):
    text = run("list", name)
    assert puzzle(name).title in text
    assert f"solve {name} {puzzle(name).extras.stated.usual}" in text


@pytest.mark.sample(1, each="name")
@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_every_classic(verb, name):
    globals()[f"check_{verb}"](name, small_what(name))


def test_a_classic_without_a_size_has_its_usual_one():
    assert run("count", "queens").startswith("92\n")
    assert rs.load("queens") == rs.load("queens", 8)
    assert rs.load("queens").size == (8,)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("solve", "quens", "6"), "did you mean 'queens'"),
        (("solve", "queens", "5x6"), "queens: expected the number of rows and of queens, from 1 to 500; found 5x6"),
        (("solve", "queens", "501"), "queens: expected the number of rows and of queens, from 1 to 500; found 501"),
        (("solve", "queens", "foo"), "queens: expected the number of rows and of queens, from 1 to 500; found 'foo'"),
        (("solve", "job_shop", "ft6"), "from 1 to 30, or ft06, ft10; found 'ft6'; did you mean 'ft06'?"),
        (("generate", "queens", "8"), "queens: a model of each size, and no boards to be set; such as: solve queens 8"),
    ],
)
def test_what_is_no_classic_is_refused(words, message):
    refused = rosetta(*words)
    assert (refused.returncode, "Traceback" in refused.stderr) == (2, False)
    assert message in refused.stderr


def test_classics_are_listed_by_themselves():
    listed = json.loads(run("list", "--json"))
    assert [entry["puzzle"] for entry in listed["classics"]] == list(CLASSICS)
    assert not set(CLASSICS) & set(names())
    assert all(f"  {name} " in run("list") for name in CLASSICS)


def test_random_data_come_from_the_seed():
    """The same seed gives the same model, another one another; where nothing is random, there is no seed."""
    for name in CLASSICS:
        one, same, other = (rs.load(name, small_what(name), seed=seed) for seed in (0, 0, 1))
        drawn = puzzle(name).extras.stated.is_random
        assert one == same
        assert (one != other, one.seed == 0) == (drawn, drawn)


def test_python_takes_classics():
    board = rs.load("queens", 6)
    found = rs.solve(board)
    assert rs.verify(board, found.answer) == []
    assert rs.count(board).count == 4
    with pytest.raises(InputError, match="from 1 to 500"):
        rs.load("queens", 600)
