"""Boards with sums in a text without blanks, as pzpr writes them.

A7lm0b..46      `.` a black cell, `k`..`z` 1..16 white cells, else two sums, down and across, 0 for none:
                `1`..`j` 1..19, `A`..`Z` 20..45; then the sums above columns, and before rows, that begin with a
                white cell
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import DIGITS
from models.puzzles.codecs.sums.frames import MOST_SUM, WHITE, check_frame, list_frame_places
from rosetta.foundation.errors import InputError

SUMS = {letter: sum_ for sum_, letter in enumerate(DIGITS[:20] + DIGITS[10:].upper())}  # 0..19, then 20..45
LETTERS = {sum_: letter for letter, sum_ in SUMS.items()}
SUMS |= {"-": 0, ".": 0}  # as pzpr reads it: any other letter is no sum, and newer ones write `-`
RUNS = DIGITS[20:]  # of white cells, from one on


@dataclass(frozen=True)
class TwoSumText:
    """A board with sums in a text without blanks."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[NDArray[np.int64], int]:
        """The array, one row and one column larger than the sheet. Raises InputError."""
        height, width = sheet.height, sheet.width
        values: list[tuple[int, int]] = []
        while len(values) < height * width:
            letter = text[at : at + 1]
            if letter == "." or (letter and letter in RUNS):
                values += [(0, 0)] if letter == "." else [(WHITE, WHITE)] * (RUNS.index(letter) + 1)
                at += 1
            else:
                values.append((_take_sum(sheet, text, at), _take_sum(sheet, text, at + 1)))
                at += 2
        if len(values) > height * width:
            raise InputError(f"{sheet.here}, position {at - 1}: expected {height * width} cells, found more")
        sums = np.zeros((height + 1, width + 1, 2), np.int64)
        sums[1:, 1:] = np.array(values).reshape(height, width, 2)
        for (r, c), direction in list_frame_places(sums):
            sums[r, c, direction] = _take_sum(sheet, text, at)
            at += 1
        return sums, at

    def encode(self, sheet: Sheet, part: NDArray[np.integer[Any]]) -> str:
        """The text. Raises InputError for a board without a frame, and for sums that have no letter."""
        check_frame(sheet, part)
        out, white = "", 0
        for down, across in [*part[1:, 1:].reshape(-1, 2).tolist(), (0, 0)]:
            if down == WHITE:
                white += 1
                continue
            full, rest = divmod(white, len(RUNS))
            out += RUNS[-1] * full + (RUNS[rest - 1] if rest else "")
            out, white = out + (_say_sum(sheet, down) + _say_sum(sheet, across) if down or across else "."), 0
        frame = "".join(_say_sum(sheet, int(part[r, c, direction])) for (r, c), direction in list_frame_places(part))
        return out[:-1] + frame  # without the cell behind the last one


def _take_sum(sheet: Sheet, text: str, at: int) -> int:
    if text[at : at + 1] not in SUMS:
        found = repr(text[at]) if at < len(text) else "the end"
        raise InputError(f"{sheet.here}, position {at}: expected a sum `0`..`j`, `A`..`Z` or `-`, found {found}")
    return SUMS[text[at]]


def _say_sum(sheet: Sheet, number: int) -> str:
    if number > MOST_SUM:
        raise InputError(f"{sheet.here}: expected sums up to {MOST_SUM}, found {number}; write plain text instead")
    return LETTERS[number]
