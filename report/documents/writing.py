"""A document with nothing in it but what JSON has, and as text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar, cast

Document = TypeVar("Document")


def document_text(document: Mapping[str, object], indent: int | None = None) -> str:
    """JSON, in the order of the keys, without letters beyond ASCII; on one line, or indented. Raises ValueError for
    numbers that JSON does not have."""
    return json.dumps(document, indent=indent, allow_nan=False)


def plain_document(document: Document) -> Document:
    """The same document with nothing in it but what JSON has."""
    return cast("Document", plain_values(document))


def plain_values(value: Any) -> Any:
    """Mappings, sequences, words and numpy values as JSON has them; what is not finite is null."""
    if isinstance(value, Mapping):
        return {str(key): plain_values(item) for key, item in value.items()}
    if hasattr(value, "tolist"):  # of numpy, which takes a while to import
        return plain_values(value.tolist())
    if isinstance(value, list | tuple):
        return [plain_values(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
