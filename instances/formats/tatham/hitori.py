"""Hitori in Tatham's game IDs, where it is called Singles: a character per cell, row by row.

`1`..`9`, `a`..`z` for 10..35 and `A`..`Z` for 36..61. Every cell has a number, which is not above the longer side.
"""

from __future__ import annotations

import re

import numpy as np

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME
from models.puzzles.genres.hitori import Hitori
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (hitori)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read(desc: str, width: int, height: int) -> Hitori:
    """The board of a description."""
    if len(desc) != width * height:
        raise InputError(f"{HERE}, position {len(desc)}: expected {width * height} cells, found {len(desc)}")
    numbers = np.array([DIGITS.find(char) for char in desc])
    wrong = np.flatnonzero((numbers < 1) | (numbers > max(width, height)))
    if len(wrong):
        expected = f"a number from 1 to {max(width, height)}"
        raise InputError(f"{HERE}, position {wrong[0]}: expected {expected}, found {desc[wrong[0]]!r}")
    return Hitori(numbers.reshape(height, width))


def write(p: Hitori) -> tuple[int, int, str]:
    """Width, height and description of a board. Raises InputError for what the format cannot say."""
    numbers = p.numbers
    height, width = numbers.shape
    most = min(max(height, width), len(DIGITS) - 1)
    if numbers.min() < 1 or numbers.max() > most:
        raise InputError(f"{HERE}: expected a number from 1 to {most} in every cell, the longer side at most")
    return width, height, "".join(DIGITS[number] for number in p.numbers.ravel().tolist())


def fits(desc: str) -> bool:
    """Numbers alone, some of them above those of Light Up, and none above the number of cells."""
    if not re.fullmatch(r"[1-9a-zA-Z]+", desc) or not re.search(r"[5-9]", desc):
        return False
    return max(map(DIGITS.index, desc)) <= len(desc)


BODY = Body(names=("singles",), title="Singles", example="4x4:1132433133142144", read=read, write=write, fits=fits)
