"""`fuzz` finds a lying program, shrinks what it lies about, and finds nothing where nobody lies."""

from __future__ import annotations

import json
import sys

import pytest

from models.neutral.json import from_json
from rosetta.commands.main import run_verb
from tests.support.faulty_solvers import LIAR
from tests.support.in_a_fork import rosetta


@pytest.mark.sample(0.125)
def test_honest_backends_are_left_in_peace():
    """Every model is solved by everybody; the same command says the same of them."""
    words = ("fuzz", "--models", "6", "--backends", "cnf,minicard,oracle", "--seed", "5", "--json")
    documents = [json.loads(rosetta(*words).stdout) for _ in range(2)]
    assert [each["statuses"] for each in documents[0]["backends"]] == [
        each["statuses"] for each in documents[1]["backends"]
    ]
    assert documents[0]["models"] == 6
    assert documents[0]["wrong"] == []
    for each in documents[0]["backends"]:
        assert sum(each["statuses"].values()) == 6
        assert not {"error", "unsupported"} & set(each["statuses"])


def test_a_program_that_says_nothing_is_definite_nowhere(tmp_path):
    """It is asked every model; of an engine it is told on how many it was not, as one row alone cannot hold."""
    program = tmp_path / "silent"
    program.write_text(f"#!/bin/sh\necho started >> {tmp_path}/trace\necho 's UNKNOWN'\n")
    program.chmod(0o755)
    words = ["--models", "8", "--profiles", "ilp", "--seed", "3", "--backends", f"external:mps={program},cpsat"]
    document = json.loads(rosetta("fuzz", *words, "--json").stdout)
    silent, asked = (each["statuses"] for each in document["backends"])
    assert silent == {"unknown": 8}
    assert len((tmp_path / "trace").read_text().split()) == 8
    assert 0 < asked["not-asked"] < sum(asked.values()) == 8


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_liar_is_found(tmp_path):
    """On clauses that set it off; each of its first lies is a bundle, with a model of two clauses."""
    program, folder = tmp_path / "liar", tmp_path / "found"
    program.write_text(LIAR.format(python=sys.executable))
    program.chmod(0o755)
    words = [
        "--models",
        "4",
        "--profiles",
        "cnf",
        "--backends",
        f"external:{program},cnf,oracle",
        "--save",
        str(folder),
    ]
    done = rosetta("fuzz", *words)
    assert done.returncode == 1
    assert "WRONG" in done.stdout
    bundles = sorted(folder.iterdir())
    assert bundles
    for bundle in bundles:
        shrunk = from_json((bundle / "shrunk.model.json").read_text("utf-8"))
        assert sum(map(len, shrunk.blocks)) == 2


@pytest.mark.sample(0.125)
def test_parts_of_a_file_are_changed(tmp_path):
    """Nothing but the file's rows comes up, and nobody is wrong."""
    path = tmp_path / "some.opb"
    path.write_text("+3 x1 +2 x2 -4 x3 >= 1 ;\n+1 x1 +1 x4 = 1 ;\n+1 x2 +1 x3 +1 x4 >= 2 ;\n")
    words = ("fuzz", "--models", "10", "--backends", "cnf,oracle", "--from", str(path), "--json")
    document = json.loads(rosetta(*words).stdout)
    assert document["models"] == 10
    assert document["wrong"] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--profiles", "cnf,sat"),
            "--profiles: expected some of cnf, pb, ilp, parity, mixed, puzzle, mutated; found 'sat'",
        ),
        (("--backends", "cpsat,nobody"), "nobody"),
        (("--backends", "cpsat,external:nosuch"), "no program 'nosuch' on the PATH"),
        (("--backends", "external:foo=clasp"), "no format 'foo' to choose for 'clasp'; known: dimacs, opb"),
        (("--models", "0"), "--models"),
        (("--profiles", "mutated"), "the profile mutated needs --from FILE"),
        (("--profiles", "cnf", "--from", "x.opb"), "--from FILE needs the profile mutated"),
        (("--from", "nowhere.opb"), "no such file: nowhere.opb"),
        (("--save", __file__), "--save: expected a new or empty folder"),
    ],
)
def test_what_is_refused(capsys, words, message):
    try:
        code = run_verb("fuzz", list(words))
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err
