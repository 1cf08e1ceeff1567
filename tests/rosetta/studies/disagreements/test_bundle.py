"""The bundle of a wrong answer: what it says is true, and the command in it repeats the fault in another process."""

from __future__ import annotations

import errno
import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from backends.calling.programs import program_named
from backends.contract import Outcome, Status
from backends.cpsat import BACKEND as CPSAT
from models.neutral.json import from_json, to_json
from rosetta.commands.main import run_verb
from rosetta.studies.disagreements import bundle
from rosetta.studies.disagreements.bundle import write_formats
from rosetta.studies.disagreements.issue_text import name_in_folder
from tests.support.fakes import SAYS_ALL_ZERO, SAYS_NO, SAYS_ONLY_ONE, fake_backend
from tests.support.faulty_solvers import LIAR, feasible_but_called_infeasible
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT

COUNTS_TOO_FEW = replace(CPSAT, name="countstoofew", count=lambda *_: 1)


def write_liar(tmp_path, more):
    """A program with that fault, and a file on which it shows: two clauses that matter, and more."""
    program, file = tmp_path / "liar", tmp_path / "many.cnf"
    program.write_text(LIAR.format(python=sys.executable))
    program.chmod(0o755)
    clauses = [[1, 2, 3], [-4, -5], *more]
    variables = max(abs(literal) for clause in clauses for literal in clause)
    rows = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses)
    file.write_text(f"p cnf {variables} {len(clauses)}\n{rows}\n")
    return program, file


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_lying_program_is_caught_and_its_fault_repeated(tmp_path):
    program, file = write_liar(tmp_path, [[k, -(k + 1)] for k in range(6, 9)])
    folder = tmp_path / "bundle"
    done = rosetta("compare", str(file), "--backends", f"external:{program},cpsat,cnf", "--bundle", str(folder))
    assert done.returncode == 1
    assert f"bundle written to {folder}" in done.stderr
    shrunk = from_json((folder / "shrunk.model.json").read_text("utf-8"))
    assert sum(map(len, shrunk.blocks)) == 2
    assert shrunk.variables == 5
    text = (folder / "issue.md").read_text("utf-8")
    assert "says that there is no solution" in text
    claims = json.loads((folder / "claims.json").read_text("utf-8"))
    assert claims["instances"][0]["verdict"] == "disagree"
    (command,) = re.findall(r"^    rosetta (.*)$", text, re.M)
    words = [sys.executable, "-m", "rosetta", *shlex.split(command)]
    again = subprocess.run(words, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert again.returncode == 1, again.stderr
    for name in ("stated.cnf", "stated.lp", "shrunk.opb", "shrunk.mps", "shrunk.cnf"):
        counted = rosetta("count", str(folder / name), "--json", "--time-limit", "5", "--project", "x1")
        assert counted.returncode in (0, 2, 3), (name, counted.stderr)


def test_an_issue_names_programs_so_that_its_folder_finds_them(monkeypatch, tmp_path):
    """By a path from the folder, wherever the program and the reader are."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "found" / "2"
    assert name_in_folder("external:./liar", folder) == "external:../../liar"
    assert name_in_folder(f"external:{tmp_path}/bin/liar", folder) == "external:../../bin/liar"
    assert name_in_folder(f"external:{folder}/liar", folder) == "external:./liar"
    assert name_in_folder("external:kissat", folder) == "external:kissat"
    assert name_in_folder("external:mps=./liar", folder) == "external:mps=../../liar"
    assert name_in_folder("external:opb=clasp", folder) == "external:opb=clasp"
    assert name_in_folder("cnf:glucose42", folder) == "cnf:glucose42"


@pytest.fixture
def few_runs(monkeypatch):
    """For tests in which only the rows have to become fewer."""
    monkeypatch.setattr(bundle, "MOST_RUNS", 8)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.usefixtures("few_runs")
@pytest.mark.parametrize("verb", ["solve", "count", "compare"])
def test_every_verb_that_solves_writes_a_bundle(tmp_path, monkeypatch, verb):
    """After its answer; the command repeats the limits, and names no folder of the reporter. It finds the fault again,
    and may write a bundle of it."""
    program, file = write_liar(tmp_path, [[1, -4]])  # few answers: a count lists them again and again
    folder = tmp_path / "bundle"
    named = {"compare": ["--backends", f"external:{program},cpsat"]}.get(verb, ["--backend", f"external:{program}"])
    done = rosetta(verb, str(file), *named, "--time-limit", "7", "--threads", "2", "--bundle", str(folder))
    assert done.returncode == 1, done.stderr
    assert f"bundle written to {folder}: external:{program}, on 2 rows" in done.stderr
    text = (folder / "issue.md").read_text("utf-8")
    assert str(tmp_path) not in text
    (command,) = re.findall(r"^    rosetta (.*)$", text, re.M)
    assert "--time-limit 7" in command
    assert "--threads 2" in command
    monkeypatch.chdir(folder)
    first, *words = shlex.split(command)
    assert run_verb(first, [*words, *(["--bundle", str(tmp_path / "again")] if verb == "solve" else [])]) == 1


@pytest.mark.sample(1)
@pytest.mark.usefixtures("few_runs")
@pytest.mark.parametrize("encoding", [(), ("--encoding", "exactly-one=ladder", "--encoding", "cardinality=totalizer")])
@pytest.mark.parametrize("before", ["", "opb=", "mps="])
@pytest.mark.parametrize("name", ["liar", "my dir/a, b:c=d", "g++"])
def test_a_liar_is_reported_whatever_it_is_called(tmp_path, monkeypatch, capsys, name, before, encoding):
    """On a board whose rows need encodings: the document is on stdout, and the command repeats the fault, with the
    encodings that were asked for. A comma in a list of names is written `\\,`."""
    monkeypatch.chdir(tmp_path)
    program = Path(name)
    program.parent.mkdir(exist_ok=True)
    program.write_text("#!/bin/sh\necho 's UNSATISFIABLE'\n")
    program.chmod(0o755)
    listed = f"external:{before}./{name}".replace(",", "\\,")
    other = "cnf" if encoding and before else "cpsat"  # encodings that matter to nobody are refused
    words = ["tents", "5", "--backends", f"{listed},{other}", "--json", *encoding, "--bundle", "found"]
    assert run_verb("compare", words) == 1
    runs = json.loads(capsys.readouterr().out)["instances"][0]["runs"]
    assert {run["backend"]: run["verdict"] for run in runs} == {
        f"external:{before}./{name}": "wrong",
        other: "correct",
    }
    (command,) = re.findall(r"^    rosetta (.*)$", Path("found/issue.md").read_text("utf-8"), re.M)
    monkeypatch.chdir("found")
    verb, *words = shlex.split(command)
    assert [words[at + 1] for at, word in enumerate(words) if word == "--encoding"] == list(encoding[1::2])
    assert run_verb(verb, [*words, "--bundle", str(tmp_path / "again")]) == 1


def test_what_a_full_disk_keeps_from_being_written_is_told(tmp_path, monkeypatch, capsys):
    """And what was found still stands on stdout."""
    monkeypatch.chdir(tmp_path)
    program, file = write_liar(tmp_path, [])

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bundle, "_write_models", refuse)
    assert run_verb("compare", [str(file), "--backends", f"external:{program},cpsat", "--json"]) == 1
    output = capsys.readouterr()
    assert json.loads(output.out)["instances"][0]["verdict"] == "disagree"
    assert "the bundle could not be written to" in output.err
    assert "No space left on device" in output.err


THREE = Path("three.cnf"), "p cnf 4 3\n1 2 3 0\n-1 -2 0\n3 4 0\n"


@pytest.mark.sample(1)
@pytest.mark.usefixtures("few_runs")
@pytest.mark.parametrize(
    ("backend", "verb", "more", "title", "says"),
    [
        (SAYS_ALL_ZERO, "solve", (), "wrong answer (satisfied)", "returns an answer that it calls satisfied"),
        (SAYS_NO, "solve", (), "wrong answer (unsatisfiable)", "but there is one"),
        (SAYS_NO, "count", (), "wrong number of answers", "found an answer that saysno missed"),
        (SAYS_ONLY_ONE, "solve", ("--unique",), "wrong list of answers", "found an answer that saysonlyone missed"),
        (SAYS_ONLY_ONE, "solve", ("--all",), "wrong list of answers", "found an answer that saysonlyone missed"),
        (COUNTS_TOO_FEW, "count", (), "wrong number of answers", "countstoofew counts 1, and lists"),
    ],
)
def test_what_was_wrong_is_told_and_repeated(fake, tmp_path, monkeypatch, capsys, backend, verb, more, title, says):
    """An answer that breaks a row, a denied answer, a list that ends early, a number: the file is made smaller, and the
    command of the issue ends with code 1 again, with the solver that is right with code 0."""
    fake(backend)
    monkeypatch.chdir(tmp_path)
    THREE[0].write_text(THREE[1])
    assert run_verb(verb, [str(THREE[0]), "--backend", backend.name, *more, "--bundle", "found"]) == 1
    output = capsys.readouterr()
    assert output.out
    assert f"bundle written to found: {backend.name}, on " in output.err
    text = Path("found/issue.md").read_text("utf-8")
    assert title in text.splitlines()[0]
    assert says in text
    assert "## Who says what" in text
    shrunk = from_json(Path("found/shrunk.model.json").read_text("utf-8"))
    assert sum(map(len, shrunk.blocks)) < 3
    (command,) = re.findall(r"^    rosetta (.*)$", text, re.M)
    monkeypatch.chdir("found")
    first, *words = shlex.split(command)
    assert run_verb(first, words) == 1
    honest = [word.replace(backend.name, "cpsat") for word in words]
    assert run_verb(first, honest) == 0


@pytest.mark.sample(0.125)
@pytest.mark.usefixtures("few_runs")
def test_several_wrong_answers_have_a_folder_each(fake, tmp_path, monkeypatch, capsys):
    """Of the instances that were solved wrongly, by their number; JSON is as ever."""
    fake(SAYS_NO)
    monkeypatch.chdir(tmp_path)
    for name, clauses in (("a.cnf", "1 2 0"), ("b.cnf", "1 0\n-1 0"), ("c.cnf", "-1 0")):
        Path(name).write_text(f"p cnf 2 {clauses.count(' 0')}\n{clauses}\n")
    names = ["a.cnf", "b.cnf", "c.cnf"]
    assert run_verb("solve", [*names, "--backend", "saysno", "--json", "--bundle", "found"]) == 1
    assert len(json.loads(capsys.readouterr().out)["instances"]) == 3
    assert sorted(path.name for path in Path("found").iterdir()) == ["instance-1", "instance-3"]
    assert run_verb("solve", ["a.cnf", "--bundle", "found"]) == 2
    assert "--bundle: expected a new or empty folder, found files in found" in capsys.readouterr().err


def test_an_old_wcnf_file_is_called_so(tmp_path):
    """In the bundle by its ending, which solvers know."""
    model = from_json(to_json(feasible_but_called_infeasible()))
    write_formats(tmp_path, "stated", model)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"stated.wcnf", "stated-old.wcnf", "stated.lp", "stated.model.json"} <= names
    assert b"\np wcnf " in (tmp_path / "stated-old.wcnf").read_bytes()


def believe_preprocessing(model, *_):
    """PuLP's CBC as most people call it."""
    import pulp

    problem = pulp.LpProblem("my_problem", pulp.LpMinimize)
    x = {v: problem.add_variable(model.name_of(v).translate(str.maketrans("[]", "__")).strip("_"), 0, 1, "Integer")
         for v in range(1, model.variables + 1)}  # fmt: skip
    goal = model.objective
    problem += pulp.lpSum(int(c) * x[int(v)] for v, c in zip(goal.literals, goal.coefs, strict=True)) if goal else 0
    for block in model.blocks:
        for row in range(len(block)):
            first, end = block.rows.starts[row : row + 2]
            coefs = [1] * (end - first) if block.coefs is None else block.coefs[first:end].tolist()
            literals = block.rows.literals[first:end].tolist()
            total = pulp.lpSum(c * (x[v] if v > 0 else 1 - x[-v]) for c, v in zip(coefs, literals, strict=True))
            low, high, most = int(block.lo[row]), int(block.hi[row]), sum(c for c in coefs if c > 0)
            if low == high:
                problem += total == low
            elif high < most:
                problem += total <= high
            else:
                problem += total >= low
    problem.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
    if problem.status == pulp.LpStatusInfeasible:
        return Outcome(Status.UNSATISFIABLE, engine="cbc-as-it-is")
    return Outcome(Status.UNKNOWN, engine="cbc-as-it-is")


@pytest.mark.sample(0.125)
@pytest.mark.usefixtures("few_runs")
def test_a_real_fault_is_caught(fake, tmp_path, capsys):
    """CBC's preprocessing on the model of coin-or/pulp#662, where nobody asks it a second time."""
    fake(fake_backend("plain-cbc", believe_preprocessing))
    path = tmp_path / "pulp-662.model.json"
    path.write_text(to_json(feasible_but_called_infeasible()))
    folder = tmp_path / "bundle"
    words = [str(path), "--backends", "plain-cbc,cpsat,highs", "--bundle", str(folder)]
    assert run_verb("compare", words) == 1
    shrunk = from_json((folder / "shrunk.model.json").read_text("utf-8"))
    assert sum(map(len, shrunk.blocks)) < 10
    assert "the model as found has 6 rows and" in (folder / "issue.md").read_text("utf-8")
    assert run_verb("compare", words) == 2
    assert "--bundle: expected a new or empty folder, found files in" in capsys.readouterr().err


@pytest.mark.sample(0.125)
def test_the_lost_equation_of_clasp_is_caught_and_shrunk(tmp_path):
    """Clasp 3.3.5 says that this file has a solution, and that 2 x = 1 has one; with equations as two rows, which is
    how the backend `external:clasp` writes models that are no OPB file, it does not."""
    reason = program_named("clasp").probe()
    if reason:
        pytest.skip(f"clasp: {reason}")
    if "3.3.5" not in program_named("clasp").version:
        pytest.skip("another version of clasp")
    path, folder = tmp_path / "m.opb", tmp_path / "bundle"
    rows = ["+1 x1 = 1 ;", "-1 x1 +2 x2 = 0 ;", "+1 x3 +1 x4 +1 x5 >= 2 ;", "+1 x6 +1 x7 +1 x8 = 2 ;"]
    path.write_text("\n".join(["* #variable= 8 #constraint= 4", *rows, ""]))
    words = [str(path), "--backends", "external:opb=clasp,cpsat,cnf", "--bundle", str(folder)]
    assert run_verb("compare", words) == 1
    shrunk = from_json((folder / "shrunk.model.json").read_text("utf-8"))
    assert (sum(map(len, shrunk.blocks)), shrunk.variables) == (1, 1)
    model = str(folder / "shrunk.model.json")
    assert run_verb("compare", [model, "--backends", "external:opb=clasp,cpsat,cnf"]) == 1
    assert run_verb("compare", [model, "--backends", "external:clasp,cpsat,cnf"]) == 0
