"""Programs that take FlatZinc: Gecode is right, and of fake ones nothing is believed but whole answers."""

from __future__ import annotations

import os
import sys
from io import BytesIO

import pytest

from backends.calling.programs import PROGRAMS
from backends.contract import Ending, Limits, Options, Status, Unsupported
from backends.formats.contract import WriteOptions, file_format
from backends.formats.flatzinc.result import last_solution
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import Model
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts

LIMITS = Limits(seconds=60.0)
BEST = "v_a = -1;\\nv_b = 3;\\nobjective = 0;\\n----------\\n"
WORSE = "v_a = 1;\\nv_b = 3;\\nobjective = 6;\\n----------\\n"
COMPLETE = "==========\\n"


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A program on the PATH, called `fake`, of the Python lines given; `path` is its last argument."""

    def write(lines: str) -> str:
        script = tmp_path / "fake"
        script.write_text(
            f"#!{sys.executable}\nimport sys, time\npath, say = sys.argv[-1], sys.stdout.write\n{lines}\n"
        )
        script.chmod(0o755)
        return "external:fzn=fake"

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return write


@pytest.fixture
def gecode():
    reason = PROGRAMS["gecode"].probe()
    if reason:
        pytest.skip(f"gecode: {reason}")
    return "external:gecode"


def cheapest_pair() -> Model:
    """3 a + b is least with a = -1 and b = 3: 0. The file calls them v_a and v_b."""
    model = Model("pair")
    a, b = model.ints("a", (), -1, 4), model.ints("b", (), 0, 4)
    model.linear(2, None, "at least 2", [[a, b]], [1, 1])
    model.minimize("cost", [a, b], [3, 1])
    return model


def some_pair() -> Model:
    model = cheapest_pair()
    model.objective = None
    return model


def test_the_program_is_called_as_minizinc_calls_it(fake):
    """The file last; with an objective, `-a` before it, so that better solutions come as they are found."""
    seen = "text = open(path).read(); assert path.endswith('.fzn') and 'var -1..4: v_a :: output_var;' in text\n"
    name = fake(
        f"{seen}assert sys.argv[1:-1] == ['-a'] and 'solve minimize objective;' in text\nsay('{BEST}{COMPLETE}')"
    )
    outcome = supervisor.solve(name, cheapest_pair(), LIMITS)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, 0, 0.0), outcome.note
    assert outcome.values.tolist() == [0, -1, 3]
    name = fake(
        f"{seen}assert sys.argv[1:-1] == [] and 'solve satisfy;' in text\nsay('v_b = 4;\\nv_a = 0;\\n----------\\n')"
    )
    outcome = supervisor.solve(name, some_pair(), LIMITS)
    assert (outcome.status, outcome.values.tolist()) == (Status.SATISFIED, [0, 0, 4]), outcome.note


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (f"{WORSE}{BEST}", Status.SATISFIED),
        (f"% noise\\n{WORSE}{BEST}% more\\n{COMPLETE}%%%mzn-stat: nodes=2\\n", Status.OPTIMAL),
        (f"{WORSE}{BEST}=====UNKNOWN=====\\n", Status.SATISFIED),
        ("=====UNSATISFIABLE=====\\n", Status.UNSATISFIABLE),
        ("=====UNKNOWN=====\\n", Status.UNKNOWN),
    ],
)
def test_the_last_solution_counts_and_how_the_search_ended(said, status, fake):
    """Without ten equals signs, the best solution is not claimed to be the optimum."""
    outcome = supervisor.solve(fake(f"say('{said}')"), cheapest_pair(), LIMITS)
    assert outcome.status is status, outcome.note
    assert outcome.objective == (0 if status in (Status.SATISFIED, Status.OPTIMAL) else None)
    assert outcome.bound == (0.0 if status is Status.OPTIMAL else None)


BAD = {
    "garbage": ("say('hello\\n')", "expected ---------- or a status at the end, found 'hello'"),
    "cut off": (f"say('{WORSE}v_a = -1;\\nv_b =')", "expected ---------- or a status at the end"),
    "no end": ("say('v_a = -1;\\nv_b = 3;\\n')", "expected ---------- or a status at the end"),
    "garbage inside": (f"say('well: {BEST}')", "line 1: expected a value, as in `x = true;`, found 'well: v_a = -1;'"),
    "missing": ("say('v_a = -1;\\n----------\\n')", "v_b has no value; 1 of 2 are missing"),
    "twice": (f"say('v_a = -1;\\n{BEST}')", "v_a has a value already"),
    "no solution": (f"say('{COMPLETE}')", "expected a solution, ended by ----------, or a status"),
    "no and yes": (f"say('{BEST}=====UNSATISFIABLE=====\\n')", "expected no solution with UNSATISFIABLE"),
    "complaint": ("say('=====ERROR=====\\n')", "expected UNSATISFIABLE or UNKNOWN, found ERROR"),
    "unbounded": ("say('=====UNSATorUNBOUNDED=====\\n')", "expected UNSATISFIABLE or UNKNOWN, found UNSATorUNBOUNDED"),
    "no cost": (f"say('v_a = -1;\\nv_b = 3;\\n----------\\n{COMPLETE}')", "expected the value of `objective`"),
    "wrong code": (
        "say('=====UNSATISFIABLE=====\\n'); sys.exit(10)",
        "fake says unsatisfiable, but ended with code 10",
    ),
    "failed": (f"say('{BEST}'); sys.exit('no memory')", "fake says satisfied, but ended with code 1 (no memory)"),
    "silent": ("sys.exit(3)", "it printed nothing"),
    "endless": ("while True: say('more and more\\n' * 4000)", "more than"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("how", BAD)
def test_what_is_no_result_is_an_error(how, fake):
    """Never an answer, never `no solution`."""
    lines, reason = BAD[how]
    outcome = supervisor.solve(fake(lines), cheapest_pair(), LIMITS)
    assert (outcome.status, outcome.values) == (Status.ERROR, None)
    assert reason in outcome.note


def test_a_wrong_answer_a_wrong_cost_and_a_wrong_no_are_caught(fake):
    asked = question_about_model(cheapest_pair())[1]
    wrong, cheap = BEST.replace("3;", "2;", 1), BEST.replace("= 0", "= -1")
    for said in (wrong, cheap, "=====UNSATISFIABLE=====\\n", WORSE + COMPLETE):
        names = (fake(f"say('{said}')"), "cpsat")
        tried = [attempt(asked, resolve_entrant(asked, each, "stated"), LIMITS) for each in names]
        verdicts = [run.verdict for run in judge_attempts(asked, tried)]
        assert verdicts[0] == "wrong", said
        assert verdicts[1] in ("correct", "unproved")


STOPPED = {
    "one and a half": (f"say('{WORSE}v_a = -1;\\nv_')", 6),
    "two": (f"say('{WORSE}{BEST}')", 0),
    "a half": ("say('v_a = 1;\\nv_b = 3;\\nobjective = 6;\\n-----')", None),
    "nothing": ("", None),
    "thousands": (f"[say('{WORSE}' * 1000) for i in range(400)]; say('{BEST}')", 0),
}


@pytest.mark.parametrize("how", STOPPED)
def test_what_was_whole_at_the_limit_is_handed_in(how, fake):
    """The program hangs, and is killed: its last whole solution is an incumbent, a part of one is nothing. What is not
    of use any more does not count as too much output."""
    lines, objective = STOPPED[how]
    name = fake(f"{lines}\nsys.stdout.flush(); time.sleep(1000)")
    for seconds in (1.0, 4.0, 16.0, 64.0):  # the first in which the program has come so far
        outcome = supervisor.solve(name, cheapest_pair(), Limits(seconds=seconds))
        if outcome.objective == objective:
            break
    assert (outcome.objective, outcome.bound) == (objective, None), outcome.note
    assert outcome.status is (Status.UNKNOWN if objective is None else Status.SATISFIED)
    assert objective is not None or outcome.ended is Ending.TIME


def test_only_the_last_whole_solution_is_kept():
    whole, half = b"x = 1;\n----------\n", b"x = 2;\n-----"
    assert last_solution(half) == half
    assert last_solution(whole) == whole
    assert last_solution(whole * 5 + half) == b"\n" + whole + half


@pytest.mark.parametrize(
    "state",
    [
        lambda m, x: m.linear(None, 2**31, "large", [x], [1, 2**31]),
        lambda m, x: m.linear(-(2**40), 2**40, "far", [x], [2**20, 2**20]),
        lambda m, x: m.minimize("cost", x, [2**30, 2**30]),
    ],
)
def test_numbers_beyond_the_range_of_programs_are_refused(state, fake):
    """A coefficient, a bound, and an objective whose terms are small and whose sum is not."""
    model = Model("large")
    state(model, model.ints("x", (2,), 0, 2**21))
    with pytest.raises(Unsupported, match="fake may have 2,147,483,646 at most"):
        backend_named(fake("")).solve(model, LIMITS, Options())


def test_a_parity_of_nothing_is_written_without_a_comma():
    """`array_bool_xor([,true])` is no FlatZinc; Gecode refused the whole file."""
    model = Model("even")
    model.bools("x", 1)
    model.parity(0, "an even number of none", [[]])
    file = BytesIO()
    file_format("fzn").write(model, file, WriteOptions(as_stated=True))
    assert b"constraint array_bool_xor([true]);\n" in file.getvalue()


def test_an_objective_of_gecode_that_takes_long_leaves_an_incumbent(gecode):
    """It ends by itself at its own limit, or is stopped; one that it proves is an optimum."""
    model = Model("knapsack")
    x, weights = model.bools("x", 60), [10 + 37 * i % 50 for i in range(60)]
    for turn in range(4):
        model.linear(None, 300, f"capacity {turn}", [x], [10 + (31 + turn) * i % 50 for i in range(60)])
    model.maximize("value", x, weights)
    for seconds in (1.0, 4.0, 16.0):  # the first in which it comes to an answer
        outcome = supervisor.solve(gecode, model, Limits(seconds=seconds))
        if outcome.values is not None:
            break
    assert (outcome.status, outcome.bound) == (Status.SATISFIED, None), outcome.note
    assert outcome.objective < 0
    outcome = supervisor.solve(gecode, cheapest_pair(), LIMITS)
    assert (outcome.status, outcome.objective, outcome.engine) == (Status.OPTIMAL, 0, "gecode")


def test_gecode_is_called_with_its_own_limit_and_seed(gecode):
    """Its version is in its help; the same program by its other name is no second engine."""
    words = PROGRAMS["gecode"].command_line("f", "r", 7, 1.5, True)
    assert words == ["fzn-gecode", "-r", "7", "-time", "1501", "-a", "f"]
    assert PROGRAMS["gecode"].version.split()[1][0].isdigit()
    assert backend_named("external:fzn=fzn-gecode").engine_of(Options()) == "gecode"
    assert (backend_named(gecode).kind, backend_named(gecode).interruptible) == ("cp", True)
