"""A round: one random model, the backends of one warm parent, and what each says of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Status
from models.neutral import Model, objective_value
from models.puzzles.model.instance import ModelInstance, assignment
from rosetta.studies.attempts import CheckedAnswer, attempt
from rosetta.studies.comparing.testimony import Testimony, answer_given, testimonies_of
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.fuzzing.random_models import random_model
from rosetta.studies.model_question import question_about_model
from rosetta.studies.question import Question


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """Which model, and who is to solve it. backends: by their full names, of one warm parent."""

    profile: str
    seed: int
    number: int
    backends: tuple[str, ...]
    limits: Limits


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """What a backend says. note: why it says nothing."""

    testimony: Testimony
    engine: str
    version: str
    seconds: float
    note: str


def run_round(request: RoundRequest) -> list[RoundAnswer]:
    """What each backend of the request says, in their order."""
    made = random_model(request.profile, request.seed, request.number)
    question = question_about_model(made.model)[1]
    entrants = [resolve_entrant(question, name, "stated") for name in request.backends]
    attempts = [attempt(question, entrant, request.limits) for entrant in entrants]
    return [
        RoundAnswer(
            testimony,
            tried.outcome.engine or tried.entrant.name,
            tried.outcome.version,
            tried.total,
            tried.outcome.note,
        )
        for tried, testimony in zip(attempts, testimonies_of(question, attempts), strict=True)
    ]


def known_testimony(question: Question, model: Model, values: NDArray[np.int64], known: str) -> Testimony:
    """What an assignment shows that keeps every row, as if an engine had found it. values: shape (variables + 1,);
    known: by what it is known."""
    checked = CheckedAnswer(question.answer(model, values), objective_value(model, values), ())
    return Testimony(
        backend=known,
        kind=known,
        formulation="stated",
        status=Status.SATISFIED,
        answers=(answer_given(question.puzzle, checked),),
        objective=checked.cost,
        sense=None if model.objective is None else model.objective.sense,
    )


def best_values(question: Question, answers: Iterable[RoundAnswer]) -> NDArray[np.int64] | None:
    """The cheapest answer that keeps every row, as an assignment, shape (variables + 1,); None without one."""
    sound = [given for each in answers for given in each.testimony.answers if not given.broken]
    if not sound:
        return None
    cheapest = min(sound, key=lambda given: given.cost or 0)
    instance: ModelInstance = question.instance
    return assignment(instance, question.puzzle.answer_from_json(instance, json.loads(cheapest.text)))
