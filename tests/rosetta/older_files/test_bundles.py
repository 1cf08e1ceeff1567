"""An older bundle of a disagreement: its models are read in every format, and the fault is repeated."""

from __future__ import annotations

import json
import shutil

import pytest

import rosetta as rs
from rosetta.commands.main import run_verb
from tests.rosetta.older_files.collection import COLLECTION
from tests.support.in_a_fork import load_solvers

BUNDLE = COLLECTION / "bundle"
READ = sorted(path.name for path in BUNDLE.iterdir() if path.suffix in {".cnf", ".json", ".lp", ".mps", ".opb", ".xnf"})
MODELS = [name for name in READ if name != "claims.json"]


@pytest.fixture(scope="module", autouse=True)
def _solvers():
    """Loaded once, in this process: each child need not do it again."""
    load_solvers()


@pytest.mark.parametrize("name", MODELS)
def test_its_models_have_their_solutions(name):
    """The four tents at the corners go with the four trees between them in two ways; in the shrunk model, two of three
    variables hold."""
    expected = 2 if name.startswith("stated") else 3
    assert rs.count(rs.load(str(BUNDLE / name))).count == expected


def test_the_fault_is_repeated(tmp_path, capsys, monkeypatch):
    """By the command of issue.md, beside the program that is wrong, without what it wrote to disk before."""
    folder = tmp_path / "bundle"
    shutil.copytree(BUNDLE, folder)
    shutil.copy(COLLECTION / "programs" / "denies-four", tmp_path)
    monkeypatch.chdir(folder)
    command = next(line for line in (BUNDLE / "issue.md").read_text().splitlines() if "rosetta compare" in line)
    words = command.split()[2:]
    monkeypatch.setattr("rosetta.studies.disagreements.bundle.write_bundle", lambda *_, **__: _Nothing)
    assert run_verb("compare", [*words, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["instances"]
    assert {run["backend"]: run["verdict"] for run in found["runs"]} == {
        "external:../denies-four": "wrong", "cnf": "correct",
    }  # fmt: skip


class _Nothing:
    caught = ()


def test_its_claims_are_a_document_of_schema_1():
    document = json.loads((BUNDLE / "claims.json").read_text())
    assert document["schema"] == 1
    ((correct, wrong),) = [each["runs"] for each in document["instances"]]
    assert (correct["verdict"], wrong["verdict"]) == ("correct", "wrong")
    assert rs.verify(rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2"), correct["answer"]) == []
