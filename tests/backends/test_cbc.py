"""What PuLP's CBC says, text by text, by a script in its place: an end at a limit is neither "no solution" nor
"optimal". And which CBC is asked, and why."""

from __future__ import annotations

import numpy as np
import pytest

from backends import cbc
from backends.cbc import BACKEND, OLD_DENIES, OLD_LOSES, TOLERANCES
from backends.contract import Ending, Limits, Options, Outcome, Status, Unsupported
from backends.loading import cbc_library, cbc_program
from models.neutral import Model, evaluate
from rosetta.foundation.limits import LimitReached

LIMITS = Limits(seconds=60.0)
PULP, ORTOOLS = Options(solver="pulp"), Options(solver="ortools")
FIRST = "      0 X0000000                1        -5\n      1 X0000001                0        -7\n"
NEITHER = FIRST.replace("  1    ", "  0    ", 1)
TIME_UP = "Result - Stopped on time limit\n"
SCRIPT = """#!/bin/sh
echo "$*" >> "{folder}/calls"
case "$*" in
*"preprocess off"*-solution*) n=again;;
*-solution*) n=first;;
*) n=second;;
esac
cat "{folder}/$n.log"
while [ $# -gt 1 ]; do
  if [ "$1" = -solution ]; then cp "{folder}/$n.sol" "$2"; fi
  shift
done
"""


@pytest.fixture
def said(monkeypatch, tmp_path):
    """The outcome where CBC writes these solutions and logs: at first, when it is asked whether there is none, again;
    and the calls."""

    def solve(
        first: tuple[str, str],
        second: str = "",
        again: tuple[str, str] = ("", ""),
        limits: Limits = LIMITS,
        asked: Model | None = None,
        options: Options = PULP,
    ):
        for name, (solution, log) in {"first": first, "second": ("", second), "again": again}.items():
            (tmp_path / f"{name}.sol").write_text(solution)
            (tmp_path / f"{name}.log").write_text(log)
        script = tmp_path / "cbc"
        script.write_text(SCRIPT.format(folder=tmp_path))
        script.chmod(0o700)
        monkeypatch.setattr(cbc_program, "_binary", lambda *_: str(script))
        return BACKEND.solve(one_of_two() if asked is None else asked, limits, options)

    return solve


def one_of_two() -> Model:
    m = Model("two")
    x = m.bools("x", 2)
    m.at_least(1, "one", x)
    m.minimize("cost", -x, [5, 7])
    return m


@pytest.mark.parametrize(
    ("solution", "log", "status", "objective", "note"),
    [
        ("Optimal - objective value -5.00000000\n" + FIRST, "", Status.OPTIMAL, 7, ""),
        ("Stopped on time - objective value -5.00000000\n" + FIRST, TIME_UP, Status.SATISFIED, 7, ""),
        ("Stopped on time - objective value -5.00000000\n" + NEITHER, TIME_UP, Status.UNKNOWN, None, "time limit"),
        ("Stopped on iterations - objective value 0\n" + NEITHER, "", Status.UNKNOWN, None, "CBC says"),
        ("Unbounded - objective value 0\n" + FIRST, "", Status.UNKNOWN, None, "CBC says Unbounded"),
        ("Infeasible - objective value 0\n" + NEITHER, TIME_UP, Status.UNKNOWN, None, "time limit"),
        ("Integer infeasible - objective value 0\n" + NEITHER, "Maximum time\n", Status.UNKNOWN, None, "time limit"),
    ],
)
def test_what_is_written_after_one_run(said, solution, log, status, objective, note):
    """The optimum is one only where the search ended; values that break a row are no answer, whatever they cost."""
    outcome = said((solution, log))
    assert (outcome.status, outcome.objective) == (status, objective)
    assert (outcome.values is None) is (objective is None)
    assert outcome.values is None or outcome.values.tolist() == [0, 1, 0]
    assert outcome.bound == (7 if status is Status.OPTIMAL else None)
    assert note in outcome.note


INFEASIBLE = "Infeasible - objective value 0\n" + NEITHER, ""
OPTIMAL = "Optimal - objective value -5.00000000\n" + FIRST, ""


@pytest.mark.parametrize("words", ["Problem is infeasible - 0.00 seconds", "Result - Problem proven infeasible"])
def test_no_solution_is_believed_if_it_is_said_without_preprocessing_too(said, tmp_path, words):
    """The second run is without preprocessing, within what is left of the limit, and writes no solution."""
    outcome = said(INFEASIBLE, f"Welcome\n{words}\n")
    assert (outcome.status, outcome.values) == (Status.UNSATISFIABLE, None)
    first, second = (tmp_path / "calls").read_text().splitlines()
    assert "/cbc-" in first.split()[0], "in a folder that is deleted"
    assert "preprocess" not in first
    assert "-preprocess off" in second
    assert "-solution" not in second


@pytest.mark.parametrize("words", ["", "Result - Optimal solution found", "not infeasible"])
def test_where_the_second_run_disagrees_a_third_one_answers(said, tmp_path, words):
    """Without preprocessing."""
    outcome = said(INFEASIBLE, words, OPTIMAL)
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 7)
    assert len((tmp_path / "calls").read_text().splitlines()) == 3


def test_no_solution_at_the_limit_is_a_limit(said):
    """At the second run, too."""
    with pytest.raises(LimitReached):
        said(INFEASIBLE, "Problem is infeasible\n" + TIME_UP)


@pytest.mark.parametrize("left", [0.5, 0.99, 1.01, 9.0])
def test_no_solution_is_believed_only_well_before_the_limit(said, monkeypatch, left):
    """A tenth of the limit must be left, whatever the log says."""
    monkeypatch.setattr(cbc_program.Stopwatch, "seconds_left", lambda *_: left)
    limits = Limits(seconds=10.0)
    outcome = said(INFEASIBLE, "Problem is infeasible\n", limits=limits)
    assert outcome.status is (Status.UNSATISFIABLE if left > 1 else Status.UNKNOWN)


@pytest.mark.parametrize("options", [PULP, ORTOOLS], ids=["pulp", "ortools"])
def test_columns_that_are_in_no_row_have_their_lower_bound(options):
    """The file of PuLP's CBC does not have them."""
    m = Model("free")
    x, z = m.bools("x", 2), m.ints("z", 2, 3, 5)
    m.at_least(1, "one", x)
    m.minimize("cost", z[:1])
    outcome = BACKEND.solve(m, LIMITS, options)
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 3)
    assert outcome.values[z][0] == 3
    assert 3 <= outcome.values[z][1] <= 5
    assert np.isin(outcome.values[x], (0, 1)).all()


def large(coefficient: int) -> Model:
    """(5, 1) costs 32, (6, 0) costs 30, which is least, and (4, 2) costs 34."""
    m = Model("large")
    z = m.ints("z", 2, 0, 9)
    m.linear(5 * coefficient + 3, None, "enough", [z], [coefficient, coefficient - 1])
    m.minimize("cost", z, [5, 7])
    return m


def says(words: str, *values: int) -> tuple[str, str]:
    """A solution as CBC writes it, and its log."""
    lines = [f"      {number} X000000{number}  {value}  0\n" for number, value in enumerate(values)]
    return "".join([f"{words} - objective value 0\n", *lines]), TIME_UP if "time" in words else ""


@pytest.mark.parametrize(("coefficient", "calls"), [(99_999, 1), (100_000, 2)])
def test_an_optimum_with_large_coefficients_is_asked_for_again(said, tmp_path, coefficient, calls):
    """Without preprocessing, which is what loses it; the optimum is what that run says."""
    first, again = says("Optimal", 5, 1), says("Optimal", 6, 0)
    outcome = said(first, again=again, asked=large(coefficient))
    assert len((tmp_path / "calls").read_text().splitlines()) == calls
    assert (outcome.status, outcome.objective, outcome.note) == (Status.OPTIMAL, {1: 32, 2: 30}[calls], "")


@pytest.mark.parametrize(
    ("again", "cost"),
    [
        (says("Stopped on time", 6, 0), 30),
        (says("Stopped on time", 4, 2), 32),
        (says("Stopped on time", 0, 0), 32),
        (says("Infeasible", 0, 0), 32),
    ],
)
def test_an_optimum_that_is_not_confirmed_is_an_answer(said, again, cost):
    """The better one of both runs, whatever ended the second one; no bound is known."""
    outcome = said(says("Optimal", 5, 1), again=again, asked=large(100_000))
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.SATISFIED, cost, None)
    assert outcome.note == TOLERANCES.unconfirmed


def test_what_is_known_is_told_before_cbc_starts():
    """The size, for the case that it never returns; and nothing is claimed yet."""
    told = []
    outcome = BACKEND.solve(one_of_two(), LIMITS, Options(), told.append)
    assert [(each.status, each.values, each.size) for each in told] == [(Status.UNKNOWN, None, outcome.size)]
    assert outcome.size.variables == 2


NEWER = cbc_library.version()
OLDER = cbc_program.version()


def test_pulp_answers_where_it_is_believed(said, tmp_path):
    """One call, no note."""
    outcome = said(OPTIMAL, options=Options())
    assert (outcome.status, outcome.objective, outcome.note) == (Status.OPTIMAL, 7, "")
    assert (outcome.engine, outcome.version) == ("cbc", OLDER)
    assert len((tmp_path / "calls").read_text().splitlines()) == 1


def test_where_pulp_finds_no_solution_the_newer_one_is_asked(said, tmp_path):
    """Here it finds the optimum, and says why it was asked. The program is not called again."""
    outcome = said(INFEASIBLE, options=Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 0)
    assert (outcome.engine, outcome.version) == ("cbc", NEWER)
    assert outcome.note == f"{NEWER} was asked: {OLD_DENIES}"
    assert len((tmp_path / "calls").read_text().splitlines()) == 1


def test_no_solution_is_said_by_both(said):
    """Three in a ring, each different from the next."""
    m = Model("odd")
    x = m.bools("x", 3)
    m.parity([1, 1, 1], "ring", [[x[0], x[1]], [x[1], x[2]], [x[2], x[0]]])
    outcome = said(INFEASIBLE, asked=m, options=Options())
    assert (outcome.status, outcome.note) == (Status.UNSATISFIABLE, "")
    assert (outcome.engine, outcome.version) == ("cbc", f"{OLDER}, confirmed by {NEWER}")


def test_where_an_answer_breaks_rows_pulp_is_asked_again(said, tmp_path):
    """Without preprocessing; neither of two that must hold is no answer."""
    outcome = said(("Optimal - objective value 0\n" + NEITHER, ""), again=OPTIMAL, options=Options())
    assert (outcome.status, outcome.objective, outcome.version, outcome.note) == (Status.OPTIMAL, 7, OLDER, "")
    assert len((tmp_path / "calls").read_text().splitlines()) == 2


@pytest.mark.parametrize("first", ["doubt", "denial"])
def test_where_the_newer_one_breaks_rows_pulp_is_asked(said, monkeypatch, first):
    """As if there were no other."""
    nothing = Outcome(Status.UNKNOWN, note="rounded, it breaks rows")
    monkeypatch.setattr(cbc_library, "run", lambda *_: nothing)
    asked = large(100_000) if first == "doubt" else large(1_000)
    answers = (says("Optimal", 5, 1) if first == "doubt" else INFEASIBLE), "", says("Optimal", 6, 0)
    outcome = said(*answers, asked=asked, options=Options())
    assert (outcome.status, outcome.objective, outcome.version, outcome.note) == (Status.OPTIMAL, 30, OLDER, "")


@pytest.mark.parametrize(("coefficient", "version", "note"), [(99_999, OLDER, ""), (100_000, NEWER, OLD_LOSES)])
def test_where_optima_may_be_lost_the_newer_one_is_asked_at_once(said, tmp_path, coefficient, version, note):
    """PuLP's program is not started: the script would say that 32 is the optimum."""
    outcome = said(says("Optimal", 5, 1), asked=large(coefficient), options=Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 30 if note else 32)
    assert (outcome.version, outcome.note) == (version, note and f"{NEWER} was asked: {note}")
    assert (tmp_path / "calls").exists() is not bool(note)


def test_with_parameters_only_pulp_is_asked(said, tmp_path):
    """They are those of its program, which is asked again as by `cbc:pulp`; the other takes none."""
    own = {"cutsOnOff": "off"}
    outcome = said(INFEASIBLE, "Problem is infeasible\n", options=Options(parameters=own))
    assert (outcome.status, outcome.version) == (Status.UNSATISFIABLE, OLDER)
    assert len((tmp_path / "calls").read_text().splitlines()) == 2
    with pytest.raises(Unsupported, match="takes no parameters; cbc:pulp has cutsOnOff"):
        BACKEND.solve(one_of_two(), LIMITS, Options(solver="ortools", parameters=own))


def test_where_pulp_cannot_be_run_the_newer_one_answers(monkeypatch):
    """And says so; with neither of them, `cbc` cannot be used."""
    monkeypatch.setattr(cbc_program, "_binary", lambda *_: "/nowhere/cbc")
    assert BACKEND.probe() is None
    assert BACKEND.version() == NEWER
    outcome = BACKEND.solve(one_of_two(), LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.version) == (Status.OPTIMAL, 0, NEWER)
    assert outcome.note == f"{NEWER} was asked: PuLP's CBC cannot be run: /nowhere/cbc"
    monkeypatch.setattr(cbc_library, "probe", lambda: "no ortools")
    assert BACKEND.probe() == "PuLP's CBC cannot be run: /nowhere/cbc"


def test_both_are_one_engine_and_there_is_no_third():
    """So that their agreement counts as one."""
    assert {BACKEND.engine_of(options) for options in (Options(), PULP, ORTOOLS)} == {"cbc"}
    with pytest.raises(Unsupported, match="unknown solver 'glpk'; known: pulp, ortools"):
        BACKEND.engine_of(Options(solver="glpk"))


@pytest.mark.parametrize(
    ("answer", "seconds", "status"),
    [("INFEASIBLE", 0, Status.UNSATISFIABLE), ("INFEASIBLE", 9.5, Status.UNKNOWN), ("NOT_SOLVED", 9.9, Status.UNKNOWN)],
)
def test_the_newer_one_is_believed_only_well_before_its_limit(monkeypatch, answer, seconds, status):
    """Which is in CPU seconds; seconds: those that it has used of ten."""
    from ortools.linear_solver import pywraplp

    clock = iter([0.0, seconds])
    monkeypatch.setattr(pywraplp.Solver, "Solve", lambda self, _: getattr(self, answer))
    monkeypatch.setattr(cbc_library.time, "process_time", lambda: next(clock))
    outcome = BACKEND.solve(one_of_two(), Limits(seconds=10.0), ORTOOLS)
    assert (outcome.status, outcome.values) == (status, None)
    assert outcome.ended is (Ending.TIME if status is Status.UNKNOWN else None)


def test_what_the_newer_one_gets(monkeypatch):
    """Milliseconds of CPU, less than are left, one thread, no gap."""
    from ortools.linear_solver import pywraplp

    given = []
    monkeypatch.setattr(pywraplp.Solver, "SetTimeLimit", lambda _, limit: given.append(limit))
    monkeypatch.setattr(pywraplp.Solver, "SetNumThreads", lambda _, count: given.append(count))
    BACKEND.solve(one_of_two(), Limits(seconds=10.0, threads=2), ORTOOLS)
    (milliseconds,) = given
    assert 9_000 < milliseconds <= 9_950


def test_the_newer_one_prints_nothing_and_can_be_asked_again(capfd):
    """OR-Tools speaks on stderr of what CBC does not take."""
    for m in (one_of_two(), large(1_000), one_of_two()):
        assert BACKEND.solve(m, LIMITS, ORTOOLS).status is Status.OPTIMAL
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("coefs", "side"), [([3_000_000, 7_000_001], 7_000_002), ([4_999_999, 8_000_001], 4_999_998)])
def test_an_answer_of_the_newer_one_that_breaks_rows_is_none(monkeypatch, coefs, side):
    """Two variables, one row that no whole numbers keep; found among random rows, and shrunk."""
    m = Model("millions")
    x = m.bools("x", 2)
    m.linear(side, side, "exact", [x], coefs)
    outcome = BACKEND.solve(m, LIMITS, ORTOOLS)
    assert (outcome.status, outcome.values, outcome.note) == (Status.UNKNOWN, None, TOLERANCES.not_whole)
    monkeypatch.setattr(cbc, "ask_with_care", lambda model, program, run, *_: run())
    alone = BACKEND.solve(m, LIMITS, ORTOOLS)
    assert alone.status is Status.SATISFIED
    assert evaluate(m, alone.values) != []


@pytest.mark.parametrize(("largest", "status"), [(999_999, Status.OPTIMAL), (1_000_000, Status.SATISFIED)])
@pytest.mark.parametrize("options", [Options(), PULP, ORTOOLS], ids=["cbc", "pulp", "ortools"])
def test_from_a_million_on_an_optimum_is_only_an_answer(largest, status, options):
    """Of either CBC, which take 1e-6 for whole."""
    outcome = BACKEND.solve(large(largest), LIMITS, options)
    assert (outcome.status, outcome.objective) == (status, 30)
    assert (TOLERANCES.too_coarse in outcome.note) is (status is Status.SATISFIED)
