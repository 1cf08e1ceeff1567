"""JSON of graphs: what node-link JSON and Cytoscape JSON share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from instances.json_text import RepeatedKey, parse_json
from rosetta.foundation.errors import InputError


def read_document(name: str, text: str) -> dict[str, Any]:
    """The object of a text. Raises InputError."""
    try:
        document = parse_json(text)
    except RepeatedKey as error:
        raise InputError(f"{name}: expected each key once, found {error}") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{name}, line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{name}: brackets too deep or a number too long to be read") from None
    if not isinstance(document, dict):
        raise InputError(f'{name}: expected an object with "nodes" and "edges", found {type(document).__name__}')
    return document


def objects_of(name: str, document: Mapping[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a list of the document, each with its place for messages; of none where there is no list."""
    entries = document.get(key, [])
    if not isinstance(entries, list):
        raise InputError(f"{name}: {key}: expected a list, found {type(entries).__name__}")
    for i, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise InputError(f"{name}, {key}[{i}]: expected an object, found {entry!r:.60}")
        yield f", {key}[{i}]", entry


def entry_of(name: str, entry: Mapping[str, Any], key: str, place: str) -> Any:
    """A value that the object must have. Raises InputError."""
    if key not in entry:
        raise InputError(f"{name}{place}: expected {key}, found none")
    return entry[key]
