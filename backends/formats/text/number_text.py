"""Columns of integers as text, with numpy: a line of bytes per number, padded with zero bytes.

-12, 7   ->   "-12"      lines are joined side by side, and zero bytes dropped at the end
              "\\0\\0 7"
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Text: TypeAlias = NDArray[np.uint8]


def digits(values: NDArray[np.integer[Any]], plus: bool = False) -> Text:
    """Each number as a line: a sign (`+` only if asked for) and its digits, shape (numbers, 1 + most digits)."""
    rest = np.abs(values.astype(np.int64))
    width = len(str(int(rest.max(initial=0))))
    lines = np.zeros((len(values), width + 1), np.uint8)
    lines[:, 0] = np.where(values < 0, ord("-"), ord("+") if plus else 0)
    lines[:, width] = ord("0")  # of a number that is 0
    for column in range(width, 0, -1):
        more = rest // 10
        lines[:, column] = np.where(rest > 0, rest - 10 * more + ord("0"), lines[:, column])
        rest = more
    return lines


def repeat_text(text: str, lines: int) -> Text:
    """The same text on every line, shape (lines, length)."""
    return np.tile(np.frombuffer(text.encode("ascii"), np.uint8), (lines, 1))


def join_lines(lines: Text) -> Text:
    """All lines one after the other, without the zero bytes."""
    flat = lines.ravel()
    return np.asarray(flat[flat != 0])
