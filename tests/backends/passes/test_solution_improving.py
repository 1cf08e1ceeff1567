"""The limit of a minimisation is that of all its questions together; a first question that fails is no answer."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest

from algebra.limits import LimitReached, TooLarge
from backends.contract import Limits, Options, Outcome, Status, Unsupported
from backends.oracle import BACKEND as ORACLE
from backends.passes.solution_improving import improving_outcomes
from models.neutral import Model
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


def test_every_question_has_what_is_left_of_the_limit():
    """Three of 0.1 s each."""
    left: list[float] = []

    def solve(question, limits, options):
        left.append(limits.seconds)
        time.sleep(0.1)
        worst = max(ORACLE.solutions(question, question.boolean_variables, limits, options), key=sum, default=None)
        return Outcome(Status.UNSATISFIABLE if worst is None else Status.SATISFIED, worst)

    *_, last = improving_outcomes(fake_backend("slow", solve), model(), Limits(seconds=9.0), Options())
    assert (last.status, last.objective, last.bound) == (Status.OPTIMAL, 1, 1)
    assert len(left) == 4
    assert all(after <= before - 0.1 for before, after in pairwise(left))


def test_what_a_limit_leaves_is_the_best_answer_with_the_seconds_of_all_questions():
    """No optimum, whatever the solver calls its answers to questions without a cost."""
    answers = iter([(0, 1, 1, 1), (0, 1, 1, 0)])

    def solve(*_):
        values = next(answers, None)
        if values is None:
            return Outcome(Status.UNKNOWN, seconds={"solve": 1.0}, note="time limit")
        return Outcome(Status.OPTIMAL, np.array(values), seconds={"solve": 1.0})

    outcomes = list(improving_outcomes(fake_backend("stops", solve), model(), Limits(), Options()))
    assert [(o.status, o.objective, o.seconds["solve"], o.note) for o in outcomes] == [
        (Status.SATISFIED, 3, 1.0, ""),
        (Status.SATISFIED, 2, 2.0, ""),
        (Status.SATISFIED, 2, 3.0, "time limit"),
    ]
