"""Packages of somebody else: those for version 0.2.0 take part in every verb; what version 0.1.0 had and this one has
not is told, with what to write now."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys

import pytest

from tests.rosetta.older_files.collection import COLLECTION, PACKAGE
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


def run_lines(*lines, folder=PACKAGE):
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
    """n rooks on a board without walls: n! ways, half as many up to the one symmetry that a puzzle names."""
    counted, compared, explained, generated, up_to = run_lines(
        "count rooks 4 --walls 0 --backend splitting --json",
        "compare rooks 5 --seed 2 --backends splitting,cpsat --json",
        "explain rooks 4 --seed 1",
        "generate rooks 4 --walls 75 --json",
        "count mirrors 4 --walls 0 --distinct --json",
    )
    assert json.loads(counted[1])["count"] == str(math.factorial(4))
    (instance,) = json.loads(compared[1])["instances"]
    assert {run["backend"]: run["verdict"] for run in instance["runs"]} == dict.fromkeys(
        ("splitting", "cpsat"), "correct"
    )
    assert explained[0] == 0
    assert len(json.loads(generated[1])["instances"][0]["answer"]["rooks"]) == 4
    distinct = json.loads(up_to[1])
    assert (distinct["count"], distinct["distinct"]) == (str(math.factorial(4)), str(math.factorial(4) // 2))


@pytest.mark.sample(0.25)
def test_what_does_not_load_is_told_and_breaks_no_other_verb(tmp_path):
    """Fields that this version does not have: one line names package, puzzle and field; other puzzles work, also where
    all are asked."""
    folder = shutil.copytree(PACKAGE, tmp_path / "package")
    for name, field in (("mirrors", "symmetries=symmetries"), ("splitting", "single_threaded=True")):
        module = folder / "strangers" / f"{name}.py"
        module.write_text(module.read_text().replace(field, field.replace(field.partition("=")[0], "former")))
    named, backend, planned, solved, help_text, doctor = run_lines(
        "solve mirrors 4",
        "solve tents 4 --backend splitting",
        "bench run 3x3:aaaaa,2,0,2,2,0,2 --backends cpsat --dry-run",
        "solve rooks 4 --json",
        "solve --help",
        "doctor --json",
        folder=folder,
    )
    for refused, name in ((named, "mirrors"), (backend, "splitting")):
        assert (refused[0], refused[1], len(refused[2].splitlines())) == (2, "", 1)
        for words in (f"'{name}'", "'former'", "it is of the package strangers 0.2: update that, or uninstall it"):
            assert words in refused[2]
    assert [planned[0], solved[0], help_text[0]] == [0, 0, 0]
    assert "1 cell on 1 board" in planned[1]
    works = {each["puzzle"]: each["works"] for each in json.loads(doctor[1])["puzzles"]}
    assert works == {"mirrors": False, "rooks": True}


@pytest.mark.sample(0.25)
def test_a_puzzle_for_an_earlier_version_is_told_what_to_write_now():
    """One line, which names the package and where the changes are described; the backend of the package works."""
    refused, solved, doctor = run_lines(
        "solve rooks 4", "solve tents 3x3:aaaaa,2,0,2,2,0,2 --backend splitting", "doctor --json",
        folder=COLLECTION / "package",
    )  # fmt: skip
    assert (refused[0], refused[1], len(refused[2].splitlines())) == (2, "", 1)
    for words in ("'rooks'", "`compose_puzzle`", "CHANGELOG.md", "it is of the package strangers 0.1: update that"):
        assert words in refused[2]
    assert solved[0] == 0
    assert "satisfied" in solved[1]
    assert {each["works"] for each in json.loads(doctor[1])["puzzles"]} == {False}
