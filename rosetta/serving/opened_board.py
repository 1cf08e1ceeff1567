"""A board as the page opens it: at once without, and later with what takes a solver."""

from __future__ import annotations

from typing import Any

from backends.contract import Limits
from report.documents.writing import plain_document
from rosetta.foundation.progress import Progress
from rosetta.serving.page_boards import ShownBoard
from rosetta.studies.playing.board_document import bare_document, board_document
from rosetta.studies.setting.booklet import PrintedBoard
from rosetta.studies.solving.conversion import board_scene

HELP_SECONDS = 20.0  # for a solution, and again for the hints


def opened_board(board: ShownBoard, difficulty: str | None = None) -> dict[str, Any]:
    """The document of a board without hints and solution, and under `board` what the page sends to ask about it again.
    difficulty: its grade, where that is known."""
    resolved, question = board.asked.resolved, board.question
    notes = list(question.puzzle.extras.notes(resolved.instance))
    document = bare_document(question, resolved.source, board_scene(question), notes)
    return {**plain_document(document), "id": resolved.id, "difficulty": difficulty, "board": board.to_ask()}


def helped_board(board: ShownBoard, progress: Progress) -> dict[str, Any]:
    """The whole document of a board: with hints, a solution, the grade, and checks that know the least cost. Raises
    InputError where nothing on the board can be clicked."""
    resolved = board.asked.resolved
    printed = PrintedBoard(board.question, resolved.source, answer=resolved.planted)
    document = board_document(printed, Limits(HELP_SECONDS), progress)
    return {**document, "id": resolved.id, "board": board.to_ask()}
