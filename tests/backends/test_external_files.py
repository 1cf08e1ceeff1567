"""Programs and the files that somebody wrote: they get them as they are, and are asked whatever stands there."""

from __future__ import annotations

import gzip
import os
from dataclasses import replace
from pathlib import Path

import pytest

from backends.contract import Ending, Limits, Status
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts

LIMITS = Limits(seconds=60.0)
IMPOSSIBLE = {  # each with one row that no assignment keeps, and what a liar says of it
    "lp": (
        "Minimize\n obj: x\nSubject To\n c: x + y >= 30\nBounds\n x <= 10\n y <= 10\nGenerals\n x y\nEnd\n",
        "x 10 y 1",
    ),
    "mps": (
        "NAME f\nROWS\n N obj\n G c\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x c 2\n y c 2\n M2 'MARKER' 'INTEND'\n"
        "RHS\n RHS c 9\nBOUNDS\n UP BND x 2\n UP BND y 2\nENDATA\n",
        "x 2 y 2",
    ),
    "opb": ("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 3 ;\n", "x1 x2"),
    "cnf": ("c none\np cnf 2 2\n0\n1 2 0\n", "1 2 0"),
}  # fmt: skip
TAKES = {"cnf": "dimacs"}


@pytest.fixture
def program(monkeypatch, tmp_path):
    """A program on the PATH, called `program`, that keeps a copy of every file it gets, and prints these lines."""

    def write(printed: str, ending: str) -> str:
        script = tmp_path / "program"
        (tmp_path / "printed").write_text(f"{printed}\n")
        script.write_text(
            f"#!/bin/sh\nhere='{tmp_path}'\n"
            'for file; do :; done\ncp "$file" "$here/got$(ls "$here" | grep -c ^got)"\ncat "$here/printed"\n'
        )
        script.chmod(0o755)
        return f"external:{TAKES.get(ending, ending)}=program"

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return write


def got(tmp_path: Path) -> list[bytes]:
    """The files that the program got."""
    return [path.read_bytes() for path in sorted(tmp_path.glob("got*"))]


def asked(path: Path, *backends: str, unique: bool = False):
    """The judged runs of these backends on a file."""
    question = Question(puzzle("model"), resolve("model", str(path)).instance)
    tried = [attempt(question, resolve_entrant(question, name, "stated"), LIMITS, unique) for name in backends]
    return judge_attempts(question, tried, unique)


def values_lines(ending: str, values: str) -> str:
    """Values as programs of that format print them."""
    words = values.split()
    return f"v {values}" if ending in ("opb", "cnf") else "\n".join(map("v {} {}".format, words[::2], words[1::2]))


@pytest.mark.parametrize("ending", IMPOSSIBLE)
def test_a_program_that_lies_is_started_gets_the_file_and_is_wrong(ending, program, tmp_path):
    """One row alone cannot hold: whoever says otherwise is found out, and whoever is no program is not asked."""
    text, values = IMPOSSIBLE[ending]
    path = tmp_path / f"board.{ending}"
    path.write_text(text)
    name = program(f"s SATISFIABLE\n{values_lines(ending, values)}", ending)
    liar, idle = asked(path, name, "cnf" if ending != "lp" else "cpsat")
    assert got(tmp_path) == [path.read_bytes()]
    assert (liar.status, liar.verdict) == ("satisfied", "wrong"), liar.note
    assert (idle.status, idle.ended, idle.verdict) == ("unknown", "not-asked", "none")
    assert idle.impossible_row


@pytest.mark.parametrize("ending", IMPOSSIBLE)
def test_a_program_that_says_no_is_right_by_the_row(ending, program, tmp_path):
    path = tmp_path / f"board.{ending}"
    path.write_text(IMPOSSIBLE[ending][0])
    (run,) = asked(path, program("s UNSATISFIABLE", ending))
    assert (run.status, run.verdict, run.evidence, run.was_asked) == ("unsatisfiable", "correct", "proved", True)


def test_a_compressed_file_arrives_unpacked(program, tmp_path):
    text = b"c of somebody   \np  cnf 2 1\n  1   -2 0\n"
    path = tmp_path / "board.cnf.gz"
    path.write_bytes(gzip.compress(text))
    (run,) = asked(path, program("s SATISFIABLE\nv 1 -2 0", "cnf"))
    assert got(tmp_path) == [text]
    assert (run.verdict, run.evidence) == ("correct", "verified")


def test_a_second_answer_is_asked_for_in_rows(program, tmp_path):
    """The file with one answer forbidden is another model."""
    path = tmp_path / "board.cnf"
    path.write_text("p cnf 2 1\n1 -2 0\n")
    asked(path, program("s SATISFIABLE\nv 1 -2 0", "cnf"), unique=True)
    first, second = got(tmp_path)
    assert first == path.read_bytes()
    assert b"p cnf 2 2" in second


def test_values_and_cost_are_those_of_the_file(program, tmp_path):
    """Names as the file has them, an objective that is maximised, with fractions and a constant: 1.5 x - y + 4 at
    x = 3, y = 1 is 7.5. A cost that the objective cannot have is an error, another one is wrong."""
    path = tmp_path / "board.lp"
    path.write_text(
        "Maximize\n obj: 1.5 x(1) - y!b + 4\nSubject To\n c: 2 x(1) + 2 y!b <= 9\n d: y!b >= 1\n"
        "Bounds\n x(1) <= 7\n y!b <= 7\nGenerals\n x(1) y!b\nEnd\n"
    )
    for cost, verdict in (("7.5", "unproved"), ("7.50000000001", "unproved"), ("8", "wrong"), ("7.3", "none")):
        (run,) = asked(path, program(f"s OPTIMUM FOUND\no {cost}\nv x(1) 3\nv y!b 1", "lp"))
        assert run.verdict == verdict, (cost, run.note)
        if verdict == "unproved":
            assert (run.status, run.objective, run.answer) == ("optimal", 7.5, {"values": {"x(1)": 3, "y!b": 1}})
    assert "expected a cost that the objective can have, found 7.3" in run.note
    (run,) = asked(path, program("s SATISFIABLE\nv x(1) 3", "lp"))
    assert (run.status, "y!b has no value; 1 of 2 are missing" in run.note) == ("error", True)


@pytest.mark.parametrize("cost", ["-1e4000", "1e999999999", "inf", "nan", "1/0", "-10^4000", "9" * 30, "-5", "0.5"])
@pytest.mark.parametrize("as_other", [False, True])
def test_no_cost_is_believed_where_there_is_no_objective(cost, as_other, program, tmp_path):
    """However large it is, whether the program got the file or rows of it; a cost of 0 is no claim."""
    path = tmp_path / "board.lp"
    path.write_text("Minimize\n obj:\nSubject To\n c: x + y <= 3\nBounds\n x <= 2\n y <= 2\nGenerals\n x y\nEnd\n")
    takes, values = "mps" if as_other else "lp", "v x 1\nv y 2"
    (run,) = asked(path, program(f"s OPTIMUM FOUND\no {cost}\n{values}", takes))
    assert (run.status, run.verdict) == ("error", "none")
    assert "found" in run.note
    assert "Error: " in run.note
    assert "Overflow" not in run.note
    (run,) = asked(path, program(f"s OPTIMUM FOUND\no 0\n{values}", takes))
    assert (run.status, run.verdict, run.objective) == ("satisfied", "correct", None)


@pytest.mark.parametrize("cost", ["-1e4000", "1e999999999", "inf", "9" * 30])
def test_a_cost_beyond_what_the_objective_can_have_is_an_error(cost, program, tmp_path):
    path = tmp_path / "board.lp"
    path.write_text("Maximize\n obj: x\nSubject To\n c: x + y <= 3\nBounds\n x <= 2\n y <= 2\nGenerals\n x y\nEnd\n")
    (run,) = asked(path, program(f"s OPTIMUM FOUND\no {cost}\nv x 2\nv y 1", "lp"))
    assert (run.status, run.verdict) == ("error", "none")
    assert "cost" in run.note
    assert cost in run.note


def test_what_reading_an_opb_file_added_follows_from_the_rows(program, tmp_path):
    """A product is a variable of the model, and none of the file: its value comes from those of its factors."""
    path = tmp_path / "board.opb"
    path.write_text("* #variable= 3 #constraint= 1\nmax: +3 x1 x2 -1 x3 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n")
    (run,) = asked(path, program("s OPTIMUM FOUND\no 3\nv x1 x2 -x3", "opb"))
    assert (run.status, run.verdict, run.objective) == ("optimal", "correct", 3), run.note


def test_a_file_of_another_format_arrives_as_its_rows(program, tmp_path):
    """Not in their simplest forms: undivided, and with the row that always holds. Read by PuLP."""
    pulp = pytest.importorskip("pulp")
    path = tmp_path / "board.lp"
    path.write_text(
        "Minimize\n obj: x\nSubject To\n c: 2 x + 2 y <= 7\n d: x + y <= 40\n e: 4 x + 6 y >= 30\n"
        "Bounds\n x <= 3\n y <= 3\nGenerals\n x y\nEnd\n"
    )
    (run,) = asked(path, program("s SATISFIABLE\nv x 3\nv y 3", "mps"))
    _, problem = pulp.LpProblem.fromMPS(str(tmp_path / "got0"))
    rows = {(*map(int, row.values()), row.sense): -row.constant for row in problem.constraints.values()}
    assert run.verdict == "wrong"
    at_most, at_least = pulp.LpConstraintLE, pulp.LpConstraintGE
    assert rows == {(2, 2, at_most): 7, (1, 1, at_most): 40, (4, 6, at_least): 30}


@pytest.mark.parametrize("takes", ["dimacs", "opb", "lp", "mps"])
def test_a_model_without_a_file_is_asked_too(takes, program, tmp_path):
    """A model of Python with a row that cannot hold."""
    model = Model("three")
    model.at_least(4, "four of three", model.bools("x", 3))
    question = question_about_model(model)[1]
    tried = attempt(question, resolve_entrant(question, program("s UNSATISFIABLE", takes), "stated"), LIMITS)
    assert (tried.outcome.status, tried.outcome.ended) == (Status.UNSATISFIABLE, None), tried.outcome.note
    assert len(got(tmp_path)) == 1


@pytest.mark.parametrize("name", ["external:cadical", "external:clasp", "external:minisat", "external:cryptominisat5"])
def test_programs_that_are_installed_refute_such_a_row(name):
    """An empty clause, and a sum that cannot be reached, are what they can read."""
    model = Model("three")
    model.at_least(4, "four of three", model.bools("x", 3))
    question = question_about_model(model)[1]
    entrant = resolve_entrant(question, name, "stated")
    if entrant.backend.probe():
        pytest.skip(f"{name}: {entrant.backend.probe()}")
    outcome = attempt(question, entrant, LIMITS).outcome
    assert (outcome.status, outcome.ended) == (Status.UNSATISFIABLE, None), outcome.note


def test_who_changes_the_model_drops_its_file(program, tmp_path):
    """Elimination leaves another model, so that the file is not handed on."""
    path = tmp_path / "board.cnf"
    path.write_text("p cnf 2 1\n1 -2 0\n")
    question = Question(puzzle("model"), resolve("model", str(path)).instance)
    entrant = resolve_entrant(question, program("s UNKNOWN", "cnf"), "stated")
    presolved = replace(entrant, options=replace(entrant.options, presolve="reduced"))
    outcome = attempt(question, presolved, LIMITS).outcome
    assert outcome.ended is not Ending.NOT_ASKED
    assert path.read_bytes() not in got(tmp_path)
