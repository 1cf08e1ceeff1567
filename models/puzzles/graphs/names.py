"""Names of vertices: texts, whole numbers, and tuples of such."""

from __future__ import annotations

from typing import Any

from models.puzzles.graphs.graph import Name
from rosetta.foundation.errors import InputError


def word_of(name: Name) -> str:
    """A vertex as a person types it: `b`, `3`, `0:3` for a cell."""
    return ":".join(map(word_of, name)) if isinstance(name, tuple) else str(name)


def name_from_json(value: Any) -> Name:
    """A vertex's name from JSON: a text, a whole number, or a list of such. Raises InputError."""
    if isinstance(value, list) and value:
        return tuple(name_from_json(part) for part in value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"expected a vertex named by a text, a whole number or a list of such, found {value!r:.60}")
    return value
