"""The neutral language's own format: a model as one JSON document, rule by rule, nothing lowered or lost.

{"name": "queens", "arrays": [["queen", [6, 6], ...]], "blocks": [{"kind": "cardinality", ...}], "objective": null}
"""

from __future__ import annotations

import re
from typing import BinaryIO

from backends.formats.contract import FileContent, FileError, FileFormat, WriteOptions, file_error
from models.neutral import Model, ModelError
from models.neutral.checking import check_block
from models.neutral.json import from_json, to_json
from rosetta.foundation.limits import TooLarge


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as it is; of a model that somebody stated with its words, else without. Raises TooLarge."""
    size = sum(len(block.rows.literals) for block in model.blocks)
    if size > how.limits.literals:
        raise TooLarge(f"json: {size:,} literals, the budget is {how.limits.literals:,}")
    for block in model.blocks:
        check_block(block, model)  # what it does not know must not be written
    file.write(to_json(model, words=how.as_stated).encode())
    file.write(b"\n")


def read(content: bytes) -> FileContent:
    """The model that `write` wrote. Raises FileError."""
    try:
        return FileContent(from_json(content.decode("utf-8")))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise file_error(line, 1, "text in UTF-8", content[error.start : error.start + 1]) from None
    except ModelError as error:
        raise FileError(str(error)[:300]) from None


BEGINS = re.compile(rb'\s*\{\s*"name"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"arrays"\s*:')
FORMAT = FileFormat("json", "model as JSON", "model.json", write, read, begins=BEGINS)
