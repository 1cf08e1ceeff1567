"""Programs that take WCNF: RC2 and clasp are right, and of fake ones nothing is believed but whole answers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from backends.calling.programs import PROGRAMS
from backends.contract import Ending, Limits, Options, Status
from backends.formats.results.competition import ResultError
from backends.formats.results.maxsat import last_answer, read_maxsat
from backends.registry import backend_named
from backends.running import supervisor
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts
from tests.backends.test_compliance import (
    case,
    contradiction,
    empty_model,
    integers_guarded,
    minimum_of_integer,
    weighted,
)
from tests.backends.test_differential import check, question
from tests.support.rc2_program import RC2_PROGRAM

LIMITS = Limits(seconds=60.0)
BUILDS = [contradiction, empty_model, weighted, integers_guarded, minimum_of_integer]


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A program on the PATH, called `fake`, of the Python lines given; `path` is its last argument."""

    def write(lines: str, takes: str = "wcnf") -> str:
        script = tmp_path / "fake"
        script.write_text(f"#!{sys.executable}\nimport signal, sys, time\npath = sys.argv[-1]\n{lines}\n")
        script.chmod(0o755)
        return f"external:{takes}=fake"

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return write


def cheapest_cover() -> Model:
    """Two of three at least; the first costs 5, the second 2, and the third brings 4: -2 with the last two."""
    model = Model("cover")
    x = model.bools("x", 3)
    model.at_least(2, "at least two", x)
    model.minimize("cost", x, [5, 2, -4])
    return model


@pytest.mark.sample(2)
@pytest.mark.parametrize("build", BUILDS)
def test_rc2_agrees_with_brute_force(build, fake):
    """Status, optimum and all solutions, through a foreign reader of WCNF and a foreign solver."""
    check(question(case(build)), backend_named(fake(RC2_PROGRAM)), Options())


@pytest.mark.sample(2)
@pytest.mark.parametrize("build", BUILDS)
def test_clasp_agrees_with_brute_force_on_the_old_format(build):
    reason = PROGRAMS["clasp"].probe()
    if reason:
        pytest.skip(f"clasp: {reason}")
    check(question(case(build)), backend_named("external:wcnf-old=clasp"), Options())


@pytest.mark.parametrize(("takes", "begins"), [("wcnf", "\\nh "), ("wcnf-old", "\\np wcnf 3 ")])
def test_the_file_is_of_the_format_that_was_named(takes, begins, fake):
    """Its costs leave out what is paid in any case, here -4; values come as digits."""
    text = f"text = open(path).read(); assert path.endswith('.wcnf') and {begins!r}.replace('\\\\n', chr(10)) in text"
    name = fake(f"{text}\nprint('o 5\\no 2\\ns OPTIMUM FOUND\\nv 011')", takes)
    outcome = supervisor.solve(name, cheapest_cover(), LIMITS)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, -2, -2.0), outcome.note
    assert outcome.values.tolist() == [0, 0, 1, 1]


BAD = {
    "garbage": ("print('hello')", "line 1: expected a line that begins with c, s, o or v, found 'hello'"),
    "no status": ("print('o 2\\nv 011')", "expected a status line, as in `s OPTIMUM FOUND`"),
    "two": ("print('s UNKNOWN\\ns UNKNOWN')", "line 2: expected one status line, and this is the second"),
    "other status": ("print('s OPTIMUM')", "found 'OPTIMUM'"),
    "no values": ("print('o 2\\ns OPTIMUM FOUND')", "expected values, as in `v 0110`"),
    "no cost": ("print('s OPTIMUM FOUND\\nv 011')", "expected the cost of the optimum, as in `o 12`"),
    "bad cost": ("print('o 2.5\\ns OPTIMUM FOUND\\nv 011')", "line 1: expected a cost, as in `o 12`, found '2.5'"),
    "cut off": ("sys.stdout.write('o 2\\ns OPTIMUM FOUND\\nv 01')", "expected the end of the line, found 'v 01'"),
    "too short": ("print('o 2\\ns OPTIMUM FOUND\\nv 01')", "expected 3 digits, or literals, found '01'"),
    "no end": ("print('o 2\\ns OPTIMUM FOUND\\nv 2 3')", "expected a value of each of 3 variables, or a 0 at the end"),
    "too many": ("print('o 2\\ns OPTIMUM FOUND\\nv 4 0')", "expected variables up to 3, found 4"),
    "both": ("print('o 2\\ns OPTIMUM FOUND\\nv 1 -1 2 0')", "expected one value of each variable"),
    "no and yes": ("print('s UNSATISFIABLE\\nv 011')", "expected no values with UNSATISFIABLE"),
    "wrong code": ("print('s UNSATISFIABLE'); sys.exit(30)", "says unsatisfiable, but ended with code 30"),
    "silent": ("sys.exit(3)", "it printed nothing"),
    "endless": ("while True: print('c more and more' * 4000)", "more than 8,388,704 bytes"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("how", BAD)
def test_what_is_no_result_is_an_error(how, fake):
    """Never an answer, never `no solution`."""
    lines, reason = BAD[how]
    outcome = supervisor.solve(fake(lines), cheapest_cover(), LIMITS)
    assert (outcome.status, outcome.values) == (Status.ERROR, None)
    assert reason in outcome.note


@pytest.mark.parametrize("values", [b"011", b"-1 2 3", b"-1 2 3 0", b"2 3 0", b"-1\nv 2\nv 3 0", b"0110"])
def test_values_may_be_digits_or_literals(values):
    """Digits for all variables that occur, or more; literals of all of them, or of some and an end."""
    result = read_maxsat(b"s OPTIMUM FOUND\no 2\nv " + values + b"\n", 3, 4, was_stopped=False)
    assert (result.status, result.cost, result.true.tolist()) == (Status.OPTIMAL, 2, [False, False, True, True, False])


def test_digits_are_no_literal():
    """`v 10` is x1 of two variables; of eleven it is cut off, or lacks its end."""
    assert read_maxsat(b"s SATISFIABLE\nv 10\n", 2, 2, was_stopped=False).true.tolist() == [False, True, False]
    with pytest.raises(ResultError, match="11 variables, or a 0 at the end"):
        read_maxsat(b"s SATISFIABLE\nv 10\n", 11, 11, was_stopped=False)
    assert read_maxsat(b"s SATISFIABLE\nv 10 0\n", 11, 11, was_stopped=False).true.nonzero()[0].tolist() == [10]


def test_the_last_whole_answer_counts():
    """Of a program that prints each as it finds it; stopped within one, it has printed the one before."""
    printed = b"v 1 2 3 0\no 7\nv 1 -2 3 0\no 5\nv -1 2 3 0\no 2\ns OPTIMUM FOUND\n"
    result = read_maxsat(printed, 3, 3, was_stopped=False)
    assert (result.status, result.cost, result.true.tolist()) == (Status.OPTIMAL, 2, [False, False, True, True])
    for last in (b"v -1 2 3 0\n", b"v -1 2", b"v -1 2\n"):
        result = read_maxsat(b"o 9\nv 1 2 3 0\no 7\n" + last, 3, 3, was_stopped=True)
        assert (result.status, result.cost) == (Status.SATISFIED, None)
        assert result.true.tolist() == [False, not last.endswith(b"0\n"), True, True]
    assert read_maxsat(b"o 9\nv 1 2", 3, 3, was_stopped=True) is None
    assert last_answer(b"v 1 0\no 7\n" * 5 + b"v 1") == b"o 7\nv 1 0\no 7\nv 1"


def test_an_answer_that_pays_nothing_is_optimal(fake):
    """Whatever its program says of it; one that pays for a soft clause is as good as its program says."""
    for values, status in (("001", Status.OPTIMAL), ("011", Status.SATISFIED)):
        model = Model("prizes")
        x = model.bools("x", 3)
        model.at_most(2, "at most two", x)
        model.minimize("cost", x, [5, 2, -4])
        outcome = supervisor.solve(fake(f"print('s SATISFIABLE\\nv {values}')"), model, LIMITS)
        assert outcome.status is status, outcome.note
        assert outcome.bound == (outcome.objective if status is Status.OPTIMAL else None)


def test_a_program_is_asked_to_end_before_the_limit(fake):
    """With SIGTERM: what it prints then is an incumbent. One that does not listen is killed."""
    says = "print('o 7\\ns UNKNOWN\\nv 111', flush=True); sys.exit(0)"
    name = fake(f"def end(*_): {says}\nsignal.signal(signal.SIGTERM, end)\nwhile True: time.sleep(0.01)")
    for seconds in (1.0, 4.0, 16.0, 64.0):  # the first in which it is ready to listen
        outcome = supervisor.solve(name, cheapest_cover(), Limits(seconds=seconds))
        if outcome.values is not None:
            break
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.SATISFIED, 3, None), outcome.note
    name = fake("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('o 7', flush=True)\nwhile True: time.sleep(1)")
    outcome = supervisor.solve(name, cheapest_cover(), Limits(seconds=0.5))
    assert (outcome.status, outcome.ended, outcome.values) == (Status.UNKNOWN, Ending.TIME, None), outcome.note


def test_a_wrong_answer_a_wrong_cost_and_a_wrong_no_are_caught(fake):
    asked = question_about_model(cheapest_cover())[1]
    for said in ("o 2\\ns OPTIMUM FOUND\\nv 001", "o 1\\ns OPTIMUM FOUND\\nv 011", "s UNSATISFIABLE"):
        names = (fake(f"print('{said}')"), "cpsat")
        tried = [attempt(asked, resolve_entrant(asked, each, "stated"), LIMITS) for each in names]
        assert judge_attempts(asked, tried)[0].verdict == "wrong", said


OLD, NEW = b"c of somebody\np  wcnf 2 3 10\n10 1  2 0\n3 -1 0\n4 -2 0\n", b"c of somebody\nh 1  2 0\n3 -1 0\n4 -2 0\n"


@pytest.mark.parametrize("content", [OLD, NEW])
@pytest.mark.parametrize("takes", ["wcnf", "wcnf-old"])
def test_a_file_of_the_right_age_arrives_as_it_is(content, takes, fake, tmp_path):
    """One of the other age is written anew; the answer is about its variables and costs either way."""
    path = tmp_path / "board.wcnf"
    path.write_bytes(content)
    keep = f"open({str(tmp_path / 'got')!r}, 'wb').write(open(path, 'rb').read())"
    name = fake(f"{keep}\nprint('o 3\\ns OPTIMUM FOUND\\nv 10')", takes)
    asked = Question(puzzle("model"), resolve("model", str(path)).instance)
    (run,) = judge_attempts(asked, [attempt(asked, resolve_entrant(asked, name, "stated"), LIMITS)])
    got = Path(tmp_path, "got").read_bytes()
    assert (got == content) == ((takes == "wcnf") == (content == NEW))
    assert (b"p wcnf" in got or got == OLD) == (takes == "wcnf-old")
    assert (run.status, run.objective) == ("optimal", 3), run.note
