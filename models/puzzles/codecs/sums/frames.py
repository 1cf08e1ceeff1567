"""The frame of a board with sums: the first row and column, which pzpr does not count."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

WHITE, MOST_SUM = -1, 45


def list_frame_places(sums: NDArray[np.integer[Any]]) -> list[tuple[tuple[int, int], int]]:
    """The cells of the frame that a white cell follows, above columns, then before rows, each with a direction."""
    above = [((0, c), 0) for c in range(1, sums.shape[1]) if sums[1, c, 0] == WHITE]
    return above + [((r, 0), 1) for r in range(1, sums.shape[0]) if sums[r, 1, 0] == WHITE]


def check_frame(sheet: Sheet, part: NDArray[np.integer[Any]]) -> None:
    """Raises InputError for a board whose first row and column the format cannot leave out."""
    is_framed = not (part[0, :, 0] == WHITE).any() and not (part[:, 0, 0] == WHITE).any()
    if min(part.shape[:2]) < 2 or not is_framed or part[0, :, 1].any() or part[:, 0, 0].any():
        raise InputError(f"{sheet.here}: expected a first row and column of black cells; write plain text instead")
