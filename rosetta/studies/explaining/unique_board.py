"""A board with one solution, where a person gave a size: an explanation of several solutions teaches little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from backends.contract import Limits
from instances.resolve import ResolvedInstance, instance_id, parse_size
from models.puzzles.contract import Puzzle
from rosetta.foundation.errors import Refusal
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.question import Question
from rosetta.studies.setting.generate import GenerationFailure, generate_instances
from rosetta.studies.setting.setters import setter_of
from rosetta.studies.setting.targets import targets_from


def set_unique_board(
    record: Puzzle,
    resolved: ResolvedInstance,
    question: Question,
    choices: Mapping[str, Any],
    limits: Limits,
    progress: Progress,
) -> tuple[ResolvedInstance, Question] | None:
    """The board with one solution that `generate --unique` sets for the size and seed of this one; None if none was
    found in the time, or boards of this puzzle, size or generator are not set like that."""
    if resolved.seed is None or setter_of(record).size_decides or parse_size(resolved.what) is None:
        return None
    wish, seed = targets_from(record, choices, {}, unique=True), resolved.seed
    try:
        (outcome,) = generate_instances(record.name, resolved.what, [seed], wish, limits, limits.seconds, progress)
    except Refusal:
        return None
    if isinstance(outcome, GenerationFailure):
        return None
    source = resolved.source.replace("generated", "generated with one solution", 1)
    unique = replace(
        resolved,
        instance=outcome.instance,
        planted=outcome.answer,
        source=source,
        id=instance_id(record, outcome.instance),
    )
    return unique, replace(question, instance=outcome.instance)
