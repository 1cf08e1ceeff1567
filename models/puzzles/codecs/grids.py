"""Boards as rows of words, as in many formats: one word per cell, separated by spaces.

    - - 1        values = {"-": -1, "x": 5, "1": 1, ...}    ->    [[-1, -1, 1], [5, -1, -1]]
    x - -

Lines carry their numbers, so that messages can name the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.grid_text import MOST_DIGITS
from rosetta.foundation.errors import InputError

Line: TypeAlias = tuple[int, str]
"""Number and text of a line."""


def numbered_lines(text: str) -> list[Line]:
    """The lines of a text, from 1; a page break or the like within a line does not end it."""
    return [(i, line.rstrip("\r")) for i, line in enumerate(text.split("\n"), 1)]


def parse_cells(
    here: str, lines: Sequence[Line], height: int, width: int, values: Mapping[str, int]
) -> NDArray[np.int8]:
    """The values of all cells, shape (height, width). values: by word. Raises InputError."""
    if len(lines) != height:
        raise InputError(f"{here}: expected {height} rows of cells, found {len(lines)}")
    return np.array([_row(here, number, line.split(), width, values) for number, line in lines], np.int8)


def _row(here: str, number: int, words: list[str], width: int, values: Mapping[str, int]) -> list[int]:
    if len(words) != width:
        raise InputError(f"{here}, line {number}: expected {width} cells, found {len(words)}")
    try:
        return [values[word] for word in words]
    except KeyError:
        cell = next(i for i, word in enumerate(words) if word not in values)
        message = f"expected one of {' '.join(values)}, found {words[cell][:40]!r}"
        raise InputError(f"{here}, line {number}, cell {cell}: {message}") from None


def parse_numbers(
    here: str, lines: Sequence[Line], height: int, width: int, values: Mapping[str, int]
) -> NDArray[np.int64]:
    """The numbers of all cells, from 1, shape (height, width). values: of the words that are no numbers. Raises
    InputError."""
    expected = f"a number from 1, or one of {' '.join(values)}" if values else "a number from 1"
    known = dict(values)
    for number, line in lines:
        for cell, word in enumerate(line.split()):
            if word not in known:
                if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and int(word) > 0):
                    message = f"expected {expected}, found {word[:40]!r}"
                    raise InputError(f"{here}, line {number}, cell {cell}: {message}")
                known[word] = int(word)
    if len(lines) != height:
        raise InputError(f"{here}: expected {height} rows of cells, found {len(lines)}")
    for number, line in lines:
        if len(line.split()) != width:
            raise InputError(f"{here}, line {number}: expected {width} cells, found {len(line.split())}")
    return np.array([[known[word] for word in line.split()] for _, line in lines], np.int64)


def format_numbers(board: NDArray[np.integer], words: Mapping[int, str]) -> list[str]:
    """The lines of a board of numbers. words: by value, of those that are not written as numbers."""
    return [" ".join(words.get(value, str(value)) for value in row) for row in board.tolist()]


def parse_clues(
    here: str, side: str, lines: Sequence[Line], count: int, most: int, unknown: Mapping[str, int]
) -> list[int]:
    """The clues of all rows or all columns (side), `count` of them on one or more lines. unknown: the words for a clue
    that is not given, with their values. Raises InputError."""
    words = [(number, word) for number, line in lines for word in line.split()]
    if len(words) != count:
        place = f", line {lines[0][0]}" if lines else ""
        raise InputError(f"{here}{place}: expected {count} clues of {side}s, found {len(words)}")
    return [
        unknown[word]
        if word in unknown
        else parse_integer(f"{here}, line {number}", f"the clue of {side} {i + 1}", word, 0, most)
        for i, (number, word) in enumerate(words)
    ]


def format_rows(board: NDArray[np.integer], words: Mapping[int, str]) -> list[str]:
    """The lines of a board. words: by value."""
    return [" ".join(words[value] for value in row) for row in board.tolist()]
