"""Boards of digits in texts: on one line, a character for each cell (`digit_line`), and in game IDs of Tatham's Solo:

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

3x3:a3_2b9a7...                     boxes of 3 rows and 3 columns, the digits
2x3x:...                            boxes of 2 rows and 3 columns, and both diagonals (x)
9j:1d3_2b...,a_fa_a_aab...          regions of any shape (j), said by their borders
3x3k:zzzc,_a___a_a...,13_12a9...    cages (k), said by their borders, and their sums, each in a cell of its cage

What follows these letters says how the board was made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.borders import CountedBorders
from models.puzzles.codecs.game_ids import LONGEST_RUN, GameText
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import DIGITS, DecimalNumbers, Letters, SideNumbers, Spaces
from models.puzzles.codecs.walks import CellWalk, TextCodec
from models.puzzles.regions import Regions
from rosetta.foundation.errors import InputError

LETTERS = re.compile(r"(?P<rules>[jxk]*)(?P<made>[a-z0-9]*)", re.I)
JIGSAW, DIAGONALS, CAGES = "jxk"
MOST_SUM = 99_999


def digit_line() -> CellWalk:
    """A character for each cell: a digit, then letters; a full stop for none."""
    blank = Letters({".": 0}, also=dict.fromkeys("0-_*", 0))
    return CellWalk((blank, SideNumbers(DIGITS[1:].upper())))


def declare_digit_game(parts: Parts, cages: bool, other: str, **more: Any) -> Body:
    """A puzzle in such IDs.

    parts: digits (0 for none), regions, diagonals (0 or 1); where boards have cages, these as regions, and the sums,
        each in the first cell of its cage.
    cages: have boards cages?
    other: what an ID of the other kind is, in words, for the refusal.
    more: fields of `Body`.
    """

    def read(sheet: Sheet, text: GameText) -> Any:
        match = LETTERS.fullmatch(text.letters)
        if match is None:
            expected = "3x3, 2x3x or 9j, and how the board was made"
            raise InputError(f"{sheet.here}: expected {expected}, found {text.letters[:40]!r} behind the size")
        rules = match["rules"].lower()
        if (CAGES in rules) != cages:
            raise InputError(f"{sheet.here}: {other}")
        is_jigsaw, tall, wide = JIGSAW in rules, sheet.height, sheet.width
        n = tall if is_jigsaw and tall == wide else tall * wide
        board = replace(sheet, height=n, width=n)
        texts, codecs = text.desc.split(","), _codecs(n, is_jigsaw, cages)
        if len(texts) != len(codecs):
            expected = f"{len(codecs)} parts of the board, with commas between them"
            raise InputError(f"{sheet.here}: expected {expected}, found {len(texts)}")
        said = [_decode(codec, board, part) for codec, part in zip(codecs, texts, strict=True)]
        regions = said.pop(1) if is_jigsaw else _boxes(n, wide, tall)
        return parts.make(said[0], regions, int(DIAGONALS in rules), *said[1:])

    def write(sheet: Sheet, board: Any) -> GameText:
        digits, regions, diagonals, *more = parts.of_board(sheet, board)
        n = len(digits)
        boxes = _find_boxes(regions)
        said = [digits, *([] if boxes else [regions]), *more]
        codecs = _codecs(n, boxes is None, cages)
        desc = ",".join(codec.encode(sheet, part) for codec, part in zip(codecs, said, strict=True))
        size = f"{boxes[0]}x{boxes[1]}" if boxes else f"{n}{JIGSAW}"
        return GameText(desc, f"{DIAGONALS * diagonals}{CAGES * cages}", size)

    return Body(read=read, write=write, **more)


def _codecs(n: int, is_jigsaw: bool, cages: bool) -> Sequence[TextCodec]:
    """Of the parts of a board, between commas."""
    digits, sums = (CellWalk((DecimalNumbers(most), Spaces(0, "a", LONGEST_RUN))) for most in (n, MOST_SUM))
    borders: TextCodec = CountedBorders()
    return [digits, *([borders] if is_jigsaw else []), *([borders, sums] if cages else [])]


def _decode(codec: TextCodec, sheet: Sheet, text: str) -> Any:
    """The whole of a part."""
    part, at = codec.decode(sheet, text, 0)
    if at < len(text):
        raise InputError(f"{sheet.here}: expected a comma or the end, found {text[at : at + 20]!r}")
    return part


def _boxes(n: int, tall: int, wide: int) -> Regions:
    """Boxes of so many rows and columns."""
    r, c = np.indices((n, n))
    boxes: NDArray[np.int64] = r // tall * tall + c // wide
    return boxes


def _find_boxes(regions: Regions) -> tuple[int, int] | None:
    """The rows and columns of the boxes that these regions are, None if they are none; more than one row."""
    n = len(regions)
    sides = sorted((side for side in range(2, n + 1) if n % side == 0), key=lambda side: abs(side - isqrt(n)))
    for tall in sides:
        if np.array_equal(regions, _boxes(n, tall, n // tall)):
            return tall, n // tall
    return None
