"""A round: one random model, the backends of one warm parent, and what each says of it."""

from __future__ import annotations

from dataclasses import dataclass

from backends.contract import Limits, Status
from models.neutral import objective_value
from rosetta.studies.attempts import CheckedAnswer, attempt
from rosetta.studies.comparing.testimony import Testimony, answer_given, testimonies_of
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.fuzzing.random_models import RandomModel, random_model
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


def planted_testimony(question: Question, made: RandomModel) -> Testimony | None:
    """What the planted assignment shows, as if an engine had found it."""
    if made.planted is None:
        return None
    answer = question.answer(made.model, made.planted)
    checked = CheckedAnswer(answer, objective_value(made.model, made.planted), ())
    return Testimony(
        backend="planted",
        kind="planted",
        formulation="stated",
        status=Status.SATISFIED,
        answers=(answer_given(question.puzzle, checked),),
        objective=checked.cost,
        sense=None if made.model.objective is None else made.model.objective.sense,
    )
