"""A board that somebody has: changed until one answer is left, or without the clues that this answer does not need.

It is what boards are set by (`redrawing`), begun at a given board: second answers are excluded one by one, and clues
are taken away while the answer stays the only one. A child process does it, which is killed at the limit. That the
answer is the only one is then confirmed by an engine of another kind, as for boards that are generated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from backends.contract import Limits
from backends.registry import backend_named
from backends.running import supervisor
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.randomness import Stream
from models.puzzles.setting.targets import PlantedBoard, Targets
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TimeReached
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.setting.redrawing import CHANGES, RedrawingSetter, luby_number
from rosetta.studies.setting.uniqueness import confirm_uniqueness

ATTEMPTS = 1000  # with other random numbers, and other allowances of changes


@dataclass(frozen=True, slots=True)
class ChangedBoard:
    """What a board has become. answer: its only one, where `unique` is True; unique: None where that was not confirmed,
    for which `note` has the reason."""

    instance: Instance
    answer: Answer
    unique: bool | None
    note: str = ""


def make_unique(
    question: Question, limits: Limits, seed: int = 0, progress: Progress = ignore_progress
) -> ChangedBoard:
    """The board changed until it has one answer, one of those that it has. Raises InputError where it has none or
    nobody knows how to change it, and TimeReached."""
    if question.puzzle.extras.exclude is None:
        raise InputError(f"nobody knows how to change a board of {question.puzzle.title} so that one answer is left")
    return _change(question, False, limits, seed, progress)


def make_minimal(
    question: Question, limits: Limits, seed: int = 0, progress: Progress = ignore_progress
) -> ChangedBoard:
    """The board, which has one answer, without as many clues as can be missed; without any other there would be more
    answers. Raises InputError where it has no answer or several, or has no clues to take away, and TimeReached."""
    if question.puzzle.extras.without_clue is None:
        raise InputError(f"a board of {question.puzzle.title} has no clues that can be taken away")
    return _change(question, True, limits, seed, progress)


def can_make_unique(record: Puzzle) -> bool:
    """Is there a way to change its boards?"""
    return record.extras.exclude is not None


def can_make_minimal(record: Puzzle) -> bool:
    """Are there clues to take away?"""
    return record.extras.without_clue is not None


def _change(question: Question, minimal: bool, limits: Limits, seed: int, progress: Progress) -> ChangedBoard:
    job = (question, minimal, seed)
    for kind, content in supervisor.messages(_change_in_child, job, limits, progress):
        if kind == "made":
            changed: ChangedBoard = content
            return changed
        if kind == "refused":
            raise InputError(content)
        if kind == "outcome":  # a library is missing
            raise InputError(content.note)
        if kind == "stopped":
            raise TimeReached(f"no such board was found: {content}")
        if kind == "died":
            raise AssertionError(content)
    raise AssertionError("the process ended without an answer")


def _change_in_child(send: Callable[[str, Any], None], question: Question, minimal: bool, seed: int) -> None:
    for name in ("cnf", "cpsat"):
        backend_named(name).probe()  # loads it
    send("ready", None)

    def report(phrase: str, *_: object) -> None:
        send("progress", phrase)

    try:
        board = (_without_clues if minimal else _with_one_answer)(question, seed, report)
        changed = Question(question.puzzle, board.instance, question.rules)
        if broken := question.puzzle.verify(board.instance, board.answer, **question.rules):
            raise AssertionError(f"the answer breaks a rule: {broken[0]}")
        unique, note = confirm_uniqueness(changed, board.answer, report)
        if unique is False:
            raise AssertionError("another engine found a second solution")
        send("made", ChangedBoard(board.instance, board.answer, unique, note))
    except InputError as refusal:
        send("refused", str(refusal))


def _with_one_answer(question: Question, seed: int, progress: Progress) -> PlantedBoard:
    setter, wish = RedrawingSetter(question.puzzle), Targets(unique=True, rules=question.rules)
    answers = setter.two_answers(question.instance, wish)
    if not answers:
        raise InputError("this board has no solution, so there is none to keep")
    most = question.puzzle.extras.most_excluded
    for attempt in range(ATTEMPTS):
        changes = min(CHANGES * luby_number(attempt + 1), most)
        stream = Stream(question.puzzle.name, "given board", str(attempt), seed)
        planted = setter.make_unique(question.instance, answers[0], changes, wish, stream, progress)
        if planted is not None:
            return planted
    raise InputError("no change was found that leaves one solution")


def _without_clues(question: Question, seed: int, progress: Progress) -> PlantedBoard:
    setter, wish = RedrawingSetter(question.puzzle), Targets(minimal=True, rules=question.rules)
    answers = setter.two_answers(question.instance, wish)
    if len(answers) != 1:
        many = "several solutions" if answers else "no solution"
        raise InputError(f"expected a board with one solution, found one with {many}")
    stream = Stream(question.puzzle.name, "given board", "", seed)
    return setter.remove_clues(PlantedBoard(question.instance, answers[0]), 0, wish, stream, progress)
