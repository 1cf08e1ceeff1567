"""The plain text of Tents: trees, and clues beside the board (`models.puzzles.parts.beside.margin_text`)."""

from __future__ import annotations

from models.puzzles.parts.beside.margin_text import MarginText
from models.puzzles.tents.instance import Tents

LETTERS = {".": False, "-": False, "_": False, "T": True, "t": True, "x": True, "X": True}
TEXT = MarginText(
    "tents",
    LETTERS,
    "empty (`.` or `-`) or a tree (`T` or `x`)",
    read=Tents,
    write=lambda p: (p.trees, p.rows, p.cols),
)
