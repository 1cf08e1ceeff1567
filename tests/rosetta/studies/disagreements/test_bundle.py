"""The bundle of a wrong answer: what it says is true, and the command in it repeats the fault in another process."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

import pytest

from backends.contract import Outcome, Status
from models.neutral.json import from_json, to_json
from rosetta.commands.main import run_verb
from rosetta.studies.disagreements.issue_text import name_for_any_folder
from tests.support.fakes import fake_backend
from tests.support.faulty_solvers import LIAR, feasible_but_called_infeasible
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT


@pytest.fixture
def liar(tmp_path):
    """A program with that fault, and a file on which it shows: 60 clauses of which two matter."""
    program, file = tmp_path / "liar", tmp_path / "many.cnf"
    program.write_text(LIAR.format(python=sys.executable))
    program.chmod(0o755)
    clauses = [[1, 2, 3], [-4, -5], *([k, -(k + 1)] for k in range(6, 64))]
    rows = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses)
    file.write_text(f"p cnf 64 {len(clauses)}\n{rows}\n")
    return program, file


@pytest.mark.slow
def test_a_lying_program_is_caught_and_its_fault_repeated(liar, tmp_path):
    program, file = liar
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
    words = [sys.executable, "-m", "rosetta", *shlex.split(command), "--bundle", str(tmp_path / "again")]
    again = subprocess.run(words, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert again.returncode == 1, again.stderr
    for name in ("stated.cnf", "stated.lp", "shrunk.opb", "shrunk.mps", "shrunk.cnf"):
        counted = rosetta("count", str(folder / name), "--json", "--time-limit", "5", "--project", "x1")
        assert counted.returncode in (0, 2, 3), (name, counted.stderr)


def test_an_issue_names_programs_so_that_any_folder_finds_them(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert name_for_any_folder("external:./liar") == f"external:{tmp_path / 'liar'}"
    assert name_for_any_folder("external:kissat") == "external:kissat"
    assert name_for_any_folder("cnf:glucose42") == "cnf:glucose42"


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
