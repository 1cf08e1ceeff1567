"""The limit of a minimisation is that of all its questions together; a first question that fails is no answer."""

from __future__ import annotations

import numpy as np
import pytest

from backends import outcomes
from backends.contract import Limits, Options, Outcome, StatedFile, Status, Unsupported
from backends.oracle import BACKEND as ORACLE
from backends.passes.solution_improving import improving_outcomes
from models.neutral import Model
from rosetta.foundation.limits import LimitReached, TooLarge
from tests.support.fakes import fake_backend


def model() -> Model:
    m = Model("three")
    x = m.bools("x", 3)
    m.at_least(1, "one", x)
    m.minimize("few", x)
    return m


@pytest.mark.parametrize("error", [LimitReached("no time"), TooLarge("too much"), Unsupported("not for me")])
def test_what_ends_the_first_question_ends_the_search(error):
    """There is nothing that could be called the best."""

    def solve(*_):
        raise error

    with pytest.raises(type(error), match=str(error)):
        list(improving_outcomes(fake_backend("fails", solve), model(), Limits(), Options()))


def test_every_question_has_what_is_left_of_the_limit(monkeypatch):
    """Four of a second each."""
    left: list[float] = []
    now = [100.0]
    monkeypatch.setattr(outcomes, "work_seconds", lambda: now[0])

    def solve(question, limits, options):
        left.append(limits.seconds)
        now[0] += 1.0
        worst = max(ORACLE.solutions(question, question.boolean_variables, limits, options), key=sum, default=None)
        return Outcome(Status.UNSATISFIABLE if worst is None else Status.SATISFIED, worst)

    *_, last = improving_outcomes(fake_backend("slow", solve), model(), Limits(seconds=9.0), Options())
    assert (last.status, last.objective, last.bound) == (Status.OPTIMAL, 1, 1)
    assert left == [9.0, 8.0, 7.0, 6.0]


def test_what_a_limit_leaves_is_the_best_answer_with_the_seconds_of_all_questions():
    """No optimum, whatever the solver calls its answers to questions without a cost."""
    answers = iter([(0, 1, 1, 1), (0, 1, 1, 0)])

    def solve(*_):
        values = next(answers, None)
        if values is None:
            return Outcome(Status.UNKNOWN, seconds={"solve": 1.0}, note="time limit")
        return Outcome(Status.OPTIMAL, np.array(values), seconds={"solve": 1.0})

    every = list(improving_outcomes(fake_backend("stops", solve), model(), Limits(), Options()))
    assert [(o.status, o.objective, o.seconds["solve"], o.note) for o in every] == [
        (Status.SATISFIED, 3, 1.0, ""),
        (Status.SATISFIED, 2, 2.0, ""),
        (Status.SATISFIED, 2, 3.0, "time limit"),
    ]


def test_later_questions_have_more_fixed_and_are_not_those_of_the_file():
    """What propagation fixed at first holds in every solution; what a bound on the cost fixes besides does not. And the
    file that the model was read from knows no such bound, nor may its solver minimise by itself."""
    fixed = iter([np.array([-1], np.int32), np.array([-1, -2], np.int32)])
    asked: list[tuple[bool, bool]] = []

    def solve(question, limits, options):
        asked.append((question.objective is None, options.file is None))
        worst = max(ORACLE.solutions(question, question.boolean_variables, limits, options), key=sum, default=None)
        return Outcome(Status.UNSATISFIABLE if worst is None else Status.SATISFIED, worst, fixed=next(fixed, None))

    given = Options(file=StatedFile("lp", b""))
    *_, last = improving_outcomes(fake_backend("fixes", solve), model(), Limits(), given)
    assert (last.status, last.objective, last.fixed.tolist()) == (Status.OPTIMAL, 1, [-1])
    assert asked == [(True, True)] * 4
