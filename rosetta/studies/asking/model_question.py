"""A model that somebody stated in Python, as a question, which every study takes as it takes that of any puzzle."""

from __future__ import annotations

from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.record import NAME, identify, model_size
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import Question, question_about_instance


def question_about_model(model: Model) -> tuple[ResolvedInstance, Question]:
    """The model as it is now, and the question about it: a copy, so that rules stated later change nothing."""
    instance = ModelInstance(model.copy())
    id = identify(instance, "")
    resolved = ResolvedInstance(NAME, instance, None, model_size(instance), None, f"'{model.name}'", id, id)
    return resolved, question_about_instance(puzzle(NAME), instance, {})
