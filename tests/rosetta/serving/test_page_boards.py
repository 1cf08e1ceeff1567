"""Texts of a page as boards: which files are opened meanwhile, as Python itself tells it (PEP 578)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest

from models.neutral import Model
from models.neutral.json import to_json
from models.puzzles.registry import names
from rosetta.foundation.errors import InputError
from rosetta.serving.page_boards import PageBoard, read_board
from tests.support.places import ROOT

WATCHED = ("open", "os.listdir", "os.scandir", "glob.glob", "subprocess.Popen", "os.system", "socket.connect")
MEMORY = ("/proc/meminfo", "/proc/self/", "/sys/fs/cgroup")  # which say how much of it there is
PROGRAM = f"""
import json, os, sys
sys.path.remove('')  # the caller's folder, which the processes of a server do not search for modules
from rosetta.serving import tasks
requests = json.load(sys.stdin)
seen = []
sys.addaudithook(lambda event, given: seen.append((event, str(given[0]))) if event in {WATCHED!r} else None)
refused = 0
for request in requests:
    text, is_refused = tasks.do_task(request)
    refused += is_refused
print(json.dumps([refused, seen]))
"""
WRAPPERS = (
    *("{}", "./{}", "@{}", "file://{}", "<{}>", "'{}'", "ID: {}", "{}\n", "{}\n{}", "tents {}", "tents/{}", "{}/*"),
    *("# board: x\n{}\n# board: y\n{}", "3x3:aaaaa,2,0,2,2,0,2\n{}", "8x8 --lit @{}", "5x5 --lit {}", "{}#", "{}:8"),
    *('{{"puzzle": "tents", "boards": ["{}"]}}', "*include {}", "c include {}", "~{}", "..{}", "\\\\?\\{}"),
    '<!DOCTYPE x [<!ENTITY e SYSTEM "{}">]><graphml>&e;</graphml>',
    "https://puzz.link/p?file={}",
)
OPTIONS = ({}, {"lit": "@{}"}, {"lit": "{}"}, {"any": "@{}"}, {"pieces": "@{}"}, {"tree_rule": "@{}"})


@pytest.mark.parametrize("seed", range(3))
def test_no_text_opens_a_file(tmp_path, seed):
    """Nor looks into a folder, or starts a program. Boards lie there, so that whoever opened one would succeed."""
    paths = {
        "board.txt": "3x3:aaaaa,2,0,2,2,0,2",
        "board.cnf": "p cnf 1 1\n1 0\n",
        "g.gml": "graph []",
        "lit.txt": "0\n",
    }
    for name, content in paths.items():
        (tmp_path / name).write_text(content)
    drawn = random.Random(seed)
    requests = []
    for _ in range(400):
        path = drawn.choice([str(tmp_path / name) for name in paths] + ["/etc/passwd", str(tmp_path)])
        options = {name: value.format(path) for name, value in drawn.choice(OPTIONS).items()}
        board = {
            "text": drawn.choice([*WRAPPERS, "petersen", "5x5"]).format(path, path),
            "puzzle": drawn.choice(["", *names(), "model"]),
            "file": drawn.choice(["", path, "board.cnf", "x.gml", "x.graphml", "../x.json"]),
            "options": options,
        }
        requests.append({"name": "open", "board": board})
        requests.append({"name": "verify", "board": board, "answer": {"tents": path, "answer": f"@{path}"}})
    completed = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        check=True,
    )
    refused, seen = json.loads(completed.stdout)
    assert refused > 600
    assert [place for _, place in seen if place.startswith(str(ROOT))], "nothing was watched"
    modules = tuple(filter(None, {str(ROOT), sys.prefix, sys.base_prefix, *sys.path}))
    assert [each for each in seen if not each[1].startswith((*modules, *MEMORY))] == []


def test_a_name_is_that_of_a_board_whatever_files_there_are(tmp_path, monkeypatch):
    """A file of the caller's folder hides none, and none is found there."""
    monkeypatch.chdir(tmp_path)
    for name in ("petersen", "ring", "5x5", "board.txt", "tents"):
        (tmp_path / name).write_text("3x3:aaaaa,2,0,2,2,0,2\n")
    assert read_board(PageBoard("petersen")).asked.record.name == "lightsout"
    assert read_board(PageBoard("ring")).asked.record.name == "tents"
    for name in ("board.txt", "./ring", "tents"):
        with pytest.raises(InputError):
            read_board(PageBoard(name))


def test_a_stated_model_is_a_board():
    """As `rosetta.Model` writes it; and it names itself."""
    model = Model("two")
    a, b = model.bools("x", 2)
    model.exactly(1, "one of them", [a, b])
    board = read_board(PageBoard(to_json(model)))
    assert board.question.puzzle.name == "model"
    assert read_board(PageBoard(**board.to_ask())).asked.resolved.id == board.asked.resolved.id


def test_a_solvers_file_is_a_board():
    for file in ("", "x.cnf"):
        board = read_board(PageBoard("p cnf 2 1\n1 -2 0\n", file=file))
        assert board.question.puzzle.name == "model"
        assert read_board(PageBoard(**board.to_ask())).asked.resolved.size == (2,)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_classic_is_asked_about_again(seed):
    """By its name and size; with data of another seed, as a model."""
    board = read_board(PageBoard("4", "knapsack", seed=seed))
    asked = PageBoard(**board.to_ask())
    assert asked.puzzle == ("model" if seed else "knapsack")
    assert read_board(asked).question.instance == board.question.instance
    with pytest.raises(InputError, match="expected the number of things"):
        read_board(PageBoard("/etc/passwd", "knapsack"))
