"""The JSON Schema of a row, made from what is said of its columns."""

from __future__ import annotations

from typing import Any

from rosetta.campaigns.rows.columns import COLUMNS, LONG_COLUMNS
from rosetta.campaigns.store.schema import column_type

TYPES = {"INTEGER": "integer", "REAL": "number", "NUMERIC": "number", "TEXT": "string"}
NEVER_EMPTY = ("cell", "puzzle", "instance", "backend")


def row_schema() -> dict[str, Any]:
    """Of a row in `bench export --jsonl`, or in `bench show --json`, where columns that hold JSON are objects."""
    return {
        "type": "object",
        "description": "A cell of a campaign with its result, by column. What is not known is null.",
        "properties": {name: {"description": meaning, **_values(name)} for name, meaning in COLUMNS.items()},
        "required": [name for name in COLUMNS if name not in LONG_COLUMNS],
    }


def _values(column: str) -> dict[str, Any]:
    """What a column may hold."""
    if column in LONG_COLUMNS:  # text, or the object that it says; there where it is asked for
        return {"type": ["string", "object", "null"]}
    kind = TYPES[column_type(column)]
    return {"type": kind if column in NEVER_EMPTY else [kind, "null"]}
