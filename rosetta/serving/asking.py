"""What the page asks of a board: the verbs, each with its document, and scenes and steps of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from backends.running.warm_process import tell_owner
from models.puzzles.contract import Answer
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name
from rosetta.serving.page_boards import ShownBoard
from rosetta.serving.verb_options import SOLVER, AskedVerb, command_line, read_question
from rosetta.studies.asking.asked_instance import AskedInstance
from rosetta.studies.asking.question import Question
from rosetta.verbs.caller import Caller, TextLook, VerbResult
from rosetta.verbs.count import CountRequest
from rosetta.verbs.explain import ExplainRequest
from rosetta.verbs.solve import SolvedInstance, SolveRequest

EXPLAIN = ("to", "all_conflicts", "limit", "repair", "time_limit", "step_limit", "memory", "formulation")
AS_SHOWN = {"as_generated": True}  # else a board of a size with several solutions would be another one
QUESTIONS = {
    "solve": AskedVerb("solve", SolveRequest, (*SOLVER, "unique", "prove", "limit")),
    "unique": AskedVerb("solve", SolveRequest, SOLVER, {"unique": True, "limit": 2}),
    "prove": AskedVerb("solve", SolveRequest, SOLVER, {"unique": True, "prove": True}),
    "count": AskedVerb("count", CountRequest, (*SOLVER, "distinct", "prove")),
    "explain": AskedVerb("explain", ExplainRequest, EXPLAIN, AS_SHOWN),
    "grade": AskedVerb("explain", ExplainRequest, ("time_limit", "step_limit", "memory", "formulation"), AS_SHOWN),
}
MOST_TEXT = 20_000  # characters of what a terminal would show
MOST_SHOWN = 20  # answers with a scene
EVERY_SECONDS = 0.2  # progress is told


def ask_verb(name: str, board: ShownBoard, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a verb found out. name: of QUESTIONS. Raises InputError."""
    if name not in QUESTIONS:
        raise InputError(unknown_name("question", name, QUESTIONS))
    question = read_question(QUESTIONS[name], options)
    verb = QUESTIONS[name].verb
    command = command_line(board, verb, question.words)
    result = _verb_function(verb)(board.asked, question.request, page_caller())
    answers = result.found.answers[:MOST_SHOWN] if isinstance(result, SolvedInstance) else ()
    return {
        "question": name,
        "verb": verb,
        "exit_code": result.exit_code,
        "document": result.document(command),
        "text": result.text(TextLook())[:MOST_TEXT],
        "answers": shown_answers(board.question, answers),
        "command": command,
    }


def _verb_function(verb: str) -> Callable[[AskedInstance, Any, Caller], VerbResult]:
    """The function of a verb."""
    from importlib import import_module

    function: Callable[[AskedInstance, Any, Caller], VerbResult] = getattr(import_module(f"rosetta.verbs.{verb}"), verb)
    return function


def page_caller() -> Caller:
    """The page: it hears of progress now and then, and of every note."""
    return Caller(SpacedProgress(), tell_note)


def tell_note(text: str) -> None:
    """Tell the page a note."""
    tell_owner({"kind": "note", "text": text})


@dataclass
class SpacedProgress:
    """Progress as the page hears of it, at most some times a second."""

    told: float = -1.0

    def __call__(self, what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None:
        if monotonic() - self.told >= EVERY_SECONDS:
            self.told = monotonic()
            amount = {"done": float(done), "of": None if of is None else float(of)}
            tell_owner({"kind": "progress", "what": what, **amount, "note": note})


def shown_answers(question: Question, answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """The answers with what is to be seen of them. From the second one on, what differs from the first is told apart in
    `difference`; `steps` are those of the places that the board lets people click."""
    from rosetta.studies.playing.answer_steps import steps_of_answer
    from rosetta.studies.solving.conversion import board_scene

    record = question.puzzle
    empty = board_scene(question)
    shown = list[dict[str, Any]]()
    for answer in answers:
        document = record.answer_json(answer)
        shown.append(
            {
                "answer": document,
                "steps": steps_of_answer(empty, document) if empty["clicks"] else None,
                "scene": board_scene(question, answer),
                "difference": board_scene(question, answers[0], answer) if shown else None,
            }
        )
    return shown
