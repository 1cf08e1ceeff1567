"""A question states each of its models once, and keeps them while they are small; nobody can change what it keeps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits
from backends.registry import backend_named
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking import question as asked
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import Plan, compare
from rosetta.studies.counting.count import count_answers
from tests.support.fakes import fake_backend

NONE = "4x4:bgd_,0,1,0,2,2,0,1,0"  # no solution, and no single rule shows it


def counting_question(what: str = "4x4:cbaea,1,1,0,2,0,2,0,2", name: str = "tents") -> tuple[Question, Counter[str]]:
    """A question, and how often each of its formulations is stated."""
    record, stated = puzzle(name), Counter[str]()

    def counted(formulation: str, state):
        def model(*arguments, **rules):
            stated[formulation] += 1
            return state(*arguments, **rules)

        return model

    record = replace(record, formulations={key: counted(key, state) for key, state in record.formulations.items()})
    return Question(record, resolve(name, what).instance), stated


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["4x4:cbaea,1,1,0,2,0,2,0,2", NONE])
def test_a_comparison_states_a_model_once(what):
    """For all entrants, for uniqueness, for the proof that there is no solution, and for the race; and once before, so
    that the time that is shown is not that of a cold start."""
    question, stated = counting_question(what)
    entrants = tuple(
        resolve_entrant(question, name, formulation)
        for formulation in ("default", "source-ilp")
        for name in ("cnf", "cpsat", "propagate")
    )
    plan = Plan(entrants, Limits(seconds=60.0), unique=True, repeat=2)
    runs = compare(question, resolve("tents", what), plan, "").runs
    assert stated == {"default": 2, "source-ilp": 1}
    seconds = {run.formulation: set() for run in runs}
    for run in runs:
        seconds[run.formulation].add(run.seconds["build"] > 0)
    assert seconds == {"default": {True}, "source-ilp": {True}}


def test_the_seconds_of_a_model_are_those_that_it_took():
    question, _ = counting_question()
    start = work_seconds()
    stated = question.state_model("default")
    assert 0 < stated.seconds <= work_seconds() - start
    assert question.state_model("default") is stated


def count_by_listing(model, project, limits, options, tell=None):
    return len(list(backend_named("cpsat").solutions(model, project, limits, options)))


COUNTS = replace(
    fake_backend("counts"), count=count_by_listing, solutions=backend_named("cpsat").solutions
)  # counts and lists, as nobody else does: so its number has no second count, and is listed


def test_a_count_states_a_model_once(fake):
    """For the number, and for the list where that rests on one engine's word."""
    question, stated = counting_question()
    total = count_answers(question, [resolve_entrant(question, fake(COUNTS), "default")], Limits(seconds=20.0))
    assert (total.number, total.by_listing, total.witness) == (1, True, "cnf")
    assert stated == {"default": 1}


def test_what_is_kept_cannot_be_changed():
    """Every caller has a model of its own: without its objective, with more variables, with more rules."""
    question, _ = counting_question("4", "lightsout")
    before = str(question.model("native"))
    model = question.model("native")
    model.objective = None
    model.any("one of two", model.bools("more", 2))
    assert str(question.model("native")) == before != str(model)
    tents, _ = counting_question()
    variables = tents.model("source-ilp").variables
    tents.puzzle.project(tents.instance, tents.model("source-ilp"))  # adds the tents
    assert tents.model("source-ilp").variables == variables


def test_large_models_are_dropped_for_the_next_one(monkeypatch):
    """Small ones stay; beyond the limit all go before another one is stated. A presolved form is the first model."""
    question, stated = counting_question()
    for _ in range(3):
        for formulation in ("default", "merged", "source-cnf"):
            question.model(formulation)
    assert stated == {"default": 1, "source-cnf": 1}
    monkeypatch.setattr(asked, "MOST_KEPT", 10)
    for formulation in ("default", "default", "source-ilp", "source-ilp", "default"):
        question.model(formulation)
    assert stated == {"default": 2, "source-cnf": 1, "source-ilp": 1}


def test_what_cannot_be_stated_is_refused_each_time():
    question, _ = counting_question()
    for _ in range(2):
        with pytest.raises(InputError, match="unknown formulation 'nothing'"):
            question.model("nothing")
    assert replace(question).model("default").variables == question.model("default").variables


@pytest.mark.parametrize(
    ("rows", "sentences", "expected"),
    [
        ([], [], ()),
        ([], ["no lamp"], ("no lamp",)),
        ([1], [], ("rule 'holds': expected 1, found 0",)),
        ([1], ["no lamp"], ("rule 'holds': expected 1, found 0", "no lamp")),
        ([1], ["rule 'holds': expected 1, found 0"], ("rule 'holds': expected 1, found 0",)),
    ],
)
def test_an_answer_is_held_against_the_rows_and_against_the_rules(rows, sentences, expected):
    """Either of them is enough to refuse it; what both say is said once."""
    record = replace(
        puzzle("tents"), decode=lambda p, m, values: values, verify=lambda p, answer, **_: sentences, formulations={}
    )
    model = Model("held")
    x = model.bools("x", 1)
    model.true("holds", x[: len(rows)])
    assert Question(record, None).broken_rules(model, np.array([0, 0])) == expected


def test_of_many_faults_five_of_each_are_told():
    """A wrong answer of a large board may break thousands."""
    record = replace(puzzle("tents"), verify=lambda p, answer, **_: [str(n) for n in range(9)], formulations={})
    model = Model("many")
    model.true("holds", model.bools("x", 9))
    broken = Question(record, None).broken_rules(model, np.zeros(10, np.int64), ((0, 0),))
    assert broken[5:] == ("0", "1", "2", "3", "4")
    assert all(row.startswith("rule 'holds'") for row in broken[:5])
