"""A board of Nurikabe: the clues, and the words of its cells in plain text.

4 4
. . 3 .    a number: the size of the island; `?`: a size that is not told; `.`: no clue
1 . . .
. . . .
. 2 . ?
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.puzzles.parts import NumberWords, array_record, text_of_grids

NO_CLUE, ANY_SIZE = 0, -1


@array_record
class Nurikabe:
    """A board. clues: the size of an island, ANY_SIZE for `?`, NO_CLUE; shape (rows, columns)."""

    clues: NDArray[np.int64]


WORDS = NumberWords({".": NO_CLUE, "?": ANY_SIZE})
TEXT = replace(text_of_grids(Nurikabe, clues=WORDS), blank="")  # an island needs its clue: none is taken away
