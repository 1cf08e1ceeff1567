"""Nurikabe in exchange formats: the sizes of islands, and question marks for those that are not told."""

from __future__ import annotations

from models.puzzles.codecs import declare_numbers
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

FORMATS = declare_numbers(
    Nurikabe, "clues", NO_CLUE, ANY_SIZE, names=("nurikabe",), noun="size", example="nurikabe/5/5/g5k2o1k3g"
)
