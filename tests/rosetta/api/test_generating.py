"""`rs.generate` and `rosetta generate`: one description of what they take, so the same boards by both, and the same
refusals, each in the asker's words."""

from __future__ import annotations

import inspect
import json
from typing import get_overloads

import pytest

import rosetta as rs
from models.puzzles.registry import puzzle
from rosetta.requests.options import keywords_of
from rosetta.studies.asking.asked_instance import choices_of
from rosetta.studies.setting.generate import GenerationFailure, generate_instance
from rosetta.studies.setting.targets import targets_from
from rosetta.verbs.caller import Caller
from rosetta.verbs.generate import GenerateRequest, generate, order_boards
from tests.rosetta.api.test_command_line import untimed
from tests.support.in_a_fork import rosetta

SAME = {
    "seed": ("tents", 5, {"seed": 3}, ["--seed", "3"]),
    "unique": ("akari", 5, {"unique": True}, ["--unique"]),
    "minimal": ("tents", 5, {"minimal": True}, ["--minimal"]),
    "difficulty": ("tents", 6, {"difficulty": "easy"}, ["--difficulty", "easy"]),
    "count": ("tents", 5, {"count": 3, "seed": 2}, ["--count", "3", "--seed", "2"]),
    "time_limit": ("tents", 5, {"time_limit": 20}, ["--time-limit", "20"]),
    "budget": ("tents", 5, {"budget": 20, "count": 2}, ["--budget", "20", "--count", "2"]),
    "options": ("akari", 5, {"symmetry": "mirror", "bare": 30}, ["--symmetry", "mirror", "--bare", "30"]),
}


@pytest.mark.parametrize("name", SAME)
def test_a_keyword_gives_what_its_flag_gives(name):
    """The same boards, answers and claims; and the same document, without the command, by the verb itself."""
    kind, size, options, flags = SAME[name]
    run = rosetta("generate", kind, str(size), *flags, "--json")
    document = json.loads(run.stdout)
    made = rs.generate(kind, size, **options)
    boards = made if "count" in options else [made]
    assert [(each.id, each.seed, each.planted, each.unique, each.difficulty) for each in boards] == [
        (each["id"], each["seed"], each["answer"], each["unique"], each["difficulty"]) for each in document["instances"]
    ]
    record, wishes = puzzle(kind), {key: options[key] for key in ("symmetry",) if key in options}
    request = GenerateRequest(**{key: value for key, value in options.items() if key not in ("symmetry", "bare")})
    result = generate(order_boards(record, str(size), choices_of(record, options), wishes, request), request, Caller())
    assert document.pop("command").startswith("python -m models.generate ")
    assert result.document() == document
    assert set(SAME) >= {each.name for each in keywords_of(GenerateRequest)} - {"progress"}


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (
            ["--title", "x"],
            "--title: of a booklet or a worksheet; name its file with --booklet FILE or --play FILE",
        ),
        (["--per-page", "2"], "--per-page: of a booklet; name its file with --booklet FILE"),
        (["--to", "plain", "--draw"], "--to, --draw: expected one of them"),
        (["--to", "graphml"], "--to: expected a format for tents"),
        (["--symmetry", "all"], "--symmetry: not for tents"),
    ],
)
def test_what_does_not_go_together_is_told_before_any_work(flags, says, monkeypatch):
    """No board is begun."""

    def begin(*_: object) -> None:
        raise AssertionError("a board was begun")

    monkeypatch.setattr("rosetta.studies.setting.generate.generate_instances", begin)
    run = rosetta("generate", "tents", "5", *flags, here=True)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


def outcomes(seeds, fault=False):
    """Boards of some seeds and, in between, one that was given up."""
    made = [
        generate_instance("tents", "5", seed, targets_from(puzzle("tents"), {}, {}), Caller().progress)
        for seed in seeds
    ]
    return [made[0], GenerationFailure(made[0].seed + 1, "time limit of 10 s", fault), *made[1:]]


def test_a_limit_leaves_the_boards_made_so_far(monkeypatch):
    """In a list, whose seeds say which are missing. Where there is none, or a fault, it is an error."""
    left = outcomes([4, 6])
    monkeypatch.setattr("rosetta.studies.setting.generate.generate_instances", lambda *_: iter(left))
    assert [board.seed for board in rs.generate("tents", 5, seed=4, count=9)] == [4, 6]
    run = rosetta("generate", "tents", "5", "--seed", "4", "--count", "9", "--json", here=True)
    document = json.loads(run.stdout)
    assert (run.returncode, document["verdict"]) == (3, "none")
    assert {each["seed"]: each["note"] for each in document["missing"]} == {
        5: "seed 5: time limit of 10 s", **dict.fromkeys(range(7, 13), "budget")
    }  # fmt: skip
    assert "2 of 9 instances; the budget of 45 s is used up; try a smaller size, or a longer --budget" in run.stderr
    left[:] = left[1:2]
    with pytest.raises(ValueError, match="tents 5: no such board was found: seed 5: time limit of 10 s; try"):
        rs.generate("tents", 5, seed=5)
    left[:] = outcomes([4, 6], fault=True)
    with pytest.raises(ValueError, match=r"no such board was found: seed 5: time limit of 10 s$"):
        rs.generate("tents", 5, seed=4, count=3)
    assert rosetta("generate", "tents", "5", "--seed", "4", "--count", "3", here=True).returncode == 1


def test_lines_of_single_boards_are_their_documents(monkeypatch):
    """`--jsonl` prints for each seed what the seed alone would print, also for what is missing."""
    left = outcomes([4, 6])
    monkeypatch.setattr("rosetta.studies.setting.generate.generate_instances", lambda *_: iter(left))
    run = rosetta("generate", "tents", "5", "--seed", "4", "--count", "4", "--jsonl", here=True)
    lines = list(map(json.loads, run.stdout.splitlines()))
    assert [len(each["instances"]) for each in lines] == [1, 0, 1, 0]
    assert [each["missing"] for each in lines][1::2] == [
        [{"seed": 5, "note": "seed 5: time limit of 10 s"}], [{"seed": 7, "note": "budget"}]
    ]  # fmt: skip
    monkeypatch.undo()
    alone = json.loads(rosetta("generate", "tents", "5", "--seed", "6", "--jsonl").stdout)
    assert untimed(lines[2]) == untimed(alone)


def test_type_checkers_know_the_options():
    """Both types of the function have those of the request; what `count` is tells them apart."""
    parameters = dict(inspect.signature(rs.generate).parameters)
    described = {name: parameter.annotation for name, parameter in parameters.items()}
    results = {"None": "Board", "int": "list[Board]"}
    for overloaded in get_overloads(inspect.unwrap(rs.generate)):
        signature = inspect.signature(overloaded)
        own = {name: parameter.annotation for name, parameter in signature.parameters.items()}
        assert results.pop(own["count"]) == signature.return_annotation
        assert own | {"count": described["count"]} == described
    assert not results
