"""The grade of an instance that was set: that of the explanation of its solution (`models.studies.difficulty`)."""

from __future__ import annotations

from backends.contract import Limits
from backends.reasons.job import Asked, explaining
from backends.reasons.trace import gathered
from models.studies.attempts import Question
from models.studies.difficulty import difficulty

NO_HURRY = float("inf")  # seconds for a step: a reason that depended on the clock would make the grade depend on it


def grade(question: Question) -> str | None:
    """One of `difficulty.GRADES`, in the puzzle's first formulation; None for an instance without exactly one solution.
    In this process, so to be called in a child."""
    model = question.model(next(iter(question.puzzle.formulations)))
    answer = question.puzzle.project(question.instance, model)
    found: list[object] = []
    asked = Asked(clues=question.puzzle.clues, per_step=NO_HURRY)
    explaining(lambda kind, one: found.append(one), model, answer, asked, Limits())
    graded = difficulty(question.puzzle.name, gathered(found, complete=True, ended="", seconds=0.0))
    return None if graded is None else graded.grade
