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
    copies  of each piece
    radix   by piece: how often each is used is one number, the sum of times used * radix
    start   piece q lies as masks[start[q]:start[q + 1]]
    masks   bit i for cell i, ascending for each piece
    sizes   cells of each piece
    steps   the distances between neighbours, by their numbers
    joined  by distance, the cells that have a neighbour so much further on
    whole   is each piece connected? Others could fill several holes at once
    """

    cells: int
    copies: NDArray[np.int64]
    radix: NDArray[np.int64]
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


class PieceScratch(NamedTuple):
    """Scratch with an entry for each piece.

    remaining  how many of it remain
    sums       once it is laid: bit s for each sum s of sizes of remaining pieces
    """

    remaining: NDArray[np.int64]
    sums: NDArray[np.uint64]


class GroupedStates(NamedTuple):
    """Different states in which equally many pieces are laid, in groups that have used the same ones.

    used    of each group, ascending, as a number (see `BoardWords.radix`)
    starts  the states of group g are starts[g]..starts[g + 1]
    free    the cells that are free, as bits; ascending in a group
    ways    how many lead to the state
    items   what is laid next: a cell is covered, or `cells` + a piece is laid
    """

    used: NDArray[np.int64]
    starts: NDArray[np.int64]
    free: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    items: NDArray[np.uint8]


class StateColumns(NamedTuple):
    """States in any order, some of them equal, with a column for each part of them, as in `GroupedStates`.

    used    the pieces that the state has used
    """

    used: NDArray[np.int64]
    free: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    items: NDArray[np.uint8]
