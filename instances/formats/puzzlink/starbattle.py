"""Star Battle in puzz.link addresses: the number of stars, a slash, and the borders between cells in base 32.

3 x 2 cells    +---+---+---+    Five borders a character, the first in the highest bit, 1: between two regions.
               | .   . | . |    First those between neighbours in a row, row by row (01 01: "a"), then those between
               +---+---+   +    neighbours in a column (110: "o"). Each of the two parts is filled up with zeros.
               | .   . | . |
               +---+---+---+
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.regions import regions_between
from models.puzzles.starbattle import StarBattle, board
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (starbattle)"
DIGITS = "0123456789abcdefghijklmnopqrstuv"
BITS = 5


def read(body: str, width: int, height: int) -> StarBattle:
    """The board of a body."""
    stars, slash, text = body.partition("/")
    has_borders = width * height > 1  # else the slash at the end is lost with those that follow an address
    if not (bool(slash) == has_borders and stars.isascii() and stars.isdigit() and 0 < len(stars) < 4):
        raise InputError(f"{HERE}: expected STARS/BORDERS such as 1/2u9gn9c9jpmk, found {body[:40]!r}")
    beside, below = height * (width - 1), (height - 1) * width
    first, second = -(-beside // BITS), -(-below // BITS)
    if len(text) != first + second:
        raise InputError(f"{HERE}: expected {first + second} characters of borders, found {len(text)}: {text[:40]!r}")
    for position, char in enumerate(text, len(stars) + 1):
        if char not in DIGITS:
            raise InputError(f"{HERE}, position {position}: expected a digit or `a`..`v`, found {char!r}")
    bits = np.array([DIGITS.index(char) >> shift & 1 for char in text for shift in range(BITS - 1, -1, -1)], np.bool_)
    if bits[beside : BITS * first].any() or bits[BITS * first + below :].any():
        raise InputError(
            f"{HERE}: expected zeros behind {beside} and behind {below} borders, found more: {text[:40]!r}"
        )
    right = bits[:beside].reshape(height, width - 1)
    under = bits[BITS * first :][:below].reshape(height - 1, width)
    return board(regions_between(right, under), int(stars))


def write(p: StarBattle) -> tuple[int, int, str]:
    """Width, height and body of a board. Raises InputError for regions that are not connected, and blocked cells."""
    regions = p.regions
    right, under = regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]
    if not np.array_equal(regions_between(right, under), regions):
        raise InputError(f"{HERE}: expected connected regions; this format says only where borders are")
    height, width = regions.shape
    return width, height, f"{p.stars}/{_digits(right)}{_digits(under)}"


def _digits(borders: NDArray[Any]) -> str:
    bits = np.append(borders.ravel(), np.zeros(-borders.size % BITS, np.bool_)).reshape(-1, BITS)
    return "".join(DIGITS[value] for value in (bits @ (1 << np.arange(BITS - 1, -1, -1))).tolist())


BODY = Body(names=("starbattle",), read=read, write=write, example="starbattle/6/6/1/2u9gn9c9jpmk")
