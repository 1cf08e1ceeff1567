"""A package of somebody else for version 0.1.0: its puzzles and its backend take part in every verb."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import pytest

from tests.rosetta.older_files.collection import COLLECTION
from tests.support.places import ROOT

SEVERAL = """
import contextlib, io, json, sys
from rosetta.commands.main import run_verb
done = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run_verb(words[0], words[1:])
        except SystemExit as end:
            code = end.code
    done.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(done))
"""


def run_lines(*lines, folder=COLLECTION / "package"):
    """Exit code, stdout and stderr of each command line, in one process that has the package on its path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])}
    words = json.dumps([line.split() for line in lines])
    completed = subprocess.run(
        [sys.executable, "-c", SEVERAL, words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert completed.returncode == 0, completed.stderr
    return json.loads(completed.stdout)


@pytest.mark.sample(0.25)
def test_its_puzzle_and_its_backend_take_part():
    """n rooks on a board without walls: n! ways (counted by both engines); a drawn board, solved, explained."""
    counted, compared, explained, generated = run_lines(
        "count rooks 4 --walls 0 --backend splitting --json",
        "compare rooks 5 --seed 2 --backends splitting,cpsat --json",
        "explain rooks 4 --seed 1",
        "generate rooks 4 --walls 75 --json",
    )
    assert json.loads(counted[1])["count"] == str(math.factorial(4))
    (instance,) = json.loads(compared[1])["instances"]
    assert {run["backend"]: run["verdict"] for run in instance["runs"]} == dict.fromkeys(
        ("splitting", "cpsat"), "correct"
    )
    assert explained[0] == 0
    assert len(json.loads(generated[1])["instances"][0]["answer"]["rooks"]) == 4
