"""Answers that are cells of a board (tents, lamps), as the JSON contract has them: {"tents": [[row, column], ...]}."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from models.puzzles.errors import InputError


def to_json(pieces: str, answer: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {pieces: [list(cell) for cell in answer]}


def from_json(puzzle: str, pieces: str, document: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """The answer that `to_json` wrote, sorted. Whether it is a solution is for `verify` to say. Raises InputError."""
    cells = document.get(pieces) if isinstance(document, Mapping) else None
    if not isinstance(cells, list):
        raise InputError(f'{puzzle}: expected {{"{pieces}": [[row, column], ...]}}, found no list "{pieces}"')
    for i, cell in enumerate(cells):
        if not (isinstance(cell, list | tuple) and len(cell) == 2 and all(type(x) is int for x in cell)):
            raise InputError(f"{puzzle}: {pieces}[{i}]: expected [row, column], found {cell!r}")
    return tuple(sorted((row, col) for row, col in cells))
