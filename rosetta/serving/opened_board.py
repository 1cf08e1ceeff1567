"""A board as the page opens it."""

from __future__ import annotations

from typing import Any

from instances.links import play_link
from rosetta.serving.page_boards import ShownBoard
from rosetta.studies.solving.conversion import board_scene


def opened_board(board: ShownBoard) -> dict[str, Any]:
    """The document of a board, and under `board` what the page sends to ask about it again."""
    resolved, question = board.asked.resolved, board.question
    record = question.puzzle
    return {
        "schema": 1,
        "puzzle": record.name,
        "title": record.title,
        "id": resolved.id,
        "link": play_link(record.name, resolved.instance),
        "place": resolved.source,
        "rules": list(record.rules),
        "difficulty": None,
        "scene": board_scene(question),
        "checks": None,
        "hints": None,
        "solution": None,
        "board": board.to_ask(),
    }
