"""A board as the page opens it."""

from __future__ import annotations

from typing import Any

from instances.links import play_link
from rosetta.serving.page_boards import ShownBoard
from rosetta.studies.playing.checks import NoChecks, checks_document
from rosetta.studies.solving.conversion import board_scene


def opened_board(board: ShownBoard) -> dict[str, Any]:
    """The document of a board, and under `board` what the page sends to ask about it again."""
    resolved, question = board.asked.resolved, board.question
    record = question.puzzle
    scene, notes = board_scene(question), list(record.extras.notes(resolved.instance))
    checks = None
    if scene["clicks"]:
        try:
            checks = checks_document(question, scene)
        except NoChecks as reason:
            notes.append(str(reason))
    return {
        "schema": 1,
        "puzzle": record.name,
        "title": record.title,
        "id": resolved.id,
        "link": play_link(record.name, resolved.instance),
        "place": resolved.source,
        "rules": list(record.rules),
        "difficulty": None,
        "scene": scene,
        "checks": checks,
        "hints": None,
        "solution": None,
        "notes": notes,
        "board": board.to_ask(),
    }
