"""Data sets of boards as JSON, as they are published: an object that names each board, with its text under `problem`.

    {"1_8x8": {"problem": "8 8\\n1 2 ...", "solution": "8 8\\n..."}, "2_8x8": ...}
    {"name": "Tent", "count": 2, "count_sol": 2, "data": {"1_8x8": {"problem": ..}, "2_8x8": ..}}

The second is the form of puzzlekit-dataset (docs/SCHEMA.md there): the boards are under `data`, and `name` says which
puzzle they are of. What else a board or a set has, solutions for example, is not read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from instances.formats.declarations import signatures
from instances.json_text import parse_json
from rosetta.foundation.errors import InputError

TEXT, BOARDS, NAME = "problem", "data", "name"
FORMAT = "puzzlekit"  # the sets of puzzlekit-dataset are published with it


@dataclass(frozen=True, slots=True)
class BoardSet:
    """puzzle: what the set calls its puzzle, "" if it does not say; boards: name and text of each."""

    puzzle: str
    boards: list[tuple[str, str]]


def board_set(text: str, where: str) -> BoardSet | None:
    """The boards of a data set; None for any other text. where: for messages.

    Raises InputError for a set in which a board lacks its text, or that names two boards alike."""
    if not (text.lstrip().startswith("{") and f'"{TEXT}"' in text):
        return None
    try:
        document = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: expected a data set of boards in JSON: {str(error)[:200]}") from None
    puzzle, entries = _named_entries(document, where)
    if not any(isinstance(entry, dict) and TEXT in entry for entry in entries.values()):
        return None
    for name, entry in entries.items():
        if not isinstance(entry, dict) or not isinstance(entry.get(TEXT), str):
            raise InputError(f'{where}, {name[:60]}: expected {{"{TEXT}": "the board"}}')
    others = {each.title.lower(): name for name, each in signatures(FORMAT).items() if each.title}
    return BoardSet(others.get(puzzle.lower(), puzzle), [(name, entry[TEXT]) for name, entry in entries.items()])


def _named_entries(document: dict[str, Any], where: str) -> tuple[str, dict[str, Any]]:
    """What a document calls its puzzle, "" if it does not say, and what stands where its boards should."""
    entries = document.get(BOARDS)
    if not isinstance(entries, dict) or TEXT in entries:
        return "", document
    puzzle = document.get(NAME)
    if puzzle is not None and not isinstance(puzzle, str):
        raise InputError(f'{where}: expected the name of a puzzle as "{NAME}", found {str(puzzle)[:40]!r}')
    return puzzle or "", entries
