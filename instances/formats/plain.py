"""The project's own plain text: each puzzle says what its boards look like (see its `parse` and `format`)."""

from __future__ import annotations

import re
from typing import Any

from instances.formats.contract import Format
from models.puzzles.defaults import example_board
from models.puzzles.registry import canonical_name, names, puzzle, usable_names
from rosetta.foundation.errors import InputError

NAME = "plain text"
SIZE_LINE = re.compile(r"\s*(#.*\n\s*)*\d+([ \t]+\d+)*[ \t]*\r?(\n|$)")


def recognises(text: str) -> bool:
    """A first line of numbers, the size among them; lines that start with # may stand before it."""
    return bool(SIZE_LINE.match(text))


def read(text: str, expected: str | None = None) -> tuple[str, Any]:
    """The board of the expected puzzle; if none is expected, of the first puzzle that can read the text."""
    if expected is not None:
        return canonical_name(expected), puzzle(expected).parse(text)
    complaints = []
    for name in usable_names():
        try:
            return name, puzzle(name).parse(text)
        except InputError as error:
            complaints.append(str(error))
    raise InputError("; ".join(complaints))


def write(name: str, instance: Any) -> str:
    """The board as its puzzle formats it."""
    return puzzle(name).format(instance)


def example(name: str) -> str:
    """The smallest board that the puzzle generates, in one line: line ends as `\\n`."""
    record = puzzle(name)
    return example_board(record.generate, record.format).replace("\n", "\\n") or f"a board of {record.title}"


FORMAT = Format(
    name="plain",
    title=NAME,
    example="1 3\\n  0 0 1\\n1 . T .",
    puzzles=names(),
    recognises=recognises,
    read=read,
    write=write,
    loose=True,
    example_for=example,
)
