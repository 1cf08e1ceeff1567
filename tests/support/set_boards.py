"""Boards that are set, one attempt at a time, without a child process and without confirmation."""

from __future__ import annotations

from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import PlantedBoard, Targets
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.setting.setters import begin_attempt, setter_of


def set_up(name: str, what: str, seed: int, attempt: int, wish: Targets) -> PlantedBoard | None:
    """What this attempt gives."""
    record = puzzle(name)
    return setter_of(record).set_up(begin_attempt(record, what, seed, attempt, wish, ignore_progress))


def first_of(name: str, what: str, seed: int, wish: Targets):
    """What the first attempt gives that gives anything: instance and answer."""
    planted = next(planted for k in range(50) if (planted := set_up(name, what, seed, k, wish)) is not None)
    return planted.instance, planted.answer
