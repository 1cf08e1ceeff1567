"""The list of puzzles, and one puzzle whole, as documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from report.documents.writing import plain_document
from report.listing.records import PuzzleDescription, PuzzleEntry
from report.listing.text import command_line


def entries_document(
    entries: Sequence[PuzzleEntry], classics: Sequence[PuzzleEntry], provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """The list. provenance: see `report.provenance`."""
    listed = {"puzzles": [_entry(entry) for entry in entries], "classics": [_entry(entry) for entry in classics]}
    document = {"schema": 1, **listed, **provenance}
    return plain_document(document)


def description_document(
    described: PuzzleDescription, program: Callable[[str], str], provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """One puzzle. program: what is typed to run a verb."""
    fields = asdict(described)
    del fields["entry"]
    commands = [{"command": command_line(command, program), "does": command.does} for command in described.commands]
    return plain_document({"schema": 1, **_entry(described.entry), **fields, "commands": commands, **provenance})


def _entry(entry: PuzzleEntry) -> dict[str, Any]:
    """The puzzle is called as in the documents of all verbs."""
    fields = asdict(entry)
    return {"puzzle": fields.pop("name"), **fields}
