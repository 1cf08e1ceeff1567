"""Small boards with their hints, and all their solutions, which another engine lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from models.neutral import Model
from models.puzzles.registry import puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from models.puzzles.setting.targets import Targets
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explained_formulation, trace_question
from rosetta.studies.playing.answer_steps import steps_of_answer
from rosetta.studies.playing.click_values import click_values
from rosetta.studies.playing.hints import KnownSolution, hints_document
from rosetta.studies.playing.known_places import KnownPlaces
from rosetta.studies.setting.generate import generate_instance
from rosetta.studies.setting.setters import should_be_unique
from tests.support.decoded_places import decoded_places
from tests.support.puzzle_boards import boards, changed_boards, models, solutions

MOST = 60  # solutions of a board
ON_PAIRS = ("hashi",)  # a place has two variables that are no alternatives, which `decoded_places` does not see
MOST_CHANGED = 8  # boards among which one without a solution is looked for


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
    places = (_stated_places if name in ON_PAIRS else decoded_places)(question, traced.model, scene)
    return HintedBoard(scene, hints_document(traced, scene, places, known), found)


def _stated_places(question: Question, model: Model, scene: dict[str, Any]) -> KnownPlaces:
    """The places as the product finds them."""
    found = click_values(question, model, scene)
    assert found is not None
    return KnownPlaces(found.variables, found.kind_of, found.kinds)


@cache
def hinted_boards(name: str) -> list[HintedBoard]:
    """Some boards of a puzzle: generated ones, one with a single solution, and one without any, if that is found."""
    return list(_hint_boards(name))


def _hint_boards(name: str) -> Iterator[HintedBoard]:
    told = [board for p, _ in boards(name)[:4] if (board := hint_board(name, p)) is not None]
    yield from told
    if not any(len(board.solutions) == 1 for board in told) and should_be_unique(puzzle(name)):
        unique = hint_board(name, generate_instance(name, "6x6", 0, Targets(unique=True), ignore_progress).instance)
        assert unique is not None
        yield unique
    changed = (hint_board(name, p) for p in islice(changed_boards(name), MOST_CHANGED))
    yield from islice((board for board in changed if board is not None and not board.solutions), 1)
