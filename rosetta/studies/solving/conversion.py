"""A question as a file: its board in a format of puzzle programs or as a picture, or its rules in a format of
solvers."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from backends.contract import Limits, Options
from backends.formats import MODULES
from backends.formats.contract import FileFormat, WriteOptions, file_format
from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.contract import Answer
from models.puzzles.model.instance import ModelInstance
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from report.pictures import KINDS, SCENE, TooManyPixels, picture_file
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress
from rosetta.foundation.vocabulary import Status, Verdict
from rosetta.studies.asking.formulations import choose_formulation, formulation_options
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.answers import AnswerRequest, FoundAnswers, find_answers
from rosetta.studies.solving.output_formats import board_format, format_for_puzzle
from rosetta.studies.solving.solve import choose_entrants
from rosetta.studies.solving.solver_files import file_options, stated_model

MOST_CELLS_DRAWN = 40_000  # in pixels and in PDF; SVG has no limit


def board_text(question: Question, to: str, label: str) -> str:
    """The board in a format of puzzle programs, ending with a line break. Raises InputError. label: of the format, for
    messages."""
    puzzle = question.puzzle.name
    board_format(to, label)  # is there such a format?
    record = format_for_puzzle(to, puzzle, label)
    text = record.write(puzzle, question.instance)
    return text if text.endswith("\n") else text + "\n"


def board_picture(question: Question, kind: str, answer: Answer | None = None, width: int | None = None) -> bytes:
    """The board as a picture (`report.pictures.KINDS`) or as a scene, with an answer if there is one. width: in pixels,
    of PDF in millimetres, None for what is usual. Raises InputError for what would be too large."""
    if kind == SCENE:
        return (json.dumps(board_scene(question, answer)) + "\n").encode()
    cells = math.prod(question.puzzle.size(question.instance))
    if kind != "svg" and cells > MOST_CELLS_DRAWN:
        raise InputError(
            f"{kind}: expected a board of up to {MOST_CELLS_DRAWN:,} cells, found {cells:,}; svg has no limit"
        )
    try:
        return picture_file(question.puzzle.draw_svg(question.instance, answer), kind, width)
    except TooManyPixels as error:
        raise InputError(f"width: {error}") from None


def board_scene(question: Question, answer: Answer | None = None, second: Answer | None = None) -> dict[str, Any]:
    """What is to be seen of the board, and of one answer or two, as JSON (docs/scenes.md). Raises InputError."""
    describe = question.puzzle.extras.scene
    if describe is None:
        raise InputError(f"{question.puzzle.title} has no scenes yet; as a picture it is drawn ({', '.join(KINDS)})")
    return scene_document(describe(question.instance, View(answer, second)))


def answer_to_draw(question: Question, limits: Limits, progress: Progress) -> Answer:
    """One verified answer, by the backend that `solve` would choose. Raises InputError where there is none, and
    LimitReached."""
    return answers_to_draw(question, limits, AnswerRequest(), progress).answers[0]


def answers_to_draw(question: Question, limits: Limits, request: AnswerRequest, progress: Progress) -> FoundAnswers:
    """The same, with at least one answer, and what was asked of others. Raises InputError and LimitReached."""
    found = find_default_answers(question, limits, request, progress)
    if found.answers and found.run.verdict != Verdict.WRONG:
        return found
    if has_no_answer(found):
        raise InputError("this board has no solution to draw (`explain` says why)")
    raise LimitReached(f"no solution to draw was found: {found.run.note or found.run.status}")


def find_default_answers(
    question: Question, limits: Limits, request: AnswerRequest, progress: Progress
) -> FoundAnswers:
    """What the backend finds that `solve` would choose. Raises InputError where none takes the question."""
    formulation = choose_formulation(question.puzzle, question.instance, None)
    entrants = choose_entrants(question, None, formulation, Options())
    return find_answers(question, entrants, limits, request, progress)


def has_no_answer(found: FoundAnswers) -> bool:
    """Is it said that there is none?"""
    return found.run.status == Status.UNSATISFIABLE or bool(found.run.impossible_row)


def solver_file(
    resolved: ResolvedInstance, question: Question, formulation: str | None, options: Options
) -> tuple[Model, WriteOptions]:
    """The model for a format of solvers, and how it is written. Raises InputError."""
    name = question.readable_formulation(formulation)
    options = formulation_options(question.puzzle, name, options)
    model = stated_model(question, name)
    source = _name_source(resolved, model)
    return model, file_options(question, model, resolved.id, name, options, source)


def _name_source(resolved: ResolvedInstance, model: Model) -> str:
    """The file that a model was read from, or the model by its name, or else the puzzle; in words."""
    instance = resolved.instance
    if not isinstance(instance, ModelInstance):
        return "the puzzle"
    is_named = instance.file_format and resolved.what != "-" and "\n" not in resolved.what
    return Path(resolved.what).name if is_named else model.name


def objective_notes(record: FileFormat, model: Model, how: WriteOptions) -> tuple[str, ...]:
    """What is to be told of the objective of a file: that it has none, or another one than the model."""
    if model.objective is None:
        return ()
    if not record.objective:
        return (f"{record.title} has no objective; '{model.objective.sentence}' is left out",)
    return record.objective_of(model).remarks(how.source)


def check_encodes(record: FileFormat, label: str) -> None:
    """Raises InputError for a format that takes rows as they are, so that no encoding can be named for it."""
    if not record.encodes:
        encoding = ", ".join(name for name in MODULES if file_format(name).encodes)
        raise InputError(f"{label}: {record.name} takes rows as they are; it is for {encoding}")
