"""Data of models of the MiniZinc benchmarks: values by name. Which names there are, a puzzle declares by `declare_data`
(`models/puzzles/codecs/assignments.py`)."""

from __future__ import annotations

import re
from typing import Any

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.sheet import Sheet

NAME = "MiniZinc data"


def recognises(text: str) -> bool:
    """The size of the board is set, and a table of its cells."""
    return bool(re.search(r"^\s*n\s*=", text[:5000], re.M) and re.search(r"\ba\s*=\s*\[\s*\|", text[:5000]))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of the data."""
    about, body = choose_body("dzn", NAME, puzzle)
    return about, body.read(Sheet(f"{NAME} ({about})", 0, 0), re.sub(r"%[^\n]*", "", text))  # the data say the size


def write(body: Body, sheet: Sheet, content: str) -> str:
    """The data of a board."""
    return content


EXAMPLE = "n = 1;\\na = [| 0 |];\\nrow_sums = [0];\\ncol_sums = [0];"
FORMAT = shared_format("dzn", NAME, EXAMPLE, recognises, read, write)
