"""Nurikabe in puzz.link addresses: a walk over the cells, row by row, in base 16.

    1..9, a..f   a size 1..15        +hhh   256..4095        .      a clue ?
    -hh          16..255             =hhh   4096..8191       g..z   1..20 cells without a clue

The walk covers the board: an address that ends earlier was cut short.
"""

from __future__ import annotations

import numpy as np

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (nurikabe)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 20  # cells without a clue that one letter says
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}  # how many digits follow, and what is added to them
MOST = 4096 + 16**3 - 1


def read(body: str, width: int, height: int) -> Nurikabe:
    """The board of a body."""
    clues = np.full(width * height, NO_CLUE)
    cell = position = 0
    while position < len(body):
        char = body[position]
        length, added = LONG.get(char, (0, 0))
        word = body[position + 1 : position + 1 + length] if length else char
        value = DIGITS.find(char)
        if value > 15:
            cell += value - 15
        elif cell < clues.size:
            clues[cell] = ANY_SIZE if char == "." else _size(word, max(length, 1), added, position)
            cell += 1
        else:
            cell += 1
        if cell > clues.size:
            excerpt = body[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {clues.size} cells, found more: {excerpt!r}")
        position += 1 + length
    if cell < clues.size:
        raise InputError(f"{HERE}, position {position}: expected {clues.size} cells, found {cell} and then the end")
    return Nurikabe(clues.reshape(height, width))


def _size(word: str, length: int, added: int, position: int) -> int:
    """The number of so many digits, and what is added. Raises InputError."""
    if len(word) != length or not set(word) <= set(DIGITS[:16]) or not int(word, 16) + added:
        expected = "`.`, `g`..`z` or a size from 1 in base 16" if length == 1 else f"a size in {length} digits"
        raise InputError(f"{HERE}, position {position}: expected {expected}, found {word!r}")
    return int(word, 16) + added


def write(p: Nurikabe) -> tuple[int, int, str]:
    """Width, height and body of a board. Raises InputError for sizes that are too large."""
    height, width = p.clues.shape
    clues = p.clues.ravel()
    if clues.max() > MOST:
        raise InputError(f"{HERE}: can say sizes up to {MOST}, found {clues.max()}")
    at = np.flatnonzero(clues != NO_CLUE)
    blanks = (np.diff(np.append(at, clues.size), prepend=-1) - 1).tolist()
    words = [*(map(_word, clues[at].tolist())), ""]
    return width, height, "".join(_blank_run(n) + word for n, word in zip(blanks, words, strict=True))


def _blank_run(cells: int) -> str:
    full, rest = divmod(cells, LONGEST)
    return DIGITS[LONGEST + 15] * full + (DIGITS[rest + 15] if rest else "")


def _word(clue: int) -> str:
    if clue == ANY_SIZE:
        return "."
    if clue < 16:
        return DIGITS[clue]
    if clue < 256:
        return f"-{clue:02x}"
    return f"+{clue:03x}" if clue < 4096 else f"={clue - 4096:03x}"


BODY = Body(names=("nurikabe",), read=read, write=write, example="nurikabe/5/5/g5k2o1k3g")
