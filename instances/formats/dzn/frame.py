"""Data of models of the MiniZinc benchmarks: values by name. Which names there are, the puzzle's file says."""

from __future__ import annotations

import re
from typing import Any

from instances.formats.contract import Body, choose_body, shared_format

NAME = "MiniZinc data"


def recognises(text: str) -> bool:
    """The size of the board is set, and a table of its cells."""
    return bool(re.search(r"^\s*n\s*=", text[:5000], re.M) and re.search(r"\ba\s*=\s*\[\s*\|", text[:5000]))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of the data."""
    about, body = choose_body("dzn", NAME, puzzle)
    return about, body.read(re.sub(r"%[^\n]*", "", text))


def write(body: Body, content: str) -> str:
    """The data of a board."""
    return content


EXAMPLE = "n = 1;\\na = [| 0 |];\\nrow_sums = [0];\\ncol_sums = [0];"
FORMAT = shared_format("dzn", NAME, EXAMPLE, recognises, read, write)
