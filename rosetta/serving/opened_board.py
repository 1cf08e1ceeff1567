"""A board as the page opens it: at once without, and later with what takes a solver."""

from __future__ import annotations

from typing import Any

from backends.contract import Limits
from instances.links import play_link
from report.documents.writing import plain_document
from rosetta.foundation.progress import Progress
from rosetta.serving.page_boards import ShownBoard
from rosetta.studies.playing.board_document import board_document
from rosetta.studies.playing.checks import NoChecks, checks_document
from rosetta.studies.setting.booklet import PrintedBoard, rules_of_question
from rosetta.studies.solving.conversion import board_scene

HELP_SECONDS = 20.0  # for a solution, and again for the hints


def opened_board(board: ShownBoard, difficulty: str | None = None) -> dict[str, Any]:
    """The document of a board without hints and solution, and under `board` what the page sends to ask about it again.
    difficulty: its grade, where that is known."""
    resolved, question = board.asked.resolved, board.question
    record, rules = question.puzzle, rules_of_question(question)
    scene, notes, checks = board_scene(question), list(record.extras.notes(resolved.instance)), None
    if scene["clicks"]:
        try:
            checks = checks_document(question, scene)
        except NoChecks as reason:
            notes.append(str(reason))
    document = {
        "schema": 1,
        "puzzle": record.name,
        "title": rules.name,
        "id": resolved.id,
        "link": play_link(record.name, resolved.instance),
        "place": resolved.source,
        "rules": list(rules.sentences),
        "difficulty": difficulty,
        "scene": scene,
        "checks": checks,
        "hints": None,
        "solution": None,
        "notes": notes,
        "board": board.to_ask(),
    }
    return dict(plain_document(document))


def helped_board(board: ShownBoard, progress: Progress) -> dict[str, Any]:
    """The whole document of a board: with hints, a solution, the grade, and checks that know the least cost. Raises
    InputError where nothing on the board can be clicked."""
    resolved = board.asked.resolved
    printed = PrintedBoard(board.question, resolved.source, answer=resolved.planted)
    document = board_document(printed, Limits(HELP_SECONDS), progress)
    return {**document, "id": resolved.id, "board": board.to_ask()}
