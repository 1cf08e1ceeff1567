"""What CBC says, text by text, by a script in its place: an end at a limit is neither "no solution" nor "optimal"."""

from __future__ import annotations

import numpy as np
import pytest

from backends import cbc
from backends.cbc import BACKEND, UNCONFIRMED
from backends.contract import Limits, Options, Status
from models.neutral import Model
from rosetta.foundation.limits import LimitReached

LIMITS = Limits(seconds=60.0)
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
    ):
        for name, (solution, log) in {"first": first, "second": ("", second), "again": again}.items():
            (tmp_path / f"{name}.sol").write_text(solution)
            (tmp_path / f"{name}.log").write_text(log)
        script = tmp_path / "cbc"
        script.write_text(SCRIPT.format(folder=tmp_path))
        script.chmod(0o700)
        monkeypatch.setattr(cbc, "_binary", lambda *_: str(script))
        return BACKEND.solve(one_of_two() if asked is None else asked, limits, Options())

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
    monkeypatch.setattr(cbc.Stopwatch, "seconds_left", lambda *_: left)
    limits = Limits(seconds=10.0)
    outcome = said(INFEASIBLE, "Problem is infeasible\n", limits=limits)
    assert outcome.status is (Status.UNSATISFIABLE if left > 1 else Status.UNKNOWN)


def test_columns_that_are_in_no_row_have_their_lower_bound():
    """CBC's file does not have them."""
    m = Model("free")
    x, z = m.bools("x", 2), m.ints("z", 2, 3, 5)
    m.at_least(1, "one", x)
    m.minimize("cost", z[:1])
    outcome = BACKEND.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.values[z].tolist()) == (Status.OPTIMAL, 3, [3, 3])
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
    assert outcome.note == UNCONFIRMED


def test_what_is_known_is_told_before_cbc_starts():
    """The size, for the case that it never returns; and nothing is claimed yet."""
    told = []
    outcome = BACKEND.solve(one_of_two(), LIMITS, Options(), told.append)
    assert [(each.status, each.values, each.size) for each in told] == [(Status.UNKNOWN, None, outcome.size)]
    assert outcome.size.variables == 2
