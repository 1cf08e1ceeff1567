"""Rounds: models, the backends of one warm parent, and what each says of every model. There are two kinds:

    quick     many models in a row, solved in the warm parent itself, in some milliseconds each. A backend that is a
              program of somebody's has a child, as anywhere
    careful   one model, a child for each solve, as in a comparison: where a quick round was wrong, or did not end

A quick round holds answers against the rows, and derived literals against answers, no more: what a comparison would
say is found out in a careful one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from backends.contract import Ending, Limits, Options, Outcome, Status
from backends.registry import MODULES, split_name
from backends.running import supervisor
from backends.running.inside import solve_inside
from models.neutral import Model, evaluate, objective_value
from models.puzzles.model.instance import ModelInstance, assignment
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question
from rosetta.studies.fuzzing.recipes import Recipe, draw_options, make_model, make_pair
from rosetta.studies.judging.attempts import CheckedAnswer, attempt
from rosetta.studies.judging.testimony import AnswerGiven, Testimony, answer_given, testimonies_of

PROGRAMS = ("external",)  # backends that are programs of somebody's: they run in a child always


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """Which models, and who is to solve them. recipes: of a careful round, one; backends: by their full names, of one
    warm parent."""

    recipes: tuple[Recipe, ...]
    backends: tuple[str, ...]
    limits: Limits
    quick: bool


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """What a backend says. note: why it says nothing."""

    testimony: Testimony
    engine: str
    version: str
    seconds: float
    note: str


@dataclass(frozen=True, slots=True)
class Round:
    """What is said of one model. planted: what the planted assignment shows, None without one; answers: by backend."""

    planted: Testimony | None
    answers: dict[str, RoundAnswer]


def run_rounds(request: RoundRequest) -> list[Round]:
    """The round of each recipe, in their order."""
    if not request.quick:
        return [_careful_round(recipe, request.backends, request.limits) for recipe in request.recipes]
    rounds: list[Round] = []
    for _, group in groupby(request.recipes, key=lambda recipe: (recipe.profile, recipe.number // 2)):
        recipes = list(group)
        pair = make_pair(recipes[0])
        for recipe in recipes:
            made = pair[recipe.number % 2]
            options = draw_options(recipe)
            answers = {name: _quick_answer(name, made.model, request.limits, options) for name in request.backends}
            planted = None
            if made.planted is not None:
                planted = _witness("planted", made.model, _checked_answer(made.model, made.planted))
            rounds.append(Round(planted, answers))
    return rounds


def known_testimony(question: Question, model: Model, values: NDArray[np.int64], known: str) -> Testimony:
    """What an assignment shows that keeps every row, as if an engine had found it. values: shape (variables + 1,);
    known: by what it is known."""
    checked = CheckedAnswer(question.answer(model, values), objective_value(model, values), ())
    return _witness(known, model, answer_given(question.puzzle, checked))


def best_values(question: Question, answers: Iterable[RoundAnswer]) -> NDArray[np.int64] | None:
    """The cheapest answer that keeps every row, as an assignment, shape (variables + 1,); None without one."""
    sound = [given for each in answers for given in each.testimony.answers if not given.broken]
    if not sound:
        return None
    cheapest = min(sound, key=lambda given: given.cost or 0)
    instance: ModelInstance = question.instance
    return assignment(instance, question.puzzle.answer_from_json(instance, json.loads(cheapest.text)))


def _careful_round(recipe: Recipe, backends: tuple[str, ...], limits: Limits) -> Round:
    made, options = make_model(recipe), draw_options(recipe)
    question = question_about_model(made.model)[1]
    attempts = [attempt(question, resolve_entrant(question, name, "stated", options), limits) for name in backends]
    planted = None if made.planted is None else known_testimony(question, made.model, made.planted, "planted")
    answers = {
        name: RoundAnswer(
            testimony, tried.outcome.engine or name, tried.outcome.version, tried.total, tried.outcome.note
        )
        for name, tried, testimony in zip(backends, attempts, testimonies_of(question, attempts), strict=True)
    }
    return Round(planted, answers)


def _quick_answer(name: str, model: Model, limits: Limits, options: Options) -> RoundAnswer:
    base, chosen = split_name(name, options)
    if base in MODULES and base not in PROGRAMS:
        outcome = solve_inside(base, model, limits, chosen)
    else:
        outcome = supervisor.solve(base, model, limits, chosen)
    testimony = _quick_testimony(name, model, outcome)
    return RoundAnswer(testimony, outcome.engine or name, outcome.version, outcome.total, outcome.note)


def _quick_testimony(name: str, model: Model, outcome: Outcome) -> Testimony:
    """The testimony without the text of its answer, which no judge of one answer reads. Its pieces are literals."""
    denies, not_asked = outcome.status is Status.UNSATISFIABLE, outcome.ended is Ending.NOT_ASKED
    return Testimony(
        backend=name,
        kind=name,
        formulation="stated",
        status=outcome.status,
        ended=outcome.ended,
        by_rule=outcome.by_rule,
        answers=() if outcome.values is None else (_checked_answer(model, outcome.values),),
        complete=denies,
        objective=outcome.objective,
        bound=outcome.bound,
        derived=None if outcome.fixed is None or denies or not_asked else frozenset(map(str, outcome.fixed.tolist())),
        sense=None if model.objective is None else model.objective.sense,
    )


def _checked_answer(model: Model, values: NDArray[np.int64]) -> AnswerGiven:
    broken = tuple(str(row) for row in evaluate(model, values)[:5])
    numbers = model.boolean_variables
    literals = np.where(values[numbers] == 1, numbers, -numbers).tolist()
    return AnswerGiven("", objective_value(model, values), broken, frozenset(map(str, literals)))


def _witness(known: str, model: Model, given: AnswerGiven) -> Testimony:
    return Testimony(
        backend=known,
        kind=known,
        formulation="stated",
        status=Status.SATISFIED,
        answers=(given,),
        objective=given.cost,
        sense=None if model.objective is None else model.objective.sense,
    )
