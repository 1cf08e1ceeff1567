"""Boards of Slitherlink as plain text, and their answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.puzzles import defaults
from models.puzzles.contract import InputError
from models.puzzles.slitherlink.clues import generate
from models.puzzles.slitherlink.instance import TEXT, Answer, Slitherlink

PIECES = "edges"


def parse(text: str) -> Slitherlink:
    """A board from plain text. Raises InputError."""
    try:
        parsed: Slitherlink = TEXT.parse(text)
        return parsed
    except InputError as error:
        example = defaults.example_board(generate, format)
        raise InputError(f"slitherlink, plain text: {error}; expected a board such as {example!r}") from None


def format(p: Slitherlink) -> str:
    """The board as plain text that `parse` reads."""
    return TEXT.format(p)


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {PIECES: [[list(dot) for dot in line] for line in answer]}


def answer_from_json(p: Slitherlink, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote; the two dots of a line may come in either order. Raises InputError."""
    lines = document.get(PIECES) if isinstance(document, Mapping) else None
    if not isinstance(lines, list):
        raise InputError(f'slitherlink: expected {{"{PIECES}": [[[r, c], [r2, c2]], ...]}}, found no list "{PIECES}"')
    for i, line in enumerate(lines):
        if not (_is_pair(line) and all(_is_pair(dot) and all(type(x) is int for x in dot) for dot in line)):
            raise InputError(
                f"slitherlink: {PIECES}[{i}]: expected two dots [[r, c], [r2, c2]], found {str(line)[:40]}"
            )
    pairs = (sorted(map(tuple, line)) for line in lines)
    return tuple(sorted((a, b) for a, b in pairs))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2
