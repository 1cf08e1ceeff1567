"""Small boards with their hints, and all their solutions, which another engine lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explained_formulation, trace_question
from rosetta.studies.playing.answer_steps import steps_of_answer
from rosetta.studies.playing.hints import KnownSolution, hints_document
from tests.support.decoded_places import decoded_places
from tests.support.puzzle_boards import boards, models, solutions

MOST = 60  # solutions of a board
ON_PAIRS = ("hashi",)  # a place has two variables that are no alternatives, which `decoded_places` does not see
NAMES = tuple(name for name in names() if name not in ON_PAIRS)


@dataclass(frozen=True, eq=False)
class HintedBoard:
    """A board. scene, hints: documents; solutions: every one, as steps."""

    scene: dict[str, Any]
    hints: Any
    solutions: list[list[int]]

    @property
    def document(self) -> dict[str, Any]:
        """What a page needs of it for hints."""
        known = {"unique": len(self.solutions) == 1, "steps": self.solutions[0]} if self.solutions else None
        return {"scene": self.scene, "hints": self.hints, "solution": known}


def hint_board(name: str, p: Any, steps: int | None = None) -> HintedBoard | None:
    """The board with its hints, None where it has too many solutions or nothing to click. steps: of the explanation,
    which then ends early."""
    question, record = Question(puzzle(name), p), puzzle(name)
    scene = scene_document(record.extras.scene(p, View()))
    _, model, project = next(models(name, p, {}))
    values = solutions(model, project, MOST)
    if scene["clicks"] is None or len(values) == MOST:
        return None
    found = [steps_of_answer(scene, record.answer_json(record.decode(p, model, each))) for each in values]
    request = ExplanationRequest(steps=steps)
    traced = trace_question(question, explained_formulation(question), request, Limits(seconds=60))
    known = KnownSolution(found[0], len(found) == 1) if found else None
    places = decoded_places(question, traced.model, scene)
    return HintedBoard(scene, hints_document(traced, scene, places, known), found)


@cache
def hinted_boards(name: str) -> list[HintedBoard]:
    """Some boards of a puzzle."""
    return list(_hint_boards(name))


def _hint_boards(name: str) -> Iterator[HintedBoard]:
    for p, _ in boards(name)[:6]:
        board = hint_board(name, p)
        if board is not None:
            yield board
