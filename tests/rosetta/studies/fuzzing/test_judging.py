"""Lies about a pair of models that have the same answers are refuted, whichever of the two they are about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.contract import Limits, Status
from rosetta.studies.fuzzing import fuzz
from rosetta.studies.fuzzing.fuzz import FuzzPlan, judge_careful_rounds, judge_quick_rounds
from rosetta.studies.fuzzing.recipes import Recipe
from rosetta.studies.fuzzing.rounds import Round, RoundRequest, run_rounds
from rosetta.studies.fuzzing.tally import FuzzTally
from rosetta.studies.judging.testimony import AnswerGiven

BACKENDS = ("oracle", "propagate")


def pair_with_objective() -> list[Recipe]:
    """A pair whose models have answers, none of them planted, and something to minimise."""
    for number in range(0, 200, 2):
        recipes = [Recipe("pb", 1, number), Recipe("pb", 1, number + 1)]
        rounds = rounds_of(recipes)
        if rounds[0].planted is None and rounds[0].answers["oracle"].testimony.status is Status.OPTIMAL:
            return recipes
    raise AssertionError("no such pair")


def rounds_of(recipes: list[Recipe], quick: bool = True) -> list[Round]:
    requests = [recipes] if quick else [[recipe] for recipe in recipes]
    return [
        each for request in requests for each in run_rounds(RoundRequest(tuple(request), BACKENDS, Limits(5), quick))
    ]


def with_testimony(round: Round, name: str, **changes: object) -> Round:
    answer = round.answers[name]
    changed = replace(answer, testimony=replace(answer.testimony, **changes))  # type: ignore[arg-type]
    return Round(round.planted, {**round.answers, name: changed})


@pytest.mark.sample(1)
@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("place", [0, 1])
def test_the_other_model_refutes_a_lie(quick, place):
    """On the model of the lie itself nobody has an answer; the oracle's best one to the other is enough."""
    recipes = pair_with_objective()
    rounds = rounds_of(recipes, quick)
    judge = judge_quick_rounds if quick else lambda rounds: judge_careful_rounds(recipes, rounds)
    assert not any("wrong" in verdicts.values() for verdicts in judge(rounds))
    for name in BACKENDS:
        silent = {"status": Status.UNKNOWN, "answers": (), "objective": None, "bound": None, "derived": None}
        rounds[place] = with_testimony(rounds[place], name, **silent)
    lies = list(rounds)
    lies[place] = with_testimony(rounds[place], "propagate", status=Status.UNSATISFIABLE)
    assert judge(lies)[place]["propagate"] == "wrong"
    assert judge(lies)[1 - place] == judge(rounds)[1 - place]


def test_a_better_answer_refutes_an_optimum():
    recipes = pair_with_objective()
    rounds = rounds_of(recipes)
    best = rounds[0].answers["oracle"].testimony
    assert best.objective is not None
    worse = AnswerGiven("", best.objective + 1, (), None)
    rounds[1] = with_testimony(rounds[1], "oracle", answers=(worse,), objective=worse.cost, bound=worse.cost)
    assert [verdicts["oracle"] for verdicts in judge_quick_rounds(rounds)] == ["unproved", "wrong"]


def test_an_answer_that_breaks_a_row_is_wrong():
    rounds = rounds_of(pair_with_objective())
    given = rounds[0].answers["oracle"].testimony.answers[0]
    rounds[0] = with_testimony(rounds[0], "oracle", answers=(replace(given, broken=("row 1",)),))
    assert judge_quick_rounds(rounds)[0]["oracle"] == "wrong"


def test_a_literal_that_does_not_follow_is_wrong():
    """Propagation says that x holds, or that it does not: one of them is refuted by the oracle's answer."""
    rounds = rounds_of(pair_with_objective())
    given = rounds[0].answers["oracle"].testimony.answers[0]
    assert given.pieces
    literal = min(given.pieces)
    opposite = literal[1:] if literal.startswith("-") else f"-{literal}"
    lie = with_testimony(rounds[0], "propagate", derived=frozenset({opposite}))
    assert judge_quick_rounds([lie, rounds[1]])[0]["propagate"] == "wrong"
    truth = with_testimony(rounds[0], "propagate", derived=frozenset({literal}))
    assert judge_quick_rounds([truth, rounds[1]])[0]["propagate"] != "wrong"


def test_a_solver_that_ends_its_process_is_asked_again_alone(monkeypatch, tmp_path):
    """Quick rounds die, careful ones do not: every model is counted once, with what the careful ones say."""
    monkeypatch.setattr(fuzz, "WORK", "tests.support.dying_rounds:run_rounds_or_die")
    tally = FuzzTally()
    fuzz.fuzz(FuzzPlan(("oracle",), ("cnf",), 0, Limits(5), tmp_path, models=4), tally)
    assert tally.models == 4
    assert sum(tally.backends["oracle"].statuses.values()) == 4
    assert tally.wrong == []
