"""Hitori in puzz.link addresses: a character per cell, row by row, in base 36.

    1..9, a..z   a number 1..35        -hh   a number 36..1295, in two digits        .   a cell without a number

`@` and `%` are a question mark, which says nothing: read as `.`. The walk covers the board: an address that ends
earlier was cut short.
"""

from __future__ import annotations

import numpy as np

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.genres.hitori import Hitori
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hitori)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST = len(DIGITS) ** 2 - 1
BLANKS = ".@%"


def read(body: str, width: int, height: int) -> Hitori:
    """The board of a body."""
    numbers: list[int] = []
    position = 0
    while position < len(body):
        long = body[position] == "-"
        word = body[position + 1 : position + 3] if long else body[position]
        number = 0 if word in BLANKS else _number(word)
        if number < (36 if long else 1) and (long or word not in BLANKS):
            raise InputError(
                f"{HERE}, position {position}: expected `.`, `1`..`9`, `a`..`z` or `-` and a number above 35, "
                f"found {body[position : position + 3 if long else position + 1]!r}"
            )
        numbers.append(number)
        position += 3 if long else 1
    if len(numbers) != width * height:
        raise InputError(f"{HERE}, position {position}: expected {width * height} cells, found {len(numbers)}")
    return Hitori(np.array(numbers).reshape(height, width))


def _number(word: str) -> int:
    """The number of some digits, -1 if they are none."""
    return int(word, 36) if word and set(word) <= set(DIGITS) else -1


def write(p: Hitori) -> tuple[int, int, str]:
    """Width, height and body of a board. Raises InputError for numbers that are too large."""
    height, width = p.numbers.shape
    largest = int(p.numbers.max())
    if largest > MOST:
        raise InputError(f"{HERE}: can say numbers up to {MOST}, found {largest}")
    return width, height, "".join(_word(number) for number in p.numbers.ravel().tolist())


def _word(number: int) -> str:
    if number < 36:
        return DIGITS[number] if number else "."
    return f"-{DIGITS[number // 36]}{DIGITS[number % 36]}"


BODY = Body(names=("hitori",), read=read, write=write, example="hitori/4/4/1132433133142144")
