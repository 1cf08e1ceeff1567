"""The neutral language's own format: a model as one JSON document, rule by rule, nothing lowered or lost.

{"name": "queens", "arrays": [["queen", [6, 6], ...]], "blocks": [{"kind": "cardinality", ...}], "objective": null}
"""

from __future__ import annotations

import re
from typing import BinaryIO

from backends.formats.contract import FileError, FileFormat, WriteOptions, file_error
from models.neutral import Model, ModelError
from models.neutral.json import from_json, to_json

DEEPEST = 20  # brackets within brackets; a model has 6
BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as it is; the heading and the words of the puzzle are left out."""
    file.write(to_json(model).encode())
    file.write(b"\n")


def read(content: bytes) -> Model:
    """The model that `write` wrote. Raises FileError."""
    _check_depth(content)
    try:
        return from_json(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise file_error(line, 1, "text in UTF-8", content[error.start : error.start + 1]) from None
    except (ModelError, RecursionError) as error:
        raise FileError(str(error)[:300]) from None


def _check_depth(content: bytes) -> None:
    """Raises FileError for brackets within brackets that no model has, which a parser might not survive."""
    depth = 0
    for match in BRACKETS.finditer(content):
        if match[0] in (b"[", b"{"):
            depth += 1
            if depth > DEEPEST:
                line = content.count(b"\n", 0, match.start()) + 1
                column = match.start() - content.rfind(b"\n", 0, match.start())
                raise file_error(line, column, f"at most {DEEPEST} brackets within each other", match[0])
        elif match[0] in (b"]", b"}"):
            depth -= 1


BEGINS = re.compile(rb'\s*\{\s*"name"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"arrays"\s*:')
FORMAT = FileFormat("json", "model as JSON", "model.json", write, read, begins=BEGINS)
