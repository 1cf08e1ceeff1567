"""What the loops of `boxes_kernel`, and `boxes_numpy` where numba is missing, read and write.

Compiled loops know the fields of these records by their places, so this file is one of those whose change makes loops
compile anew (`rosetta.foundation.kernel_cache`). It needs no numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class BoardWords(NamedTuple):
    """What the loops read of a board.

    cells   how many
    start   piece q lies as masks[start[q]:start[q + 1]]
    masks   bit i for cell i, ascending for each piece
    sizes   cells of each piece
    steps   the distances between neighbours, by their numbers
    joined  by distance, the cells that have a neighbour so much further on
    whole   is each piece connected? Others could fill several holes at once
    """

    cells: int
    start: NDArray[np.int64]
    masks: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    steps: NDArray[np.uint64]
    joined: NDArray[np.uint64]
    whole: bool


class PlacementScratch(NamedTuple):
    """Scratch for some of the placements of a board: as large as those, in the same form."""

    start: NDArray[np.int64]
    masks: NDArray[np.uint64]


class StateColumns(NamedTuple):
    """States, a column for each part of them.

    free    the cells that are free, as bits
    ways    how many lead to the state
    items   what is laid next: a cell is covered, or `cells` + a piece is laid
    pieces  the one that was laid last
    """

    free: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    items: NDArray[np.uint8]
    pieces: NDArray[np.uint8]
