"""Programs that take LP and MPS files: what they get, what of their output is believed, and what is not."""

from __future__ import annotations

import os
import sys

import pytest

from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import Model
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts
from tests.backends.test_compliance import case, contradiction, guarded_parity, integers_guarded, minimum_of_integer
from tests.backends.test_differential import check, question

LIMITS = Limits(seconds=60.0)
# PuLP's own reader of MPS, and its CBC: nothing of ours but the file
BY_PULP = """
import pulp
names, problem = pulp.LpProblem.fromMPS(path)
problem.solve(pulp.PULP_CBC_CMD(msg=False))
if problem.status != pulp.LpStatusOptimal:
    print("s UNSATISFIABLE")
else:
    print("s OPTIMUM FOUND")
    print("o", pulp.value(problem.objective) or 0)
    for name, variable in names.items():
        print("v", name, variable.varValue or 0)
"""


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A program on the PATH, called `fake`, of the Python lines given; `path` is its argument."""

    def write(lines: str, takes: str = "mps") -> str:
        script = tmp_path / "fake"
        script.write_text(f"#!{sys.executable}\nimport sys\npath = sys.argv[-1]\n{lines}\n")
        script.chmod(0o755)
        return f"external:{takes}=fake"

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return write


def cheapest_pair() -> Model:
    """3 a + b is least with a = -1 and b = 3: 0. The files call them v_a and v_b."""
    model = Model("pair")
    a, b = model.ints("a", (), -1, 4), model.ints("b", (), 0, 4)
    model.linear(2, None, "at least 2", [[a, b]], [1, 1])
    model.minimize("cost", [a, b], [3, 1])
    return model


@pytest.mark.sample(1)
@pytest.mark.parametrize("build", [contradiction, guarded_parity, integers_guarded, minimum_of_integer])
def test_a_program_agrees_with_brute_force(build, fake):
    """Status, optimum and all solutions, through a foreign reader of MPS and a foreign solver."""
    check(question(case(build)), backend_named(fake(BY_PULP)), Options())


@pytest.mark.parametrize("takes", ["lp", "mps"])
def test_the_file_is_of_the_format_that_was_named(takes, fake):
    """LP begins with its table of names and objective, MPS has sections; values come back by name."""
    first = {"lp": "Minimize", "mps": "COLUMNS"}[takes]
    name = fake(
        f"assert path.endswith('.{takes}') and {first!r} in open(path).read()\n"
        "print('c noise\\ns OPTIMUM FOUND\\no 0\\nv v_b 3.0000001\\nv v_a -1')",
        takes,
    )
    outcome = supervisor.solve(name, cheapest_pair(), LIMITS)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, 0, 0.0), outcome.note
    assert outcome.values.tolist() == [0, -1, 3]


def test_equations_reach_a_program_that_is_named_with_opb(fake):
    """`external:opb=clasp` writes `=`, as any OPB file may have it."""
    name = fake("assert ' = 2 ;' in open(path).read()\nprint('s SATISFIABLE\\nv x1 x2 -x3')", "opb")
    model = Model("three")
    model.exactly(2, "two of three", model.bools("x", 3))
    outcome = supervisor.solve(name, model, LIMITS)
    assert (outcome.status, outcome.values.tolist()) == (Status.SATISFIED, [0, 1, 1, 0]), outcome.note


BAD = {
    "garbage": ("print('hello')", "line 1: expected `s STATUS`, `o COST`, `v NAME VALUE` or `c`, found 'hello'"),
    "no status": ("print('v v_a 1\\nv v_b 3')", "expected a status line"),
    "two": ("print('s UNKNOWN\\ns UNKNOWN')", "line 2: expected one status line, and this is the second"),
    "missing": ("print('s OPTIMUM FOUND\\no 6\\nv v_a 1')", "v_b has no value; 1 of 2 are missing"),
    "twice": ("print('s SATISFIABLE\\nv v_a 1\\nv v_b 3\\nv v_a 2')", "line 4: v_a has a value already"),
    "not whole": (
        "print('s SATISFIABLE\\nv v_a 0.5\\nv v_b 3')",
        "line 2: expected a whole number for v_a, found '0.5'",
    ),
    "no cost": ("print('s OPTIMUM FOUND\\nv v_a -1\\nv v_b 3')", "expected the cost of the optimum, as in `o 12`"),
    "no and values": ("print('s UNSATISFIABLE\\nv v_a 1')", "expected no values with UNSATISFIABLE"),
    "silent": ("sys.exit(3)", "it printed nothing"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", BAD)
def test_what_is_no_result_is_an_error(how, fake):
    """Never an answer, never `no solution`."""
    lines, reason = BAD[how]
    outcome = supervisor.solve(fake(lines), cheapest_pair(), LIMITS)
    assert (outcome.status, outcome.values) == (Status.ERROR, None)
    assert reason in outcome.note


def test_a_value_outside_its_bounds_is_a_wrong_answer(fake):
    """As HiGHS 1.5.3 gives it on the model of scipy/scipy#24141: a claim that is refuted, and no misprint."""
    asked = question_about_model(cheapest_pair())[1]
    name = fake("print('s OPTIMUM FOUND\\no -2\\nv v_a -2\\nv v_b 4')")
    tried = [attempt(asked, resolve_entrant(asked, each, "stated"), LIMITS) for each in (name, "cpsat")]
    runs = judge_attempts(asked, tried)
    assert [run.verdict for run in runs] == ["wrong", "unproved"]
    assert "bounds of a" in runs[0].broken[0]
