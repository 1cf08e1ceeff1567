"""What each run of a comparison may take, and that it is told where that is less than the limit that was asked for."""

import json
from dataclasses import replace

import pytest

from backends.contract import Ending, Limits, Options, Outcome, Status
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from report.comparison.json_documents import comparisons_json
from report.comparison.table import comparison_text
from rosetta.commands.main import run_verb
from rosetta.studies.asking import budgets
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing import compare
from rosetta.studies.comparing.compare import Plan, choose_entrants
from rosetta.studies.judging.attempts import Attempt

NAMES = ["cnf", "cpsat", "minicard"]


def compared(monkeypatch, plan, outcomes):
    """The seconds that each run was given, and the comparison: of runs that end with these outcomes, after a second."""
    given, clock = [], [0.0]

    def run(question, entrant, limits, *rest):
        given.append(limits.seconds)
        clock[0] += 1.0
        return Attempt(entrant, outcomes[entrant.name], {})

    monkeypatch.setattr(compare, "attempt", run)
    monkeypatch.setattr(compare, "race", lambda *rest: None)
    for module in (compare, budgets):
        monkeypatch.setattr(module, "work_seconds", lambda: clock[0])
    question = Question(puzzle("tents"), resolve("tents", "4").instance)
    entrants = choose_entrants(question, NAMES, None, Options(), "default")
    return given, compare.compare(question, resolve("tents", "4"), replace(plan, entrants=entrants), "")


UNKNOWN = Outcome(Status.UNKNOWN, note="time limit")
DEFINITE = Outcome(Status.UNSATISFIABLE)
SURE = dict.fromkeys(NAMES, DEFINITE)


def test_a_race_shares_the_usual_limit_and_that_is_told(monkeypatch):
    """A share of 45 s is less than 10: on the terminal, in the limits, and in the note of the run that it ended."""
    plan = Plan((), Limits(), deadline=Deadline(45.0), budget=45.0, race_until=45.0)
    given, comparison = compared(monkeypatch, plan, {**SURE, "cnf": UNKNOWN})
    assert given == [6.2] * 3
    cut, *others = json.loads(comparisons_json([comparison]))["instances"][0]["runs"]
    assert (cut["backend"], cut["cut_to"]) == ("cnf", 6.2)
    assert "the budget, which a race shares, left no more than 6.2 s of the limit of 10 s" in cut["note"]
    assert not any("cut_to" in run or "left no more" in run["note"] for run in others)
    assert comparison.limits["seconds"] == 10
    assert comparison.run_seconds == 6.2
    assert "limit 10 s; 6.2 s of it before the race, which shares the budget" in " ".join(
        comparison_text(comparison, False, 100).split()
    )


def test_a_race_takes_nothing_off_a_limit_that_the_user_set(monkeypatch):
    plan = Plan((), Limits(seconds=20.0), deadline=Deadline(90.0), budget=90.0, race_until=90.0, is_limit_set=True)
    given, comparison = compared(monkeypatch, plan, dict.fromkeys(NAMES, UNKNOWN))
    assert given == [20.0] * 3
    assert all(run.cut_to is None and run.note == "time limit" for run in comparison.runs)
    assert comparison.run_seconds == 20


def test_what_the_budget_cuts_is_told_where_more_time_would_have_helped(monkeypatch):
    """Not where the answer is definite, nor where the solver was not asked; but where a better one may be found."""
    outcomes = {
        "cnf": UNKNOWN,
        "cpsat": replace(UNKNOWN, ended=Ending.NOT_ASKED),
        "minicard": Outcome(Status.SATISFIED, objective=3),
    }
    plan = Plan((), Limits(seconds=20.0), deadline=Deadline(4.0), budget=4.0, is_limit_set=True)
    given, comparison = compared(monkeypatch, plan, outcomes)
    assert given == [4.0, 3.0, 2.0]
    assert [run.cut_to for run in comparison.runs] == [4.0, None, 2.0]
    assert comparison.runs[0].note == "time limit; the budget left no more than 4.0 s of the limit of 20 s"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ([], (10, 45)),
        (["--time-limit", "20"], (20, 90)),
        (["--time-limit", "20", "--budget", "45"], (20, 45)),
        (["--time-limit", "2"], (2, 45)),
    ],
)
@pytest.mark.parametrize("verb", ["compare", "generate"])
def test_the_document_has_the_limits_that_were_set_and_what_follows(verb, words, limits, capsys):
    chosen = ["--backends", "cnf"] if verb == "compare" else []
    run_verb(verb, ["tents", "5", *chosen, *words, "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (document["limits"]["seconds"], document["limits"]["budget"]) == limits
    assert all(word in document["command"].split() for word in words)


@pytest.mark.parametrize(
    ("name", "what", "formulation", "refusing"),
    [
        ("tents", "8", "default", {"gf2", "oracle"}),
        ("tents", "2", "default", {"gf2"}),
        ("nurikabe", "5", "lazy", {"gf2", "oracle"}),
        ("slitherlink", "3", "circuit", {"cnf", "gf2", "oracle"}),
        ("lightsout", "8", "native", {"oracle"}),
        ("lightsout", "petersen", "native", {"polynomial"}),
    ],
)
def test_what_refuses_the_model_says_so_after_the_budget_too(name, what, formulation, refusing, subtests):
    """With the words of a run that had time: a refusal takes none."""
    record = puzzle(name)
    resolved = resolve(name, what)
    question = Question(record, resolved.instance)
    own = [solver.name for solver in record.extras.solvers][:1]
    entrants = tuple(resolve_entrant(question, each, formulation) for each in ("cnf", "gf2", "oracle", *own))
    late = compare.compare(question, resolved, Plan(entrants, Limits(), deadline=Deadline(0.0)), "")
    refused = [each for each in entrants if each.name in refusing]
    in_time = compare.compare(question, resolved, Plan(tuple(refused), Limits(seconds=60.0)), "")
    notes = {run.backend: run.note for run in in_time.runs if run.status == "unsupported"}
    assert notes.keys() == refusing
    for run in late.runs:
        with subtests.test(run.backend):
            expected = ("unsupported", notes[run.backend]) if run.backend in refusing else ("unknown", "budget")
            assert (run.status, run.note) == expected
