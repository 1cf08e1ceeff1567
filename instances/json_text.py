"""JSON from outside: a key that occurs twice in an object is refused, as Python would drop its first value."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from rosetta.foundation.errors import InputError, Refusal

TOO_LONG = "a whole number of more than 4,300 digits"  # which Python refuses to read


class RepeatedKey(Refusal):
    """A key occurs twice in an object; the message names it."""


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises ValueError (RepeatedKey among others) and RecursionError."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (json.JSONDecodeError, RepeatedKey):
        raise
    except ValueError:
        raise InputError(TOO_LONG) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        repeated = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        raise RepeatedKey(f"twice in one object: {', '.join(f'{key[:60]!r:.60}' for key in repeated[:5])}")
    return entries
