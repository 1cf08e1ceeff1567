"""An answer that somebody gives as JSON: alone, or inside a document of `solve --json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from models.puzzles.contract import Puzzle
from report.comparison.json_documents import SOLVE_KEYS
from rosetta.foundation.errors import InputError


def answer_within(record: Puzzle, source: str, document: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[str]]:
    """The answer, and the keys of the document around it that nobody knows, as a newer version may have them. source:
    for messages. Raises InputError; unknown keys of an answer are refused."""
    inner, unknown = document, list[str]()
    if "answer" in document:
        inner = document["answer"]
        if not isinstance(inner, Mapping):
            raise InputError(f"{source}: the document has no answer")
        if document.get("puzzle", record.name) != record.name:
            raise InputError(f"{source}: expected an answer of {record.name}, found one of {document['puzzle']!r:.60}")
        unknown = [key for key in document if key not in SOLVE_KEYS]
    answer_keys = record.answer_json(())
    if wrong := [key for key in inner if key not in answer_keys]:
        raise InputError(
            f"{source}: expected only {describe_keys(list(answer_keys))} in an answer, found {describe_keys(wrong)}"
        )
    return inner, unknown


def describe_keys(keys: Sequence[str]) -> str:
    """Keys for a message: they may be anything, and many."""
    return ", ".join(f"{key!r:.60}" for key in list(dict.fromkeys(keys))[:5])
