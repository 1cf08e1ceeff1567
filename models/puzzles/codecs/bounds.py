"""Bounds on numbers in a text: sizes and clues are checked before memory is reserved for them."""

from __future__ import annotations

from models.puzzles.boards import check_board_size
from rosetta.foundation.errors import InputError

DIGITS = 9  # of a number, at most: longer ones are out of range anyway, and Python is slow on very long ones


def parse_integer(here: str, what: str, word: str, least: int, most: int) -> int:
    """The number in a word. here: format and place, for the message. Raises InputError."""
    if not (word.isascii() and word.isdigit() and len(word) <= DIGITS and least <= int(word) <= most):
        raise InputError(f"{here}: expected {what}, {least}..{most}, found {word[:40]!r}")
    return int(word)


def board_size(here: str, height: str, width: str) -> tuple[int, int]:
    """Rows and columns of a board that is not too large to be read. Raises InputError."""
    dimensions = f"{height[:20]} rows and {width[:20]} columns"
    if not all(word.isascii() and word.isdigit() for word in (height, width)):
        raise InputError(f"{here}: expected numbers of rows and of columns, found {dimensions}")
    shape = int(height[:20]), int(width[:20])
    check_board_size(here, *shape, dimensions)
    return shape
