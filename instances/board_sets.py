"""Data sets of boards as JSON, as they are published: an object that names each board, with its text under `problem`.

    {"1_8x8": {"problem": "8 8\\n1 2 ...", "solution": "8 8\\n..."}, "2_8x8": ...}

What else a board has there, its solution for example, is not read.
"""

from __future__ import annotations

from instances.json_text import parse_json
from models.puzzles.errors import InputError

TEXT = "problem"


def boards_of_set(text: str, where: str) -> list[tuple[str, str]] | None:
    """The boards of a data set, each with its name; None for any other text. where: for messages.

    Raises InputError for a set in which a board lacks its text, or that names two boards alike."""
    if not (text.lstrip().startswith("{") and f'"{TEXT}"' in text):
        return None
    try:
        document = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: expected a data set of boards in JSON: {str(error)[:200]}") from None
    if not any(isinstance(entry, dict) and TEXT in entry for entry in document.values()):
        return None
    for name, entry in document.items():
        if not isinstance(entry, dict) or not isinstance(entry.get(TEXT), str):
            raise InputError(f'{where}, {name[:60]}: expected {{"{TEXT}": "the board"}}')
    return [(name, entry[TEXT]) for name, entry in document.items()]
