"""Boards that the page has made: of a size, or from the board that it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backends.contract import Limits
from instances.resolve import resolve_object
from models.puzzles.contract import Puzzle
from models.puzzles.registry import canonical_name, puzzle
from rosetta.foundation.errors import InputError
from rosetta.serving.asking import SpacedProgress, page_caller, shown_answers
from rosetta.serving.opened_board import opened_board
from rosetta.serving.page_boards import ShownBoard, check_size, read_choices
from rosetta.serving.verb_options import AskedVerb, read_question
from rosetta.studies.asking.asked_instance import AskedInstance, choices_of
from rosetta.studies.asking.posing import question_about
from rosetta.studies.setting.given_boards import (
    ChangedBoard,
    can_make_minimal,
    can_make_unique,
    make_minimal,
    make_unique,
)
from rosetta.verbs.generate import GenerateRequest

GENERATE = AskedVerb("generate", GenerateRequest, ("unique", "minimal", "difficulty", "seed", "time_limit"))
CHANGES = {  # of which boards they can be asked, and what makes them
    "make unique": (can_make_unique, make_unique),
    "minimal clues": (can_make_minimal, make_minimal),
}
SECONDS = 60.0  # for a change, where the page names none
MOST_SECONDS = 3600.0


def generate_board(name: str, size: str, options: Mapping[str, Any], choices: Mapping[str, str]) -> dict[str, Any]:
    """A board of a size. options: of `generate`, by the keys of its flags; choices: values of the puzzle's parameters
    and options, by name. Raises InputError."""
    import shlex

    from rosetta.verbs.generate import generate, order_boards

    record = puzzle(canonical_name(name))
    check_size(record, size)
    question = read_question(GENERATE, options)
    request: GenerateRequest = question.request
    chosen = read_choices(record, choices)
    order = order_boards(record, size, choices_of(record, chosen), {}, request)
    made = generate(order, request, page_caller())
    if not made.boards:
        raise InputError(str(made.failures[0]) if made.failures else "no board was made in the time")
    first = made.boards[0]
    command = shlex.join(["rosetta", "generate", record.name, size, *question.words])
    board = _made_board(record, first.instance, f"generated, seed {first.seed}", order.targets.rules)
    opened = opened_board(board, first.difficulty)
    return {**opened, "unique": first.unique, "note": first.note, "command": command}


def change_board(name: str, board: ShownBoard, options: Mapping[str, Any]) -> dict[str, Any]:
    """A board made of the one that is shown. name: of CHANGES; options: `time_limit` in seconds, `seed`. Raises
    InputError, TimeReached."""
    seconds, seed = _read_limits(options)
    question = board.question
    changed: ChangedBoard = CHANGES[name][1](question, Limits(seconds), seed, SpacedProgress())
    made = _made_board(question.puzzle, changed.instance, f"{board.asked.resolved.source}, changed", question.rules)
    return {
        "question": name,
        "opened": opened_board(made),
        "unique": changed.unique,
        "note": changed.note,
        "answers": shown_answers(made.question, [changed.answer]),
        "command": None,
    }


def _read_limits(options: Mapping[str, Any]) -> tuple[float, int]:
    seconds, seed = options.get("time_limit", SECONDS), options.get("seed", 0)
    if unknown := [key for key in options if key not in ("time_limit", "seed")]:
        raise InputError(f"unknown option '{unknown[0][:40]}'; known: time_limit, seed")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise InputError(f"time_limit: expected seconds up to {MOST_SECONDS:g}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise InputError("seed: expected a whole number from 0 on")
    return float(seconds), seed


def _made_board(record: Puzzle, instance: Any, source: str, rules: Mapping[str, str]) -> ShownBoard:
    """A board that was made here, as if it had been read."""
    choices = choices_of(record, rules)
    resolved, question = question_about(record, choices, lambda _: resolve_object(record.name, instance, source))
    return ShownBoard(AskedInstance(record, resolved.what, choices, made=(resolved, question)))
