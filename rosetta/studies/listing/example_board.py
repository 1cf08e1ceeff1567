"""The board that stands for a puzzle, with an answer: the catalogue has it, or it was planted. A solver is only asked
about a board that the puzzle names and that is in no catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from instances.catalogue import answers, find
from instances.links import play_link
from instances.resolve import ResolvedInstance, resolve
from models.puzzles.contract import Puzzle
from report.listing.records import ExampleBoard
from report.words import size_text
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import ignore_progress

SIDES = (5, 6, 4, 7, 8, 9, 3, 2, 1)  # of a board that is generated, the most telling first
SECONDS = 20.0  # for the answer of a board that is in no catalogue
HASH = "sha256:"  # of a board without an ID


@dataclass(frozen=True, slots=True)
class ChosenBoard:
    """The example as the puzzle knows it.

    resolved: the instance, and where it is from.
    answer: one of its answers, None where none is known.
    solutions: how many there are, "" where that is not known.
    parameters: those that a generated one needs.
    """

    resolved: ResolvedInstance
    answer: Any
    solutions: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)


def choose_board(record: Puzzle) -> ChosenBoard | None:
    """The board that the puzzle names, by its name in the catalogue or an ID, else a small one that it generates; None
    if there is none. Raises InputError where what it names is no board with a solution."""
    name, example = record.name, record.extras.introduction.example
    entry = find(name, example or "-")
    if entry is not None:
        resolved = resolve(name, f"{name}/{entry.name}")
        known = answers(name).get(entry.name)
        answer = None if known is None else record.answer_from_json(resolved.instance, known)
        return ChosenBoard(resolved, answer, entry.solutions)
    if example:
        return _solve_example(record, resolve(name, example))
    for side in SIDES:
        with suppress(InputError):  # there are no boards of that size
            resolved = resolve(name, f"{side}x{side}", options=record.extras.any_size)
            return ChosenBoard(resolved, resolved.planted, parameters=record.extras.any_size)
    return None


def _solve_example(record: Puzzle, resolved: ResolvedInstance) -> ChosenBoard:
    """The board with its answer, and whether that is the only one."""
    from backends.contract import Limits
    from rosetta.studies.asking.question import Question
    from rosetta.studies.solving.answers import AnswerRequest
    from rosetta.studies.solving.conversion import answers_to_draw

    question = Question(record, resolved.instance)
    found = answers_to_draw(question, Limits(seconds=SECONDS), AnswerRequest(unique=True), ignore_progress)
    words = {True: "1", False: "2+", None: ""}
    return ChosenBoard(resolved, found.answers[0], words[found.run.unique])


def any_size_flags(record: Puzzle) -> tuple[str, ...]:
    """The flags with which there are boards of any small size."""
    parameters = record.extras.any_size.items()
    return tuple(word for key, value in parameters for word in (f"--{key.replace('_', '-')}", str(value)))


def show_board(record: Puzzle, chosen: ChosenBoard) -> ExampleBoard:
    """The board drawn, and with its answer."""
    resolved, answer = chosen.resolved, chosen.answer
    instance = resolved.instance
    is_named = not resolved.id.startswith(HASH)
    return ExampleBoard(
        id=resolved.id,
        size=tuple(resolved.size),
        source=resolved.source,
        words=(resolved.id,) if is_named else (size_text(resolved.size), *any_size_flags(record)),
        parameters={} if is_named else chosen.parameters,
        board=record.draw_text(instance),
        solved="" if answer is None else record.draw_text(instance, answer),
        legend=record.extras.legend(instance),
        answer=None if answer is None else record.answer_json(answer),
        solutions=chosen.solutions,
        link=play_link(record.name, instance) if is_named else "",
    )
