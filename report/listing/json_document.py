"""The list of puzzles, and one puzzle whole, as documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from report.listing.records import PuzzleDescription, PuzzleEntry
from report.listing.text import command_line


def entries_json(entries: Sequence[PuzzleEntry], provenance: Mapping[str, Any]) -> str:
    """The list. provenance: see `report.provenance`."""
    return json.dumps({"schema": 1, "puzzles": [_entry(entry) for entry in entries], **provenance}, indent=1)


def description_json(described: PuzzleDescription, program: Callable[[str], str], provenance: Mapping[str, Any]) -> str:
    """One puzzle. program: what is typed to run a verb."""
    fields = asdict(described)
    del fields["entry"]
    commands = [{"command": command_line(command, program), "does": command.does} for command in described.commands]
    document = {"schema": 1, **_entry(described.entry), **fields, "commands": commands, **provenance}
    return json.dumps(document, indent=1)


def _entry(entry: PuzzleEntry) -> dict[str, Any]:
    """The puzzle is called as in the documents of all verbs."""
    fields = asdict(entry)
    return {"puzzle": fields.pop("name"), **fields}
