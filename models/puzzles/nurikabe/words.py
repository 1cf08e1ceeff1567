"""What variables and rows of Nurikabe are called; made when it is read: there is a pair for nearly each cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, each
from models.puzzles.boards import describe_cell
from models.puzzles.nurikabe.instance import NO_CLUE, Nurikabe
from models.puzzles.nurikabe.reach import find_reach

UNKNOWN_ISLAND = "an island of a ?"


def name_pairs(p: Nurikabe) -> Each:
    """Pairs of a cell and an island: `R2C3 on the island of R1C2`."""
    return each(
        "{cell} on {island}",
        denies="{cell} not on {island}",
        cell=lambda: _cells(p),
        island=lambda: _islands(p),
    )


def name_islands(p: Nurikabe) -> Each:
    """Islands: `the island of 3 at R1C2`."""
    return each("the island of {clue} at {cell}", clue=lambda: find_reach(p).sizes, cell=lambda: _island_clues(p))


def name_edges(p: Nurikabe) -> Each:
    """A pair and a cell beside it: `the cells R1C1 and R2C1, for the island of R1C2`."""

    def ends(side: int) -> NDArray[np.int64]:
        reach = find_reach(p)
        return _places(p, (reach.cell[reach.edges[:, 0]], reach.edges[:, 1])[side])

    def islands() -> Sequence[str]:
        return _islands(p, find_reach(p).edges[:, 0])

    text = "the cells {one} and {other}, for {island}"
    return each(text, one=lambda: ends(0), other=lambda: ends(1), island=islands, plural=True)


def name_grown_pairs(p: Nurikabe) -> Each:
    """Pairs without the clue of the island: `the cell R1C1 with its neighbours, for the island of R1C2`."""
    text = "the cell {cell} with its neighbours, for {island}"
    return each(text, cell=lambda: _cells(p, find_reach(p).grown), island=lambda: _islands(p, find_reach(p).grown))


def name_bits(p: Nurikabe, pairs: NDArray[np.int64], width: int) -> Each:
    """The bits of the numbers of these pairs: `the number of R1C1 has bit 2`."""
    return each(
        "the number of {cell} has bit {1}",
        denies="the number of {cell} has not bit {1}",
        cell=lambda: np.repeat(_cells(p, pairs), width, axis=0),
    )


def _cells(p: Nurikabe, pairs: NDArray[np.int64] | slice = slice(None)) -> NDArray[np.int64]:
    """The cells of these pairs, shape (pairs, 2)."""
    return _places(p, find_reach(p).cell[pairs])


def _places(p: Nurikabe, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack(np.divmod(cells, p.clues.shape[1]), axis=1)


def _islands(p: Nurikabe, pairs: NDArray[np.int64] | slice = slice(None)) -> Sequence[str]:
    """The islands of these pairs."""
    names = [f"the island of {describe_cell(cell)}" for cell in np.argwhere(p.clues > NO_CLUE).tolist()]
    names.append(UNKNOWN_ISLAND)
    return [names[island] for island in find_reach(p).island[pairs].tolist()]


def _island_clues(p: Nurikabe) -> NDArray[np.int64]:
    """The cells of the clues with a size, and where some have none, of one of these."""
    unknown = np.argwhere(p.clues < NO_CLUE)[:1]
    return np.concatenate([np.argwhere(p.clues > NO_CLUE), unknown])
