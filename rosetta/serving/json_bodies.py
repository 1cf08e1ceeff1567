"""The body of a request: JSON of an object, within limits; its fields by their types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Mapping
from dataclasses import dataclass
from typing import Any

from instances.json_text import parse_json

MOST_BYTES = 2_000_000  # of a body
BODY_SECONDS = 10.0  # for a body to come
MOST_SEED = 2**31 - 1
BOARD_FIELDS = {"text": str, "puzzle": str, "file": str, "options": dict, "seed": int}


class PageRequestError(Exception):
    """A request that is not answered. status: of HTTP."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class RequestShape:
    """What the body of a request has. fields: the type of each, by name; needed: those that must be there; at_once: is
    it answered in a moment, or is it a stream of events?"""

    fields: Mapping[str, type]
    needed: tuple[str, ...]
    at_once: bool = True


async def read_body(pieces: AsyncIterable[bytes], stated_length: str | None) -> dict[str, Any]:
    """The object in a body. stated_length: as its header says. Raises PageRequestError."""
    if stated_length is not None and (not stated_length.isdigit() or int(stated_length[:20]) > MOST_BYTES):
        raise PageRequestError(413, f"expected a body of up to {MOST_BYTES:,} bytes")
    try:
        content = await asyncio.wait_for(_join_pieces(pieces), BODY_SECONDS)
    except TimeoutError:
        raise PageRequestError(408, f"expected a body within {BODY_SECONDS:.0f} seconds") from None
    try:
        document = parse_json(content.decode("utf-8"))
    except (ValueError, RecursionError):
        raise PageRequestError(400, "expected a body of JSON, each key once, not nested deeply") from None
    if not isinstance(document, dict):
        raise PageRequestError(400, "expected an object of JSON")
    return document


async def _join_pieces(pieces: AsyncIterable[bytes]) -> bytes:
    content = bytearray()
    async for piece in pieces:
        content += piece
        if len(content) > MOST_BYTES:
            raise PageRequestError(413, f"expected a body of up to {MOST_BYTES:,} bytes")
    return bytes(content)


def check_fields(document: Mapping[str, Any], shape: RequestShape) -> None:
    """Raises PageRequestError for a field that is unknown, missing, or of another type."""
    _check_types(document, shape.fields, "")
    for name in shape.needed:
        if name not in document:
            raise PageRequestError(400, f"expected a field '{name}'")
    _check_texts(document.get("choices", {}), "choices")
    if "board" in document:
        board = document["board"]
        _check_types(board, BOARD_FIELDS, "board.")
        if "text" not in board:
            raise PageRequestError(400, "expected a field 'board.text'")
        _check_texts(board.get("options", {}), "board.options")
        if not 0 <= board.get("seed", 0) <= MOST_SEED:
            raise PageRequestError(400, f"board.seed: expected a whole number from 0 to {MOST_SEED}")


def _check_texts(values: Mapping[str, Any], name: str) -> None:
    if not all(isinstance(value, str) for value in values.values()):
        raise PageRequestError(400, f"{name}: expected texts")


def _check_types(document: Mapping[str, Any], fields: Mapping[str, type], before: str) -> None:
    for name, value in document.items():
        if name not in fields:
            raise PageRequestError(400, f"unknown field '{before}{name[:40]}'")
        if type(value) is not fields[name]:  # a truth value is no number
            raise PageRequestError(400, f"{before}{name}: expected {TYPE_WORDS[fields[name]]}")


TYPE_WORDS = {str: "a text", dict: "an object", int: "a whole number", bool: "true or false", list: "a list"}
