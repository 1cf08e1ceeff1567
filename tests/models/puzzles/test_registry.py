"""Puzzles of other packages: registered by the entry point `rosetta.puzzles`, and with the record's defaults only.

The package is written into a temporary folder, with the metadata that an installer would leave there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PathDistribution

import pytest

from models.puzzles import registry
from tests.support.places import ROOT

# n queens, the ladies of a board: an answer is one column per row; nothing of the record but what is required
QUEENS = """
from itertools import combinations, permutations
import rosetta
import numpy as np
from models.neutral import Model, group
from rosetta.foundation.errors import InputError
from models.puzzles.contract import Puzzle

def parse(text):
    if not text.strip().isdigit():
        raise InputError("queens: expected the number of rows")
    return int(text)

def generate(size, seed=0):
    if size[0] != size[1] or not 1 <= size[0] <= 100:
        raise InputError("queens: expected a square")
    return size[0], None

def model(n):
    m = Model("queens")
    queen = m.bools("queen", (n, n))
    r, c = (index.ravel() for index in np.indices((n, n)))
    m.exactly(1, "one queen in each row", queen)
    m.exactly(1, "one queen in each column", queen.T)
    m.at_most(1, "one queen at most in each diagonal", group(queen.ravel(), by=r + c))
    m.at_most(1, "one queen at most in each other diagonal", group(queen.ravel(), by=r - c + n))
    return m

def decode(n, m, values):
    return tuple(map(tuple, np.argwhere(values[m.arrays["queen"]] == 1).tolist()))

def verify(n, queens):
    attacked = [(a, b) for a, b in combinations(queens, 2)
                if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])]
    outside = [cell for cell in queens if not all(0 <= i < n for i in cell)]
    return [f"{a} and {b} attack each other" for a, b in attacked] + [
        f"expected {n} queens on the board"] * (len(queens) != n or bool(outside))

PUZZLE = Puzzle(
    name="ladies", title="Queens", rules=("no queen attacks another",),
    parse=parse, format=str, size=lambda n: (n, n), generate=generate, formulations={"default": model},
    decode=decode, project=lambda n, m: m.arrays["queen"].ravel(), verify=verify,
)
OTHER = 3
"""


SEVERAL = """
import contextlib, io, json, sys
from rosetta.commands.main import run_verb
done = []
for verb, *words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run_verb(verb, words)
        except SystemExit as end:
            code = end.code
    done.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(done))
"""


@pytest.fixture
def rosetta(tmp_path):
    """Runs a verb beside an installed package with these entry points."""

    def run(verb, *words, points="ladies = queens_puzzle:PUZZLE"):
        (tmp_path / "queens_puzzle.py").write_text(QUEENS)
        metadata = tmp_path / "queens_puzzle-1.0.dist-info"
        metadata.mkdir(exist_ok=True)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: queens-puzzle\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[rosetta.puzzles]\n{points}\n")
        words = ["-m", f"models.{verb}", *words] if verb else ["-c", SEVERAL, *words]
        return subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


@pytest.mark.sample(0.125)
def test_a_puzzle_of_another_package_works_with_the_defaults_alone(rosetta):
    """Known in the help, solved, counted (92 ways on 8x8: M. Bezzel 1848, F. Nauck 1850), compared, explained."""
    lines = (
        "solve --help",
        "solve ladies 8 --json",
        "count ladies 8 --json",
        "solve ladies 6",
        "compare ladies 5 --backends cpsat,cnf",
        "explain ladies 4",
        "generate ladies 1 --unique --json",
    )
    completed = rosetta("", json.dumps([line.split() for line in lines]))
    assert completed.returncode == 0, completed.stderr
    shown, solved, counted, smaller, compared, explained, unique = json.loads(completed.stdout)
    assert "ladies" in shown[1]
    solved = json.loads(solved[1])
    assert solved["verdict"] == "correct"
    columns = [column for _, column in sorted(solved["answer"]["pieces"])]
    assert sorted(columns) == list(range(8))
    assert len({r + c for r, c in enumerate(columns)}) == len({r - c for r, c in enumerate(columns)}) == 8
    assert json.loads(counted[1])["count"] == "92"
    assert "answer: (0, " in smaller[1]
    assert "agree" in compared[1], compared[2]
    assert explained[0] == 0
    assert json.loads(unique[1])["instances"][0]["unique"] is True, unique[2]


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ("ladies = nowhere_at_all", "cannot be loaded from nowhere_at_all:PUZZLE: No module named 'nowhere_at_all'"),
        ("ladies = queens_puzzle:MISSING", "has no attribute 'MISSING'"),
        ("ladies = queens_puzzle:OTHER", "expected queens_puzzle:OTHER to be a Puzzle of that name, found int"),
        ("kings = queens_puzzle:PUZZLE", "to be a Puzzle of that name, found a puzzle named 'ladies'"),
    ],
)
def test_what_is_wrong_with_it_is_one_sentence(rosetta, points, message):
    name = points.split()[0]
    completed = rosetta("solve", name, "8", points=points)
    assert (completed.returncode, completed.stdout) == (2, "")
    assert message in completed.stderr
    assert "Traceback" not in completed.stderr


@pytest.mark.sample(0.125)
def test_our_own_names_are_not_taken_by_others(rosetta):
    """A foreign `tents`, `queens` or `lightup` changes nothing."""
    points = "tents = queens_puzzle:PUZZLE\nqueens = queens_puzzle:PUZZLE\nlightup = queens_puzzle:PUZZLE"
    assert json.loads(rosetta("solve", "tents", "4", "--json", points=points).stdout)["puzzle"] == "tents"
    assert json.loads(rosetta("solve", "lightup", "4", "--json", points=points).stdout)["puzzle"] == "akari"
    assert json.loads(rosetta("solve", "queens", "4", "--json", points=points).stdout)["answer"].keys() == {"values"}


def test_the_entry_points_are_those_of_the_group(tmp_path, monkeypatch):
    """The group's name is part of the contract: CONTRIBUTING.md promises it."""
    metadata = tmp_path / "x-1.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text("[rosetta.puzzles]\nqueens = a.b:C\n")
    found = [(point.group, point.name, point.value) for point in PathDistribution(metadata).entry_points]
    assert found == [(registry.ENTRY_POINTS, "queens", "a.b:C")]
