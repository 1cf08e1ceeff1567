"""A solution of a board to play: the planted one where it is the only one, else one that a solver finds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backends.contract import Limits
from models.neutral import Model, objective_value
from models.puzzles.contract import Answer
from rosetta.foundation.progress import Progress
from rosetta.foundation.vocabulary import Status, Verdict
from rosetta.studies.asking.question import Question
from rosetta.studies.setting.booklet import PrintedBoard
from rosetta.studies.setting.setters import should_be_unique
from rosetta.studies.solving.answers import AnswerRequest
from rosetta.studies.solving.conversion import find_default_answers, has_no_answer


@dataclass(frozen=True, slots=True)
class PlaySolution:
    """What is known of the solutions of a board.

    answer: a solution, None where none is known.
    unique: is it the only one? None where that is not known.
    best: the least cost of a solution, None where nothing counts, or it is not known.
    is_impossible: was it found out that there is none?
    note: why none is known, "" otherwise.
    """

    answer: Answer | None = None
    unique: bool | None = None
    best: int | None = None
    is_impossible: bool = False
    note: str = ""


def find_solution(board: PrintedBoard, model: Model, limits: Limits, progress: Progress) -> PlaySolution:
    """A solution of the board: of the least cost where something counts. model: of any formulation. Raises
    InputError where no backend takes the question."""
    if board.answer is not None and model.objective is None:
        return PlaySolution(board.answer, board.unique)
    asks = not board.is_asked and model.objective is None and should_be_unique(board.question.puzzle)
    found = find_default_answers(board.question, limits, AnswerRequest(unique=asks), progress)
    run = found.run
    if has_no_answer(found):
        return PlaySolution(is_impossible=True)
    if not found.answers or run.verdict == Verdict.WRONG:
        return PlaySolution(note=run.note or str(run.status))
    is_best = run.status == Status.OPTIMAL and run.objective is not None
    best = int(-run.objective if run.maximised else run.objective) if is_best and run.objective is not None else None
    return PlaySolution(found.answers[0], board.unique if board.is_asked else run.unique, best)


def answer_cost(question: Question, model: Model, answer: Answer) -> int | None:
    """What an answer costs, where something counts and that only depends on the answer; None otherwise."""
    record = question.puzzle
    if model.objective is None or record.encode is None:
        return None
    project = record.project(question.instance, model).ravel()
    if not np.isin(np.abs(model.objective.literals), project).all():
        return None
    values = np.zeros(model.variables + 1, np.int64)
    values[project] = np.ravel(record.encode(question.instance, model, answer))
    return objective_value(model, values)
